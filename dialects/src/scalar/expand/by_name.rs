//! Expansions by the name of their op, for builders that emit code.

use smallvec::{SmallVec, smallvec};

use super::*;

/// Expands the `math` op called `name` (as in `math.exp`) on floats of the builder's width: its results, or
/// `None` if the op has no expansion (`math.sqrt` is one instruction) or other operands than these.
/// `math.fpowi`, whose exponent is an integer, is [`fpowi`].
pub fn by_name<E: Expand>(e: &E, name: &str, operands: &[E::F]) -> Option<SmallVec<[E::F; 2]>> {
    let mnemonic = name.strip_prefix("math.")?;
    match *operands {
        [x] if mnemonic == "sincos" => Some(smallvec![sin(e, x), cos(e, x)]),
        [x] => unary(e, mnemonic, x).map(|r| smallvec![r]),
        [x, y] => match mnemonic {
            "atan2" => Some(smallvec![atan2(e, x, y)]),
            "powf" => Some(smallvec![powf(e, x, y)]),
            _ => None,
        },
        _ => None,
    }
}

fn unary<E: Expand>(e: &E, mnemonic: &str, x: E::F) -> Option<E::F> {
    Some(match mnemonic {
        "acos" => acos(e, x),
        "acosh" => acosh(e, x),
        "asin" => asin(e, x),
        "asinh" => asinh(e, x),
        "atan" => atan(e, x),
        "atanh" => atanh(e, x),
        "cbrt" => cbrt(e, x),
        "cos" => cos(e, x),
        "cosh" => cosh(e, x),
        "erf" => erf(e, x),
        "erfc" => erfc(e, x),
        "exp" => exp(e, x),
        "exp2" => exp2(e, x),
        "expm1" => expm1(e, x),
        "log" => log(e, x),
        "log10" => log10(e, x),
        "log1p" => log1p(e, x),
        "log2" => log2(e, x),
        "rsqrt" => rsqrt(e, x),
        "sin" => sin(e, x),
        "sinh" => sinh(e, x),
        "tan" => tan(e, x),
        "tanh" => tanh(e, x),
        _ => return None,
    })
}
