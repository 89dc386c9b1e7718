//! Custom assembly of the `vector` ops.

use super::ops::{Broadcast, Extract, Gather, Insert, Lanes, Load, Reduce, Scatter, Store};
use crate::mem::asm::{parse_element, print_element};
use crate::shared::syntax::{parse_elements, parse_fastmath, parse_kind, print_elements, print_fastmath};
use tf_ir::opref::OpRef;
use tf_ir::text::{Assembly, Delimiter, OpParser, OpState, Operand, ParseResult, Printer, Tok, Types};
use tf_ir::types::Type;

/// `mask %k else %v`, not looked up.
#[derive(Default)]
struct Masked {
    mask: Option<Operand>,
    other: Option<Operand>,
}

/// Takes `mask %k` and, for reads, `else %v` if they come next.
fn parse_mask(p: &mut OpParser, reads: bool) -> ParseResult<Masked> {
    if !p.accept_keyword("mask") {
        return Ok(Masked::default());
    }
    let mask = Some(p.operand()?);
    if !reads {
        return Ok(Masked { mask, other: None });
    }
    p.keyword("else")?;
    Ok(Masked { mask, other: Some(p.operand()?) })
}

/// Adds the mask and the values of lanes that are off, for a vector type.
fn resolve_mask(p: &mut OpParser, masked: Masked, vector: Type, state: &mut OpState) -> ParseResult {
    if let Some(mask) = masked.mask {
        let ty = p.ctx().with_elem(vector, p.ctx().i1());
        p.resolve_into(mask, ty, state)?;
    }
    masked.other.map_or(Ok(()), |other| p.resolve_into(other, vector, state))
}

fn print_mask(p: &mut Printer, lanes: &Lanes) {
    for (word, value) in [(" mask ", lanes.mask), (" else ", lanes.other)] {
        if let Some(value) = value {
            p.text(word);
            p.value(value);
        }
    }
}

fn parse_axis(p: &mut OpParser, state: &mut OpState) -> ParseResult {
    p.keyword("axis")?;
    p.expect(Tok::Equal)?;
    let axis = p.ctx().i64_attr(p.integer::<i64>()?);
    p.set_attr(state, "axis", axis);
    Ok(())
}

fn print_axis(p: &mut Printer, axis: usize) {
    p.text(" axis = ");
    p.integer(axis);
}

/// Takes the rest of a load or gather from the brackets on, or of a store or scatter of `value`. With `axis`, the
/// subscripts are indices; else their types stand behind the memref's.
fn parse_lanes(p: &mut OpParser, value: Option<Operand>, axis: bool, state: &mut OpState) -> ParseResult {
    let (memref, subscripts) = parse_element(p)?;
    if axis {
        parse_axis(p, state)?;
    }
    let masked = parse_mask(p, value.is_none())?;
    p.attr_dict(state)?;
    let memref_type = p.colon_ty()?;
    let mut types = Types::new();
    if axis {
        types.extend(subscripts.iter().map(|_| p.ctx().index()));
    } else {
        p.list_of(Delimiter::Square, |p| {
            types.push(p.ty()?);
            Ok(())
        })?;
    }
    p.expect(Tok::Comma)?;
    let vector = p.ty()?;
    match value {
        Some(value) => p.resolve_into(value, vector, state)?,
        None => state.results.push(vector),
    }
    p.resolve_into(memref, memref_type, state)?;
    p.resolve_all(&subscripts, &types, state)?;
    resolve_mask(p, masked, vector, state)
}

/// Writes the types of a load, store, gather or scatter.
fn print_types(op: OpRef<'_>, memref: usize, subscripts: Option<&Lanes>, vector: Type, p: &mut Printer) {
    p.attr_dict(op, &["axis"]);
    p.text(" : ");
    p.ty(op.operand_type(memref));
    if let Some(lanes) = subscripts {
        p.text("[");
        p.value_types(lanes.subscripts.iter().copied());
        p.text("]");
    }
    p.text(", ");
    p.ty(vector);
}

impl Assembly for Load {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse_lanes(p, None, true, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Load);
        let lanes = view.lanes();
        p.text(" ");
        print_element(p, op.operand(0), lanes.subscripts.iter().copied());
        print_axis(p, view.lane_axis());
        print_mask(p, &lanes);
        print_types(op, 0, None, op.result_type(0), p);
    }
}

impl Assembly for Store {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let value = p.operand()?;
        p.expect(Tok::Comma)?;
        parse_lanes(p, Some(value), true, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(Store);
        let lanes = view.lanes();
        p.text(" ");
        p.value(op.operand(0));
        p.text(", ");
        print_element(p, op.operand(1), lanes.subscripts.iter().copied());
        print_axis(p, view.lane_axis());
        print_mask(p, &lanes);
        print_types(op, 1, None, op.operand_type(0), p);
    }
}

impl Assembly for Gather {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse_lanes(p, None, false, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let lanes = op.view(Gather).lanes();
        p.text(" ");
        print_element(p, op.operand(0), lanes.subscripts.iter().copied());
        print_mask(p, &lanes);
        print_types(op, 0, Some(&lanes), op.result_type(0), p);
    }
}

impl Assembly for Scatter {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let value = p.operand()?;
        p.expect(Tok::Comma)?;
        parse_lanes(p, Some(value), false, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let lanes = op.view(Scatter).lanes();
        p.text(" ");
        p.value(op.operand(0));
        p.text(", ");
        print_element(p, op.operand(1), lanes.subscripts.iter().copied());
        print_mask(p, &lanes);
        print_types(op, 1, Some(&lanes), op.operand_type(0), p);
    }
}

impl Assembly for Broadcast {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        parse_elements(p, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        print_elements(op, p);
    }
}

impl Assembly for Reduce {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let kind = p.ctx().string_attr(parse_kind(p)?.name());
        p.set_attr(state, "kind", kind);
        let vector = p.operand()?;
        parse_fastmath(p, state)?;
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        state.results.push(p.ctx().elem_type(ty));
        p.resolve_into(vector, ty, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.text(op.attr("kind").and_then(|a| op.ctx().attr_str(a)).unwrap_or_default());
        p.text(" ");
        p.value(op.operand(0));
        print_fastmath(op, p);
        p.attr_dict(op, &["kind", "fastmath"]);
        p.text(" : ");
        p.ty(op.operand_type(0));
    }
}

impl Assembly for Extract {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let (vector, lane) = parse_lane(p)?;
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        state.results.push(p.ctx().elem_type(ty));
        p.resolve_into(vector, ty, state)?;
        let index = p.ctx().index();
        p.resolve_into(lane, index, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        print_element(p, op.operand(0), [op.operand(1)]);
        p.attr_dict(op, &[]);
        p.text(" : ");
        p.ty(op.operand_type(0));
    }
}

/// Takes `%v[%l]`.
fn parse_lane(p: &mut OpParser) -> ParseResult<(Operand, Operand)> {
    let vector = p.operand()?;
    p.expect(Tok::LSquare)?;
    let lane = p.operand()?;
    p.expect(Tok::RSquare)?;
    Ok((vector, lane))
}

impl Assembly for Insert {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let value = p.operand()?;
        p.expect(Tok::Comma)?;
        let (vector, lane) = parse_lane(p)?;
        p.attr_dict(state)?;
        let ty = p.colon_ty()?;
        let (elem, index) = (p.ctx().elem_type(ty), p.ctx().index());
        p.resolve_into(value, elem, state)?;
        p.resolve_into(vector, ty, state)?;
        p.resolve_into(lane, index, state)?;
        state.results.push(ty);
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" ");
        p.value(op.operand(0));
        p.text(", ");
        print_element(p, op.operand(1), [op.operand(2)]);
        p.attr_dict(op, &[]);
        p.text(" : ");
        p.ty(op.operand_type(1));
    }
}
