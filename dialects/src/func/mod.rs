//! The `func` dialect: functions, calls, returns, and functions as values, as in upstream MLIR.

mod assembly;
pub mod bound;
pub mod declared_extents;
pub mod derivative;
pub mod elements;
pub mod local;
pub mod names;
mod ops;
pub mod plan;
pub mod reuses;
pub mod routine;
mod rules;
pub mod signature;

pub use assembly::FunctionAssembly;
pub use ops::{
    Call, CallIndirect, CallIndirectOp, CallOp, Constant, ConstantOp, Func, FuncOp, Return, ReturnOp,
    function_parts,
};

use std::sync::Arc;
use tf_ir::OpKind;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::interfaces::Materialize;
use tf_ir::location::Location;
use tf_ir::registry::{OpInfo, Registry};
use tf_ir::rewrite::{Canonicalize, PatternSet};
use tf_ir::text::FormatAssembly;
use tf_ir::types::{Type, TypeData};

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect("func", "Functions and calls, as upstream MLIR's") {
        return;
    }
    registry.dialect_interface::<dyn Materialize>("func", Arc::new(FunctionConstants));
    let patterns: fn(&mut PatternSet) = rules::patterns;
    registry.dialect_interface::<dyn Canonicalize>("func", Arc::new(patterns));
    registry.op(OpInfo { assembly: Some(Arc::new(FunctionAssembly)), ..Func::info() });
    registry.op(Return::info());
    registry.op(Call::info());
    registry.op(OpInfo { assembly: Some(Arc::new(assembly::CallIndirectAssembly)), ..CallIndirect::info() });
    let constant = FormatAssembly::new("attr-dict $value `:` type($result)")
        .result_names(|op, names| names.set(op.result(0), "f"));
    registry.op(OpInfo { assembly: Some(Arc::new(constant)), ..Constant::info() });
}

/// Symbols as values of function type: `func.constant`.
struct FunctionConstants;

impl Materialize for FunctionConstants {
    fn constant(&self, ctx: &Context, value: Attribute, ty: Type) -> Option<(OpKind, Attribute)> {
        let flat = matches!(ctx.attr_data(value), AttrData::Symbol(_, nested) if nested.is_empty());
        let function = matches!(ctx.type_data(ty), TypeData::Function { .. });
        (flat && function).then_some((Constant::KIND, value))
    }
}

/// A function with an empty entry block that has the arguments; adopt the body into a module.
pub fn function(
    ctx: &Context,
    name: &str,
    inputs: &[Type],
    results: &[Type],
    loc: Location,
) -> (Body, Block) {
    let mut body = declaration(ctx, name, inputs, results, loc);
    let root = body.root();
    body.set_slot(root, Func::SYM_VISIBILITY, None);
    let region = body.region(root, 0);
    let entry = body.add_block(region, inputs);
    (body, entry)
}

/// A private function without body.
pub fn declaration(ctx: &Context, name: &str, inputs: &[Type], results: &[Type], loc: Location) -> Body {
    let mut body = Body::new(ctx, Func, loc, 1);
    let root = body.root();
    body.set_slot(root, Func::SYM_NAME, Some(ctx.string_attr(name)));
    body.set_slot(root, Func::FUNCTION_TYPE, Some(ctx.type_attr(ctx.function(inputs, results))));
    body.set_slot(root, Func::SYM_VISIBILITY, Some(ctx.string_attr("private")));
    body
}

/// Builds `func.return`.
pub fn build_return(b: &mut Builder<'_>, values: &[Value]) -> Op {
    b.op(Return, values, &[], &[])
}

/// Builds `func.call`.
pub fn build_call(b: &mut Builder<'_>, callee: &str, operands: &[Value], results: &[Type]) -> Op {
    let callee = b.body.ctx().symbol_attr(callee);
    b.op(Call, operands, results, &[("callee", callee)])
}
