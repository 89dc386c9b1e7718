//! Rules for consecutive conversions.

use super::conditions::{result_width, same_type, table, ty, width};
use crate::arith;
use crate::constraints::FIXED_INT_LIKE;
use crate::scalar::{dtype, element_type};
use tf_ir::rewrite::{Bindings, PatternSet, Rule};

const RULES: &[(&str, &str, &str)] = &[
    ("extend-twice", "(arith.extui (arith.extui x))", "(arith.extui x)"),
    ("sign-extend-twice", "(arith.extsi (arith.extsi x))", "(arith.extsi x)"),
    // The top bit of the wider value is zero, which is its sign.
    ("sign-extend-extended", "(arith.extsi (arith.extui x))", "(arith.extui x)"),
    ("truncate-twice", "(arith.trunci (arith.trunci x))", "(arith.trunci x)"),
    ("float-of-sign-extended", "(arith.sitofp (arith.extsi x))", "(arith.sitofp x)"),
    ("float-of-extended", "(arith.uitofp (arith.extui x))", "(arith.uitofp x)"),
    ("signed-float-of-extended", "(arith.sitofp (arith.extui x))", "(arith.uitofp x)"),
    ("bitcast-twice", "(arith.bitcast (arith.bitcast x))", "(arith.bitcast x)"),
    ("index-of-sign-extended", "(arith.index_cast (arith.extsi x))", "(arith.index_cast x)"),
    ("index-of-extended", "(arith.index_castui (arith.extui x))", "(arith.index_castui x)"),
    ("signed-index-of-extended", "(arith.index_cast (arith.extui x))", "(arith.index_castui x)"),
];

/// A truncation of an extension: name, left side, right side, whether the result is wider than the source.
const TRUNCATED: &[(&str, &str, &str, bool)] = &[
    ("truncate-extended", "(arith.trunci (arith.extui x))", "(arith.trunci x)", false),
    ("truncate-sign-extended", "(arith.trunci (arith.extsi x))", "(arith.trunci x)", false),
    ("extend-less", "(arith.trunci (arith.extui x))", "(arith.extui x)", true),
    ("sign-extend-less", "(arith.trunci (arith.extsi x))", "(arith.extsi x)", true),
];

/// The same for floats: the wide type can represent every value of the source.
const TRUNCATED_FLOATS: &[(&str, &str, &str, bool)] = &[
    (
        "truncate-extended-float",
        "(arith.truncf{roundingmode=$r, fastmath=$f} (arith.extf x))",
        "(arith.truncf{roundingmode=$r, fastmath=$f} x)",
        false,
    ),
    ("extend-float-less", "(arith.truncf{fastmath=$f} (arith.extf x))", "(arith.extf{fastmath=$f} x)", true),
];

/// Bitwise ops of extended values.
const BITS: [&str; 3] = [arith::Andi::NAME, arith::Ori::NAME, arith::Xori::NAME];

pub(super) fn patterns(set: &mut PatternSet) {
    table(set, RULES);
    for (name, from, to, wider) in TRUNCATED {
        let rule = Rule::new(name, from, to);
        set.add(rule.when("the widths are in the opposite order", move |b| compare_width(b, *wider)));
    }
    for (name, from, to, wider) in TRUNCATED_FLOATS {
        let rule =
            Rule::new(name, from, to).when("the wide format does not represent the narrow one", covered);
        set.add(rule.when("the widths are in the opposite order", move |b| compare_width(b, *wider)));
    }
    let twice = Rule::new(
        "extend-float-twice",
        "(arith.extf{fastmath=$f} (arith.extf x))",
        "(arith.extf{fastmath=$f} x)",
    );
    set.add(twice.when("the wide format does not represent the narrow one", covered));
    for op in BITS {
        for (name, ext) in
            [("bits-of-extended", arith::Extui::NAME), ("bits-of-sign-extended", arith::Extsi::NAME)]
        {
            let rule =
                Rule::new(name, &format!("({op} ({ext}! x) ({ext}! y))"), &format!("({ext} ({op} x y))"));
            set.add(rule.when("the operands are extended from different types", |b| same_type(b, "x", "y")));
        }
    }
    through_index(set);
    narrow_float(set);
}

fn compare_width(b: &Bindings<'_>, wider: bool) -> bool {
    let (Some(from), Some(to)) = (width(b, "x"), result_width(b)) else { return false };
    if wider { to > from } else { to < from }
}

/// f16, bf16, f32, f64: wider formats hold every value of narrower ones (bf16 in f16 does not arise: equal
/// widths).
fn covered(b: &Bindings<'_>) -> bool {
    let table_float = |ty| element_type(b.ctx(), ty).is_some_and(|d| d.is_float());
    ty(b, "x").is_some_and(table_float) && table_float(super::conditions::result_type(b))
}

/// An integer of at most 64 bits converted to index and back; not in memrefs, which only casts convert.
fn through_index(set: &mut PatternSet) {
    let fits = |b: &Bindings<'_>| {
        ty(b, "x").is_some_and(|ty| (FIXED_INT_LIKE.check)(b.ctx(), ty))
            && width(b, "x").is_some_and(|w| w <= 64)
    };
    for (name, cast, to, wider) in [
        ("truncate-through-index", arith::IndexCast::NAME, "(arith.trunci x)", false),
        ("truncate-through-index-unsigned", arith::IndexCastui::NAME, "(arith.trunci x)", false),
        ("sign-extend-through-index", arith::IndexCast::NAME, "(arith.extsi x)", true),
        ("extend-through-index", arith::IndexCastui::NAME, "(arith.extui x)", true),
    ] {
        let rule = Rule::new(name, &format!("({cast} ({cast} x))"), to);
        let rule = rule.when("the source is not an integer of at most 64 bits", fits);
        set.add(rule.when("the widths are in the opposite order", move |b| compare_width(b, wider)));
    }
}

/// `truncf (sitofp x)` rounds once if the first conversion is exact.
fn narrow_float(set: &mut PatternSet) {
    for (name, from, to, signed) in [
        ("narrow-float-of-int", "(arith.truncf{!roundingmode} (arith.sitofp x))", "(arith.sitofp x)", true),
        (
            "narrow-float-of-unsigned",
            "(arith.truncf{!roundingmode} (arith.uitofp x))",
            "(arith.uitofp x)",
            false,
        ),
    ] {
        let rule = Rule::new(name, from, to).when("the first conversion rounds", move |b| {
            let inner = b.body().operand(b.root(), 0);
            let elem = b.ctx().elem_type(b.body().ty(inner));
            let digits = match dtype(b.ctx(), elem) {
                Some(crate::scalar::DType::F64) => 53,
                Some(crate::scalar::DType::F32) => 24,
                _ => 0,
            };
            width(b, "x").is_some_and(|w| w - u32::from(signed) <= digits)
        });
        set.add(rule.when("the result's format is not in the table", |b| {
            element_type(b.ctx(), super::conditions::result_type(b)).is_some()
        }));
    }
}
