//! Canonicalization of `math`, as tables of short rules: bit for bit, or with the fast-math flags that they
//! need.

use crate::arith::rules::conditions::{flagged, has_flags, is_constant, table};
use crate::arith::{self, FastMath};
use crate::math;
use tf_ir::body::Op;
use tf_ir::rewrite::{PatternSet, Rewrite, Rewriter, Rule};

const RULES: &[(&str, &str, &str)] = &[
    ("magnitude-of-negated", "(math.absf{fastmath=$f} (arith.negf x))", "(math.absf{fastmath=$f} x)"),
    ("magnitude-of-signed", "(math.absf{fastmath=$f} (math.copysign x y))", "(math.absf{fastmath=$f} x)"),
    ("magnitude-of-negated-int", "(math.absi (arith.subi 0 x))", "(math.absi x)"),
    ("sign-for-negated", "(math.copysign{fastmath=$f} (arith.negf x) y)", "(math.copysign{fastmath=$f} x y)"),
    (
        "sign-for-magnitude",
        "(math.copysign{fastmath=$f} (math.absf x) y)",
        "(math.copysign{fastmath=$f} x y)",
    ),
    ("sign-again", "(math.copysign{fastmath=$f} (math.copysign x y) z)", "(math.copysign{fastmath=$f} x z)"),
    (
        "sign-of-sign",
        "(math.copysign{fastmath=$f} x (math.copysign y z))",
        "(math.copysign{fastmath=$f} x z)",
    ),
    // The product is exact: there is one rounding in both forms.
    ("fma-times-one", "(math.fma{fastmath=$f} x 1.0 y)", "(arith.addf{fastmath=$f} x y)"),
    ("fma-times-minus-one", "(math.fma{fastmath=$f} x -1.0 y)", "(arith.subf{fastmath=$f} y x)"),
    (
        "fma-negated-twice",
        "(math.fma{fastmath=$f} (arith.negf x) (arith.negf y) z)",
        "(math.fma{fastmath=$f} x y z)",
    ),
];

/// Powers whose exponent is this signed integer (a literal would wrap in narrow types): name, exponent,
/// flags, left side, right side.
const POWERS: &[(&str, i128, FastMath, &str, &str)] = &[
    ("square-of-int", 2, FastMath::NONE, "(math.ipowi x C)", "(arith.muli x x)"),
    ("cube-of-int", 3, FastMath::NONE, "(math.ipowi x C)", "(arith.muli x (arith.muli x x))"),
    ("int-square", 2, FastMath::AFN, "(math.fpowi{fastmath=$f} x C)", "(arith.mulf{fastmath=$f} x x)"),
    (
        "int-cube",
        3,
        FastMath::AFN,
        "(math.fpowi{fastmath=$f} x C)",
        "(arith.mulf{fastmath=$f} x (arith.mulf{fastmath=$f} x x))",
    ),
    ("int-reciprocal", -1, FastMath::AFN, "(math.fpowi{fastmath=$f} x C)", "(arith.divf{fastmath=$f} 1.0 x)"),
];

const ROOT: FastMath = FastMath::AFN.with(FastMath::NSZ).with(FastMath::NINF);

const FLAGGED: &[(&str, FastMath, &str, &str)] = &[
    ("square", FastMath::AFN, "(math.powf{fastmath=$f} x 2.0)", "(arith.mulf{fastmath=$f} x x)"),
    (
        "cube",
        FastMath::AFN,
        "(math.powf{fastmath=$f} x 3.0)",
        "(arith.mulf{fastmath=$f} x (arith.mulf{fastmath=$f} x x))",
    ),
    ("reciprocal", FastMath::AFN, "(math.powf{fastmath=$f} x -1.0)", "(arith.divf{fastmath=$f} 1.0 x)"),
    ("square-root", ROOT, "(math.powf{fastmath=$f} x 0.5)", "(math.sqrt{fastmath=$f} x)"),
    ("reciprocal-root", ROOT, "(math.powf{fastmath=$f} x -0.5)", "(math.rsqrt{fastmath=$f} x)"),
];

/// Ops that round to an integer; each leaves integers unchanged.
const WHOLE: [&str; 5] =
    [math::Ceil::NAME, math::Floor::NAME, math::Round::NAME, math::Roundeven::NAME, math::Trunc::NAME];

/// All patterns of the dialect.
pub(super) fn patterns(set: &mut PatternSet) {
    table(set, RULES);
    flagged(set, FLAGGED);
    for (name, power, flags, from, to) in POWERS {
        let rule = Rule::new(name, from, to).when("another exponent", |b| b.int("C") == Some(*power));
        set.add(match *flags {
            FastMath::NONE => rule,
            flags => rule.when("needs fast-math flags", move |b| has_flags(b, flags)),
        });
    }
    for outer in WHOLE {
        for inner in WHOLE.iter().filter(|inner| **inner != outer) {
            let from = format!("({outer} ({inner}{{fastmath=$f}} x))");
            set.rule("whole-already", &from, &format!("({inner}{{fastmath=$f}} x)"));
        }
        for inner in [arith::Sitofp::NAME, arith::Uitofp::NAME] {
            set.rule("whole-from-int", &format!("({outer} ({inner} x))"), &format!("({inner} x)"));
        }
    }
    let right = Rule::new("constant-right", "(math.fma{fastmath=$f} C x y)", "(math.fma{fastmath=$f} x C y)");
    set.add(right.when("both factors are constants", |b| !is_constant(b, "x")));
    set.on(math::Sincos, "one-unused", sine_or_cosine);
}

/// Replaces `sincos` with one unused result by `sin` or `cos`.
fn sine_or_cosine(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let (sin, cos) = (rw.body.result(op, 0), rw.body.result(op, 1));
    let (used, what) = match (rw.body.is_unused(sin), rw.body.is_unused(cos)) {
        (false, true) => (sin, math::Sin::KIND),
        (true, false) => (cos, math::Cos::KIND),
        _ => return Err("both results are used, or none".into()),
    };
    let (operand, ty) = (rw.body.operand(op, 0), rw.body.ty(used));
    let flags = rw.body.attr(op, "fastmath");
    let attrs: Vec<_> = flags.iter().map(|f| ("fastmath", *f)).collect();
    let value = rw.value(what, &[operand], ty, &attrs);
    rw.replace_value(used, value);
    rw.erase(op);
    Ok(())
}
