//! Dialect conversion.

use crate::common::{Fixture, show};
use std::sync::Arc;
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::Body;
use tf_ir::builder::Builder;
use tf_ir::builtin::{ANY_ATTR, ANY_TYPE};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{CallLike, FunctionLike, Splitting, Structural};
use tf_ir::location::Location;
use tf_ir::opref::OpRef;
use tf_ir::registry::{Arity, AttrSpec, Count, OpInfo, Traits, ValueSpec};
use tf_ir::rewrite::convert::*;
use tf_ir::types::Type;
use tf_ir::verify::verify;

struct Func;

impl FunctionLike for Func {
    fn return_op(&self) -> OpKind {
        OpKind::of("t.return")
    }
}

struct Call;

impl CallLike for Call {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<&'a str> {
        op.ctx().attr_symbol(op.attr("callee")?)
    }
}

struct Together;

impl Structural for Together {}

struct Apart;

impl Structural for Apart {
    fn splitting(&self) -> Splitting {
        Splitting::Apart
    }
}

/// The test dialect with functions, calls and returns, and `u`, the dialect it is converted to.
fn context() -> Context {
    let mut registry = crate::common::registry();
    let any = || Some(vec![ValueSpec { name: "v", constraint: ANY_TYPE, arity: Arity::Variadic, ty: None }]);
    let attr = |name| AttrSpec { name, constraint: ANY_ATTR, optional: true, default: None };
    registry.op(OpInfo {
        traits: Traits::ISOLATED.with(Traits::SYMBOL).with(Traits::NO_TERMINATOR),
        attrs: vec![attr("function_type")],
        regions: Count::Exactly(1),
        ..OpInfo::new("t.fn")
    }
    .with::<dyn FunctionLike>(Arc::new(Func)));
    let call =
        OpInfo { operands: any(), results: any(), attrs: vec![attr("callee")], ..OpInfo::new("t.call") };
    registry.op(call.with::<dyn CallLike>(Arc::new(Call)));
    registry.op(OpInfo {
        traits: Traits::RETURN_LIKE.with(Traits::TERMINATOR),
        operands: any(),
        ..OpInfo::new("t.return")
    });
    registry.dialect("u", "The target");
    registry.op(OpInfo {
        operands: any(),
        results: any(),
        regions: Count::AtLeast(1),
        ..OpInfo::new("t.loop")
    }
    .with::<dyn Structural>(Arc::new(Together)));
    let select = OpInfo { operands: any(), results: any(), ..OpInfo::new("t.select") };
    registry.op(select.with::<dyn Structural>(Arc::new(Apart)));
    for name in ["u.add", "u.mul", "u.value", "u.pair"] {
        registry.op(OpInfo { operands: any(), results: any(), ..OpInfo::new(name) });
    }
    Context::new(registry)
}

/// `t.fn (i32) -> i32` with the code that `fill` makes; its argument is the fixture's first value.
fn function(fill: impl FnOnce(&mut Fixture, tf_ir::body::Value) -> tf_ir::body::Value) -> Body {
    let ctx = context();
    let i32 = ctx.i32();
    let mut body = Body::new(&ctx, "t.fn", Location::UNKNOWN, 1);
    let root = body.root();
    body.set_attr(root, "function_type", ctx.type_attr(ctx.function(&[i32], &[i32])));
    let region = body.region(root, 0);
    let block = body.add_block(region, &[i32]);
    let arg = body.arg(block, 0);
    let mut f = Fixture { body, block, i32 };
    let result = fill(&mut f, arg);
    Builder::at_end(&mut f.body, block, Location::UNKNOWN).op("t.return", &[result], &[], &[]);
    f.body
}

fn to_i64() -> TypeConverter {
    TypeConverter::new().one(|ctx, ty| (ty == ctx.i32()).then(|| ctx.i64()))
}

fn arithmetic() -> Conversions {
    let mut set = ConversionSet::new();
    for (from, to) in [("t.add", "u.add"), ("t.mul", "u.mul"), ("t.use", "u.value")] {
        set.on(from, move |op, operands, rw| {
            let types = rw.result_types(op)?;
            let new = rw.op(to, operands.all(), &types, &[]);
            let values: Vec<_> = rw.body.results(new).collect();
            rw.replace(op, &values);
            Ok(())
        });
    }
    set.freeze()
}

fn target() -> Target {
    Target::partial()
        .legal(&["u"])
        .illegal(&["t"])
        .op("t.return", Legality::Legal)
        .op("t.call", Legality::Legal)
}

fn convert(
    body: &mut Body,
    target: &Target,
    set: &Conversions,
    keep_casts: bool,
) -> Result<Converted, Vec<Diagnostic>> {
    let types = to_i64();
    let config = ConversionConfig { types: Some(&types), keep_casts };
    let done = convert_body(body, target, set, config, None)?;
    verify(body).expect("the body is valid after a conversion");
    Ok(done)
}

fn type_of(body: &Body, attr: Attribute) -> Type {
    body.ctx().attr_type(attr).expect("a type attribute")
}

#[test]
fn ops_types_and_the_signature_are_converted() {
    let mut body = function(|f, arg| {
        let x = f.opaque();
        let sum = f.op("t.add", &[arg, x]);
        f.op("t.mul", &[sum, sum])
    });
    let done = convert(&mut body, &target(), &arithmetic(), false).expect("converts");
    assert_eq!(show(&body), ["u.value()", "u.add(arg, u.value)", "u.mul(u.add, u.add)", "t.return(u.mul)"]);
    assert_eq!((done.conversions, done.casts), (vec![1, 1, 1], 0));
    let ctx = body.ctx();
    let function_type = type_of(&body, body.attr(body.root(), "function_type").expect("set"));
    assert_eq!(function_type, ctx.function(&[ctx.i64()], &[ctx.i64()]));
    let entry = body.entry_block().expect("a block");
    assert!(body.args(entry).all(|v| body.ty(v) == ctx.i64()));
}

#[test]
fn calls_forward_converted_types_and_keep_attributes() {
    let mut body = function(|f, arg| {
        let ty = f.i32;
        let callee = f.body.ctx().symbol_attr("g");
        Builder::at_end(&mut f.body, f.block, Location::UNKNOWN).value(
            "t.call",
            &[arg],
            ty,
            &[("callee", callee)],
        )
    });
    convert(&mut body, &target(), &arithmetic(), false).expect("converts");
    let call = body.first(body.entry_block().expect("a block")).expect("the call");
    assert_eq!(body.attr(call, "callee"), Some(body.ctx().symbol_attr("g")));
    assert_eq!(body.ty(body.result(call, 0)), body.ctx().i64());
}

#[test]
fn an_op_without_conversion_stays_and_is_named() {
    let mut body = function(|f, arg| {
        let x = f.op("t.sub", &[arg, arg]);
        let y = f.op("t.neg", &[x]);
        f.op("t.add", &[x, y])
    });
    let errors = convert(&mut body, &target(), &arithmetic(), false).expect_err("t.sub has no conversion");
    assert_eq!(errors.len(), 2, "all ops that stay are reported: {errors:?}");
    assert_eq!(errors[0].message, "'t.sub' op cannot be converted: it is illegal here");
    assert_eq!(errors[0].notes[0].1, "there is no conversion of 't.sub'");
}

#[test]
fn refusals_are_reported_with_their_reasons() {
    let mut set = ConversionSet::new();
    set.on("t.add", |_, _, rw| Err(rw.refuse(|| "it is Monday".to_string())));
    let mut body = function(|f, arg| f.op("t.add", &[arg, arg]));
    let errors = convert(&mut body, &target(), &set.freeze(), false).expect_err("refused");
    assert_eq!(errors[0].notes[0].1, "conversion 't.add' refused: it is Monday");
}

#[test]
fn values_between_old_and_new_code_are_an_error_or_a_cast() {
    let build = || {
        function(|f, arg| {
            let kept = f.op("t.neg", &[arg]);
            f.op("t.add", &[kept, arg])
        })
    };
    let target = || target().op("t.neg", Legality::Legal);
    let mut body = build();
    let errors = convert(&mut body, &target(), &arithmetic(), false).expect_err("t.neg keeps i32");
    assert!(errors[0].message.starts_with("'t.neg' op was not converted, but its operand was"), "{errors:?}");
    let mut body = build();
    let done = convert(&mut body, &target(), &arithmetic(), true).expect("casts may stay");
    assert_eq!(done.casts, 2);
    let cast = "builtin.unrealized_conversion_cast";
    assert_eq!(
        show(&body),
        [
            format!("{cast}(arg)"),
            format!("t.neg({cast})"),
            format!("{cast}(t.neg)"),
            format!("u.add({cast}, arg)"),
            "t.return(u.add)".to_string()
        ]
    );
}

#[test]
fn one_value_may_become_several() {
    let types = TypeConverter::new()
        .many(|ctx, ty| (ty == ctx.i32()).then(|| [ctx.i64(), ctx.f32()].into_iter().collect()));
    let mut set = ConversionSet::new();
    set.on("t.add", |op, operands, rw| {
        let types = rw.result_types(op)?;
        let new = rw.op("u.pair", operands.all(), &types, &[]);
        let values: Vec<_> = rw.body.results(new).collect();
        rw.replace_parts(op, &[&values]);
        Ok(())
    });
    let mut body = function(|f, arg| {
        let sum = f.op("t.add", &[arg, arg]);
        f.op("t.add", &[sum, arg])
    });
    let config = ConversionConfig { types: Some(&types), keep_casts: false };
    convert_body(&mut body, &target(), &set.freeze(), config, None).expect("converts");
    verify(&body).expect("valid");
    assert_eq!(
        show(&body),
        ["u.pair(arg, arg, arg, arg)", "u.pair(u.pair, u.pair, arg, arg)", "t.return(u.pair, u.pair)"]
    );
}

/// `t.add` and `t.return` around a loop that carries a value, and a choice by a value of another type in it.
fn structured() -> Body {
    function(|f, arg| {
        let (i32, ctx) = (f.i32, f.body.ctx().clone());
        let outer = f.block;
        let looped = Builder::at_end(&mut f.body, outer, Location::UNKNOWN).op("t.loop", &[arg], &[i32], &[]);
        f.body.set_attr(looped, "mark", ctx.symbol_attr("kept"));
        let region = f.body.region(looped, 0);
        f.block = f.body.add_block(region, &[i32]);
        let carried = f.body.arg(f.block, 0);
        let flag = {
            let mut b = Builder::at_end(&mut f.body, f.block, Location::UNKNOWN);
            b.value("t.read", &[], ctx.i1(), &[])
        };
        let chosen = f.op("t.select", &[flag, carried, arg]);
        let sum = f.op("t.add", &[chosen, carried]);
        Builder::at_end(&mut f.body, f.block, Location::UNKNOWN).op("t.return", &[sum], &[], &[]);
        f.block = outer;
        let result = f.body.result(looped, 0);
        f.op("t.add", &[result, result])
    })
}

#[test]
fn loops_calls_and_selects_forward_split_values() {
    let types = TypeConverter::new()
        .many(|ctx, ty| (ty == ctx.i32()).then(|| [ctx.i64(), ctx.f32()].into_iter().collect()));
    let mut set = ConversionSet::new();
    set.on("t.add", |op, operands, rw| {
        let types = rw.result_types(op)?;
        let new = rw.op("u.pair", operands.all(), &types, &[]);
        let values: Vec<_> = rw.body.results(new).collect();
        rw.replace_parts(op, &[&values]);
        Ok(())
    });
    let mut body = structured();
    let config = ConversionConfig { types: Some(&types), keep_casts: false };
    let target = Target::partial().op("t.add", Legality::Illegal);
    let done = convert_body(&mut body, &target, &set.freeze(), config, None).expect("converts");
    verify(&body).expect("valid");
    assert_eq!((done.conversions, done.casts), (vec![2], 0));
    assert_eq!(
        show(&body),
        [
            "t.loop(arg, arg)",
            "t.read()",
            "t.select(t.read, arg, arg)",
            "t.select(t.read, arg, arg)",
            "u.pair(t.select, t.select, arg, arg)",
            "t.return(u.pair, u.pair)",
            "u.pair(t.loop, t.loop, t.loop, t.loop)",
            "t.return(u.pair, u.pair)"
        ]
    );
    let (ctx, entry) = (body.ctx(), body.entry_block().expect("a block"));
    let looped = body.first(entry).expect("the loop");
    assert_eq!(body.attr(looped, "mark"), Some(ctx.symbol_attr("kept")));
    let inner = body.entry(body.region(looped, 0)).expect("a block");
    assert_eq!(body.args(inner).map(|v| body.ty(v)).collect::<Vec<_>>(), [ctx.i64(), ctx.f32()]);
    let selects: Vec<Type> = body.ops(inner).skip(1).take(2).map(|op| body.ty(body.result(op, 0))).collect();
    assert_eq!(selects, [ctx.i64(), ctx.f32()]);
}

#[test]
fn an_op_without_the_interface_keeps_its_types() {
    let mut body = function(|f, arg| f.op("t.use", &[arg]));
    let target = Target::partial().op("t.use", Legality::Legal);
    let errors = convert(&mut body, &target, &arithmetic(), false).expect_err("t.use gives i32");
    assert!(errors[0].message.contains("was not converted, but its operand was"), "{errors:?}");
}

#[test]
fn created_ops_are_converted_or_found_endless() {
    let mut set = ConversionSet::new();
    set.on("t.abs", |op, operands, rw| {
        let types = rw.result_types(op)?;
        let new = rw.op("t.add", &[operands.one(0)?, operands.one(0)?], &types, &[]);
        let value = rw.body.result(new, 0);
        rw.replace(op, &[value]);
        Ok(())
    });
    set.on("t.add", |op, operands, rw| {
        let types = rw.result_types(op)?;
        let new = rw.op("u.add", operands.all(), &types, &[]);
        let value = rw.body.result(new, 0);
        rw.replace(op, &[value]);
        Ok(())
    });
    set.on("t.neg", |op, operands, rw| {
        let types = rw.result_types(op)?;
        let new = rw.op("t.neg", operands.all(), &types, &[]);
        let value = rw.body.result(new, 0);
        rw.replace(op, &[value]);
        Ok(())
    });
    let set = set.freeze();
    let mut body = function(|f, arg| f.op("t.abs", &[arg]));
    convert(&mut body, &target(), &set, false).expect("converts");
    assert_eq!(show(&body), ["u.add(arg, arg)", "t.return(u.add)"]);
    let mut body = function(|f, arg| f.op("t.neg", &[arg]));
    let errors = convert(&mut body, &target(), &set, false).expect_err("never legal");
    assert!(errors[0].message.contains("still illegal after 64 conversions in a row"), "{errors:?}");
}

#[test]
fn forbidden_types_and_full_conversions_fail() {
    let types = TypeConverter::new().forbid("there are no integers", |ctx, ty| ctx.is_int(ty));
    let config = ConversionConfig { types: Some(&types), keep_casts: false };
    let mut body = function(|_, arg| arg);
    let errors = convert_body(&mut body, &target(), &arithmetic(), config, None).expect_err("forbidden");
    assert!(errors[0].message.contains("there are no integers"), "{errors:?}");
    let mut body = function(|f, arg| f.op("t.neg", &[arg]));
    let full = Target::full().op("t.return", Legality::Legal);
    let config = ConversionConfig::default();
    let errors = convert_body(&mut body, &full, &arithmetic(), config, None).expect_err("t.neg is not legal");
    assert!(errors[0].message.starts_with("'t.neg'"));
    let mut body = function(|f, arg| f.op("t.neg", &[arg]));
    assert!(
        !convert_body(&mut body, &Target::partial(), &arithmetic(), config, None)
            .expect("nothing to do")
            .changed
    );
}

#[test]
fn tests_decide_per_op() {
    let mut body = function(|f, arg| {
        let a = f.op("t.add", &[arg, arg]);
        let c = f.constant(1);
        f.op("t.add", &[a, c])
    });
    let only_constants = Target::partial().op_where("t.add", |op| op.operand_def(1).is_none());
    let config = ConversionConfig::default();
    convert_body(&mut body, &only_constants, &arithmetic(), config, None).expect("converts");
    assert_eq!(show(&body), ["t.add(arg, arg)", "t.constant 1()", "u.add(t.add, 1)", "t.return(u.add)"]);
}
