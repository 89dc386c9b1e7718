//! Custom assembly of the `mem` ops, and what the `vector` ops share of it.

use super::ops::{Copy, ExtentOf, Load, Store};
use crate::shared::syntax::{parse_extent_of, print_extent_of};
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::text::{Assembly, Delimiter, OpParser, OpState, Operand, Operands, ParseResult, Printer};

/// Takes `%m[%i, %j]`.
pub(crate) fn parse_element(p: &mut OpParser) -> ParseResult<(Operand, Operands)> {
    let memref = p.operand()?;
    Ok((memref, p.operands(Delimiter::Square)?))
}

/// Writes `%m[%i, %j]`.
pub(crate) fn print_element(p: &mut Printer, memref: Value, subscripts: impl IntoIterator<Item = Value>) {
    p.value(memref);
    p.text("[");
    p.values(subscripts);
    p.text("]");
}

impl Assembly for Load {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let (memref, subscripts) = parse_element(p)?;
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        p.resolve_into(memref, ty, state)?;
        let index = p.ctx().index();
        p.resolve_same(&subscripts, index, state)?;
        state.results.push(p.ctx().elem_type(ty));
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        print_element(p, op.operand(0), op.operands().skip(1));
        p.attr_dict(op, &[]);
        p.text(" : ");
        p.ty(op.operand_type(0));
    }
}

impl Assembly for Store {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let value = p.operand()?;
        p.expect(tf_ir::text::Tok::Comma)?;
        let (memref, subscripts) = parse_element(p)?;
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        let elem = p.ctx().elem_type(ty);
        p.resolve_into(value, elem, state)?;
        p.resolve_into(memref, ty, state)?;
        let index = p.ctx().index();
        p.resolve_same(&subscripts, index, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.value(op.operand(0));
        p.text(", ");
        print_element(p, op.operand(1), op.operands().skip(2));
        p.attr_dict(op, &[]);
        p.text(" : ");
        p.ty(op.operand_type(1));
    }
}

/// `%a, %b : T`, or `T to U` where the types differ in how their extents are written.
impl Assembly for Copy {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let from = p.operand()?;
        p.expect(tf_ir::text::Tok::Comma)?;
        let to = p.operand()?;
        p.attr_dict(state)?;
        let from_type = p.colon_ty()?;
        let to_type = if p.accept_keyword("to") { p.ty()? } else { from_type };
        p.resolve_into(from, from_type, state)?;
        p.resolve_into(to, to_type, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.values(op.operands());
        p.attr_dict(op, &[]);
        p.text(" : ");
        p.ty(op.operand_type(0));
        if op.operand_type(1) != op.operand_type(0) {
            p.text(" to ");
            p.ty(op.operand_type(1));
        }
    }
}

impl Assembly for ExtentOf {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse_extent_of(p, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        print_extent_of(op, p);
    }
}
