//! Comparison rules: constants move to the right, conversions are removed, `not` is merged into the
//! predicate.

use super::conditions::{is_constant, result_type, same_type, ty};
use crate::arith::predicate::{CmpF, CmpI};
use tf_ir::attr::Attribute;
use tf_ir::rewrite::{Bindings, PatternSet, Rule};

fn int(b: &Bindings<'_>) -> Option<CmpI> {
    let number = b.ctx().attr_int(b.attr("$p")?)?;
    CmpI::ALL.get(usize::try_from(number).ok()?).copied()
}

fn int_attr(b: &Bindings<'_>, turn: fn(CmpI) -> CmpI) -> Option<Attribute> {
    Some(b.ctx().i64_attr(turn(int(b)?) as i64))
}

fn float_attr(b: &Bindings<'_>, turn: fn(CmpF) -> CmpF) -> Option<Attribute> {
    let predicate = CmpF::from_number(b.ctx().attr_int(b.attr("$p")?)?)?;
    Some(b.ctx().i64_attr(turn(predicate).number().into()))
}

fn equality(b: &Bindings<'_>) -> bool {
    matches!(int(b), Some(CmpI::Eq | CmpI::Ne))
}

/// `eq` and `ne` of invertible operations.
const EQUALITIES: &[(&str, &str, &str)] = &[
    ("difference-is-zero", "(arith.cmpi{predicate=$p} (arith.subi x y) 0)", "(arith.cmpi{predicate=$p} x y)"),
    ("xor-is-zero", "(arith.cmpi{predicate=$p} (arith.xori x y) 0)", "(arith.cmpi{predicate=$p} x y)"),
    (
        "sum-is-constant",
        "(arith.cmpi{predicate=$p} (arith.addi x C) D)",
        "(arith.cmpi{predicate=$p} x (arith.subi D C))",
    ),
    (
        "xor-is-constant",
        "(arith.cmpi{predicate=$p} (arith.xori x C) D)",
        "(arith.cmpi{predicate=$p} x (arith.xori D C))",
    ),
];

pub(super) fn patterns(set: &mut PatternSet) {
    integers(set);
    floats(set);
    for (name, from, to) in EQUALITIES {
        set.add(Rule::new(name, from, to).when("the predicate is not eq or ne", equality));
    }
    // `ext(c) != 0` is c.
    for (name, from) in [
        ("extended-bit", "(arith.cmpi{predicate=$p} (arith.extui c) 0)"),
        ("extended-sign", "(arith.cmpi{predicate=$p} (arith.extsi c) 0)"),
    ] {
        set.add(
            Rule::new(name, from, "c")
                .when("the predicate is not ne", |b| int(b) == Some(CmpI::Ne))
                .when("the operand is not extended from i1", |b| ty(b, "c") == Some(result_type(b))),
        );
    }
}

fn integers(set: &mut PatternSet) {
    let swap =
        Rule::new("constant-right", "(arith.cmpi{predicate=$p} C x)", "(arith.cmpi{predicate=$q} x C)");
    set.add(
        swap.when("both operands are constants", |b| !is_constant(b, "x"))
            .compute("$q", |b| int_attr(b, CmpI::swapped)),
    );
    let not = Rule::new(
        "not-compare",
        "(arith.xori (arith.cmpi{predicate=$p} x y) -1)",
        "(arith.cmpi{predicate=$q} x y)",
    );
    set.add(not.compute("$q", |b| int_attr(b, CmpI::inverted)));
    let signed = Rule::new(
        "compare-sign-extended",
        "(arith.cmpi{predicate=$p} (arith.extsi x) (arith.extsi y))",
        "(arith.cmpi{predicate=$p} x y)",
    );
    set.add(signed.when("the operands are extended from different types", |b| same_type(b, "x", "y")));
    let unsigned = Rule::new(
        "compare-zero-extended",
        "(arith.cmpi{predicate=$p} (arith.extui x) (arith.extui y))",
        "(arith.cmpi{predicate=$q} x y)",
    );
    set.add(
        unsigned
            .when("the operands are extended from different types", |b| same_type(b, "x", "y"))
            .compute("$q", |b| int_attr(b, CmpI::unsigned)),
    );
}

fn floats(set: &mut PatternSet) {
    let swap = Rule::new(
        "constant-right",
        "(arith.cmpf{predicate=$p, fastmath=$f} C x)",
        "(arith.cmpf{predicate=$q, fastmath=$f} x C)",
    );
    set.add(
        swap.when("both operands are constants", |b| !is_constant(b, "x"))
            .compute("$q", |b| float_attr(b, CmpF::swapped)),
    );
    let not = Rule::new(
        "not-compare",
        "(arith.xori (arith.cmpf{predicate=$p, fastmath=$f} x y) -1)",
        "(arith.cmpf{predicate=$q, fastmath=$f} x y)",
    );
    set.add(not.compute("$q", |b| float_attr(b, CmpF::inverted)));
    let negated = Rule::new(
        "compare-negated",
        "(arith.cmpf{predicate=$p, fastmath=$f} (arith.negf x) (arith.negf y))",
        "(arith.cmpf{predicate=$q, fastmath=$f} x y)",
    );
    set.add(negated.compute("$q", |b| float_attr(b, CmpF::swapped)));
}
