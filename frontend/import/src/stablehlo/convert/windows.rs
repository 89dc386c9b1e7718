//! Which axes of an operand, of indices and of slices (or updates) belong together, in gathers and scatters.

use super::attrs::{Fields, checked_axes};
use super::lower::{Done, Lower, invalid};
use tf_dialects::arith;
use tf_dialects::tensor::build;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;
use tf_library::constant;

/// Dimension numbers of a gather or a scatter.
pub(super) struct Windows {
    /// Axes of the slices that lie inside a window.
    inner: Vec<usize>,
    /// Operand axes that a window has 1 of and the slices lack.
    collapsed: Vec<usize>,
    /// Operand axes that go with axes of the indices.
    batching: Vec<usize>,
    /// Those axes of the indices.
    index_batching: Vec<usize>,
    /// The operand axis of each number of an index vector.
    map: Vec<usize>,
    /// The axis of the indices that is the index vector; their rank if they hold plain numbers.
    vector: usize,
}

impl Windows {
    /// Those of an attribute whose fields have these names, in the order of this struct, for an operand, indices and slices of these
    /// ranks.
    pub(super) fn of(
        op: OpRef<'_>,
        attr: &'static str,
        names: [&str; 5],
        [operand, indices, slices]: [usize; 3],
    ) -> Done<Windows> {
        let fields = Fields::of(op, attr)?;
        let windows = Windows {
            inner: fields.axes(names[0], slices)?,
            collapsed: fields.axes(names[1], operand)?,
            batching: fields.axes(names[2], operand)?,
            index_batching: fields.axes(names[3], indices)?,
            map: fields.axes(names[4], operand)?,
            vector: checked_axes(op, "index_vector_dim", &[fields.int("index_vector_dim")], indices + 1)?[0],
        };
        let kept = (0..operand).filter(|d| windows.keeps(*d)).count();
        let batch = indices - usize::from(windows.vector < indices);
        let fits = kept == windows.inner.len()
            && windows.batching.len() == windows.index_batching.len()
            && batch + kept == slices;
        if fits { Ok(windows) } else { Err(Windows::unfit(op)) }
    }

    /// The error that dimension numbers do not fit.
    pub(super) fn unfit(op: OpRef<'_>) -> crate::error::ImportError {
        invalid(op, "has dimension numbers that do not fit its types")
    }

    /// Whether the slices have an operand axis.
    fn keeps(&self, axis: usize) -> bool {
        !self.collapsed.contains(&axis) && !self.batching.contains(&axis)
    }

    /// The extents of the slices, of those of the indices, and of the sizes of a window.
    pub(super) fn slices(&self, indices: &[Extent], sizes: &[Extent]) -> Vec<Extent> {
        let mut batch = indices.iter().enumerate().filter(|(axis, _)| *axis != self.vector).map(|(_, n)| n);
        let mut inner = sizes.iter().enumerate().filter(|(axis, _)| self.keeps(*axis)).map(|(_, n)| n);
        let rank = indices.len() - usize::from(self.vector < indices.len()) + self.inner.len();
        let extent = |axis: usize| if self.inner.contains(&axis) { inner.next() } else { batch.next() };
        (0..rank).filter_map(extent).cloned().collect()
    }

    /// The subscripts of an operand of a rank for the element of a slice at `at`; `start` turns the number of an index vector for an
    /// operand axis into where the window starts.
    pub(super) fn subscripts(
        &self,
        l: &mut Lower<'_, '_>,
        rank: usize,
        indices: Value,
        unsigned: bool,
        at: &[Value],
        start: impl Fn(&mut Lower<'_, '_>, usize, Value) -> Value,
    ) -> Subscripts {
        let batch: Vec<Value> = (0..at.len()).filter(|d| !self.inner.contains(d)).map(|d| at[d]).collect();
        let mut parts: Vec<Option<Value>> = vec![None; rank];
        for (k, axis) in self.map.iter().enumerate() {
            let number = self.number(l, indices, &batch, k);
            let number = l.index_from(number, unsigned);
            parts[*axis] = Some(start(l, *axis, number));
        }
        for (axis, index_axis) in self.batching.iter().zip(&self.index_batching) {
            let position = index_axis - usize::from(*index_axis > self.vector);
            parts[*axis] = Some(batch[position]);
        }
        let mut inner = self.inner.iter();
        for (_, part) in parts.iter_mut().enumerate().filter(|(axis, _)| self.keeps(*axis)) {
            let Some(offset) = inner.next().map(|d| at[*d]) else { continue };
            *part = Some(part.map_or(offset, |start| arith::addi(l, start, offset)));
        }
        let index = l.ctx().index();
        let parts: Vec<Value> =
            parts.into_iter().map(|part| part.unwrap_or_else(|| constant::int(&mut l.b, index, 0))).collect();
        Subscripts::plain(&parts)
    }

    /// Number `k` of the index vector of a batch.
    fn number(&self, l: &mut Lower<'_, '_>, indices: Value, batch: &[Value], k: usize) -> Value {
        let rank = l.ctx().dims(l.type_of(indices)).map_or(0, <[Dim]>::len);
        let mut dims = 0..batch.len() as u32;
        let expr = |axis: usize| match axis == self.vector {
            true => AffineExpr::constant(k as i64),
            false => dims.next().map_or(AffineExpr::constant(0), AffineExpr::dim),
        };
        let exprs: Vec<AffineExpr> = (0..rank).map(expr).collect();
        let subscripts = Subscripts::new(&exprs, batch, &[]).expect("plain subscripts are small");
        build::at(&mut l.b, indices, &subscripts, Policy::Clamp, None)
    }
}
