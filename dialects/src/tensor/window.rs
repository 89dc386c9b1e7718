//! The dimension numbers of `tensor.gather` and `tensor.scatter`: the correspondence between axes of index
//! tensors, windows and operands.
//!
//! They are those of StableHLO's `gather` and `scatter`, under one set of names: `window_dims` are
//! `offset_dims` and `update_window_dims`, `collapsed_dims` are `collapsed_slice_dims` and
//! `inserted_window_dims`, `index_map` is `start_index_map` and `scatter_dims_to_operand_dims`.

use super::shape::{check_axes, dims, extent_words, same_extent};
use super::syntax::{parse_axes, print_axes};
use tf_ir::context::Context;
use tf_ir::extent::Verdict;
use tf_ir::opref::OpRef;
use tf_ir::text::{Custom, OpParser, OpState, ParseResult, Printer, Tok, type_to_string};
use tf_ir::types::{Dim, Type};

/// The names of the lists, in the order of the text form.
pub(crate) const LISTS: [&str; 5] =
    ["window_dims", "collapsed_dims", "batching_dims", "index_batching_dims", "index_map"];

/// Dimension numbers. The *outer* shape is that of a gather's result and of a scatter's updates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Windows {
    /// The outer axes that run over a window, ascending.
    pub window_dims: Vec<i64>,
    /// Operand axes on which windows have one element and that have no outer axis, ascending.
    pub collapsed_dims: Vec<i64>,
    /// Operand axes that are batched with axes of the index tensor.
    pub batching_dims: Vec<i64>,
    /// These axes of the index tensor, in the same order.
    pub index_batching_dims: Vec<i64>,
    /// The operand axis of each component of an index vector.
    pub index_map: Vec<i64>,
    /// The axis of the index tensor along which index vectors are laid out; its rank if vectors have one
    /// component and no axis.
    pub vector_dim: i64,
}

/// The sources of the subscript of an operand axis; the subscript is their sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// A component of the index vector.
    pub component: Option<usize>,
    /// An outer axis: of the window, or a batch axis.
    pub outer: Option<usize>,
}

impl Windows {
    /// The dimension numbers of an op.
    pub fn of(op: OpRef<'_>) -> Windows {
        let list =
            |name: &str| op.attr(name).and_then(|a| op.ctx().attr_i64s(a)).unwrap_or_default().to_vec();
        let vector_dim = op.attr("index_vector_dim").and_then(|a| op.ctx().attr_int(a)).unwrap_or(-1);
        Windows {
            window_dims: list(LISTS[0]),
            collapsed_dims: list(LISTS[1]),
            batching_dims: list(LISTS[2]),
            index_batching_dims: list(LISTS[3]),
            index_map: list(LISTS[4]),
            vector_dim: i64::try_from(vector_dim).unwrap_or(-1),
        }
    }

    /// The lists by their names.
    pub fn lists(&self) -> [(&'static str, &[i64]); 5] {
        let all = [
            &self.window_dims,
            &self.collapsed_dims,
            &self.batching_dims,
            &self.index_batching_dims,
            &self.index_map,
        ];
        std::array::from_fn(|i| (LISTS[i], all[i].as_slice()))
    }

    /// The batch axes: outer axes that do not run over windows, in order. They correspond to the index
    /// tensor's axes without that of the vectors.
    pub fn batch_axes(&self, outer_rank: usize) -> Vec<usize> {
        (0..outer_rank).filter(|axis| !self.window_dims.contains(&(*axis as i64))).collect()
    }

    /// The operand axes that windows run over, in order: one per element of `window_dims`.
    pub fn operand_window_axes(&self, operand_rank: usize) -> Vec<usize> {
        let gone = |axis: &usize| {
            let axis = *axis as i64;
            self.collapsed_dims.contains(&axis) || self.batching_dims.contains(&axis)
        };
        (0..operand_rank).filter(|axis| !gone(axis)).collect()
    }

    /// The sources of each operand axis's subscript.
    pub fn sources(&self, operand_rank: usize, outer_rank: usize) -> Vec<Source> {
        let batch = self.batch_axes(outer_rank);
        let mut sources = vec![Source::default(); operand_rank];
        for (component, axis) in self.index_map.iter().enumerate() {
            sources[*axis as usize].component = Some(component);
        }
        for (axis, outer) in self.operand_window_axes(operand_rank).into_iter().zip(&self.window_dims) {
            sources[axis].outer = Some(*outer as usize);
        }
        for (axis, index_axis) in self.batching_dims.iter().zip(&self.index_batching_dims) {
            let position = index_axis - i64::from(*index_axis > self.vector_dim);
            sources[*axis as usize].outer = batch.get(position as usize).copied();
        }
        sources
    }

    /// The subscripts of an element of an index tensor of this rank: `batch` with the component inserted at
    /// the axis of the vectors, if they have one.
    pub fn index_subscripts<T: Clone>(&self, index_rank: usize, batch: &[T], component: T) -> Vec<T> {
        let mut all = batch.to_vec();
        if (self.vector_dim as usize) < index_rank {
            all.insert(self.vector_dim as usize, component);
        }
        all
    }

    /// The index tensor's extents without the axis of the vectors.
    pub fn batch_dims(&self, indices: &[Dim]) -> Vec<Dim> {
        let kept = indices.iter().enumerate().filter(|(i, _)| *i as i64 != self.vector_dim);
        kept.map(|(_, dim)| dim.clone()).collect()
    }

    /// Checks the axes against an operand and an index tensor. The error completes a sentence.
    pub fn check(
        &self,
        ctx: &Context,
        operand: Type,
        indices: Type,
        outer_rank: usize,
    ) -> Result<(), String> {
        let (operand_dims, index_dims) = (dims(ctx, operand), dims(ctx, indices));
        let words = [operand, indices].map(|t| type_to_string(ctx, t));
        let axes = |name: &str, list: &[i64], rank: usize| {
            check_axes(list, rank).map_err(|e| format!("has invalid {name}: the list {e}"))
        };
        let ascending = |name: &str, list: &[i64]| match list.windows(2).any(|w| w[0] >= w[1]) {
            true => Err(format!("has {name} that are not ascending")),
            false => Ok(()),
        };
        let rank = operand_dims.len();
        axes("window_dims", &self.window_dims, outer_rank)?;
        ascending("window_dims", &self.window_dims)?;
        axes("collapsed_dims", &self.collapsed_dims, rank)?;
        ascending("collapsed_dims", &self.collapsed_dims)?;
        ascending("batching_dims", &self.batching_dims)?;
        axes(
            "collapsed_dims and batching_dims",
            &[&self.collapsed_dims[..], &self.batching_dims].concat(),
            rank,
        )?;
        axes("index_map and batching_dims", &[&self.index_map[..], &self.batching_dims].concat(), rank)?;
        axes("index_batching_dims", &self.index_batching_dims, index_dims.len())?;
        if self.index_batching_dims.len() != self.batching_dims.len() {
            let (n, m) = (self.batching_dims.len(), self.index_batching_dims.len());
            return Err(format!("has {n} batching_dims but {m} index_batching_dims"));
        }
        let accounted = self.window_dims.len() + self.collapsed_dims.len() + self.batching_dims.len();
        if accounted != rank {
            return Err(format!(
                "accounts for {accounted} axes of {} by window_dims, collapsed_dims and batching_dims",
                words[0]
            ));
        }
        self.check_vectors(ctx, indices)?;
        for (axis, index_axis) in self.batching_dims.iter().zip(&self.index_batching_dims) {
            let (a, b) = (&operand_dims[*axis as usize], &index_dims[*index_axis as usize]);
            if same_extent(a, b) != Verdict::Proved {
                let (a, b) = (extent_words(a), extent_words(b));
                return Err(format!(
                    "batches axis {axis} of {} with axis {index_axis} of {}, but {a} is not known to be {b}",
                    words[0], words[1]
                ));
            }
        }
        Ok(())
    }

    /// Checks the axis of the index vectors.
    fn check_vectors(&self, ctx: &Context, indices: Type) -> Result<(), String> {
        let (index_dims, words) = (dims(ctx, indices), type_to_string(ctx, indices));
        let dim = self.vector_dim;
        if !(0..=index_dims.len() as i64).contains(&dim) {
            return Err(format!("has index_vector_dim = {dim}, but {words} has rank {}", index_dims.len()));
        }
        if self.index_batching_dims.contains(&dim) {
            return Err(format!("batches axis {dim} of {words}, which is the axis of the index vectors"));
        }
        let components = index_dims.get(dim as usize).map_or(Some(1), |d| d.as_static());
        if components != Some(self.index_map.len() as i64) {
            let (n, found) =
                (self.index_map.len(), index_dims.get(dim as usize).map_or("1".into(), extent_words));
            return Err(format!(
                "has an index_map of {n} axes for index vectors of {found} components in {words}"
            ));
        }
        Ok(())
    }
}

/// ` window_dims = [0, 1] … index_vector_dim = 1`: the nonempty lists, and the axis of the vectors.
pub(super) struct WindowLists;

impl Custom for WindowLists {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        for name in LISTS {
            match p.at_keyword(name) {
                true => parse_axes(p, state, name)?,
                false => p.set_attr(state, name, p.ctx().i64_array_attr(&[])),
            }
        }
        p.keyword("index_vector_dim")?;
        p.expect(Tok::Equal)?;
        let dim = p.integer::<i64>()?;
        p.set_attr(state, "index_vector_dim", p.ctx().i64_attr(dim));
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let windows = Windows::of(op);
        let written = windows.lists().into_iter().filter(|(_, list)| !list.is_empty());
        written.for_each(|(name, _)| print_axes(op, name, p));
        p.text(&format!(" index_vector_dim = {}", windows.vector_dim));
    }
}

/// The attributes of these axes, by name.
pub fn window_attrs(ctx: &Context, windows: &Windows) -> Vec<(&'static str, tf_ir::attr::Attribute)> {
    let mut attrs: Vec<_> =
        windows.lists().into_iter().map(|(name, list)| (name, ctx.i64_array_attr(list))).collect();
    attrs.push(("index_vector_dim", ctx.i64_attr(windows.vector_dim)));
    attrs
}
