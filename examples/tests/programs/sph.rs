//! Smoothed particles against NumPy in f64, on every device; the form of arrays and the one of loops agree.

use crate::reference::kernels::kernels;
use crate::reference::{is_small, max_error, on_each_device, reference, values};
use crate::subject::sph::{self, WATER};
use tensorforge::{Array, Session};

const STEPS: i64 = 10;

/// Positions and velocities after ten steps, by NumPy.
fn wanted(n: usize, [x, v]: [&Array; 2]) -> Vec<f64> {
    let basin = sph::basin(n).map(f64::from);
    let numbers =
        [WATER.radius, WATER.stiffness, WATER.viscosity, WATER.gravity, WATER.dt, basin[0], basin[1]];
    let args = [n.to_string(), STEPS.to_string()].into_iter().chain(numbers.map(|x| x.to_string()));
    reference("sph.py", &args.collect::<Vec<_>>(), &[x, v])
}

#[test]
fn ten_steps_are_those_of_numpy() {
    on_each_device(|session, device| {
        let programs = [sph::program(WATER).unwrap(), sph::loops(WATER).unwrap()];
        let exes =
            programs.map(|program| session.compile(&program, device).unwrap_or_else(|e| panic!("{e}")));
        let sizes: &[usize] = if is_small(device) { &[1, 3, 12] } else { &[1, 3, 1000, 4096] };
        for n in sizes {
            let [x, v] = sph::block(*n, 1).unwrap();
            // Some speed, so that walls and drag count.
            let speed: Vec<f32> = (0..2 * n).map(|i| 3.0 * (i as f32).sin()).collect();
            let v = Array::from_slice(v.extents(), &speed).unwrap();
            let walls = Array::from_slice(&[2], &sph::basin(*n)).unwrap();
            let wanted = wanted(*n, [&x, &v]);
            let (positions, velocities) = wanted.split_at(2 * n);
            for exe in &exes {
                let (x, v) = exe.call((&x, &v, &walls, STEPS)).unwrap_or_else(|e| panic!("{e}"));
                for (found, wanted) in [(x, positions), (v, velocities)] {
                    let error = max_error(&values(&[found]), wanted);
                    assert!(error < 1e-4, "{n} particles on {device}: relative error {error}");
                }
            }
        }
    });
}

/// Densities and positions: no buffer of all pairs, and the array form becomes the same loops.
#[test]
fn pairs_are_never_stored() {
    let session = Session::new().unwrap();
    for program in [sph::program(WATER), sph::loops(WATER)] {
        let program = program.unwrap();
        let count = kernels(&session, &program);
        assert!(count.kernels <= 2, "{count:?}");
        // Two of the buffers hold densities and pressures; positions and velocities each go from one of two
        // to the other.
        assert!(count.temporaries <= 2 + 4, "{count:?}");
        for text in crate::reference::kernels::loops(&session, &program) {
            assert!(!text.contains("memref<?{n}x?{n}"), "{text}");
        }
    }
}
