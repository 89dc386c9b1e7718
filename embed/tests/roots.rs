//! Powers of reciprocal roots, which machine code computes from estimates: as precise as the replaced
//! operations, at each level and at the ends of the range.

use tensorforge::*;

/// `1 / (a √a)`, `a^(-5/2)`, and `1/√a` next to its cube, for `a = x² + 1e-4`: the radicand is not subnormal.
fn powers(element: &str) -> String {
    let ty = format!("tensor<?{{n}}x{element}>");
    let binary = |name: &str, op: &str, a: &str, b: &str| format!("  {name} = {op} {a}, {b} : {ty}\n");
    let splat = |name: &str, number: &str| {
        format!("  {name}c = arith.constant {number} : {element}\n  {name} = tensor.splat {name}c : {ty}\n")
    };
    let mut text = format!("func.func @main(%x: {ty}) -> ({ty}, {ty}, {ty}, {ty}) {{\n");
    text += &(splat("%one", "1.0") + &splat("%eps", "1.0e-4") + &splat("%half", "-2.5"));
    text += &binary("%xx", "arith.mulf", "%x", "%x");
    text += &binary("%a", "arith.addf", "%xx", "%eps");
    text += &format!("  %root = math.sqrt %a : {ty}\n");
    text += &binary("%d", "arith.mulf", "%a", "%root");
    text += &binary("%cube", "arith.divf", "%one", "%d");
    text += &binary("%fifth", "math.powf", "%a", "%half");
    text += &binary("%b", "arith.addf", "%xx", "%one");
    text += &format!("  %other = math.sqrt %b : {ty}\n");
    text += &binary("%r", "arith.divf", "%one", "%other");
    text += &binary("%e", "arith.mulf", "%b", "%other");
    text += &binary("%both", "arith.divf", "%one", "%e");
    text + &format!("  return %cube, %fifth, %r, %both : {ty}, {ty}, {ty}, {ty}\n}}")
}

/// The same in f64 of the program's rounded inputs.
fn wanted(xx: f64, eps: f64) -> [f64; 4] {
    let (a, b) = (xx + eps, xx + 1.0);
    [1.0 / (a * a.sqrt()), 1.0 / (a * a * a.sqrt()), 1.0 / b.sqrt(), 1.0 / (b * b.sqrt())]
}

fn devices() -> Vec<Device> {
    Level::tested()
        .into_iter()
        .map(|level| Device::cpu().with_level(level))
        .chain([Device::interp()])
        .collect()
}

/// Compares the results of a device with the expected ones: all within this many roundings, if the power is
/// normal.
#[track_caller]
fn close(device: &Device, x: f64, found: [f64; 4], wanted: [f64; 4], (rounding, least): (f64, f64)) {
    for (found, wanted) in found.into_iter().zip(wanted) {
        let is_close = (found - wanted).abs() <= 6.0 * rounding * wanted.abs() || wanted.abs() < least;
        assert!(
            is_close || found == wanted || found.is_nan() && wanted.is_nan(),
            "{device}: of {x}: {found}, not {wanted}"
        );
    }
}

#[test]
fn powers_of_roots_are_as_close_as_products_of_roots() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let ends = [f32::INFINITY, f32::NAN, 0.0, 1e19, 3e19, -1e25, 1e-30];
    let inputs: Vec<f32> =
        (-1500..1501).map(|i| 1.0171f32.powi(i / 3) * (1.0 + i as f32 * 1e-4)).chain(ends).collect();
    for device in devices() {
        let exe = session.compile_text(&powers("f32"), &device).unwrap();
        let found: Vec<Array> =
            exe.call([Array::from_slice(&[inputs.len()], &inputs).unwrap()].as_slice()).unwrap();
        let found: Vec<&[f32]> = found.iter().map(|array| array.as_slice::<f32>().unwrap()).collect();
        for (at, x) in inputs.iter().enumerate() {
            let found = [0, 1, 2, 3].map(|power| f64::from(found[power][at]));
            // The sum is rounded before the root is taken of it, which its powers do not undo.
            let wanted = wanted(f64::from(x * x), f64::from(1e-4f32));
            close(&device, f64::from(*x), found, wanted, (f64::from(f32::EPSILON), 1e-37));
        }
    }
}

#[test]
fn powers_of_roots_of_doubles() {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let inputs: Vec<f64> = (-600..601)
        .map(|i| 1.3f64.powi(i) * (1.0 + f64::from(i) * 1e-5))
        .chain([f64::INFINITY, f64::NAN, 0.0])
        .collect();
    for device in devices() {
        let exe = session.compile_text(&powers("f64"), &device).unwrap();
        let found: Vec<Array> =
            exe.call([Array::from_slice(&[inputs.len()], &inputs).unwrap()].as_slice()).unwrap();
        let found: Vec<&[f64]> = found.iter().map(|array| array.as_slice::<f64>().unwrap()).collect();
        for (at, x) in inputs.iter().enumerate() {
            let found = [0, 1, 2, 3].map(|power| found[power][at]);
            close(&device, *x, found, wanted(x * x, 1e-4), (f64::EPSILON, 1e-300));
        }
    }
}
