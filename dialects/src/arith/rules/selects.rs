//! Selection rules: conditions without `not`, merged nested selections, logic for booleans.

use super::conditions::{result_type, same_type, table, ty};
use tf_ir::rewrite::{Bindings, PatternSet, Rule};
use tf_ir::types::Type;

const RULES: &[(&str, &str, &str)] = &[
    ("select-not", "(arith.select (arith.xori c -1) x y)", "(arith.select c y x)"),
    ("select-same-true", "(arith.select c (arith.select c x y) z)", "(arith.select c x z)"),
    ("select-same-false", "(arith.select c x (arith.select c y z))", "(arith.select c x z)"),
];

/// The result has the condition's type: i1, or a shape of i1 selected per element.
const LOGIC: &[(&str, &str, &str)] = &[
    ("select-is-not", "(arith.select c 0 1)", "(arith.xori c -1)"),
    ("select-is-and", "(arith.select c x 0)", "(arith.andi c x)"),
    ("select-is-or", "(arith.select c 1 x)", "(arith.ori c x)"),
];

/// The result has the condition's shape and more bits.
const EXTENSIONS: &[(&str, &str, &str)] = &[
    ("select-is-extension", "(arith.select c 1 0)", "(arith.extui c)"),
    ("select-is-sign-extension", "(arith.select c -1 0)", "(arith.extsi c)"),
    ("select-is-extended-not", "(arith.select c 0 1)", "(arith.extui (arith.xori c -1))"),
];

/// Two conditions of one type.
const MERGES: &[(&str, &str, &str)] = &[
    ("select-and", "(arith.select a (arith.select! b x y) y)", "(arith.select (arith.andi a b) x y)"),
    ("select-or", "(arith.select a x (arith.select! b x y))", "(arith.select (arith.ori a b) x y)"),
];

/// The result's type with the condition's element type, if that is the condition's type.
fn condition_shaped(b: &Bindings<'_>, ty: Type) -> bool {
    b.ctx().with_elem(result_type(b), b.ctx().i1()) == ty
}

fn extends(b: &Bindings<'_>) -> bool {
    let result = result_type(b);
    let wide = b.ctx().is_int(b.ctx().elem_type(result)) && ty(b, "c") != Some(result);
    wide && ty(b, "c").is_some_and(|ty| condition_shaped(b, ty))
}

pub(super) fn patterns(set: &mut PatternSet) {
    table(set, RULES);
    for (name, from, to) in LOGIC {
        let rule = Rule::new(name, from, to);
        set.add(
            rule.when("the result is not of the condition's type", |b| ty(b, "c") == Some(result_type(b))),
        );
    }
    for (name, from, to) in EXTENSIONS {
        set.add(
            Rule::new(name, from, to)
                .when("the result is not a wider integer of the condition's shape", extends),
        );
    }
    for (name, from, to) in MERGES {
        let rule = Rule::new(name, from, to);
        set.add(rule.when("the conditions have different types", |b| same_type(b, "a", "b")));
    }
}
