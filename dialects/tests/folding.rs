//! Constant folding where text cannot show it: sizes, bits of NaNs, what is left alone.

use tf_dialects::elementwise::{MAX_FOLDED_ELEMENTS, constant};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::{arith, elementwise, func, register_all};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::interfaces::Folded;
use tf_ir::kind::WhichOp;
use tf_ir::location::Location;
use tf_ir::registry::Registry;
use tf_ir::rewrite::fold_op;
use tf_ir::types::{Dim, Type};

fn context() -> Context {
    let mut registry = Registry::new();
    register_all(&mut registry);
    Context::new(registry)
}

/// Such an op on constants, of this result type.
fn on_constants(ctx: &Context, what: impl WhichOp, constants: &[Attribute], result: Type) -> (Body, Op) {
    let (mut body, block) = func::function(ctx, "f", &[], &[], Location::UNKNOWN);
    let mut b = Builder::at_end(&mut body, block, Location::UNKNOWN);
    let operands: Vec<Value> = constants.iter().map(|value| arith::constant(&mut b, *value)).collect();
    let op = b.op(what, &operands, &[result], &[]);
    (body, op)
}

fn folded(body: &Body, op: Op) -> Option<Attribute> {
    match fold_op(body, op)?[..] {
        [Folded::Constant(attr)] => Some(attr),
        _ => None,
    }
}

fn tensor(ctx: &Context, count: usize, elem: Type) -> Type {
    ctx.tensor([Dim::Static(count as i64)], elem)
}

#[test]
fn large_constants_are_left_to_run_time() {
    let ctx = context();
    for (count, folds) in [(MAX_FOLDED_ELEMENTS, true), (MAX_FOLDED_ELEMENTS + 1, false)] {
        let ty = tensor(&ctx, count, ctx.i32());
        let ramp: Vec<u64> = (0..count as u64).collect();
        let value = constant::dense_attr(&ctx, ty, DType::I32, &ramp).expect("a static type");
        let (body, op) = on_constants(&ctx, arith::Addi, &[value, value], ty);
        let result = folded(&body, op);
        assert_eq!(result.is_some(), folds, "{count} elements");
        if let Some(attr) = result {
            let elements = constant::elements(&ctx, attr, count).expect("a dense constant");
            assert_eq!(elements.bits()[..3], [0, 2, 4]);
            assert_eq!(elements.bits()[count - 1], 2 * (count as u64 - 1));
        }
    }
}

#[test]
fn splats_fold_at_any_size() {
    let ctx = context();
    let ty = tensor(&ctx, 1 << 40, ctx.f32());
    let value = constant::splat_attr(&ctx, ty, Scalar::from_f64(DType::F32, 1.5)).expect("a static type");
    let (body, op) = on_constants(&ctx, arith::Mulf, &[value, value], ty);
    let result = folded(&body, op).and_then(|attr| constant::uniform(&ctx, attr));
    assert_eq!(result, Some(Scalar::from_f64(DType::F32, 2.25)));
}

#[test]
fn equal_elements_become_a_splat() {
    let ctx = context();
    let ty = tensor(&ctx, 3, ctx.int(8));
    let value = constant::dense_attr(&ctx, ty, DType::I8, &[1, 2, 3]).expect("a static type");
    let (body, op) = on_constants(&ctx, arith::Xori, &[value, value], ty);
    let result = folded(&body, op).and_then(|attr| constant::uniform(&ctx, attr));
    assert_eq!(result, Some(Scalar::from_i64(DType::I8, 0)));
}

#[test]
fn bits_of_a_nan_are_preserved_or_not_folded() {
    let ctx = context();
    let bitcast = |bits: i64| {
        let value = ctx.int_attr(ctx.i32(), bits.into());
        let (body, op) = on_constants(&ctx, arith::Bitcast, &[value], ctx.f32());
        folded(&body, op).and_then(|attr| constant::scalar(&ctx, attr)).map(Scalar::bits)
    };
    assert_eq!(bitcast(0x7FC0_0001), Some(0x7FC0_0001));
    // A signalling NaN does not survive the way through an f64 attribute.
    assert_eq!(bitcast(0x7F80_0001), None);
    let ty = ctx.vector(&[2], ctx.i32());
    let floats = ctx.vector(&[2], ctx.f32());
    let value = constant::dense_attr(&ctx, ty, DType::I32, &[0x7F80_0001, 1]).expect("a static type");
    let (body, op) = on_constants(&ctx, arith::Bitcast, &[value], floats);
    let elements = folded(&body, op).and_then(|attr| constant::elements(&ctx, attr, 2));
    assert_eq!(elements.expect("dense constants hold bits").bits(), [0x7F80_0001, 1]);
}

#[test]
fn types_outside_the_table_are_left_alone() {
    let ctx = context();
    let wide = ctx.int(128);
    let value = ctx.int_attr(wide, 1 << 100);
    let (body, op) = on_constants(&ctx, arith::Addi, &[value, value], wide);
    assert_eq!(fold_op(&body, op), None);
    assert!(elementwise::kernel_of(body.op(op)).is_none());
}

#[test]
fn an_operand_per_element_and_one_for_all() {
    let ctx = context();
    let ty = ctx.vector(&[3], ctx.i32());
    let bits = ctx.vector(&[3], ctx.i1());
    let dense = |ty, dtype, bits: &[u64]| constant::dense_attr(&ctx, ty, dtype, bits).expect("a static type");
    let (a, b) = (dense(ty, DType::I32, &[1, 2, 3]), dense(ty, DType::I32, &[7]));
    let choose = dense(bits, DType::I1, &[1, 0, 1]);
    let (body, op) = on_constants(&ctx, arith::Select, &[choose, a, b], ty);
    let chosen = folded(&body, op).and_then(|attr| constant::elements(&ctx, attr, 3)).expect("folds");
    assert_eq!(chosen.bits(), [1, 7, 3]);
}
