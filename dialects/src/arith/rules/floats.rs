//! Float arithmetic rules. They preserve signs of zeros and NaN: `x + 0.0`, `x * 0.0`, `x - x` stay unless
//! flags allow more.

use super::conditions::{flagged, has_flags, table};
use crate::arith::flags::FastMath;
use crate::elementwise::constant;
use crate::scalar::Scalar;
use crate::scalar::table::{ARITH, Associativity, Kind};
use tf_ir::attr::Attribute;
use tf_ir::rewrite::{Bindings, PatternSet, Rule};

const RULES: &[(&str, &str, &str)] = &[
    ("add-negated", "(arith.addf{fastmath=$f} x (arith.negf y))", "(arith.subf{fastmath=$f} x y)"),
    ("sub-negated", "(arith.subf{fastmath=$f} x (arith.negf y))", "(arith.addf{fastmath=$f} x y)"),
    ("sub-from-zero", "(arith.subf{fastmath=$f} -0.0 x)", "(arith.negf{fastmath=$f} x)"),
    (
        "times-negated-twice",
        "(arith.mulf{fastmath=$f} (arith.negf x) (arith.negf y))",
        "(arith.mulf{fastmath=$f} x y)",
    ),
    (
        "over-negated-twice",
        "(arith.divf{fastmath=$f} (arith.negf x) (arith.negf y))",
        "(arith.divf{fastmath=$f} x y)",
    ),
    (
        "negated-times-constant",
        "(arith.mulf{fastmath=$f} (arith.negf x) C)",
        "(arith.mulf{fastmath=$f} x (arith.negf C))",
    ),
    (
        "negated-over-constant",
        "(arith.divf{fastmath=$f} (arith.negf x) C)",
        "(arith.divf{fastmath=$f} x (arith.negf C))",
    ),
    (
        "constant-over-negated",
        "(arith.divf{fastmath=$f} C (arith.negf x))",
        "(arith.divf{fastmath=$f} (arith.negf C) x)",
    ),
    ("times-minus-one", "(arith.mulf{fastmath=$f} x -1.0)", "(arith.negf{fastmath=$f} x)"),
    ("over-minus-one", "(arith.divf{fastmath=$f} x -1.0)", "(arith.negf{fastmath=$f} x)"),
];

const FLAGGED: &[(&str, FastMath, &str, &str)] = &[
    ("sub-from-zero-fast", FastMath::NSZ, "(arith.subf{fastmath=$f} 0.0 x)", "(arith.negf{fastmath=$f} x)"),
    (
        "negated-difference",
        FastMath::NSZ,
        "(arith.negf{fastmath=$f} (arith.subf!{fastmath=$f} x y))",
        "(arith.subf{fastmath=$f} y x)",
    ),
    (
        "add-sub-fast",
        FastMath::with(FastMath::REASSOC, FastMath::NSZ).with(FastMath::NNAN),
        "(arith.addf{fastmath=$f} (arith.subf{fastmath=$f} x y) y)",
        "x",
    ),
    (
        "sub-of-add-fast",
        FastMath::with(FastMath::REASSOC, FastMath::NSZ).with(FastMath::NNAN),
        "(arith.subf{fastmath=$f} (arith.addf{fastmath=$f} x y) y)",
        "x",
    ),
];

pub(super) fn patterns(set: &mut PatternSet) {
    table(set, RULES);
    flagged(set, FLAGGED);
    for spec in ARITH.iter().filter(|s| s.kind == Kind::FloatBinary) {
        let op = spec.name;
        let from = format!("({op}{{fastmath=$f}} ({op}{{fastmath=$f}} x C) D)");
        let to = format!("({op}{{fastmath=$f}} x ({op}{{fastmath=$f}} C D))");
        match spec.associativity {
            Associativity::None => {}
            Associativity::Exact => {
                set.rule("constants-together", &from, &to);
            }
            Associativity::Rounded => {
                let rule = Rule::new("constants-together-fast", &from, &to);
                set.add(rule.when("needs reassoc", |b| has_flags(b, FastMath::REASSOC)));
            }
        }
    }
    let rule =
        Rule::new("over-power-of-two", "(arith.divf{fastmath=$f} x C)", "(arith.mulf{fastmath=$f} x D)");
    set.add(rule.compute("D", reciprocal));
}

/// 1/C, if the product with it is the quotient bit for bit (a power of two with a normal reciprocal), or if
/// `arcp` allows the rounding.
fn reciprocal(b: &Bindings<'_>) -> Option<Attribute> {
    let attr = b.attr("C")?;
    let divisor = constant::uniform(b.ctx(), attr)?;
    let dtype = divisor.dtype();
    let value = divisor.to_f64();
    let inverse = 1.0 / value;
    let rounded = Scalar::from_f64(dtype, inverse);
    if !inverse.is_normal() || !is_normal(rounded) || !is_normal(divisor) {
        return None;
    }
    let power_of_two = value.to_bits() << 12 == 0;
    if !power_of_two && !has_flags(b, FastMath::ARCP) {
        return None;
    }
    constant::splat_attr(b.ctx(), super::conditions::result_type(b), rounded)
}

/// A normal float: not zero, subnormal, infinite or NaN.
fn is_normal(value: Scalar) -> bool {
    let smallest = match value.dtype() {
        crate::scalar::DType::F16 => 2f64.powi(-14),
        crate::scalar::DType::BF16 | crate::scalar::DType::F32 => f64::from(f32::MIN_POSITIVE),
        _ => f64::MIN_POSITIVE,
    };
    value.to_f64().is_finite() && value.to_f64().abs() >= smallest
}
