//! The dimension numbers of gathers and scatters: the correspondence of the axes of operand, indices and
//! slices (or updates).

use crate::stablehlo::convert::attrs::{Fields, checked_axes};
use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use crate::stablehlo::convert::symbolic::Symbolic;
use crate::stablehlo::convert::types::is_unsigned;
use tf_dialects::arith;
use tf_dialects::tensor::build;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;
use tf_library::constant;

/// The starts of windows.
pub(super) enum Starts {
    /// A single window: an index for each axis that the index vector names, also as terms if all are known.
    One(Vec<Value>, Option<Vec<Extent>>),
    /// The tensor of index vectors, and whether its elements are unsigned.
    Many(Value, bool),
}

impl Starts {
    /// Whether there is a single window, so that no element is written twice.
    pub(super) fn is_one(&self) -> bool {
        matches!(self, Starts::One(..))
    }
}

/// The tensors of rank 0 from which a tensor of rank 0 or 1 is concatenated, as frameworks build index
/// vectors.
fn parts_of(src: &Body, value: Value) -> Option<Vec<Value>> {
    let ctx = src.ctx();
    if ctx.dims(src.ty(value))?.is_empty() {
        return Some(vec![value]);
    }
    let op = src.op(src.def_op(value)?);
    match op.name() {
        "stablehlo.concatenate" => {
            let parts: Option<Vec<Vec<Value>>> = op.operands().map(|part| parts_of(src, part)).collect();
            Some(parts?.concat())
        }
        "stablehlo.broadcast_in_dim" | "stablehlo.reshape" => {
            let is_one = ctx.dims(src.ty(value))?.iter().all(|dim| dim.as_static() == Some(1));
            let source = op.operands().next()?;
            if is_one { parts_of(src, source) } else { None }
        }
        _ => None,
    }
}

/// Dimension numbers of a gather or a scatter.
pub(super) struct Windows {
    /// Slice axes that are inside a window.
    inner: Vec<usize>,
    /// Operand axes on which a window has size 1, and which the slices lack.
    collapsed: Vec<usize>,
    /// Operand axes that are batch axes.
    batching: Vec<usize>,
    /// The index axes for these batch axes.
    index_batching: Vec<usize>,
    /// The operand axis of each element of an index vector.
    map: Vec<usize>,
    /// The axis of the index vectors; the rank of the indices if they are scalars.
    vector: usize,
}

impl Windows {
    /// Reads an attribute whose fields have these names, in the order of this struct, for an operand, indices
    /// and slices of these ranks.
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

    /// The error for invalid dimension numbers.
    pub(super) fn unfit(op: OpRef<'_>) -> crate::error::ImportError {
        invalid(op, "has dimension numbers that do not fit its types")
    }

    /// Whether the slices have this operand axis.
    fn keeps(&self, axis: usize) -> bool {
        !self.collapsed.contains(&axis) && !self.batching.contains(&axis)
    }

    /// The extents of the slices, from the extents of the indices and the sizes of a window.
    pub(super) fn slices(&self, indices: &[Extent], sizes: &[Extent]) -> Vec<Extent> {
        let mut batch = indices.iter().enumerate().filter(|(axis, _)| *axis != self.vector).map(|(_, n)| n);
        let mut inner = sizes.iter().enumerate().filter(|(axis, _)| self.keeps(*axis)).map(|(_, n)| n);
        let rank = indices.len() - usize::from(self.vector < indices.len()) + self.inner.len();
        let extent = |axis: usize| if self.inner.contains(&axis) { inner.next() } else { batch.next() };
        (0..rank).filter_map(extent).cloned().collect()
    }

    /// The starts of windows, from operand `i`; a single index vector is read here.
    pub(super) fn starts(&self, l: &mut Lower<'_, '_>, op: OpRef<'_>, i: usize) -> Done<Starts> {
        let (source, indices) = (op.operand(i), l.operand(op, i)?);
        let unsigned = is_unsigned(l.ctx(), op.operand_type(i));
        let rank = l.rank(op, i)?;
        let is_one = rank == usize::from(self.vector < rank) && self.batching.is_empty();
        let known = l.numbers.get(&source).and_then(Symbolic::terms);
        if self.map.is_empty() && is_one {
            return Ok(Starts::One(Vec::new(), Some(Vec::new())));
        }
        if let Some(terms) = known.filter(|terms| is_one && terms.len() == self.map.len()) {
            let starts = terms.iter().map(|term| l.extent(term)).collect();
            return Ok(Starts::One(starts, Some(terms)));
        }
        let parts = if is_one { parts_of(l.src, source) } else { None };
        let Some(parts) = parts.filter(|parts| parts.len() == self.map.len()) else {
            return Ok(Starts::Many(indices, unsigned));
        };
        let starts = parts.into_iter().map(|part| l.index(op, part)).collect::<Done<_>>()?;
        Ok(Starts::One(starts, None))
    }

    /// The box that a single window with constant starts and these extents covers in an operand, as starts
    /// and sizes per axis; `None` if it is not known.
    pub(super) fn constant_box(
        &self,
        starts: &Starts,
        window: &[Extent],
        rank: usize,
    ) -> Option<Vec<[Extent; 2]>> {
        let Starts::One(_, Some(known)) = starts else { return None };
        let [zero, one] = [0, 1].map(Extent::constant);
        let mut sizes = self.inner.iter().map(|d| window[*d].clone());
        let mut found = Vec::with_capacity(rank);
        for axis in 0..rank {
            let start = self.map.iter().position(|a| *a == axis).map_or(zero.clone(), |k| known[k].clone());
            let size = if self.keeps(axis) { sizes.next()? } else { one.clone() };
            found.push([start, size]);
        }
        Some(found)
    }

    /// The subscripts of an operand for the element of a slice at `at`; `start` converts the index vector's
    /// element for an operand axis to the start of the window.
    pub(super) fn subscripts(
        &self,
        l: &mut Lower<'_, '_>,
        rank: usize,
        starts: &Starts,
        at: &[Value],
        start: impl Fn(&mut Lower<'_, '_>, usize, Value) -> Value,
    ) -> Subscripts {
        let batch: Vec<Value> = (0..at.len()).filter(|d| !self.inner.contains(d)).map(|d| at[d]).collect();
        let mut parts: Vec<Option<Value>> = vec![None; rank];
        for (k, axis) in self.map.iter().enumerate() {
            let number = match starts {
                Starts::One(starts, _) => starts[k],
                Starts::Many(indices, unsigned) => {
                    let number = self.number(l, *indices, &batch, k);
                    l.index_from(number, *unsigned)
                }
            };
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

    /// Element `k` of the index vector of a batch.
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
