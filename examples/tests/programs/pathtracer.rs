//! The path tracer against NumPy in f64, on every device; it is one kernel.

use crate::reference::{is_small, on_each_device, reference, values};
use crate::subject::pathtracer;
use tensorforge::{Array, Device, Session};

#[test]
fn pixels_are_those_of_numpy() {
    let program = pathtracer::program().unwrap_or_else(|e| panic!("{e}"));
    on_each_device(|session, device| {
        let before = session.compilations();
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let (w, h) = if is_small(device) { (16, 9) } else { (160, 90) };
        let (xs, ys) = pathtracer::axes(w, h).unwrap();
        for bounces in [1, 3] {
            let args = [h.to_string(), w.to_string(), bounces.to_string(), "7".to_string()];
            let wanted = reference("pathtracer.py", &args, &[&ys, &xs]);
            let image: Array =
                exe.call((&ys, &xs, bounces, 7u32)).unwrap_or_else(|e| panic!("{device}: {e}"));
            let found = values(&[image]);
            let mut errors: Vec<f64> = found.iter().zip(&wanted).map(|(a, b)| (a - b).abs()).collect();
            assert_eq!(errors.len(), h * w * 3);
            errors.sort_by(f64::total_cmp);
            let median = errors[errors.len() / 2];
            let far = errors.iter().filter(|e| e.is_nan() || **e > 1e-2).count();
            assert!(median < 1e-4, "{bounces} bounces on {device}: median error {median}");
            let most = errors.len() / 100;
            assert!(
                far <= most,
                "{bounces} bounces on {device}: {far} of {} values are far off",
                errors.len()
            );
        }
        assert_eq!(session.compilations(), before + 1);
    });
}

/// One nest of loops over the pixels, and no buffer but the image.
#[test]
fn it_is_one_kernel() {
    let session = Session::new().unwrap();
    let text = pathtracer::program().unwrap().to_text();
    let lowered = session.run_pipeline(&text, &Device::cpu().pipeline()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(lowered.matches("loop.parallel").count(), 1, "{lowered}");
    assert!(!lowered.contains("mem.alloc"), "{lowered}");
}
