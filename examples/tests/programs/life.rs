//! The Game of Life against NumPy, cell by cell, on every device.

use crate::reference::{is_small, on_each_device, reference};
use crate::subject::life;
use tensorforge::Array;

#[test]
fn generations_are_those_of_numpy() {
    let program = life::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let (h, w, steps) = if is_small(device) { (9, 13, 8) } else { (256, 300, 100) };
        let cells = life::soup(h, w, 0.3, 1).unwrap();
        let glow = Array::from_slice(&[h, w], &vec![0.5f32; h * w]).unwrap();
        let args = [h.to_string(), w.to_string(), steps.to_string(), life::KEPT.to_string()];
        let wanted = reference("life.py", &args, &[&cells, &glow]);
        let (cells, glow): (Array, Array) =
            exe.call((&cells, &glow, steps)).unwrap_or_else(|e| panic!("{e}"));
        let cells = cells.as_slice::<i32>().unwrap();
        assert!(cells.iter().zip(&wanted).all(|(a, b)| f64::from(*a) == *b), "{device}");
        assert!(cells.contains(&1) && cells.contains(&0), "{device}");
        for (found, wanted) in glow.as_slice::<f32>().unwrap().iter().zip(&wanted[h * w..]) {
            assert!((f64::from(*found) - wanted).abs() < 1e-5, "{device}: {found} for {wanted}");
        }
    });
}

/// A glider comes back one cell further on the diagonal, also across the edges.
#[test]
fn a_glider_moves_by_one_cell_in_four_generations() {
    let program = life::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let n = 6usize;
        let mut cells = vec![0i32; n * n];
        for (y, x) in [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)] {
            cells[(y + 4) % n * n + (x + 4) % n] = 1;
        }
        let moved: Vec<i32> =
            (0..n * n).map(|at| cells[(at / n + n - 1) % n * n + (at % n + n - 1) % n]).collect();
        let (start, glow) = (
            Array::from_slice(&[n, n], &cells).unwrap(),
            Array::from_slice(&[n, n], &vec![0.0f32; n * n]).unwrap(),
        );
        let (after, _): (Array, Array) = exe.call((&start, &glow, 4)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(after.as_slice::<i32>().unwrap(), moved, "{device}");
    });
}
