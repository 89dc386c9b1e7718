//! Gradients that array compilers get wrong, on every device; and every elementwise rule in f32 against the
//! one in f64.

use tensorforge::*;
use tf_dialects::scalar::table::{Kind, all};

fn devices() -> (Session, Vec<Device>) {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    (session, devices)
}

/// The gradient of the sum of `f` of a vector.
fn gradient(x: &[f64], f: impl Fn(&Tracer, &Tensor) -> Tensor) -> Vec<(Device, Vec<f64>)> {
    let program = Program::trace("main", |p| {
        let x = p.input::<f64>("x", [x.len()]);
        p.grad(&x, |x| f(p, &x))
    });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let (session, devices) = devices();
    let one = |device: Device| {
        let exe = session.compile(&program, &device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let found: Array = exe.call(Array::from_slice(&[x.len()], x).unwrap()).unwrap();
        assert_eq!(found.extents(), [x.len()], "{device}");
        (device, found.as_slice::<f64>().unwrap().to_vec())
    };
    devices.into_iter().map(one).collect()
}

#[track_caller]
fn check(x: &[f64], f: impl Fn(&Tracer, &Tensor) -> Tensor, wanted: impl Fn(f64) -> f64) {
    let wanted: Vec<f64> = x.iter().map(|x| wanted(*x)).collect();
    for (device, found) in gradient(x, f) {
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!(
                (found - wanted).abs() <= 1e-12 * (1.0 + wanted.abs()),
                "{device}: {found}, not {wanted}"
            );
        }
    }
}

const UNIT: [f64; 4] = [-0.8, -0.1, 0.3, 0.9];
const POSITIVE: [f64; 4] = [0.2, 0.7, 1.0, 3.5];
const ANY: [f64; 5] = [-2.5, -0.4, 0.1, 1.7, 3.2];

#[test]
fn functions_with_difficult_gradients() {
    check(&UNIT, |_, x| x.asin(), |x| 1.0 / (1.0 - x * x).sqrt());
    check(&UNIT, |_, x| x.acos(), |x| -1.0 / (1.0 - x * x).sqrt());
    check(&ANY, |_, x| x.atan(), |x| 1.0 / (1.0 + x * x));
    check(&POSITIVE, |_, x| x.rsqrt(), |x| -0.5 * x.powf(-1.5));
    check(&ANY, |_, x| x.sinh(), f64::cosh);
    check(&ANY, |_, x| x.cosh(), f64::sinh);
    check(&ANY, |_, x| x.rcp(), |x| -1.0 / (x * x));
    check(&ANY, |_, x| x.frac(), |_| 1.0);
    check(&ANY, |p, x| p.constant(2.0f64).lerp(5.0, x), |_| 3.0);
    check(&ANY, |_, x| x.lerp(5.0, 0.25), |_| 0.75);
}

#[test]
fn equal_least_and_greatest_values_share() {
    check(&[1.0, 2.0, 1.0, 2.0], |_, x| x.amax(..), |x| if x == 2.0 { 0.5 } else { 0.0 });
    check(&[1.0, 2.0, 1.0], |_, x| x.amin(..), |x| if x == 1.0 { 0.5 } else { 0.0 });
    check(&[1.0, 2.0], |_, x| x.max(x), |_| 1.0);
    check(
        &[0.0, 0.5, -1.0],
        |_, x| x.max(0.0),
        |x| [0.5, 1.0, 0.0][if x == 0.0 { 0 } else { 1 + usize::from(x < 0.0) }],
    );
    check(&[-1.0; 1100], |_, x| x.amax(..), |_| 1.0 / 1100.0);
}

/// Functions that are computed by pieces have their derivatives where the pieces meet, too; the second ones
/// as well.
#[test]
fn pieces_meet_smoothly() {
    let slope = |x: f64| 1.0 / (1.0 + (-x).exp());
    let curve = |x: f64| slope(x) * (1.0 - slope(x));
    let at = [-1.5, -0.0, 0.0, 2.0];
    check(&at, |_, x| x.sigmoid(), curve);
    check(&at, |_, x| x.softplus(), slope);
    check(&at, |p, x| p.grad(x, |x| x.sigmoid()), |x| curve(x) * (1.0 - 2.0 * slope(x)));
    check(&at, |p, x| p.grad(x, |x| x.softplus()), curve);
    check(&at, |p, x| p.grad(x, |x| x.silu()), |x| curve(x) * (2.0 + x * (1.0 - 2.0 * slope(x))));
    check(&at, |_, x| x.logaddexp(0.0), slope);
    check(&at, |p, x| p.grad(x, |x| x.logaddexp(0.0)), curve);
    check(&at, |_, x| x.hypot(2.0), |x| x / (x * x + 4.0).sqrt());
    check(&at, |p, x| p.grad(x, |x| x.hypot(2.0)), |x| 4.0 / (x * x + 4.0).powf(1.5));
    check(&[0.0], |_, x| x.hypot(x), |_| 0.0);
    check(&[0.0], |_, x| x.sinc(), |_| 0.0);
    check(&[0.0], |p, x| p.grad(x, |x| x.sinc()), |_| -std::f64::consts::PI.powi(2) / 3.0);
}

/// The product of the others is exact with zeros among the factors, and can be differentiated again.
#[test]
fn products_with_zeros_have_second_derivatives() {
    for zeros in 0..4 {
        let x: Vec<f64> = (0..4).map(|i| if i < zeros { 0.0 } else { 1.5 + i as f64 }).collect();
        let without =
            |a: usize, b: usize| (0..4).filter(|k| *k != a && *k != b).map(|k| x[k]).product::<f64>();
        let slope = |p: &Tracer, x: &Tensor| p.grad(x, |x| x.prod(..));
        for (device, found) in gradient(&x, slope) {
            for (a, found) in found.iter().enumerate() {
                let wanted: f64 = (0..4).filter(|b| *b != a).map(|b| without(a, b)).sum();
                assert!(
                    (found - wanted).abs() < 1e-12 * (1.0 + wanted),
                    "{device}, {zeros} zeros, {a}: {found}, not {wanted}"
                );
            }
        }
    }
}

/// Not the share of a greatest value: what sees nothing learns nothing.
#[test]
fn rectifiers_are_flat_at_zero() {
    check(&[-1.0, -0.0, 0.0, 2.0], |_, x| x.relu(), |x| f64::from(u8::from(x > 0.0)));
}

/// The first and the second derivative, in each order of modes.
#[track_caller]
fn check_twice(x: &[f64], f: impl Fn(&Tracer, &Tensor) -> Tensor, wanted: impl Fn(f64) -> (f64, f64)) {
    check(x, &f, |x| wanted(x).0);
    check(x, |p, x| p.grad(x, |x| f(p, &x).sum(..)), |x| wanted(x).1);
}

#[test]
fn the_sign_is_flat_everywhere() {
    check_twice(&[-2.0, -0.0, 0.0, 3.0], |_, x| x.sign(), |_| (0.0, 0.0));
    check_twice(&[-2.0, -0.0, 0.0, 3.0], |_, x| x.sign() * x, |x| (x.signum() * f64::from(x != 0.0), 0.0));
}

/// What `select` does not take has an infinite derivative where it is computed.
#[test]
fn unselected_terms_contribute_nothing() {
    let at = [-1.0, -0.0, 0.0, 4.0];
    let root = |x: f64| if x > 0.0 { (0.5 / x.sqrt(), -0.25 * x.powf(-1.5)) } else { (0.0, 0.0) };
    check_twice(&at, |_, x| x.gt(0).select(x.sqrt(), 0), root);
    check_twice(&at, |_, x| x.max(0.0).sqrt().max(0.5), root_above);
    let log = |x: f64| if x > 0.0 { (x.ln() + 1.0, 1.0 / x) } else { (0.0, 0.0) };
    check_twice(&at, |_, x| x.gt(0).select(x * x.log(), 0), log);
    let inverse = |x: f64| if x == 0.0 { (0.0, 0.0) } else { (-1.0 / (x * x), 2.0 / (x * x * x)) };
    check_twice(&at, |_, x| x.eq(0).select(0, 1.0 / x), inverse);
    let power = |x: f64| if x > 0.0 { (x.sqrt() * 1.5, 0.75 / x.sqrt()) } else { (2.0 * x, 2.0) };
    check_twice(&at, |_, x| x.gt(0).select(x.pow(1.5), x * x), power);
}

fn root_above(x: f64) -> (f64, f64) {
    if x > 0.25 { (0.5 / x.sqrt(), -0.25 * x.powf(-1.5)) } else { (0.0, 0.0) }
}

/// The library's functions of several pieces, in each piece and between them.
#[test]
fn functions_of_pieces_have_second_derivatives() {
    let at = [-800.0, -2.0, -0.0, 0.0, 1.5, 800.0];
    let s = |x: f64| 1.0 / (1.0 + (-x).exp());
    let both = |x: f64| s(x) * s(-x);
    check_twice(&at, |_, x| x.sigmoid(), |x| (both(x), both(x) * (s(-x) - s(x))));
    check_twice(&at, |_, x| x.softplus(), |x| (s(x), both(x)));
    check_twice(&at, |_, x| x.logaddexp(0.0), |x| (s(x), both(x)));
    check_twice(&at, |_, x| x.hypot(1.0), |x| (x / x.hypot(1.0), x.hypot(1.0).powi(-3)));
    check_twice(&at, |_, x| x.heaviside(0.5), |_| (0.0, 0.0));
    check_twice(&at, |_, x| x.nan_to_num(), |_| (1.0, 0.0));
    check_twice(&at, |_, x| x.relu(), |x| (f64::from(x > 0.0), 0.0));
    check_twice(&[-3.5, -0.5, 0.5, 3.5], |_, x| x.modulo(2.0), |_| (1.0, 0.0));
    check_twice(&[-3.5, -0.5, 0.5, 3.5], |_, x| x.floor_div(2.0), |_| (0.0, 0.0));
    check_twice(
        &[-0.5, 0.25, 2.0],
        |_, x| x.smoothstep(0.0, 1.0),
        |x| match x {
            0.25 => (6.0 * x * (1.0 - x), 6.0 - 12.0 * x),
            _ => (0.0, 0.0),
        },
    );
    let pi = std::f64::consts::PI;
    check_twice(
        &[0.0, 0.5],
        |_, x| x.sinc(),
        |x| match x {
            0.0 => (0.0, -pi * pi / 3.0),
            _ => (-4.0 / pi, 16.0 / pi - pi * 2.0 * 1.0),
        },
    );
}

#[test]
fn powers_of_bases_that_are_not_positive() {
    check(&[-2.0, 0.0, 3.0], |_, x| x.pow(2.0), |x| 2.0 * x);
    check(&[2.0, 3.0], |p, x| p.constant(0.0f64).pow(x), |_| 0.0);
    check(&[2.0, 3.0], |p, x| p.constant(-1.5f64).pow(x), |_| 0.0);
    check(&[2.0, 3.0], |p, x| p.constant(1.5f64).pow(x), |x| 1.5f64.powf(x) * 1.5f64.ln());
}

/// A power of 0 by an exponent that is used up has no more slope, of any order; by base and exponent
/// together, the order does not matter.
#[test]
fn second_derivatives_of_powers_with_the_exponent_zero() {
    check(&[-2.0, 0.0, 3.0], |p, x| p.grad(x, |x| x.pow(0.0)), |_| 0.0);
    check(&[-2.0, 0.0, 3.0], |p, x| p.grad(x, |x| p.grad(x, |x| x.pow(2.0))), |_| 0.0);
    check(&[0.0], |p, x| p.grad(x, |x| x.pow(&x)), |_| 0.0);
    check(&[0.5, 2.0], |p, x| p.grad(&p.zeros::<f64>([2]), |e| p.grad(x, |x| x.pow(e))), |x| -1.0 / (x * x));
    check(&[0.5, 2.0], |p, x| p.grad(x, |x| p.grad(&p.zeros::<f64>([2]), |e| x.pow(e))), |x| -1.0 / (x * x));
}

#[test]
fn reads_past_the_edge_add_up_there() {
    let read = |p: &Tracer, x: &Tensor| p.compute([8], |[i]| x.at([&i - 2]));
    for (device, found) in gradient(&[0.0; 4], read) {
        assert_eq!(found, [3.0, 1.0, 1.0, 3.0], "{device}");
    }
    let read = |p: &Tracer, x: &Tensor| p.compute([8], |[i]| x.at_wrap([&i - 2]));
    for (device, found) in gradient(&[0.0; 4], read) {
        assert_eq!(found, [2.0; 4], "{device}");
    }
}

/// The gradient has the shape of the variable, not that of its broadcast or reduction.
#[test]
fn gradients_have_the_shapes_of_their_variables() {
    check(&ANY, |_, x| x.mean(..), |_| 0.2);
    let program = Program::trace("main", |p| {
        let (x, s) = (p.input::<f64>("x", [2, 3]), p.input::<f64>("s", [3]));
        p.grad((&x, &s), |(x, s)| ((&x * &s).frac() + x.lerp(s, 0.5)).mean(..))
    });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let (session, devices) = devices();
    for device in devices {
        let exe = session.compile(&program, &device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let (x, s) = (
            Array::from_slice(&[2, 3], &[0.1f64; 6]).unwrap(),
            Array::from_slice(&[3], &[0.5f64; 3]).unwrap(),
        );
        let (dx, ds): (Array, Array) = exe.call((&x, &s)).unwrap();
        assert_eq!((dx.extents(), ds.extents()), (&[2, 3][..], &[3][..]), "{device}");
        for (found, wanted) in dx.as_slice::<f64>().unwrap().iter().zip([1.0 / 6.0; 6]) {
            assert!((found - wanted).abs() < 1e-15, "{device}: {found}");
        }
        for (found, wanted) in ds.as_slice::<f64>().unwrap().iter().zip([0.2; 3]) {
            assert!((found - wanted).abs() < 1e-15, "{device}: {found}");
        }
    }
}

#[test]
fn gradients_of_gradients() {
    let slope = |p: &Tracer, x: &Tensor| p.grad(x, |x| x.sin() * x.square());
    let wanted = |x: f64| 2.0 * x.sin() + 4.0 * x * x.cos() - x * x * x.sin();
    check(&ANY, slope, wanted);
    check(&ANY, |_, x| (x.sin() * x.square()).grad(x), wanted);
}

/// The domain of a formula; the same as the f64 tests of the rules.
fn range(name: &str) -> (f64, f64) {
    match name {
        "math.acos" | "math.asin" | "math.atanh" => (-0.9, 0.9),
        "math.acosh" => (1.2, 3.0),
        "math.log" | "math.log2" | "math.log10" | "math.log1p" | "math.sqrt" | "math.rsqrt" | "math.powf"
        | "math.cbrt" => (0.2, 3.0),
        "arith.divf" | "arith.remf" => (0.5, 2.0),
        _ => (-2.0, 2.0),
    }
}

/// All formulas of the table as one program per float type: the gradient of each op by each operand.
fn table(ty: &str, n: usize) -> (String, Vec<&'static str>, Vec<(f64, f64)>) {
    let tensor = format!("tensor<{n}x{ty}>");
    let (mut arguments, mut code, mut results) = (Vec::new(), String::new(), Vec::new());
    let (mut names, mut ranges) = (Vec::new(), Vec::new());
    for (k, spec) in all().filter(|spec| spec.derivative.is_some()).enumerate() {
        let operands = match spec.kind {
            Kind::FloatUnary => 1,
            Kind::FloatBinary => 2,
            Kind::FloatTernary => 3,
            _ => continue,
        };
        if spec.name == "math.clampf" {
            continue;
        }
        let list = |prefix: &str| (0..operands).map(|i| format!("%{prefix}{k}_{i}")).collect::<Vec<_>>();
        let (x, v, d) = (list("x"), list("v"), list("d"));
        let bound: Vec<String> = v.iter().zip(&x).map(|(v, x)| format!("{v} = {x}")).collect();
        let types = vec![tensor.clone(); operands].join(", ");
        code += &format!(
            "%y{k}, {} = tensor.vjp ({}) seed(%one) : ({types}) -> ({tensor}) {{\n%s = {} {} : {tensor}\ntensor.yield %s : {tensor}\n}}\n",
            d.join(", "),
            bound.join(", "),
            spec.name,
            v.join(", ")
        );
        arguments.extend(x.iter().map(|x| format!("{x}: {tensor}")));
        results.extend(d);
        names.extend(vec![spec.name; operands]);
        ranges.extend(vec![range(spec.name); operands]);
    }
    let types = vec![tensor.clone(); results.len()].join(", ");
    let text = format!(
        "func.func @main({}) -> ({types}) {{\n%o = arith.constant 1.0 : {ty}\n%one = tensor.splat %o : {tensor}\n{code}return {} : {types}\n}}",
        arguments.join(", "),
        results.join(", ")
    );
    (text, names, ranges)
}

#[test]
fn every_rule_in_f32_is_that_in_f64() {
    const N: usize = 16;
    let (text, names, ranges) = table("f32", N);
    let (wide, ..) = table("f64", N);
    let numbers = |i: usize, (low, high): (f64, f64)| -> Vec<f32> {
        let unit = |k: usize| {
            f64::from(((k + 31 * i + 1) as u32).wrapping_mul(2_654_435_769) >> 8) / f64::from(1u32 << 24)
        };
        (0..N).map(|k| (low + (high - low) * unit(k)) as f32).collect()
    };
    let narrow: Vec<Vec<f32>> = ranges.iter().enumerate().map(|(i, range)| numbers(i, *range)).collect();
    let args: Vec<Array> = narrow.iter().map(|x| Array::from_slice(&[N], x).unwrap()).collect();
    let exact: Vec<Array> = narrow
        .iter()
        .map(|x| Array::from_slice(&[N], &x.iter().map(|v| f64::from(*v)).collect::<Vec<_>>()).unwrap())
        .collect();
    let (session, devices) = devices();
    let reference = session.compile_text(&wide, Device::interp()).unwrap_or_else(|e| panic!("{e}"));
    let wanted: Vec<Array> = reference.call(exact.as_slice()).unwrap();
    assert!(names.len() > 50, "{}", names.len());
    for device in devices {
        let exe = session.compile_text(&text, &device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        for ((found, wanted), name) in found.iter().zip(&wanted).zip(&names) {
            let pairs = found.as_slice::<f32>().unwrap().iter().zip(wanted.as_slice::<f64>().unwrap());
            for (found, wanted) in pairs {
                let error = (f64::from(*found) - wanted).abs();
                assert!(error <= 2e-5 * (1.0 + wanted.abs()), "{name} on {device}: {found}, not {wanted}");
            }
        }
    }
}
