//! The Buddhabrot's hits are NumPy's in f32, on every device and in every run, to the last one.

use crate::reference::kernels::kernels;
use crate::reference::{is_small, on_each_device, reference};
use crate::subject::buddhabrot::{self, LEFT, LOW, SIDE};
use tensorforge::{Array, Session};

fn ints(array: &Array) -> &[i32] {
    array.as_slice().unwrap()
}

#[test]
fn hits_are_those_of_numpy_in_every_run() {
    let program = buddhabrot::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let small = is_small(device);
        let (n, h, w, limit) = if small { (40, 12, 9, 60) } else { (20_000, 256, 256, 500) };
        let [xs, ys] = buddhabrot::points(n, &mut common::Random::new(1)).unwrap();
        let mut args: Vec<String> = [n, h, w, limit].map(|x| x.to_string()).to_vec();
        args.extend([LEFT, LOW, SIDE].map(|x| x.to_string()));
        let wanted = reference("buddhabrot.py", &args, &[&xs, &ys]);
        let wanted: Vec<i32> = wanted.iter().map(|x| *x as i32).collect();
        let none = Array::from_slice(&[h, w], &vec![0i32; h * w]).unwrap();
        for run in 0..3 {
            let (hits, lengths): (Array, Array) =
                exe.call((&xs, &ys, &none, limit as i32)).unwrap_or_else(|e| panic!("{e}"));
            assert!(
                ints(&hits) == &wanted[..h * w] && ints(&lengths) == &wanted[h * w..],
                "run {run} on {device}"
            );
        }
        assert!(wanted[..h * w].iter().any(|hits| *hits > 2), "the orbits pass through the picture");
    });
}

/// Each step of an orbit is one hit: with a picture that holds all of them, none is lost. Hits add to what
/// was there.
#[test]
fn hits_are_conserved() {
    let program = buddhabrot::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let n = if is_small(device) { 50 } else { 50_000 };
        // |c| ≤ 0.5 near the real axis: orbits go through the square until their last step, from circle 2.
        let mut random = common::Random::new(5);
        let [xs, ys] = buddhabrot::points(n, &mut random).unwrap();
        let before = Array::from_slice(&[16, 16], &[7i32; 256]).unwrap();
        let (hits, lengths): (Array, Array) =
            exe.call((&xs, &ys, &before, 100)).unwrap_or_else(|e| panic!("{e}"));
        let hits: i64 = ints(&hits).iter().map(|n| i64::from(*n) - 7).sum();
        let steps: i64 = ints(&lengths).iter().map(|n| i64::from(*n)).sum();
        let outside = outside(xs.as_slice().unwrap(), ys.as_slice().unwrap(), ints(&lengths));
        assert_eq!(hits + outside, steps, "{device}");
    });
}

/// The steps of orbits that lie outside the picture.
fn outside(xs: &[f32], ys: &[f32], lengths: &[i32]) -> i64 {
    let mut found = 0;
    for ((cx, cy), length) in xs.iter().zip(ys).zip(lengths) {
        let (mut x, mut y) = (0.0f32, 0.0f32);
        for _ in 0..*length {
            (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
            let place = [(x - LEFT) * (16.0 / SIDE), (y - LOW) * (16.0 / SIDE)];
            found += i64::from(place.iter().any(|at| !(0.0..16.0).contains(at)));
        }
    }
    found
}

#[test]
fn it_is_one_kernel() {
    let session = Session::new().unwrap();
    let count = kernels(&session, &buddhabrot::program().unwrap());
    // One more sets the results' start values.
    assert!(count.kernels <= 3 && count.temporaries == 0, "{count:?}");
}
