//! The largest errors of the math functions, in ulps. At f32, over all 2³² arguments of the unary functions
//! (with `--step N`, every N-th); at f64 and for binary functions, over pseudo-random arguments (`--count N`
//! of them):
//! `cargo run --release -p tf-dialects --example math_ulp -- [--step N] [--count N] [f32|f64] [NAME …]`.

#[allow(dead_code)]
#[path = "../tests/math/dd.rs"]
mod dd;
#[path = "../tests/math/points.rs"]
mod points;
#[path = "../tests/math/reference.rs"]
mod reference;
#[path = "../tests/math/reference64.rs"]
mod reference64;
#[path = "../tests/math/ulp.rs"]
mod ulp;

use tf_dialects::scalar::{DType, Kernel, lookup};

/// The worst case found.
#[derive(Clone, Copy, Default)]
struct Worst {
    error: f64,
    at: (f64, f64),
}

impl Worst {
    fn see(&mut self, error: f64, at: (f64, f64)) {
        if error > self.error {
            *self = Worst { error, at };
        }
    }
}

fn kernel(name: &str, operands: &[DType]) -> Kernel {
    let spec = lookup(name).expect("an op of the table");
    spec.kernel(operands, &operands[..1], None).expect("a float function")
}

/// All f32 arguments, on all cores.
fn sweep32(name: &str, exact: fn(f64) -> f64, step: u64) -> Worst {
    let kernel = kernel(name, &[DType::F32]);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let part = |thread: u64| {
        let mut worst = Worst::default();
        let mut bits = thread * step;
        while bits < 1 << 32 {
            let x = f64::from(f32::from_bits(bits as u32));
            let got = f32::from_bits(kernel.call(bits, 0, 0) as u32);
            worst.see(ulp::error32(got, exact(x)), (x, 0.0));
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

fn sample32(name: &str, exact: fn(f64, f64) -> f64, count: usize) -> Worst {
    let kernel = kernel(name, &[DType::F32, DType::F32]);
    let mut worst = Worst::default();
    for (x, y) in points::pairs(name, count) {
        let (x, y) = (x as f32, y as f32);
        let got = f32::from_bits(kernel.call(x.to_bits().into(), y.to_bits().into(), 0) as u32);
        worst.see(ulp::error32(got, exact(x.into(), y.into())), (x.into(), y.into()));
    }
    worst
}

fn sample64(
    name: &str,
    points: impl Iterator<Item = (f64, f64)>,
    exact: impl Fn(f64, f64) -> dd::Dd,
) -> Worst {
    let types = [DType::F64; 2];
    let operands = lookup(name).map_or(1, |spec| spec.operands());
    let kernel = kernel(name, &types[..operands]);
    let mut worst = Worst::default();
    for (x, y) in points {
        let exact = exact(x, y);
        let got = f64::from_bits(kernel.call(x.to_bits(), y.to_bits(), 0));
        worst.see(ulp::error64(got, (exact.hi, exact.lo)), (x, y));
    }
    worst
}

fn report(name: &str, dtype: &str, worst: Worst, bound: f64) {
    let verdict = if worst.error <= bound { "" } else { "  EXCEEDED" };
    println!(
        "{dtype} {name:12} {:7.4} ulp at {:e}, {:e} (stated {bound}){verdict}",
        worst.error, worst.at.0, worst.at.1
    );
}

fn main() {
    let (mut step, mut count) = (1u64, 1_000_000usize);
    let mut words = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number =
            || arguments.next().and_then(|s| s.parse::<u64>().ok()).filter(|&n| n > 0).unwrap_or(1);
        match argument.as_str() {
            "--step" => step = number(),
            "--count" => count = number() as usize,
            _ => words.push(argument),
        }
    }
    let widths: Vec<String> = words.extract_if(.., |w| w == "f32" || w == "f64").collect();
    let at = |width: &str| widths.is_empty() || widths.iter().any(|w| w == width);
    let wanted = |name: &str| words.is_empty() || words.iter().any(|w| name.ends_with(&format!(".{w}")));
    for f in reference::UNARY.iter().filter(|f| wanted(f.name)) {
        if at("f32") {
            report(f.name, "f32", sweep32(f.name, f.exact, step), f.bound32);
        }
        if at("f64") {
            let points = points::f64_points(f.name, count).map(|x| (x, 0.0));
            let exact = reference64::unary(f.name);
            report(f.name, "f64", sample64(f.name, points, |x, _| exact(x)), f.bound64);
        }
    }
    for f in reference::BINARY.iter().filter(|f| wanted(f.name)) {
        if at("f32") {
            report(f.name, "f32", sample32(f.name, f.exact, count), f.bound32);
        }
        if at("f64") {
            let exact = reference64::binary(f.name);
            report(f.name, "f64", sample64(f.name, points::pairs(f.name, count), exact), f.bound64);
        }
    }
}
