//! The largest error found of each f64 math function, in ulps, over N pseudo-random arguments:
//! `cargo run --release -p tf-dialects --example math_ulp64 [--count N] [NAME …]`.

#[allow(dead_code)]
#[path = "../tests/math/dd.rs"]
mod dd;
#[path = "../tests/math/points.rs"]
mod points;
#[allow(dead_code)]
#[path = "../tests/math/reference.rs"]
mod reference;
#[allow(dead_code)]
#[path = "../tests/math/reference64.rs"]
mod reference64;
#[allow(dead_code)]
#[path = "../tests/math/ulp.rs"]
mod ulp;

use tf_dialects::scalar::{DType, lookup};

fn main() {
    let mut count = 1_000_000;
    let mut names = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--count" {
            count = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(count);
        } else {
            names.push(argument);
        }
    }
    for &(name, _, _) in reference::UNARY {
        if !names.is_empty() && !names.iter().any(|n| name.ends_with(&format!(".{n}"))) {
            continue;
        }
        let spec = lookup(name).expect("an op of the table");
        let kernel = spec.kernel(&[DType::F64], &[DType::F64], None).expect("a unary f64 function");
        let exact = reference64::unary(name);
        let (mut worst, mut at) = (0.0, 0.0);
        for x in points::f64_points(name, count) {
            let reference = exact(x);
            let error = ulp::error64(f64::from_bits(kernel.call(x.to_bits(), 0, 0)), (reference.hi, reference.lo));
            if error > worst {
                (worst, at) = (error, x);
            }
        }
        println!("{name:14} {worst:8.4} ulp at {at:e}");
    }
}
