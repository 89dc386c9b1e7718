//! The fluid against NumPy in f64, on every device.

use crate::reference::kernels::kernels;
use crate::reference::{is_small, l2_error, on_each_device, reference, values};
use crate::subject::fluid;
use tensorforge::{Array, Device, Session};

/// The greatest relative error of the four fields after some steps.
fn error(session: &Session, device: &Device, [h, w]: [usize; 2], steps: i64) -> f64 {
    let exe = session.compile(&fluid::program().unwrap(), device).unwrap_or_else(|e| panic!("{e}"));
    let start = fluid::whirls(h, w, 1).unwrap();
    let mut args = vec![h.to_string(), w.to_string(), steps.to_string()];
    args.extend([fluid::DT.to_string(), fluid::CONFINEMENT.to_string(), fluid::CYCLES.to_string()]);
    args.extend([fluid::OMEGA.to_string(), fluid::SMOOTH.map(|n| n.to_string()).join(",")]);
    let wanted = reference("fluid.py", &args, &start.iter().collect::<Vec<_>>());
    let [right, down, dye, pressure] = &start[..] else { panic!("four fields") };
    let found: Vec<Array> = exe.call((right, down, dye, pressure, steps)).unwrap_or_else(|e| panic!("{e}"));
    let fields = found.into_iter().zip(wanted.chunks_exact(h * w));
    fields.map(|(found, wanted)| l2_error(&values(&[found]), wanted)).fold(0.0, f64::max)
}

#[test]
fn steps_are_those_of_numpy() {
    on_each_device(|session, device| {
        let cases: &[([usize; 2], i64, f64)] = match is_small(device) {
            true => &[([8, 12], 1, 1e-4)],
            false => &[([8, 4], 3, 1e-3), ([64, 96], 1, 1e-4), ([64, 96], 20, 1e-2), ([1080, 1920], 1, 1e-4)],
        };
        for (size, steps, limit) in cases {
            let error = error(session, device, *size, *steps);
            assert!(error < *limit, "{size:?}, {steps} steps on {device}: relative error {error}");
        }
    });
}

/// The pressure makes what flows into a cell flow out of it.
#[test]
fn divergence_goes_away() {
    let session = Session::new().unwrap();
    let exe = session.compile(&fluid::program().unwrap(), Device::cpu()).unwrap_or_else(|e| panic!("{e}"));
    let (h, w) = (64, 96);
    let start = fluid::whirls(h, w, 2).unwrap();
    // A wind that blows towards the middle, and not through the walls: divergence everywhere, none on the
    // whole.
    let turn = std::f32::consts::TAU / w as f32;
    let wind: Vec<f32> = (0..h * w).map(|i| (turn * ((i % w) as f32 + 0.5)).sin()).collect();
    let wind = Array::from_slice(&[h, w], &wind).unwrap();
    let still = Array::zeros(wind.dtype(), wind.extents()).unwrap();
    let divergence = |right: &Array, down: &Array| -> f64 {
        let (right, down) = (right.as_slice::<f32>().unwrap(), down.as_slice::<f32>().unwrap());
        let inner = (8..h - 8).flat_map(|i| (8..w - 8).map(move |j| i * w + j));
        inner.map(|at| f64::from(right[at + 1] - right[at - 1] + down[at + w] - down[at - w]).abs()).sum()
    };
    let after: Vec<Array> =
        exe.call((&wind, &still, &start[2], &still, 10)).unwrap_or_else(|e| panic!("{e}"));
    let (before, after) = (divergence(&wind, &still), divergence(&after[0], &after[1]));
    assert!(after < 0.25 * before, "{after} of {before}");
}

#[test]
fn a_step_is_fifteen_kernels_at_most() {
    let session = Session::new().unwrap();
    let count = kernels(&session, &fluid::program().unwrap());
    assert!(count.kernels <= 15, "{count:?}");
}
