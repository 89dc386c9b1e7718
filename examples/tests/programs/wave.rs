//! The wave equation against NumPy in f64, on every device.

use crate::reference::{is_small, l2_error, on_each_device, reference, values};
use crate::subject::wave;
use tensorforge::Array;

#[test]
fn a_hundred_steps_are_those_of_numpy() {
    let program = wave::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let (h, w, steps) = if is_small(device) { (9, 17, 20) } else { (256, 512, 100) };
        let u = wave::rings(h, w, 1).unwrap();
        let v = Array::zeros(u.dtype(), u.extents()).unwrap();
        let args =
            [h.to_string(), w.to_string(), steps.to_string(), wave::DX.to_string(), wave::DT.to_string()];
        let wanted = reference("wave.py", &args, &[&u, &v]);
        let (u, v) = exe.call((&u, &v, steps)).unwrap_or_else(|e| panic!("{e}"));
        let (heights, speeds) = wanted.split_at(h * w);
        for (found, wanted) in [(u, heights), (v, speeds)] {
            let error = l2_error(&values(&[found]), wanted);
            assert!(error < 1e-4, "{device}: relative error {error}");
        }
    });
}

#[test]
fn no_steps_change_nothing() {
    let program = wave::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let u = wave::rings(4, 5, 2).unwrap();
        let v = Array::zeros(u.dtype(), u.extents()).unwrap();
        let (after, _) = exe.call((&u, &v, 0)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(after, u, "{device}");
    });
}
