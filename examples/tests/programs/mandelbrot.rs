//! The Mandelbrot set's counts are NumPy's in f32, on every device, to the last pixel.

use crate::reference::{is_small, on_each_device, reference};
use crate::subject::mandelbrot;
use tensorforge::Array;

#[test]
fn counts_are_those_of_numpy() {
    let program = mandelbrot::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let (h, w) = if is_small(device) { (13, 24) } else { (512, 512) };
        let (xs, ys) = (mandelbrot::axis(w, -0.75, 2.5).unwrap(), mandelbrot::axis(h, 0.0, 2.5).unwrap());
        let args = [h.to_string(), w.to_string(), "128".to_string()];
        let wanted = reference("mandelbrot.py", &args, &[&ys, &xs]);
        let counts: Array = exe.call((&ys, &xs, 128)).unwrap_or_else(|e| panic!("{e}"));
        let counts = counts.as_slice::<i32>().unwrap();
        let different = counts.iter().zip(&wanted).filter(|(a, b)| f64::from(**a) != **b).count();
        assert_eq!((counts.len(), different), (h * w, 0), "{device}");
        assert!(counts.contains(&128) && counts.contains(&1), "{device}");
    });
}

/// The limit is an argument: no new compilation.
#[test]
fn limits_are_given_at_the_call() {
    let program = mandelbrot::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let zero = Array::from_slice(&[1], &[0.0f32]).unwrap();
        for limit in [0, 1, 77] {
            let counts: Array = exe.call((&zero, &zero, limit)).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(counts.as_slice::<i32>().unwrap(), [limit], "{device}");
        }
    });
}
