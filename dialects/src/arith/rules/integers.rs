//! Integer and bitwise rules.

use super::conditions::{table, width};
use crate::elementwise::constant;
use crate::scalar::table::{ARITH, Associativity, Kind};
use tf_ir::rewrite::{PatternSet, Rule};

const RULES: &[(&str, &str, &str)] = &[
    // Sums and differences: constants are combined on the right of an addi, or on the left of a subi.
    ("add-sub-from-constant", "(arith.addi (arith.subi C x) D)", "(arith.subi (arith.addi C D) x)"),
    ("constant-sub-add", "(arith.subi C (arith.addi x D))", "(arith.subi (arith.subi C D) x)"),
    ("constant-sub-sub", "(arith.subi C (arith.subi D x))", "(arith.addi x (arith.subi C D))"),
    ("add-sub", "(arith.addi (arith.subi x y) y)", "x"),
    ("sub-of-add", "(arith.subi (arith.addi x y) y)", "x"),
    ("sub-of-sub", "(arith.subi x (arith.subi x y))", "y"),
    ("sub-again", "(arith.subi (arith.subi x y) x)", "(arith.subi 0 y)"),
    ("sub-add", "(arith.subi x (arith.addi x y))", "(arith.subi 0 y)"),
    ("add-negated", "(arith.addi x (arith.subi 0 y))", "(arith.subi x y)"),
    ("sub-negated", "(arith.subi x (arith.subi 0 y))", "(arith.addi x y)"),
    ("add-times-minus-one", "(arith.addi x (arith.muli y -1))", "(arith.subi x y)"),
    ("sub-times-minus-one", "(arith.subi x (arith.muli y -1))", "(arith.addi x y)"),
    // Bitwise operations.
    ("and-with-not", "(arith.andi x (arith.xori x -1))", "0"),
    ("or-with-not", "(arith.ori x (arith.xori x -1))", "-1"),
    ("xor-twice", "(arith.xori (arith.xori x y) y)", "x"),
    ("and-of-or", "(arith.andi x (arith.ori x y))", "x"),
    ("or-of-and", "(arith.ori x (arith.andi x y))", "x"),
    ("max-of-min-signed", "(arith.maxsi x (arith.minsi x y))", "x"),
    ("min-of-max-signed", "(arith.minsi x (arith.maxsi x y))", "x"),
    ("max-of-min-unsigned", "(arith.maxui x (arith.minui x y))", "x"),
    ("min-of-max-unsigned", "(arith.minui x (arith.maxui x y))", "x"),
];

/// Nested shifts: both amounts are less than the width, so that their sum does not wrap.
const SHIFTS: &[(&str, &str, &str)] = &[
    ("shift-left-twice", "(arith.shli (arith.shli x C) D)", "(arith.shli x (arith.addi C D))"),
    ("shift-right-twice", "(arith.shrui (arith.shrui x C) D)", "(arith.shrui x (arith.addi C D))"),
    ("shift-right-signed-twice", "(arith.shrsi (arith.shrsi x C) D)", "(arith.shrsi x (arith.addi C D))"),
];

pub(super) fn patterns(set: &mut PatternSet) {
    table(set, RULES);
    // The negated constant must exist: `x + (0 - C)` would be rewritten to `x - C` again.
    let sub = Rule::new("sub-constant", "(arith.subi x C)", "(arith.addi x D)");
    set.add(sub.compute("D", |b| constant::negated(b.ctx(), b.attr("C")?)));
    for (name, from, to) in SHIFTS {
        set.add(Rule::new(name, from, to).when("a shift is not less than half the width", |b| {
            let width = width(b, "x").map_or(0, i128::from);
            // 2^(w-1) ≥ w - 1: sums of two such shifts are below 2^w.
            let small = |c: &str| b.int(c).is_some_and(|n| (0..width).contains(&n));
            width > 2 && small("C") && small("D")
        }));
    }
    for spec in ARITH.iter().filter(|s| s.kind == Kind::IntBinary && s.associativity == Associativity::Exact)
    {
        let op = spec.name;
        let (from, to) = (format!("({op} ({op} x C) D)"), format!("({op} x ({op} C D))"));
        set.rule("constants-together", &from, &to);
    }
}
