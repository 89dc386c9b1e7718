//! The reaction of two substances against NumPy in f64, on every device.

use crate::reference::{is_small, l2_error, on_each_device, reference, values};
use crate::subject::grayscott;

#[test]
fn steps_are_those_of_numpy() {
    let program = grayscott::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let (h, w, steps) = if is_small(device) { (11, 12, 10) } else { (200, 256, 200) };
        let [u, v] = grayscott::drops(h, w, 1).unwrap();
        let (feed, kill) = (0.0367f32, 0.0649f32);
        let [du, dv] = grayscott::DIFFUSION.map(|d| d.to_string());
        let [feed_text, kill_text] = [feed, kill].map(|v| f64::from(v).to_string());
        let args = [h.to_string(), w.to_string(), feed_text, kill_text, steps.to_string(), du, dv];
        let wanted = reference("grayscott.py", &args, &[&u, &v]);
        let (u, v) = exe.call((&u, &v, feed, kill, steps)).unwrap_or_else(|e| panic!("{e}"));
        for (found, wanted) in [(u, &wanted[..h * w]), (v, &wanted[h * w..])] {
            let error = l2_error(&values(&[found]), wanted);
            assert!(error < 1e-4, "{device}: relative error {error}");
        }
    });
}

/// Numbers and sizes are arguments: one program for all of them.
#[test]
fn parameters_and_sizes_compile_nothing() {
    let session = tensorforge::Session::new().unwrap();
    let exe = session.compile(&grayscott::program().unwrap(), tensorforge::Device::cpu()).unwrap();
    for (n, feed) in [(16, 0.03f32), (33, 0.05), (64, 0.07)] {
        let [u, v] = grayscott::drops(n, n + 1, 2).unwrap();
        let (u, _): (tensorforge::Array, tensorforge::Array) = exe.call((&u, &v, feed, 0.06f32, 3)).unwrap();
        assert_eq!(u.extents(), [n, n + 1]);
    }
    assert_eq!(session.compilations(), 1);
}
