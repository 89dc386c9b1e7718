//! A small dialect for tests: integers with constants, folding and rules.
#![allow(dead_code)]

use std::sync::Arc;
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::{self, ANY_ATTR, ANY_TYPE};
use tf_ir::context::Context;
use tf_ir::interfaces::{Effect, Effects, Fold, Folded, FoldedResults, Materialize};
use tf_ir::location::Location;
use tf_ir::opref::OpRef;
use tf_ir::registry::{Arity, AttrSpec, Count, OpInfo, Registry, Traits, ValueSpec};
use tf_ir::types::Type;

struct FoldWith(fn(i128, i128) -> i128, Option<i128>);

impl Fold for FoldWith {
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        let ctx = op.ctx();
        let int = |a: Option<Attribute>| a.and_then(|a| ctx.attr_int(a));
        let folded = match (int(constants[0]), int(constants[1])) {
            (Some(a), Some(b)) => Folded::Constant(ctx.int_attr(op.result_type(0), (self.0)(a, b))),
            (None, Some(b)) if Some(b) == self.1 => Folded::Value(op.operand(0)),
            _ => return None,
        };
        Some([folded].into_iter().collect())
    }
}

struct FoldConstant;

impl Fold for FoldConstant {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        Some([Folded::Constant(op.slot(0)?)].into_iter().collect())
    }
}

struct MakeConstant;

impl Materialize for MakeConstant {
    fn constant(&self, ctx: &Context, value: Attribute, _: Type) -> Option<(OpKind, Attribute)> {
        ctx.attr_int(value).map(|_| (OpKind::of("t.constant"), value))
    }
}

/// Effects that are the same for every op of a name.
pub struct Always(pub Effect);

impl Effects for Always {
    fn effects(&self, _: OpRef<'_>) -> smallvec::SmallVec<[Effect; 2]> {
        [self.0].into_iter().collect()
    }
}

fn value(name: &'static str, arity: Arity) -> ValueSpec {
    ValueSpec { name, constraint: ANY_TYPE, arity, ty: None }
}

fn pure(name: &'static str, operands: usize, traits: Traits) -> OpInfo {
    const NAMES: [&str; 3] = ["a", "b", "c"];
    OpInfo {
        traits: Traits::PURE.with(traits),
        operands: Some(NAMES[..operands].iter().map(|n| value(n, Arity::One)).collect()),
        results: Some(vec![value("r", Arity::One)]),
        ..OpInfo::new(name)
    }
}

fn binary(name: &'static str, traits: Traits, eval: fn(i128, i128) -> i128, neutral: Option<i128>) -> OpInfo {
    OpInfo { fold: Some(Arc::new(FoldWith(eval, neutral))), ..pure(name, 2, traits.with(Traits::SAME_TYPE)) }
}

/// The test dialect `t`.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.dialect("t", "For tests");
    registry.dialect_interface::<dyn Materialize>("t", Arc::new(MakeConstant));
    let spec = AttrSpec { name: "value", constraint: ANY_ATTR, optional: false, default: None };
    registry.op(OpInfo {
        attrs: vec![spec],
        fold: Some(Arc::new(FoldConstant)),
        ..pure("t.constant", 0, Traits::CONSTANT)
    });
    registry.op(binary("t.add", Traits::COMMUTATIVE, i128::wrapping_add, Some(0)));
    registry.op(binary("t.sub", Traits::default(), i128::wrapping_sub, Some(0)));
    registry.op(binary("t.mul", Traits::COMMUTATIVE, i128::wrapping_mul, Some(1)));
    registry.op(pure("t.neg", 1, Traits::INVOLUTION));
    registry.op(pure("t.abs", 1, Traits::IDEMPOTENT));
    let any = || Some(vec![value("v", Arity::Variadic)]);
    registry.op(OpInfo { operands: any(), results: any(), ..OpInfo::new("t.use") });
    let effects = |name, effect| {
        let info = OpInfo { operands: any(), results: any(), ..OpInfo::new(name) };
        info.with::<dyn Effects>(Arc::new(Always(effect)))
    };
    registry.op(effects("t.read", Effect::Read(None)));
    registry.op(effects("t.write", Effect::Write(None)));
    let region = |name, traits: Traits| OpInfo {
        traits: traits.with(Traits::NO_TERMINATOR),
        operands: any(),
        results: any(),
        regions: Count::AtLeast(1),
        ..OpInfo::new(name)
    };
    registry.op(region("t.region", Traits::RECURSIVE_EFFECTS));
    registry.op(region("t.opaque_region", Traits::default()));
    registry.op(region("t.isolated", Traits::ISOLATED.with(Traits::RECURSIVE_EFFECTS)));
    registry.op(region("t.func", Traits::ISOLATED.with(Traits::SYMBOL)));
    registry.op(OpInfo {
        traits: Traits::TERMINATOR,
        operands: any(),
        successors: Count::AtLeast(0),
        ..OpInfo::new("t.end")
    });
    registry
}

/// A body under construction: a module with the test dialect.
pub struct Fixture {
    pub body: Body,
    pub block: Block,
    pub i32: Type,
}

impl Default for Fixture {
    fn default() -> Self {
        let ctx = Context::new(registry());
        let body = builtin::module(&ctx, Location::UNKNOWN);
        let block = body.entry_block().expect("modules have a block");
        Fixture { body, block, i32: ctx.i32() }
    }
}

impl Fixture {
    pub fn constant(&mut self, n: i128) -> Value {
        let attr = self.body.ctx().int_attr(self.i32, n);
        let ty = self.i32;
        Builder::at_end(&mut self.body, self.block, Location::UNKNOWN).value(
            "t.constant",
            &[],
            ty,
            &[("value", attr)],
        )
    }

    pub fn op(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = self.i32;
        Builder::at_end(&mut self.body, self.block, Location::UNKNOWN).value(name, operands, ty, &[])
    }

    pub fn keep(&mut self, operands: &[Value]) -> Op {
        Builder::at_end(&mut self.body, self.block, Location::UNKNOWN).op("t.use", operands, &[], &[])
    }

    /// A value that nothing is known of.
    pub fn opaque(&mut self) -> Value {
        self.op("t.use", &[])
    }

    /// The ops below the root as `name(operand names)=value`, in order.
    pub fn show(&self) -> Vec<String> {
        show(&self.body)
    }
}

/// The ops of a body, one text each: `t.add(t.constant 3, t.use)`.
pub fn show(body: &Body) -> Vec<String> {
    let leaf = |v: Value| match body.def_op(v) {
        Some(op) => match tf_ir::rewrite::constant_value(body, v) {
            Some(attr) => body.ctx().attr_int(attr).map_or("?".to_string(), |n| n.to_string()),
            None => body.info(op).name.to_string(),
        },
        None => "arg".to_string(),
    };
    let one = |op: &Op| {
        let operands: Vec<String> = body.operands(*op).map(leaf).collect();
        let value = body.op(*op).constant().and_then(|a| body.ctx().attr_int(a));
        let value = value.map_or(String::new(), |n| format!(" {n}"));
        format!("{}{value}({})", body.info(*op).name, operands.join(", "))
    };
    tf_ir::walk::preorder(body).iter().map(one).collect()
}
