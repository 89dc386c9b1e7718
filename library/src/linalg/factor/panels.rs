//! How factorizations go over columns: in panels of some columns, so that most of the work is products of matrices.

use crate::linalg::matrix::{Matrices, element, extent_value};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::build;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// Columns of a panel: its own loop is then a small part of the work, and a row of it a few vector registers.
pub(in crate::linalg) const WIDTH: i64 = 32;

/// Matrices of so many columns and more are taken in halves, if their extents are constant: what remains of the work gets smaller.
const HALVED: i64 = 128;
/// How many times they are: each time, there is code for both halves.
pub(in crate::linalg) const HALVINGS: u32 = 2;

/// The columns of the first half of a matrix that is taken in halves, whose panels are full ones.
pub(in crate::linalg) fn half(a: &Matrices, halvings: u32) -> Option<i64> {
    let constant = a.extents[a.batch..].iter().all(|extent| extent.as_const().is_some());
    let k = order(a).as_const().filter(|k| constant && halvings > 0 && *k >= HALVED)?;
    Some(k / 2 / WIDTH * WIDTH)
}

/// The panel of a trip. The last one may overlap the one before it, so that all have one width.
pub(in crate::linalg) struct Panel {
    /// Its first column.
    pub(in crate::linalg) first: Value,
    /// The first column that no panel before had.
    pub(super) fresh: Value,
    /// As `fresh`, counted from `first`.
    pub(super) skipped: Value,
    /// The first column behind it.
    pub(in crate::linalg) end: Value,
    pub(in crate::linalg) width: Extent,
}

/// The lesser of two extents.
pub(super) fn lesser(a: &Extent, b: &Extent) -> Extent {
    a.minimum(b).expect("extents of matrices are small expressions")
}

/// How many columns of a matrix have a row on the diagonal.
pub(in crate::linalg) fn order(a: &Matrices) -> Extent {
    lesser(&a.extents[a.batch], &a.extents[a.batch + 1])
}

/// A loop over the panels of `count` columns; `body` makes the carried values of the next one.
pub(in crate::linalg) fn over_panels(
    b: &mut Builder<'_>,
    count: &Extent,
    start: &[Value],
    body: impl FnOnce(&mut Builder<'_>, &Panel, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    // A window of a column fits no matrix without columns.
    if count.as_const() == Some(0) {
        return start.to_vec();
    }
    let width = lesser(count, &Extent::constant(WIDTH));
    let [zero, step] = [0, WIDTH].map(|n| arith::const_index(b, n));
    let (end, wide) = (extent_value(b, count), extent_value(b, &width));
    let last = arith::subi(b, end, wide);
    let made = loops::build::for_loop(b, zero, end, step, start, |b, fresh, carried| {
        let inside = arith::cmpi(b, CmpI::Slt, fresh, last);
        let first = arith::select(b, inside, fresh, last);
        let skipped = arith::subi(b, fresh, first);
        let end = arith::addi(b, first, wide);
        body(b, &Panel { first, fresh, skipped, end, width }, carried)
    });
    b.body.results(made).collect()
}

impl Panel {
    /// The shape of the panel of matrices.
    pub(super) fn extents(&self, a: &Matrices) -> Vec<Extent> {
        let mut extents = a.extents.clone();
        extents[a.batch + 1] = self.width.clone();
        extents
    }

    /// The columns of the panel, of matrices as those that it is of.
    pub(super) fn read(&self, b: &mut Builder<'_>, a: &Matrices, matrices: Value) -> Value {
        build::compute_one(b, &self.extents(a), a.elem, |b, at| {
            let column = arith::addi(b, at[a.batch + 1], self.first);
            element(b, matrices, &[&at[..=a.batch], &[column]].concat())
        })
    }

    /// The element of the panel's columns at a place of the matrices that it is of.
    pub(super) fn at(&self, b: &mut Builder<'_>, columns: Value, at: &[Value]) -> Value {
        let (lead, j) = at.split_at(at.len() - 1);
        let column = arith::subi(b, j[0], self.first);
        element(b, columns, &[lead, &[column]].concat())
    }

    /// The first of three values in columns before the new ones, the second in these, the third behind.
    pub(super) fn chosen(&self, b: &mut Builder<'_>, j: Value, values: [Value; 3]) -> Value {
        let before = arith::cmpi(b, CmpI::Slt, j, self.fresh);
        let inside = arith::cmpi(b, CmpI::Slt, j, self.end);
        let rest = arith::select(b, inside, values[1], values[2]);
        arith::select(b, before, values[0], rest)
    }

    /// A loop over the columns that are new in this panel, counted from its first.
    pub(super) fn over_columns(
        &self,
        b: &mut Builder<'_>,
        start: &[Value],
        body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
    ) -> Vec<Value> {
        let one = arith::const_index(b, 1);
        let width = extent_value(b, &self.width);
        let made = loops::build::for_loop(b, self.skipped, width, one, start, body);
        b.body.results(made).collect()
    }
}
