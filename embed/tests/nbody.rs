//! n-body on the processor: one executable for every count of bodies, with right results, also at the edges.

use tensorforge::*;

fn step() -> Program {
    let traced = Program::trace("step", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", (n, 3));
        let v = p.input::<f32>("v", (n, 3));
        let d = x.expand(0) - x.expand(1);
        let r2 = (&d * &d).sum(-1).keep() + 1e-4;
        let v = v + (d / (&r2 * r2.sqrt())).sum(1) * 1e-3;
        (x + &v * 1e-3, v)
    });
    traced.unwrap_or_else(|error| panic!("{error}"))
}

fn numbers(n: usize, seed: u64) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    };
    (0..3 * n).map(|_| next()).collect()
}

/// New positions in f64.
fn reference(x: &[f32], v: &[f32]) -> Vec<f64> {
    let n = x.len() / 3;
    let at = |i: usize, c: usize| f64::from(x[3 * i + c]);
    let mut out = Vec::with_capacity(3 * n);
    for i in 0..n {
        let mut a = [0.0; 3];
        for j in 0..n {
            let d = [0, 1, 2].map(|c| at(j, c) - at(i, c));
            let r2 = d.iter().map(|d| d * d).sum::<f64>() + 1e-4;
            (0..3).for_each(|c| a[c] += d[c] / (r2 * r2.sqrt()));
        }
        out.extend((0..3).map(|c| at(i, c) + (f64::from(v[3 * i + c]) + a[c] * 1e-3) * 1e-3));
    }
    out
}

#[test]
fn one_executable_serves_every_body_count() {
    let session = crate::sessions::session();
    for n in [0, 1, 7, 1000, 4096] {
        // Compiling again hits the cache.
        let exe = session.compile(&step(), Device::cpu()).unwrap();
        let (x, v) = (numbers(n, 1), numbers(n, 2));
        let args = [Array::from_slice(&[n, 3], &x).unwrap(), Array::from_slice(&[n, 3], &v).unwrap()];
        let (found, _): (Array, Array) = exe.call(args.as_slice()).unwrap();
        assert_eq!(found.extents(), [n, 3]);
        for (found, wanted) in found.as_slice::<f32>().unwrap().iter().zip(reference(&x, &v)) {
            assert!(
                (f64::from(*found) - wanted).abs() <= 1e-5 * wanted.abs().max(1.0),
                "{found} {wanted} at {n}"
            );
        }
    }
    assert_eq!(session.compilations(), 1);
}

/// `1/√x` by an estimate: exact at 0, infinity and NaN, within 4 ulps elsewhere.
#[test]
fn estimated_roots_are_right_everywhere() {
    let session = crate::sessions::session();
    let program = Program::trace("roots", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        let y = p.input::<f64>("y", [p.dim("n")]);
        (1.0 / x.sqrt(), 1.0 / y.sqrt())
    });
    let exe = session.compile(&program.unwrap(), Device::cpu()).unwrap();
    let mut x =
        vec![0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -1.0, f32::MIN_POSITIVE, f32::MAX];
    x.extend([1e-45, 1e-41, 1.0, 4.0, 2.0, 3.0]);
    x.extend((0..500).map(|i| (i as f32 - 250.0).exp2().max(1e-44) * (1.0 + i as f32 / 777.0)));
    let y: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
    for n in [1, 2, 3, 17, x.len()] {
        let (from, to) = if n < 20 { (n, 2 * n) } else { (0, n) };
        let args = [
            Array::from_slice(&[to - from], &x[from..to]).unwrap(),
            Array::from_slice(&[to - from], &y[from..to]).unwrap(),
        ];
        let (single, double): (Array, Array) = exe.call(args.as_slice()).unwrap();
        for (i, (s, d)) in
            single.as_slice::<f32>().unwrap().iter().zip(double.as_slice::<f64>().unwrap()).enumerate()
        {
            let exact = 1.0 / y[from + i].sqrt();
            let close = |found: f64, ulps: f64| {
                found == exact
                    || found.is_nan() && exact.is_nan()
                    || (found - exact).abs() <= ulps * exact.abs()
            };
            assert!(
                close(f64::from(*s), 4.0 * f64::from(f32::EPSILON)),
                "f32 {}: {s} not {exact}",
                x[from + i]
            );
            assert!(close(*d, 4.0 * f64::EPSILON), "f64 {}: {d} not {exact}", y[from + i]);
            assert!(exact != 0.0 || s.is_sign_positive(), "the sign at {}", x[from + i]);
        }
    }
}
