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
        _ => panic!("no reference for {name}"),
    }
}
