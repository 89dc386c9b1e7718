//! References for f64, to about 100 bits where the function is well conditioned: series and Newton steps in
//! double-double arithmetic, nothing in common with the expansions.

use super::dd::Dd;

fn d(v: f64) -> Dd {
    Dd::new(v)
}

/// `Σ terms` until they no longer count; `next(n, term)` gives the following one.
fn series(first: Dd, mut next: impl FnMut(f64, Dd) -> Dd) -> Dd {
    let (mut sum, mut term, mut n) = (first, first, 1.0);
    while term.hi.abs() > sum.hi.abs() * 1e-34 && n < 1e4 {
        term = next(n, term);
        sum = sum + term;
        n += 1.0;
    }
    sum
}

/// `eˣ − 1` for small `x`.
fn expm1_series(x: Dd) -> Dd {
    series(x, |n, t| t * x / d(n + 1.0))
}

fn exp_dd(x: Dd) -> Dd {
    if x.hi > 710.0 {
        return d(f64::INFINITY);
    }
    if x.hi < -800.0 {
        return Dd::ZERO;
    }
    let n = (x.hi / Dd::LN_2.hi).round();
    // expm1 of an eighth of a thousandth, then (1 + t)² − 1 = t (t + 2) ten times.
    let mut t = expm1_series((x - Dd::LN_2 * d(n)).scale(-10));
    for _ in 0..10 {
        t = t * (t + d(2.0));
    }
    (t + Dd::ONE).scale(n as i32)
}

fn expm1_dd(x: Dd) -> Dd {
    if x.hi.abs() < 0.1 { expm1_series(x) } else { exp_dd(x) - Dd::ONE }
}

fn log_dd(x: Dd) -> Dd {
    if x.hi.is_nan() || x.hi <= 0.0 || x.hi.is_infinite() {
        return d(x.hi.ln());
    }
    let n = x.hi.log2().round() as i32;
    let m = x.scale(-n);
    // Newton: y + (m − e^y) / e^y, twice from the f64 value.
    let mut y = d(m.hi.ln());
    for _ in 0..2 {
        let e = exp_dd(y);
        y = y + (m - e) / e;
    }
    y + Dd::LN_2 * d(f64::from(n))
}

/// `log(1 + x)`.
fn log1p_dd(x: Dd) -> Dd {
    if x.hi <= -1.0 || x.hi > 0.1 || !x.hi.is_finite() {
        return log_dd(Dd::ONE + x);
    }
    if x.hi.abs() < 1e-9 {
        return x - x * x / d(2.0) + x * x * x / d(3.0) - x * x * x * x / d(4.0);
    }
    let mut y = d(x.hi.ln_1p());
    for _ in 0..2 {
        let e = expm1_dd(y);
        y = y + (x - e) / (e + Dd::ONE);
    }
    y
}

fn log_base(x: f64, base: f64) -> Dd {
    log_dd(d(x)) / log_dd(d(base))
}

fn sinh_dd(x: Dd) -> Dd {
    if x.hi.abs() < 0.3 {
        let square = x * x;
        return series(x, |n, t| t * square / d(2.0 * n * (2.0 * n + 1.0)));
    }
    // Half of e^x by its own exponent, not to overflow.
    let half = exp_dd(x.abs() - Dd::LN_2);
    let sinh = half - d(0.25) / half;
    if x.hi < 0.0 { -sinh } else { sinh }
}

fn cosh_dd(x: Dd) -> Dd {
    let half = exp_dd(x.abs() - Dd::LN_2);
    half + d(0.25) / half
}

fn tanh_dd(x: Dd) -> Dd {
    if x.hi.abs() > 60.0 || x.hi.abs() < 1e-200 { d(x.hi.tanh()) } else { sinh_dd(x) / cosh_dd(x) }
}

fn asinh_dd(x: Dd) -> Dd {
    let a = x.abs();
    let log = if a.hi > 1e20 {
        log_dd(a) + Dd::LN_2
    } else if a.hi < 1e-100 {
        a
    } else {
        let square = a * a;
        log1p_dd(a + square / (Dd::ONE + (square + Dd::ONE).sqrt()))
    };
    if x.hi.is_sign_negative() { -log } else { log }
}

fn acosh_dd(x: Dd) -> Dd {
    if x.hi < 1.0 {
        return d(f64::NAN);
    }
    if x.hi > 1e20 {
        return log_dd(x) + Dd::LN_2;
    }
    let t = x - Dd::ONE;
    log1p_dd(t + (t * (t + d(2.0))).sqrt())
}

fn atanh_dd(x: Dd) -> Dd {
    if x.hi.abs() >= 1.0 || x.hi.abs() < 1e-100 {
        return d(x.hi.atanh());
    }
    (log1p_dd(x) - log1p_dd(-x)).scale(-1)
}

/// sin and cos by their series, for `|r|` below 2 or so.
pub fn sin_cos_small(r: Dd) -> (Dd, Dd) {
    let z = r * r;
    let sin = series(r, |n, t| -(t * z / d(2.0 * n * (2.0 * n + 1.0))));
    let cos = series(Dd::ONE, |n, t| -(t * z / d(2.0 * n * (2.0 * n - 1.0))));
    (sin, cos)
}

/// sin and cos of an argument up to 10⁸ or so.
fn sin_cos_dd(x: Dd) -> (Dd, Dd) {
    let k = (x.hi / std::f64::consts::FRAC_PI_2).round();
    let third = -1.4973849048591698e-33 * k;
    let half_pi = Dd { hi: std::f64::consts::FRAC_PI_2, lo: 6.123233995736766e-17 };
    let r = exact_product_sub(x, k, half_pi) - d(third);
    let (sin, cos) = sin_cos_small(r);
    match k.rem_euclid(4.0) as u32 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// The smallest arguments are left to the platform's library.
fn trigonometric(x: f64, part: fn(Dd, Dd) -> Dd, library: fn(f64) -> f64) -> Dd {
    if x.abs() < 1e-100 || !x.is_finite() {
        return d(library(x));
    }
    let (s, c) = sin_cos_dd(d(x));
    part(s, c)
}

/// `x − k·c` with all four partial products, the large ones first.
fn exact_product_sub(x: Dd, k: f64, c: Dd) -> Dd {
    let product = |a: f64, b: f64| {
        let p = a * b;
        Dd { hi: p, lo: a.mul_add(b, -p) }
    };
    let (high, low) = (product(k, c.hi), product(k, c.lo));
    ((x - d(high.hi)) - d(high.lo)) - low
}

/// Newton on the tangent: with t = tan(x − y) = (x cos y − sin y) / (cos y + x sin y), atan x = y + t − t³/3.
fn atan_dd(x: Dd) -> Dd {
    if x.hi.abs() > 1e30 || x.hi.abs() < 1e-100 || x.hi.is_nan() {
        return if x.hi.abs() > 1e30 { d(x.hi.atan()) + half_pi_low(x.hi) } else { x };
    }
    let y = x.hi.atan();
    let (s, c) = sin_cos_dd(d(y));
    d(y) + (x * c - s) / (c + x * s)
}

/// The difference between ±π/2 and the nearest double.
fn half_pi_low(sign: f64) -> Dd {
    d(6.123233995736766e-17f64.copysign(sign))
}

fn asin_dd(x: Dd) -> Dd {
    let rest = ((Dd::ONE - x) * (Dd::ONE + x)).sqrt();
    if rest.hi.is_nan() {
        return rest;
    }
    if rest.hi == 0.0 {
        return d(x.hi.asin()) + half_pi_low(x.hi);
    }
    atan_dd(x / rest)
}

fn acos_dd(x: Dd) -> Dd {
    let rest = ((Dd::ONE - x) * (Dd::ONE + x)).sqrt();
    if rest.hi.is_nan() || x.hi == 1.0 {
        return d(x.hi.acos());
    }
    // acos x = 2 atan(√(1 − x²) / (1 + x)); at −1 the quotient is infinite.
    if x.hi == -1.0 { Dd::PI } else { atan_dd(rest / (Dd::ONE + x)).scale(1) }
}

fn cbrt_dd(x: Dd) -> Dd {
    if x.hi == 0.0 || !x.hi.is_finite() {
        return x;
    }
    // Away from the ends of the range, for the residual.
    let power = (x.hi.abs().log2() / 3.0) as i32;
    let m = x.scale(-3 * power);
    let y = d(m.hi.cbrt());
    (y + (m - y * y * y) / (y * y * d(3.0))).scale(power)
}

/// 2/√π.
const TWO_OVER_SQRT_PI: Dd = Dd { hi: std::f64::consts::FRAC_2_SQRT_PI, lo: 1.533545961316588e-17 };

/// `erf x = 2/√π e^(−x²) Σ 2ⁿ x^(2n+1) / (2n+1)!!`: all terms are positive.
fn erf_dd(x: Dd) -> Dd {
    if x.hi.abs() > 6.5 || x.hi.abs() < 1e-100 {
        return if x.hi.abs() > 6.5 { d(1f64.copysign(x.hi)) } else { x * TWO_OVER_SQRT_PI };
    }
    let square = x * x;
    let sum = series(x, |n, t| t * square.scale(1) / d(2.0 * n + 1.0));
    sum * exp_dd(-square) * TWO_OVER_SQRT_PI
}

/// Beyond 2, the continued fraction `x + (1/2)/(x + 1/(x + (3/2)/(x + …)))`, from far out inwards.
fn erfc_dd(x: Dd) -> Dd {
    if x.hi < 2.0 {
        return Dd::ONE - erf_dd(x);
    }
    if x.hi > 28.0 {
        return Dd::ZERO;
    }
    let mut fraction = x;
    for k in (1..500).rev() {
        fraction = x + d(f64::from(k) * 0.5) / fraction;
    }
    // e^(−x²) with the rounding error of the square.
    exp_dd(-(x * x)) / fraction * TWO_OVER_SQRT_PI.scale(-1)
}

/// The reference of a unary op.
pub fn unary(name: &str) -> fn(f64) -> Dd {
    match name {
        "math.exp" => |x| exp_dd(d(x)),
        "math.exp2" => |x| {
            if x.abs() > 2000.0 {
                return d(x.exp2());
            }
            exp_dd(d(x - x.round()) * Dd::LN_2).scale(x.round() as i32)
        },
        "math.expm1" => |x| expm1_dd(d(x)),
        "math.log" => |x| log_dd(d(x)),
        "math.log10" => |x| log_base(x, 10.0),
        "math.log2" => |x| log_base(x, 2.0),
        "math.log1p" => |x| log1p_dd(d(x)),
        "math.sinh" => |x| sinh_dd(d(x)),
        "math.cosh" => |x| cosh_dd(d(x)),
        "math.tanh" => |x| tanh_dd(d(x)),
        "math.asinh" => |x| asinh_dd(d(x)),
        "math.acosh" => |x| acosh_dd(d(x)),
        "math.atanh" => |x| atanh_dd(d(x)),
        "math.sin" => |x| trigonometric(x, |s, _| s, f64::sin),
        "math.cos" => |x| trigonometric(x, |_, c| c, f64::cos),
        "math.tan" => |x| trigonometric(x, |s, c| s / c, f64::tan),
        "math.atan" => |x| atan_dd(d(x)),
        "math.asin" => |x| asin_dd(d(x)),
        "math.acos" => |x| acos_dd(d(x)),
        "math.cbrt" => |x| cbrt_dd(d(x)),
        "math.rsqrt" => {
            |x| if x > 0.0 && x < f64::INFINITY { Dd::ONE / d(x).sqrt() } else { d(1.0 / x.sqrt()) }
        }
        "math.erf" => |x| if x.is_nan() { d(x) } else { erf_dd(d(x)) },
        "math.erfc" => |x| if x.is_nan() { d(x) } else { erfc_dd(d(x)) },
        _ => panic!("no reference for {name}"),
    }
}

/// The reference of a binary op.
pub fn binary(name: &str) -> fn(f64, f64) -> Dd {
    match name {
        "math.powf" => |x, y| {
            let odd = y % 2.0 != 0.0;
            if !(x.is_finite() && y.is_finite() && x != 0.0) || (x < 0.0 && y.fract() != 0.0) {
                return d(x.powf(y));
            }
            let magnitude = power_dd(x.abs(), y);
            if x < 0.0 && odd { -magnitude } else { magnitude }
        },
        "math.atan2" => |y, x| {
            let ratio = y.abs() / x.abs();
            if !(1e-200..1e200).contains(&ratio) {
                return d(y.atan2(x));
            }
            let angle = atan_dd(d(y.abs()) / d(x.abs()));
            let angle = if x < 0.0 { Dd::PI - angle } else { angle };
            if y < 0.0 { -angle } else { angle }
        },
        _ => panic!("no reference for {name}"),
    }
}

fn power_dd(x: f64, y: f64) -> Dd {
    let exponent = log_dd(d(x)) * d(y);
    if exponent.hi.abs() > 1000.0 { d(x.powf(y)) } else { exp_dd(exponent) }
}
