//! Tiles with a layout: a comprehension over the stored elements, and reads mapped through the layout.

use tf_dialects::tensor::bounds::is_proved_inside;
use tf_dialects::tensor::decompose::{at_offsets, element};
use tf_dialects::tensor::tile::constant_extents;
use tf_dialects::tensor::{At, Policy, Subscripts, TileLayout, TileRead, build, set_policy};
use tf_ir::affine::{AffineError, AffineExpr, Ranges};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_passes_common::code::ranges::{multiples, ranges};

/// Replaces a tile with a layout; all of its uses must be reads of elements.
pub fn store(body: &mut Body, op: Op) -> Result<(), Diagnostic> {
    let view = body.view(op, TileRead);
    let layout = view
        .tile_layout()
        .expect("the caller checked that it has a layout")
        .map_err(|why| illegal(body, op, &why))?;
    let reads: Vec<Op> = body.uses(body.result(op, 0)).map(|u| u.op).collect();
    for read in &reads {
        check_read(body, op, *read)?;
    }
    let stored = stored(body, op, &layout)?;
    for read in reads {
        redirect(body, read, stored, &layout)?;
    }
    body.erase(op);
    Ok(())
}

fn illegal(body: &Body, op: Op, why: &dyn std::fmt::Display) -> Diagnostic {
    body.op(op).error(format_args!("has a layout that {why}")).code(&codes::ILLEGAL)
}

/// Checks that an op reads an element of a tile that is in bounds, possibly after its subscripts are wrapped.
/// `canonicalize` builds the latter from a subscript `i mod n` along an axis of extent `n`.
fn check_read(body: &Body, tile: Op, read: Op) -> Result<(), Diagnostic> {
    let Some(view) = body.cast(read, At) else {
        let error = body.op(read).error(
            "uses a tile with a layout as a whole: read it by tensor.at or tensor.tile_read, or leave the layout out",
        );
        return Err(error.code(&codes::ILLEGAL).note(body.loc(tile), "the tile"));
    };
    if matches!(view.out_of_bounds(), Policy::Assumed | Policy::Wrap) || is_proved_inside(body.op(read)) {
        return Ok(());
    }
    let error = body.op(read).error(format_args!(
        "reads a tile with a layout with the policy {}, and is not proved to be in bounds: apply the policy \
         where the tile is read from its tensor",
        view.out_of_bounds()
    ));
    Err(error.code(&codes::ILLEGAL).note(body.loc(tile), "the tile"))
}

/// The elements of a tile in storage order.
fn stored(body: &mut Body, op: Op, layout: &TileLayout) -> Result<Value, Diagnostic> {
    let too_large =
        |body: &Body, error: AffineError| illegal(body, op, &format!("cannot be applied: {error}"));
    let view = body.view(op, TileRead);
    let (source, begin) = (view.source(), view.begin());
    let (policy, fill) = (view.out_of_bounds(), view.fill());
    let extents: Vec<Extent> = layout.stored().iter().map(|n| Extent::constant(*n)).collect();
    let exprs = at_offsets(&begin, &layout.inverse()).map_err(|error| too_large(body, error))?;
    let values = [&begin.values[..], &vec![source; extents.len()]].concat();
    Subscripts::new(&exprs, &values, &begin.extents).map_err(|error| too_large(body, error))?;
    let elem = body.ctx().elem_type(body.ty(source));
    let mut b = Builder::before(body, op);
    Ok(build::compute_one(&mut b, &extents, elem, |b, indices| {
        let values = [&begin.values[..], indices].concat();
        let at = Subscripts::new(&exprs, &values, &begin.extents)
            .expect("the same expressions were checked before");
        element(b, source, &at, (policy, fill))
    }))
}

/// The in-bounds subscripts of a read: with the policy `wrap` and no proof, modulo the extents.
fn wrapped(body: &Body, read: Op, at: &Subscripts, ranges: &Ranges) -> Result<Vec<AffineExpr>, AffineError> {
    let exprs = at.map.results();
    if body.view(read, At).out_of_bounds() != Policy::Wrap || is_proved_inside(body.op(read)) {
        return Ok(exprs.to_vec());
    }
    let tile = body.ty(body.view(read, At).source());
    let extents = constant_extents(body.ctx(), tile).expect("a tile with a layout has constant extents");
    exprs
        .iter()
        .zip(extents)
        .map(|(expr, extent)| Ok(expr.modulo(&AffineExpr::constant(extent))?.simplify(ranges)))
        .collect()
}

/// Reads an element of a tile from its stored elements.
fn redirect(body: &mut Body, read: Op, stored: Value, layout: &TileLayout) -> Result<(), Diagnostic> {
    let at = Subscripts::of_op(body.op(read)).expect("a read has subscripts");
    let (ranges, multiples) = (ranges(body, &at.values), multiples(body, &at.values));
    let place = wrapped(body, read, &at, &ranges)
        .and_then(|inside| layout.place(&inside, &ranges, &multiples))
        .and_then(|place| Subscripts::new(&place, &at.values, &at.extents))
        .map_err(|error| illegal(body, read, &format!("cannot be applied: {error}")))?;
    let mut b = Builder::before(body, read);
    // It is in bounds, which the verifier may not see for the parts of an index.
    let value = build::at(&mut b, stored, &place, Policy::Clamp, None);
    let new = body.def_op(value).expect("the read was built above");
    if is_proved_inside(body.op(new)) {
        set_policy(body, new, Policy::Assumed);
    }
    body.replace(read, &[value]);
    Ok(())
}
