//! Random programs whose nested regions read and change generators and small arrays of outer ones, on every
//! device against plain Rust.

#![allow(clippy::erasing_op, reason = "a draw that counts, but changes no value")]

#[path = "../../frontend/tests/states/drawn/mod.rs"]
mod drawn;

use drawn::{program, reference, traced};
use tensorforge::*;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_programs_answer_as_plain_rust_on_every_device() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let (first, cases) = (setting("FIRST", 5000), setting("CASES", 24));
    for seed in first..first + cases {
        let statements = program::random(seed);
        let traced = traced::trace(&statements).unwrap_or_else(|e| panic!("{seed}: {e}\n{statements:#?}"));
        for device in &devices {
            let context = || format!("{seed} on {device}\n{statements:#?}\n{traced:?}");
            let exe = session.compile(&traced, device).unwrap_or_else(|e| panic!("{e}\n{}", context()));
            for x in [1u32, 1_234_567, 42] {
                let args = [Array::from_slice(&[1], &[x]).unwrap()];
                let results: Vec<Array> =
                    exe.call(&args[..]).unwrap_or_else(|e| panic!("{e}\n{}", context()));
                let found = results[0].as_slice::<u32>().unwrap()[0];
                assert_eq!(found, reference::run(&statements, x, None), "of {x}, {}", context());
            }
        }
    }
}

/// Compiles a program for each device, and checks its results.
fn on_each_device<V: Values>(args: &[Array], body: impl FnOnce(&Tracer) -> V, check: impl Fn(&[Array])) {
    let program = Program::trace("main", body).unwrap_or_else(|error| panic!("{error}"));
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for device in session.devices() {
        let exe = session.compile(&program, &device).unwrap_or_else(|e| panic!("{device}: {e}\n{program:?}"));
        let found: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}\n{program:?}"));
        check(&found);
    }
}

#[test]
fn slices_have_distinct_scalars() {
    on_each_device(
        &[],
        |p| {
            let (mut random, mut other) = (p.random(1), p.random(1));
            let mapped = p.vmap(p.arange::<u32>(6), |x| random.bits(()) + x * 0u32);
            (mapped, random.bits(()), other.bits(()) * 0u32 + other.bits(()))
        },
        |found| {
            let mut numbers = found[0].as_slice::<u32>().unwrap().to_vec();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!((numbers.len(), &found[1]), (6, &found[2]));
        },
    );
}

#[test]
fn derivatives_have_the_numerics_of_the_function() {
    // x drawn once per iteration, with the generator in a variable, and carried.
    let walk = |p: &Tracer, x: Tensor, random: &mut Random| {
        p.for_(0, 4, x, |_, x| {
            let (a, b) = (random.uniform::<f32>(()), random.uniform::<f32>(()));
            let x = p.if_(a.lt(0.5), || &x * &b + &x.sin(), || &x * random.uniform::<f32>(()));
            x + b
        })
    };
    on_each_device(
        &[Array::from_slice(&[2], &[0.3f32, 1.5]).unwrap()],
        |p| {
            let x = p.input::<f32>("x", [2]);
            let mut random = p.random(5);
            let gradient = p.grad(&x, |x| walk(p, x, &mut random).sum(..));
            let after = random.bits(());
            // By hand: the product of the loop's derivatives, with the generator carried.
            let start = (x.clone(), p.ones::<f32>([2]), p.random(5));
            let (_, by_hand, mut carried) = p.for_(0, 4, start, |_, (x, d, mut random)| {
                let (a, b) = (random.uniform::<f32>(()), random.uniform::<f32>(()));
                let other = random.clone();
                let (x, d, random) = p.if_(
                    a.lt(0.5),
                    || (&x * &b + &x.sin(), &d * (&b + x.cos()), random.clone()),
                    || {
                        let mut random = other.clone();
                        let c = random.uniform::<f32>(());
                        (&x * &c, &d * &c, random)
                    },
                );
                (x + b, d, random)
            });
            let mut again = p.random(5);
            let value = p.checkpoint(&x, |x| walk(p, x, &mut again));
            (gradient, by_hand, after, carried.bits(()), again.bits(()), value)
        },
        |found| {
            let floats = |i: usize| found[i].as_slice::<f32>().unwrap().to_vec();
            let bits = |i: usize| found[i].scalars().next().unwrap().bits();
            for (a, b) in floats(0).iter().zip(floats(1)) {
                assert!((a - b).abs() < 1e-5 * b.abs().max(1.0), "{a}, not {b}");
            }
            assert_eq!((bits(2), bits(2)), (bits(3), bits(4)));
        },
    );
}

/// For x = 1 and 2, the sum over two iterations of `body` of x and an array with x² and 3x.
fn in_two_iterations(wanted: [f32; 2], body: impl Fn(&Tensor, &mut Local, &Tensor) -> Tensor) {
    on_each_device(
        &[Array::from_slice(&[2], &[1.0f32, 2.0]).unwrap()],
        |p| {
            let x = p.input::<f32>("x", [2]);
            p.compute([2], |[i]| {
                let x = x.at([i]);
                let mut a = p.local([&x * &x, 3.0 * &x]);
                p.for_(0, 2, 0.0f32, |k, sum| sum + body(&x, &mut a, &k))
            })
        },
        |found| assert_eq!(found[0].as_slice::<f32>().unwrap(), wanted),
    );
}

#[test]
fn a_derivative_in_a_loop_uses_loop_invariant_values() {
    // x² x² + x² 3x
    in_two_iterations([13.0, 68.0], |x, a, k| (a.get(0) * a.get(k)).grad(x));
    in_two_iterations([4.0, 8.0], |x, a, _| a.get(0).grad(x));
    // Twice in the same loop.
    in_two_iterations([7.0, 71.0], |x, a, k| {
        let first = a.get(k).grad(x);
        first + x.gt(1.5).select(a.get(0).square().grad(x), 1.0)
    });
}

#[test]
fn a_derivative_by_the_elements_of_an_array() {
    in_two_iterations([4.0, 16.0], |_, a, _| a.get(0).square().grad(a.get(0)));
    // Together with a value of outside: x by 3x, and 6x by x.
    in_two_iterations([122.0, 244.0], |x, a, _| {
        let by = (a.get(1) * x).grad([&a.get(1), x]);
        &by[0] + 10.0 * &by[1]
    });
    // Steps down x², from an array that the loop changes afterwards.
    in_two_iterations([3.0, 12.0], |_, a, _| {
        let at = a.get(0);
        let slope = at.square().grad(&at);
        a.set(0, &at - 0.25 * &slope);
        slope
    });
}

#[test]
fn all_directions_are_of_one_function() {
    on_each_device(
        &[Array::from_slice(&[3], &[0.3f32, 1.5, 2.0]).unwrap()],
        |p| {
            let x = p.input::<f32>("x", [3]);
            let f = |random: &mut Random, x: Tensor| x.square() * random.uniform::<f32>([3]);
            let (mut a, mut b) = (p.random(1), p.random(1));
            let forward = p.jacobian_forward(&x, |x| f(&mut a, x));
            // All directions share one stream; later draws differ.
            (forward, a.bits(()), b.bits(()) * 0u32 + b.bits(()))
        },
        |found| {
            let j = found[0].as_slice::<f32>().unwrap();
            for (i, x) in [0.3f32, 1.5, 2.0].into_iter().enumerate() {
                let scale = j[4 * i] / (2.0 * x);
                assert!((0.0..1.0).contains(&scale), "{j:?}");
            }
            assert_eq!(found[1], found[2]);
        },
    );
}
