//! Reductions and scans against sums in f64 and exact ones of integers, on every device.

use crate::reference::{is_small, on_each_device, reference};
use crate::subject::reductions;
use tensorforge::{Array, Device, Executable};

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

fn sizes(device: &Device) -> &'static [usize] {
    match is_small(device) {
        true => &[0, 1, 127, 1023],
        false => &[0, 1, 127, 1023, 1024, 1100, 4_157_818],
    }
}

/// Sum, product, least, greatest of a vector of floats, and whether any and all are positive; compared with
/// the same in f64.
fn check_floats(exe: &Executable, device: &Device, x: &[f32]) {
    let array = Array::from_slice(&[x.len()], x).unwrap();
    let found: Vec<Array> = exe.call((&array,)).unwrap_or_else(|e| panic!("{e}"));
    let wide = || x.iter().map(|v| f64::from(*v));
    // NaN stays, unlike in Rust's min and max.
    let least = wide().fold(f64::INFINITY, |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(b) });
    let greatest =
        -wide().fold(f64::INFINITY, |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.min(-b) });
    let wanted = [wide().sum(), wide().product(), least, greatest];
    let scale = [wide().map(f64::abs).sum(), wanted[1].abs(), 0.0, 0.0];
    for (i, name) in ["sum", "product", "least", "greatest"].into_iter().enumerate() {
        let (found, wanted) = (f64::from(found[i].as_slice::<f32>().unwrap()[0]), wanted[i]);
        let same = found == wanted
            || found.is_nan() && wanted.is_nan()
            || (found - wanted).abs() < 1e-5 * scale[i] + f64::from(f32::MIN_POSITIVE);
        assert!(same, "{name} of {} on {device}: {found}, not {wanted}", x.len());
    }
    let truths = [x.iter().any(|v| *v > 0.0), x.iter().all(|v| *v > 0.0)];
    assert_eq!([found[4].bytes()[0] != 0, found[5].bytes()[0] != 0], truths, "{} on {device}", x.len());
}

#[test]
fn vectors_of_floats() {
    let program = reductions::vector::<f32>().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        for n in sizes(device) {
            let any = reductions::uniform(&[*n], 1).unwrap();
            let any = any.as_slice::<f32>().unwrap();
            // Products of powers of two are exact, for any count.
            let powers: Vec<f32> = any
                .iter()
                .enumerate()
                .map(|(i, v)| match i {
                    5 | 77 => 1.5,
                    _ => [1.0, 2.0, 0.5, 1.0][(i * 31 + (v * 8.0) as usize * 2) % 4],
                })
                .collect();
            let balanced: Vec<f32> =
                (0..*n).map(|i| [2.0, 0.5, 1.0][i % 3] * if i % 5 == 0 { -1.0 } else { 1.0 }).collect();
            let negative: Vec<f32> = any.iter().map(|v| -1.0 - 0.001 * v).collect();
            check_floats(&exe, device, &balanced);
            let sums = |x: &[f32]| {
                if x.len() < 128 {
                    check_floats(&exe, device, x)
                }
            };
            sums(&powers);
            sums(any);
            sums(&negative);
            for (odd, place) in [(NAN, n / 2), (-INF, n.saturating_sub(1)), (INF, 0), (-0.0, n / 3)] {
                let mut x = balanced.clone();
                x.iter_mut().skip(place).take(1).for_each(|v| *v = odd);
                check_floats(&exe, device, &x);
            }
        }
    });
}

/// Sums, extremes and truths of all sizes against f64; the product is not looked at, which overflows.
#[test]
fn sums_of_negative_and_large_data() {
    let program = reductions::vector::<f32>().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        for n in sizes(device) {
            for (scale, shift) in [(1.0, 0.0), (-1.0, -3.0), (2.0, -1.0)] {
                let x = reductions::uniform(&[*n], 9).unwrap();
                let x: Vec<f32> = x.as_slice::<f32>().unwrap().iter().map(|v| scale * v + shift).collect();
                let found: Vec<Array> = exe.call((&Array::from_slice(&[*n], &x).unwrap(),)).unwrap();
                let number = |i: usize| f64::from(found[i].as_slice::<f32>().unwrap()[0]);
                let sum: f64 = x.iter().map(|v| f64::from(*v)).sum();
                let size: f64 = x.iter().map(|v| f64::from(v.abs())).sum();
                assert!((number(0) - sum).abs() <= 1e-5 * size, "{n} on {device}: {} not {sum}", number(0));
                let least = x.iter().copied().fold(INF, f32::min);
                let greatest = x.iter().copied().fold(-INF, f32::max);
                assert_eq!(
                    [number(2), number(3)],
                    [f64::from(least), f64::from(greatest)],
                    "{n} on {device}"
                );
            }
        }
    });
}

#[test]
fn vectors_of_integers_are_exact() {
    let program = reductions::vector::<i32>().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        for n in sizes(device) {
            let x: Vec<i32> = (0..*n as u32).map(|i| i.wrapping_mul(2_654_435_769) as i32 >> 3).collect();
            for x in [x.clone(), x.iter().map(|v| -v.abs() - 1).collect()] {
                let found: Vec<Array> = exe.call((&Array::from_slice(&[*n], &x).unwrap(),)).unwrap();
                let wanted = [
                    x.iter().fold(0i32, |a, b| a.wrapping_add(*b)),
                    x.iter().fold(1i32, |a, b| a.wrapping_mul(*b)),
                    x.iter().copied().min().unwrap_or(i32::MAX),
                    x.iter().copied().max().unwrap_or(i32::MIN),
                ];
                for (found, wanted) in found.iter().zip(wanted) {
                    assert_eq!(found.as_slice::<i32>().unwrap(), [wanted], "{n} on {device}");
                }
                let truths = [x.iter().any(|v| *v > 0), x.iter().all(|v| *v > 0)];
                assert_eq!([found[4].bytes()[0] != 0, found[5].bytes()[0] != 0], truths, "{n} on {device}");
            }
        }
    });
}

fn shapes(device: &Device) -> &'static [[usize; 3]] {
    match is_small(device) {
        true => &[[2, 3, 5], [1, 1, 1], [0, 2, 3], [2, 0, 3], [3, 2, 0]],
        false => &[[25, 61, 153], [1, 1, 1], [0, 2, 3], [2, 0, 3], [3, 2, 0], [3, 200, 4]],
    }
}

/// Compares results with NumPy's, one after the other, relative to the greatest element of each.
fn compare(found: &[Array], wanted: &[f64], tolerance: f64, what: &str) {
    let mut rest = wanted;
    for (i, found) in found.iter().enumerate() {
        let float = found.dtype().is_float();
        let numbers: Vec<f64> =
            found.scalars().map(|s| if float { s.to_f64() } else { s.to_i64() as f64 }).collect();
        let (part, tail) = rest.split_at(numbers.len());
        rest = tail;
        let scale = part.iter().filter(|v| v.is_finite()).fold(0.0f64, |m, v| m.max(v.abs()));
        for (a, b) in numbers.iter().zip(part) {
            assert!(a == b || (a - b).abs() <= tolerance * scale, "result {i} of {what}: {a}, not {b}");
        }
    }
    assert!(rest.is_empty(), "{what}: as many elements as NumPy has");
}

#[test]
fn several_axes_and_empty_ones() {
    let program = reductions::several::<f32>().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        for shape in shapes(device) {
            let x = reductions::uniform(shape, 2).unwrap();
            let wanted = reference("reductions.py", &words("several", shape), &[&x]);
            let found: Vec<Array> = exe.call((&x,)).unwrap_or_else(|e| panic!("{e}"));
            compare(&found, &wanted, 1e-5, &format!("{shape:?} on {device}"));
        }
    });
}

#[test]
fn running_sums_along_each_axis() {
    let (floats, ints) = (reductions::scans::<f32>().unwrap(), reductions::scans::<i32>().unwrap());
    on_each_device(|session, device| {
        let floats = session.compile(&floats, device).unwrap_or_else(|e| panic!("{e}"));
        let ints = session.compile(&ints, device).unwrap_or_else(|e| panic!("{e}"));
        for shape in shapes(device) {
            let what = format!("{shape:?} on {device}");
            let x = reductions::uniform(shape, 4).unwrap();
            let wanted = reference("reductions.py", &words("scans", shape), &[&x]);
            let found: Vec<Array> = floats.call((&x,)).unwrap_or_else(|e| panic!("{e}"));
            compare(&found, &wanted, 1e-5, &what);
            // Integers are exact in both types.
            let whole: Vec<f32> =
                x.as_slice::<f32>().unwrap().iter().map(|v| (v * 100.0).floor() - 50.0).collect();
            let exact =
                Array::from_slice(shape, &whole.iter().map(|v| *v as i32).collect::<Vec<_>>()).unwrap();
            let whole = Array::from_slice(shape, &whole).unwrap();
            let wanted = reference("reductions.py", &words("scans", shape), &[&whole]);
            let found: Vec<Array> = ints.call((&exact,)).unwrap_or_else(|e| panic!("{e}"));
            compare(&found, &wanted, 0.0, &what);
        }
    });
}

fn words(what: &str, shape: &[usize]) -> Vec<String> {
    [what.to_string()].into_iter().chain(shape.iter().map(usize::to_string)).collect()
}

/// A running sum of millions of elements.
#[test]
fn long_running_sums() {
    let program = reductions::scan().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        for n in sizes(device) {
            // Their sums are integers that f32 represents.
            let x: Vec<f32> = (0..*n).map(|i| ((i * 7919) % 5) as f32 - 2.0).collect();
            let sums: Array = exe.call((&Array::from_slice(&[*n], &x).unwrap(),)).unwrap();
            let mut sum = 0.0;
            for (at, (found, x)) in sums.as_slice::<f32>().unwrap().iter().zip(&x).enumerate() {
                sum += x;
                assert_eq!(*found, sum, "element {at} of {n} on {device}");
            }
        }
    });
}
