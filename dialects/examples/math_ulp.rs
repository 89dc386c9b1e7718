//! The largest error of each f32 math function over all 2³² arguments, in ulps:
//! `cargo run --release -p tf-dialects --example math_ulp [--step N] [NAME …]`. With a step only every N-th
//! argument is tried.

#[allow(dead_code)]
#[path = "../tests/math/reference.rs"]
mod reference;
#[allow(dead_code)]
#[path = "../tests/math/ulp.rs"]
mod ulp;

use tf_dialects::scalar::{DType, lookup};

/// The worst case found.
#[derive(Clone, Copy, Default)]
struct Worst {
    error: f64,
    at: f32,
}

fn sweep(name: &str, exact: fn(f64) -> f64, step: u64) -> Worst {
    let spec = lookup(name).expect("an op of the table");
    let kernel = spec.kernel(&[DType::F32], &[DType::F32], None).expect("a unary f32 function");
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let part = |thread: u64| {
        let mut worst = Worst::default();
        let mut bits = thread * step;
        while bits < 1 << 32 {
            let x = f32::from_bits(bits as u32);
            let got = f32::from_bits(kernel.call(bits, 0, 0) as u32);
            let error = ulp::error32(got, exact(x.into()));
            if error > worst.error {
                worst = Worst { error, at: x };
            }
            bits += threads * step;
        }
        worst
    };
    std::thread::scope(|scope| {
        let part = &part;
        let workers: Vec<_> = (0..threads).map(|t| scope.spawn(move || part(t))).collect();
        let found = workers.into_iter().map(|w| w.join().expect("a sweep does not panic"));
        found.fold(Worst::default(), |a, b| if b.error > a.error { b } else { a })
    })
}

fn main() {
    let mut step = 1;
    let mut names = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--step" {
            step = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(1).max(1);
        } else {
            names.push(argument);
        }
    }
    for &(name, exact, bound) in reference::UNARY {
        if !names.is_empty() && !names.iter().any(|n| name.ends_with(&format!(".{n}"))) {
            continue;
        }
        let start = std::time::Instant::now();
        let worst = sweep(name, exact, step);
        let seconds = start.elapsed().as_secs_f64();
        println!("{name:14} {:8.4} ulp at {:e} (stated {bound}) [{seconds:.1} s]", worst.error, worst.at);
    }
}
