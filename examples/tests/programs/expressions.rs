//! Values of the eDSL's expressions against NumPy's, on every device.

use crate::reference::{on_each_device, reference};
use tensorforge::*;

/// The inputs of `test/reference/expressions.py`, as handles.
pub struct Inputs {
    pub a: Tensor,
    pub c: Tensor,
    pub b: Tensor,
    pub s: Tensor,
    pub t: Tensor,
    pub v: Tensor,
    pub w: Tensor,
    pub e: Tensor,
    pub f: Tensor,
    pub k: Tensor,
    pub i: Tensor,
    pub j: Tensor,
    pub u: Tensor,
}

/// Pseudo-random elements in −2 .. 2.
fn floats(extents: &[usize], seed: u32) -> Array {
    let n: usize = extents.iter().product();
    let value = |i: usize| {
        ((i as u32 + 1 + 1000 * seed).wrapping_mul(2_654_435_769) >> 8) as f32 / (1 << 22) as f32 - 2.0
    };
    Array::from_slice(extents, &(0..n).map(value).collect::<Vec<f32>>()).expect("the extents fit")
}

fn ints(extents: &[usize], low: i32, high: i32) -> Array {
    let n: usize = extents.iter().product();
    let value = |i: usize| low + (i as i32 * 7919 + 5).rem_euclid(high - low);
    Array::from_slice(extents, &(0..n).map(value).collect::<Vec<i32>>()).expect("the extents fit")
}

fn arrays() -> Vec<Array> {
    let shapes: [&[usize]; 9] = [&[5, 7], &[5, 7], &[7, 4], &[4, 4], &[3, 4, 6], &[9], &[9], &[3], &[3]];
    let mut all: Vec<Array> = shapes.iter().zip(1..).map(|(shape, seed)| floats(shape, seed)).collect();
    all.extend([ints(&[9], -40, 41), ints(&[6], -3, 12), ints(&[2, 3], 0, 7)]);
    all
}

fn inputs(p: &Tracer) -> Inputs {
    let d = |name: &str| p.dim(name);
    let a = p.input::<f32>("a", (d("n"), d("m")));
    let c = p.input::<f32>("c", (d("n"), d("m")));
    let b = p.input::<f32>("b", (d("m"), d("r")));
    let s = p.input::<f32>("s", (d("q"), d("q")));
    let t = p.input::<f32>("t", (3, d("q"), 6));
    let v = p.input::<f32>("v", [d("x")]);
    let w = p.input::<f32>("w", [d("x")]);
    let (e, f) = (p.input::<f32>("e", [3]), p.input::<f32>("f", [d("y")]));
    let k = p.input::<i32>("k", [d("x")]);
    let (i, j) = (p.input::<i32>("i", [d("z")]), p.input::<i32>("j", (2, 3)));
    let u = k.bitcast::<u32>();
    Inputs { a, c, b, s, t, v, w, e, f, k, i, j, u }
}

/// An expression in NumPy and its value here.
pub type Case = (&'static str, Tensor);

/// Runs the cases of a group on every device and compares shapes and elements with NumPy's.
pub fn check(name: &str, cases: impl FnOnce(&Tracer, &Inputs) -> Vec<Case>) {
    check_on(name, |_| true, cases);
}

/// The same for many sorts, by the interpreter and on the processor: as kernels, each takes seconds to
/// compile or minutes to interpret. `sort` has some as kernels.
pub fn check_sorts(name: &str, cases: impl FnOnce(&Tracer, &Inputs) -> Vec<Case>) {
    check_on(name, |device| [Device::interp(), Device::cpu()].contains(device), cases);
}

fn check_on(
    name: &str,
    is_asked: impl Fn(&Device) -> bool,
    cases: impl FnOnce(&Tracer, &Inputs) -> Vec<Case>,
) {
    let mut expressions = Vec::new();
    let program = Program::trace(name, |p| {
        let (names, results): (Vec<_>, Vec<_>) = cases(p, &inputs(p)).into_iter().unzip();
        expressions = names;
        results
    });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let arrays = arrays();
    let args: Vec<String> = expressions.iter().map(|e| e.to_string()).collect();
    let wanted = reference("expressions.py", &args, &arrays.iter().collect::<Vec<_>>());
    let mut failures = Vec::new();
    on_each_device(|session, device| {
        if !is_asked(device) {
            return;
        }
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{name} on {device}: {e}"));
        let results: Vec<Array> = exe.call(arrays.as_slice()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut rest = &wanted[..];
        let mut found = Vec::new();
        for (expression, result) in expressions.iter().zip(&results) {
            let rank = rest[0] as usize;
            let extents: Vec<usize> = rest[1..=rank].iter().map(|n| *n as usize).collect();
            let count: usize = extents.iter().product();
            let values = &rest[1 + rank..1 + rank + count];
            rest = &rest[1 + rank + count..];
            if let Some(problem) = difference(result, &extents, values) {
                found.push(format!("{expression} on {device}: {problem}"));
            }
        }
        assert!(rest.is_empty());
        FAILURES.with(|f| f.borrow_mut().append(&mut found));
    });
    FAILURES.with(|f| failures.extend(f.borrow_mut().drain(..)));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

thread_local! {
    static FAILURES: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

fn difference(result: &Array, extents: &[usize], wanted: &[f64]) -> Option<String> {
    if result.extents() != extents {
        return Some(format!("the shape is {:?}, not {extents:?}", result.extents()));
    }
    let float = result.dtype().is_float();
    let found: Vec<f64> = result
        .scalars()
        .map(|s| {
            if float {
                s.to_f64()
            } else if s.dtype().bits() == 1 {
                s.bits() as f64
            } else {
                s.to_i64() as f64
            }
        })
        .collect();
    let greatest = wanted.iter().filter(|v| v.is_finite()).fold(0.0f64, |m, v| m.max(v.abs()));
    let tolerance = if float { 1e-5 * greatest.max(1e-30) } else { 0.0 };
    let equal = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= tolerance;
    let at = found.iter().zip(wanted).position(|(a, b)| !equal(*a, *b))?;
    Some(format!("element {at} is {}, not {}", found[at], wanted[at]))
}
