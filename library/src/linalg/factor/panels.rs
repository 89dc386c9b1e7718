//! Blocking of factorizations: panels of columns, so that most of the work is matrix products.

use crate::linalg::matrix::{Matrices, element, extent_value};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::build;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// Columns of a panel: few enough that its own loop is a small part of the work, and that its row fits a few
/// vector registers.
pub(in crate::linalg) const WIDTH: i64 = 32;

/// From this width on, matrices with constant extents are split into halves: the remaining matrix shrinks.
const HALVED: i64 = 128;
/// The maximum depth of splits: each one duplicates the code for both halves.
pub(in crate::linalg) const HALVINGS: u32 = 2;

/// The columns of the first half of a matrix that is split: a multiple of the panel width.
pub(in crate::linalg) fn half(a: &Matrices, halvings: u32) -> Option<i64> {
    let constant = a.extents[a.batch..].iter().all(|extent| extent.as_const().is_some());
    let k = order(a).as_const().filter(|k| constant && halvings > 0 && *k >= HALVED)?;
    Some(k / 2 / WIDTH * WIDTH)
}

/// The panel of an iteration. The last one may overlap the previous one, so that all have one width.
pub(in crate::linalg) struct Panel {
    /// Its first column.
    pub(in crate::linalg) first: Value,
    /// The first column that is in no previous panel.
    pub(super) fresh: Value,
    /// As `fresh`, relative to `first`.
    pub(super) skipped: Value,
    /// The first column after it.
    pub(in crate::linalg) end: Value,
    pub(in crate::linalg) width: Extent,
}

/// The minimum of two extents.
pub(super) fn lesser(a: &Extent, b: &Extent) -> Extent {
    a.minimum(b).expect("extents of matrices are small expressions")
}

/// The length of a matrix's diagonal.
pub(in crate::linalg) fn order(a: &Matrices) -> Extent {
    lesser(&a.extents[a.batch], &a.extents[a.batch + 1])
}

/// A loop over the panels of `count` columns; `body` computes the carried values of the next iteration.
pub(in crate::linalg) fn over_panels(
    b: &mut Builder<'_>,
    count: &Extent,
    start: &[Value],
    body: impl FnOnce(&mut Builder<'_>, &Panel, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    // A one-column window does not fit a matrix without columns.
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
    /// The extents of the panel.
    pub(super) fn extents(&self, a: &Matrices) -> Vec<Extent> {
        let mut extents = a.extents.clone();
        extents[a.batch + 1] = self.width.clone();
        extents
    }

    /// The panel's columns of matrices.
    pub(super) fn read(&self, b: &mut Builder<'_>, a: &Matrices, matrices: Value) -> Value {
        build::compute_one(b, &self.extents(a), a.elem, |b, at| {
            let column = arith::addi(b, at[a.batch + 1], self.first);
            element(b, matrices, &[&at[..=a.batch], &[column]].concat())
        })
    }

    /// The element of the panel's columns at indices of the whole matrices.
    pub(super) fn at(&self, b: &mut Builder<'_>, columns: Value, at: &[Value]) -> Value {
        let (lead, j) = at.split_at(at.len() - 1);
        let column = arith::subi(b, j[0], self.first);
        element(b, columns, &[lead, &[column]].concat())
    }

    /// Selects the first of three values before the panel's new columns, the second in them, the third after
    /// them.
    pub(super) fn chosen(&self, b: &mut Builder<'_>, j: Value, values: [Value; 3]) -> Value {
        let before = arith::cmpi(b, CmpI::Slt, j, self.fresh);
        let inside = arith::cmpi(b, CmpI::Slt, j, self.end);
        let rest = arith::select(b, inside, values[1], values[2]);
        arith::select(b, before, values[0], rest)
    }

    /// A loop over the new columns of this panel, as offsets from its first.
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
