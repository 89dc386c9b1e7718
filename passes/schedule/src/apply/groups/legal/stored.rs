//! Layouts of members that a schedule specifies: the axes of a tile are permuted, or split by constants, and
//! readers address the stored elements.

use tf_dialects::tensor::schedule::MemberLayout;
use tf_dialects::tensor::schedule::error::PlanError;
use tf_dialects::tensor::tile_layout::{Digit, places};
use tf_dialects::tensor::{Compute, Subscripts};
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineOp};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_passes_common::code::ranges::{multiples, ranges};
use tf_passes_common::code::subscript::{Form, Subscript, combined, joined};
use tf_passes_common::rules::refusal::OfSchedule;

/// The stored axes, outermost first: a whole axis, or the quotient or remainder of one by a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored(Vec<(usize, Digit)>);

impl Stored {
    /// The layout that a schedule specifies for a member.
    ///
    /// # Errors
    /// A layout of other axes.
    pub fn of(
        body: &Body,
        op: Op,
        (name, layout): (&str, &MemberLayout),
    ) -> Result<Stored, OfSchedule<PlanError>> {
        layout.digits(name, &body.view(op, Compute).loop_names().axes).map(Stored).map_err(OfSchedule::plan)
    }

    /// The layout of a tile that has only these axes; `None` if it stores none of them.
    pub fn of_part(&self, axes: &[usize]) -> Option<Stored> {
        let own = |(axis, digit): &(usize, Digit)| {
            axes.iter().position(|known| known == axis).map(|place| (place, *digit))
        };
        let digits: Vec<(usize, Digit)> = self.0.iter().filter_map(own).collect();
        (!digits.is_empty()).then_some(Stored(digits))
    }

    /// The stored axes.
    pub fn digits(&self) -> &[(usize, Digit)] {
        &self.0
    }

    /// The stored extents, rounded up to whole multiples of constants; `None` if an extent leaves 64 bits.
    pub fn extents(&self, extents: &[Extent]) -> Option<Vec<Extent>> {
        let one = |(axis, digit): &(usize, Digit)| match digit {
            Digit::Whole => Some(extents[*axis].clone()),
            Digit::Quotient(c) => extents[*axis].add_const(c - 1).and_then(|n| n.floordiv(*c)).ok(),
            Digit::Remainder(c) => Some(Extent::constant(*c)),
        };
        self.0.iter().map(one).collect()
    }

    /// The index of each axis, from the indices of stored axes.
    pub fn indices(&self, local: &[Value], axes: usize) -> Vec<Subscript> {
        let of_axis = |axis: usize| {
            let parts = self.0.iter().zip(local).filter(|((own, _), _)| *own == axis);
            let terms: Vec<(Subscript, i64)> = parts
                .map(|((_, digit), local)| match digit {
                    Digit::Quotient(c) => (Subscript::value(*local), *c),
                    Digit::Whole | Digit::Remainder(_) => (Subscript::value(*local), 1),
                })
                .collect();
            combined(&terms)
        };
        (0..axes).map(of_axis).collect()
    }

    /// The stored position of the element at these indices.
    pub fn place(&self, body: &Body, indices: &[Subscript]) -> Vec<Subscript> {
        let all = joined(indices, &Form::Value).expect("a sum of indices is a small expression");
        let (ranges, multiples) = (ranges(body, &all.values), multiples(body, &all.values));
        let found = places(&self.0, all.map.results(), &ranges, &multiples)
            .expect("a part of an index is a small expression");
        let one = |expr| Subscript {
            expr,
            dims: all.values.iter().copied().collect(),
            symbols: all.extents.clone(),
        };
        found.into_iter().map(one).collect()
    }

    /// The names of the loops over stored axes: a whole axis keeps its name, the others get fresh names.
    pub fn names(&self, axes: &[String]) -> Vec<String> {
        let one = |(axis, digit): &(usize, Digit)| match digit {
            Digit::Whole => axes[*axis].clone(),
            Digit::Quotient(_) => free_name(&axes[*axis], "outer", axes),
            Digit::Remainder(_) => free_name(&axes[*axis], "inner", axes),
        };
        self.0.iter().map(one).collect()
    }

    /// True if an axis is split: the stored axes then have other ends.
    pub fn is_cut(&self) -> bool {
        self.0.iter().any(|(_, digit)| *digit != Digit::Whole)
    }

    /// The greatest constant that splits an axis.
    pub fn cut(&self) -> i64 {
        let by = |(_, digit): &(usize, Digit)| match digit {
            Digit::Whole => 1,
            Digit::Quotient(c) | Digit::Remainder(c) => *c,
        };
        self.0.iter().map(by).max().unwrap_or(1)
    }
}

/// Simplifies quotients and remainders in the subscripts of an op by the ranges of loops: terms that are
/// multiples of the constant divide evenly, and do not change the remainder.
pub(crate) fn simplify_cuts(body: &mut Body, op: Op) {
    let Some(all) = Subscripts::of_op(body.op(op)) else { return };
    if !all.map.results().iter().any(|expr| cut_of(expr).is_some()) {
        return;
    }
    let (ranges, multiples) = (ranges(body, &all.values), multiples(body, &all.values));
    let one = |expr: &AffineExpr| match cut_of(expr) {
        Some((index, digit)) => places(&[(0, digit)], &[index], &ranges, &multiples).ok()?.pop(),
        None => Some(expr.clone()),
    };
    let exprs: Option<Vec<AffineExpr>> = all.map.results().iter().map(one).collect();
    let new = exprs.and_then(|exprs| Subscripts::new(&exprs, &all.values, &all.extents).ok());
    new.into_iter().for_each(|new| new.set(body, op));
}

/// The dividend of an expression that is a quotient or a remainder, and which of both it is.
fn cut_of(expr: &AffineExpr) -> Option<(AffineExpr, Digit)> {
    let AffineExprKind::Binary(op, index, by) = expr.kind() else { return None };
    let by = by.as_const().filter(|by| *by > 0)?;
    match op {
        AffineOp::FloorDiv => Some((index.clone(), Digit::Quotient(by))),
        AffineOp::Mod => Some((index.clone(), Digit::Remainder(by))),
        _ => None,
    }
}

/// A name for a part of an axis that is not the name of an axis.
fn free_name(axis: &str, part: &str, axes: &[String]) -> String {
    let mut name = format!("{axis}_{part}");
    while axes.contains(&name) {
        name.push('_');
    }
    name
}
