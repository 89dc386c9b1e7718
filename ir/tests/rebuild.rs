//! The rebuild engine.

use crate::common::{Fixture, show};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::rewrite::{Forms, Layer, Rebuild};
use tf_ir::types::Type;

/// Copies code and gives each value a wider type; `t.neg` becomes its operand, `t.abs` cannot be rebuilt.
struct Widen<'b> {
    b: Builder<'b>,
    forms: Forms<Value>,
}

impl<'b> Rebuild<'b> for Widen<'b> {
    type Form = Value;
    type Error = Diagnostic;

    fn source(&self) -> &Body {
        self.b.body
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        &mut self.b
    }

    fn forms(&mut self) -> &mut Forms<Value> {
        &mut self.forms
    }

    fn op(&mut self, op: Op) -> Result<(), Diagnostic> {
        match self.b.body.op(op).name() {
            "t.neg" => {
                let value = self.operand(op, self.b.body.operand(op, 0))?;
                self.define(self.b.body.result(op, 0), value);
                Ok(())
            }
            "t.abs" => Err(self.refuse(op, "has no wider form")),
            _ => self.copy(op).map(drop),
        }
    }

    fn operand(&mut self, _: Op, value: Value) -> Result<Value, Diagnostic> {
        Ok(self.forms.get(value).copied().unwrap_or(value))
    }

    fn define(&mut self, value: Value, new: Value) {
        self.forms.set(value, new);
    }

    fn ty(&self, value: Value) -> Type {
        let ctx = self.b.body.ctx();
        if self.b.body.ty(value) == ctx.i32() { ctx.i64() } else { self.b.body.ty(value) }
    }
}

/// A `t.region` with one block of ops in it, that the fixture has made last.
fn region(f: &mut Fixture, fill: impl FnOnce(&mut Fixture, Value) -> Value) -> Op {
    let i32 = f.i32;
    let outer = f.block;
    let op = Builder::at_end(&mut f.body, outer, Location::UNKNOWN).op("t.region", &[], &[i32], &[]);
    let of = f.body.region(op, 0);
    f.block = f.body.add_block(of, &[i32]);
    let arg = f.body.arg(f.block, 0);
    let value = fill(f, arg);
    Builder::at_end(&mut f.body, f.block, Location::UNKNOWN).op("t.end", &[value], &[], &[]);
    f.block = outer;
    op
}

fn widen(f: &mut Fixture, op: Op) -> Result<Op, Diagnostic> {
    let mut widen =
        Widen { b: Builder::at_end(&mut f.body, f.block, Location::UNKNOWN), forms: Forms::default() };
    widen.visit(op)?;
    Ok(f.body.last(f.block).expect("the copy"))
}

#[test]
fn ops_are_copied_with_attributes_regions_locations_and_new_types() {
    let mut f = Fixture::default();
    let ctx = f.body.ctx().clone();
    let op = region(&mut f, |f, arg| {
        let c = f.constant(3);
        let negated = f.op("t.neg", &[c]);
        f.op("t.add", &[arg, negated])
    });
    let (mark, here) = (ctx.int_attr(ctx.i32(), 7), Location::file(&ctx, ctx.str("a.mlir"), 3, 5));
    f.body.set_attr(op, "test.mark", mark);
    f.body.set_loc(op, here);
    let copy = widen(&mut f, op).expect("rebuilt");
    assert_ne!(op, copy);
    assert_eq!((f.body.attr(copy, "test.mark"), f.body.loc(copy)), (Some(mark), here));
    assert_eq!(f.body.ty(f.body.result(copy, 0)), ctx.i64());
    let block = f.body.entry(f.body.region(copy, 0)).expect("a block");
    let ops: Vec<Op> = f.body.ops(block).collect();
    let names: Vec<&str> = ops.iter().map(|op| f.body.op(*op).name()).collect();
    assert_eq!(names, ["t.constant", "t.add", "t.end"]);
    let [arg, constant, sum] = [f.body.arg(block, 0), f.body.result(ops[0], 0), f.body.result(ops[1], 0)];
    assert!([arg, constant, sum].iter().all(|v| f.body.ty(*v) == ctx.i64()));
    assert_eq!(f.body.operands(ops[1]).collect::<Vec<_>>(), [arg, constant]);
    assert_eq!(f.body.operands(ops[2]).collect::<Vec<_>>(), [sum]);
}

#[test]
fn failed_rebuilds_are_errors_at_the_op() {
    let mut f = Fixture::default();
    let op = region(&mut f, |f, arg| f.op("t.abs", &[arg]));
    assert_eq!(widen(&mut f, op).expect_err("refused").message, "'t.abs' op has no wider form");
    let op = region(&mut f, |_, arg| arg);
    let of = f.body.region(op, 0);
    f.body.add_block(of, &[]);
    let error = widen(&mut f, op).expect_err("two blocks");
    assert_eq!(error.message, "'t.region' op has several blocks in region 0, which cannot be rebuilt");
    assert!(!show(&f.body).is_empty());
}

#[test]
fn layers_shadow_lower_ones_until_popped() {
    let mut f = Fixture::default();
    let [a, b] = [f.constant(1), f.constant(2)];
    let mut forms = Forms::default();
    forms.set(a, "a");
    forms.push(Layer::default());
    forms.extend([(a, "hidden"), (b, "b")]);
    assert_eq!((forms.get(a), forms.get(b)), (Some(&"hidden"), Some(&"b")));
    let layer = forms.pop();
    assert_eq!((forms.get(a), forms.has(b), layer.len()), (Some(&"a"), false, 2));
}
