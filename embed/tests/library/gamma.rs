//! The gamma functions at the zeros of `log Γ` and at the boundaries of their formulas, in ulps.

use super::run;
use tensorforge::{Array, Device, Program};

/// An argument that f32 has, `log Γ` and its derivative, by mpmath.
#[allow(clippy::excessive_precision, reason = "all digits that mpmath gave")]
const VALUES: [[f64; 3]; 25] = [
    [0.5, 0.57236494292470008707, -1.9635100260214234794],
    [0.75, 0.20328095143129537148, -1.0858608797864721696],
    [0.9999998807907104, 6.8809481018453751578e-8, -0.57721586099297140972],
    [1.0, 0.0, -0.57721566490153286061],
    [1.0000001192092896, -6.8809457642534711512e-8, -0.57721546881012847601],
    [1.0009765625, -5.629031799912046317e-4, -0.57561042934062190862],
    [1.25, -0.098271836421813161464, -0.22745353337626540809],
    [1.375, -0.11775527074107877445, -0.087332382478472909097],
    [1.4375, -0.12120242719902265897, -0.023613544005297899142],
    [1.4616321325302124, -0.12148629053584953324, -1.2036052549106669488e-8],
    [1.461632251739502, -0.12148629053584409233, 1.0331946336967870787e-7],
    [1.46484375, -0.12148130493531443775, 0.0031032227585866918826],
    [1.5, -0.12078223763524522235, 0.036489973978576520559],
    [1.71875, -0.091758648422324758264, 0.2233157704695571069],
    [1.75, -0.084401121020485555958, 0.24747245354686116371],
    [1.999999761581421, -1.0079962211044583196e-7, 0.42278418133419182164],
    [2.0, 0.0, 0.42278433509846713939],
    [2.000000238418579, 1.0079965877070313142e-7, 0.42278448886271948594],
    [2.0009765625, 4.1318279306425426426e-4, 0.4234139609032805304],
    [2.5, 0.28468287047291915963, 0.70315664064524318723],
    [3.5, 1.2009736023470742248, 1.1031566406452431872],
    [7.5, 7.5343642367587329552, 1.9467574842460867881],
    [8.0, 8.5251613610654143002, 2.0156414779556099965],
    [30.0, 71.25703896716800901, 3.3844381326855248766],
    [1000.0, 5905.2204232091812118, 6.9072551956488120521],
];

/// The largest error of values, relative to them, in units of the type's precision.
fn units(found: &[f64], wanted: impl Iterator<Item = f64>, epsilon: f64) -> f64 {
    let error = |(found, wanted): (&f64, f64)| match *found == wanted {
        true => 0.0,
        false => (found - wanted).abs() / (wanted.abs() * epsilon),
    };
    found.iter().zip(wanted).map(error).fold(0.0, f64::max)
}

#[test]
fn lgamma_and_its_derivative_are_precise_at_its_zeros() {
    let n = VALUES.len();
    let column = |i: usize| VALUES.iter().map(move |row| row[i]);
    let x = Array::from_slice(&[n], &column(0).collect::<Vec<f64>>()).unwrap();
    for device in [Device::interp(), Device::cpu()] {
        for (is_double, epsilon) in [(true, f64::EPSILON), (false, f64::from(f32::EPSILON))] {
            for (what, i) in [("lgamma", 1), ("digamma", 2), ("gradient", 2)] {
                let program = Program::trace("gamma", |p| {
                    let x = p.input::<f64>("x", [n]);
                    let x = if is_double { x } else { x.to::<f32>() };
                    let made = match what {
                        "lgamma" => x.lgamma(),
                        "digamma" => x.digamma(),
                        _ => p.grad(&x, |x| x.lgamma().sum(..)),
                    };
                    made.to::<f64>()
                });
                let found = run(&program.unwrap(), &device, std::slice::from_ref(&x));
                let error = units(found.as_slice::<f64>().unwrap(), column(i), epsilon);
                assert!(error <= 8.0, "{device}: {what} (f64: {is_double}): {error} units");
            }
        }
    }
}

#[test]
fn lgamma_is_infinite_at_its_poles_and_so_is_its_gradient() {
    let points = [0.0f64, -0.0, -1.0, -2.0, -170.0, f64::INFINITY, f64::NEG_INFINITY, -0.5, -1.25, 1e-300];
    let x = Array::from_slice(&[points.len()], &points).unwrap();
    for device in [Device::interp(), Device::cpu()] {
        let found = |what: &str| -> Vec<f64> {
            let program = Program::trace("poles", |p| {
                let x = p.input::<f64>("x", [points.len()]);
                match what {
                    "lgamma" => x.lgamma(),
                    "digamma" => x.digamma(),
                    _ => p.grad(&x, |x| x.lgamma().sum(..)),
                }
            });
            run(&program.unwrap(), &device, std::slice::from_ref(&x)).as_slice::<f64>().unwrap().to_vec()
        };
        let (value, slope, gradient) = (found("lgamma"), found("digamma"), found("gradient"));
        assert!(value[..7].iter().all(|value| *value == f64::INFINITY), "{device}: {value:?}");
        assert_eq!(slope[..2], [f64::NEG_INFINITY, f64::INFINITY], "{device}");
        assert!(slope[2..5].iter().all(|slope| slope.is_nan()), "{device}: {slope:?}");
        // Rules of derivatives do not see from which side a pole is looked at.
        assert!(gradient[..5].iter().all(|gradient| !gradient.is_finite()), "{device}: {gradient:?}");
        let error = units(&gradient[7..], slope[7..].iter().copied(), f64::EPSILON);
        assert!(error <= 8.0, "{device}: {error} units: {gradient:?}, {slope:?}");
        let wanted = [1.265_512_123_484_645_4, 1.366_431_761_236_976_2, 690.775_527_898_213_7];
        let error = units(&value[7..], wanted.into_iter(), f64::EPSILON);
        assert!(error <= 8.0, "{device}: {error} units: {value:?}");
    }
}

#[test]
fn lgamma_has_all_digits_at_the_smallest_floats() {
    for device in [Device::interp(), Device::cpu()] {
        let program = Program::trace("least", |p| p.input::<f64>("x", [3]).lgamma());
        let x = Array::from_slice(&[3], &[5e-324f64, -5e-324, 2e-308]).unwrap();
        let found = run(&program.unwrap(), &device, &[x]);
        let wanted = [744.440_071_921_381_3, 744.440_071_921_381_3, 708.503_061_461_606];
        let error = units(found.as_slice::<f64>().unwrap(), wanted.into_iter(), f64::EPSILON);
        assert!(error <= 8.0, "{device}: {error} units");
        let program = Program::trace("least", |p| p.input::<f32>("x", [2]).lgamma().to::<f64>());
        let x = Array::from_slice(&[2], &[1.4e-45f32, 1e-38]).unwrap();
        let found = run(&program.unwrap(), &device, &[x]);
        let wanted = [103.278_929_903_431_85, 87.498_233_598_728_1];
        let epsilon = f64::from(f32::EPSILON);
        let error = units(found.as_slice::<f64>().unwrap(), wanted.into_iter(), epsilon);
        assert!(error <= 8.0, "{device}: {error} units of f32");
    }
}

#[test]
fn digamma_at_zero_is_infinite_by_the_sign_of_zero() {
    let program = Program::trace("zero", |p| p.input::<f32>("x", [4]).digamma());
    let x = Array::from_slice(&[4], &[0.0f32, -0.0, -1.0, f32::INFINITY]).unwrap();
    for device in [Device::interp(), Device::cpu()] {
        let found = run(program.as_ref().unwrap(), &device, std::slice::from_ref(&x));
        let found = found.as_slice::<f32>().unwrap();
        assert_eq!(found[..2], [f32::NEG_INFINITY, f32::INFINITY], "{device}");
        assert!(found[2].is_nan() && found[3] == f32::INFINITY, "{device}: {found:?}");
    }
}
