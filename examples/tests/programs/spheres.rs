//! The rasteriser of spheres finds what rays against all spheres find, on every device, in every pixel and
//! every run.

use crate::reference::kernels::kernels;
use crate::reference::{is_small, on_each_device, reference};
use crate::subject::spheres;
use tensorforge::{Array, Session};

#[test]
fn pixels_are_those_of_numpy_in_every_run() {
    let program = spheres::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let small = is_small(device);
        let (n, h, w) = if small { (6, 7, 12) } else { (1000, 180, 320) };
        let balls = spheres::random(n, 1).unwrap();
        let wanted = reference("spheres.py", &[n, h, w].map(|x| x.to_string()), &[&balls]);
        let none = spheres::blank(h, w).unwrap();
        for run in 0..3 {
            let (numbers, bright): (Array, Array) =
                exe.call((&balls, &none)).unwrap_or_else(|e| panic!("{e}"));
            let numbers = numbers.as_slice::<i32>().unwrap().iter().map(|n| f64::from(*n));
            let bright = bright.as_slice::<f32>().unwrap().iter().map(|x| f64::from(*x));
            let different = numbers.chain(bright).zip(&wanted).filter(|(a, b)| a != *b).count();
            assert_eq!(different, 0, "run {run} on {device}: of {}", wanted.len());
        }
        let seen = wanted[..h * w].iter().filter(|n| **n >= 0.0).count();
        // The few pixels of the interpreter may all miss the spheres.
        assert!(small || (seen > h * w / 20 && seen < h * w), "{seen} pixels show spheres");
    });
}

/// Spheres at the back of the camera and around it, and none at all.
#[test]
fn points_behind_the_camera_are_invisible() {
    let program = spheres::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let none = spheres::blank(4, 6).unwrap();
        for balls in [&[][..], &[0.0, 0.0, -5.0, 1.0, 0.0, 0.0, 0.5, 1.0, 100.0, 0.0, 5.0, 1.0]] {
            let balls = Array::from_slice::<f32>(&[balls.len() / 4, 4], balls).unwrap();
            let (numbers, bright): (Array, Array) =
                exe.call((&balls, &none)).unwrap_or_else(|e| panic!("{e}"));
            assert!(numbers.as_slice::<i32>().unwrap().iter().all(|n| *n == -1), "{device}");
            assert!(bright.as_slice::<f32>().unwrap().iter().all(|x| *x == 0.0), "{device}");
        }
    });
}

#[test]
fn it_is_four_kernels_at_most() {
    let session = Session::new().unwrap();
    let count = kernels(&session, &spheres::program().unwrap());
    assert!(count.kernels <= 4 && count.temporaries <= 1, "{count:?}");
}
