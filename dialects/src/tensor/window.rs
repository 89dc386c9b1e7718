//! The dimension numbers of `tensor.gather` and `tensor.scatter`: the correspondence between axes of index
//! tensors, windows and operands.
//!
//! They are those of StableHLO's `gather` and `scatter`, under one set of names: `window_dims` are
//! `offset_dims` and `update_window_dims`, `collapsed_dims` are `collapsed_slice_dims` and
//! `inserted_window_dims`, `index_map` is `start_index_map` and `scatter_dims_to_operand_dims`.

use super::shape::{AxesError, check_axes, dims, extent_words, same_extent};
use super::syntax::{parse_axes, print_axes};
use std::fmt;
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

/// Dimension numbers of windows that do not fit the operands. Types and extents are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WindowsError {
    /// A list is not one of distinct axes.
    Axes {
        /// The name of the list.
        list: &'static str,
        /// The fault.
        why: AxesError,
    },
    /// A list is not ascending.
    Descending {
        /// The name of the list.
        list: &'static str,
    },
    /// Operand and indices have different numbers of batching axes.
    BatchingCounts {
        /// The batching axes of the operand.
        count: usize,
        /// Those of the indices.
        index_count: usize,
    },
    /// The lists do not account for all axes of the operand.
    Accounted {
        /// The number of axes that they account for.
        count: usize,
        /// The type of the operand.
        operand: String,
    },
    /// Two batching axes are not known to have one extent.
    Batch {
        /// The axis of the operand, its type and the extent.
        operand: (i64, String, String),
        /// The axis of the indices, their type and the extent.
        indices: (i64, String, String),
    },
    /// The indices do not have the axis of the vectors.
    VectorDim {
        /// The axis.
        dim: i64,
        /// The type of the indices.
        indices: String,
        /// Their rank.
        rank: usize,
    },
    /// The axis of the vectors is a batching axis.
    BatchedVectors {
        /// The axis.
        dim: i64,
        /// The type of the indices.
        indices: String,
    },
    /// The index vectors have another number of components than the map.
    IndexMap {
        /// The number of axes in the map.
        count: usize,
        /// The number of components.
        components: String,
        /// The type of the indices.
        indices: String,
    },
}

impl fmt::Display for WindowsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WindowsError::Axes { list, why } => write!(f, "has invalid {list}: the list {why}"),
            WindowsError::Descending { list } => write!(f, "has {list} that are not ascending"),
            WindowsError::BatchingCounts { count, index_count } => {
                write!(f, "has {count} batching_dims but {index_count} index_batching_dims")
            }
            WindowsError::Accounted { count, operand } => write!(
                f,
                "accounts for {count} axes of {operand} by window_dims, collapsed_dims and batching_dims"
            ),
            WindowsError::Batch { operand: (axis, operand, a), indices: (index_axis, indices, b) } => write!(
                f,
                "batches axis {axis} of {operand} with axis {index_axis} of {indices}, but {a} is not known \
                 to be {b}"
            ),
            WindowsError::VectorDim { dim, indices, rank } => {
                write!(f, "has index_vector_dim = {dim}, but {indices} has rank {rank}")
            }
            WindowsError::BatchedVectors { dim, indices } => {
                write!(f, "batches axis {dim} of {indices}, which is the axis of the index vectors")
            }
            WindowsError::IndexMap { count, components, indices } => write!(
                f,
                "has an index_map of {count} axes for index vectors of {components} components in {indices}"
            ),
        }
    }
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

    /// Checks the axes against an operand and an index tensor.
    ///
    /// # Errors
    /// The axes do not fit. The text is a predicate of the op.
    pub fn check(
        &self,
        ctx: &Context,
        operand: Type,
        indices: Type,
        outer_rank: usize,
    ) -> Result<(), WindowsError> {
        let (operand_dims, index_dims) = (dims(ctx, operand), dims(ctx, indices));
        let [operand, index_tensor] = [operand, indices].map(|t| type_to_string(ctx, t));
        let axes = |list: &'static str, all: &[i64], rank: usize| {
            check_axes(all, rank).map_err(|why| WindowsError::Axes { list, why })
        };
        let ascending = |list: &'static str, all: &[i64]| match all.windows(2).any(|w| w[0] >= w[1]) {
            true => Err(WindowsError::Descending { list }),
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
            let (count, index_count) = (self.batching_dims.len(), self.index_batching_dims.len());
            return Err(WindowsError::BatchingCounts { count, index_count });
        }
        let accounted = self.window_dims.len() + self.collapsed_dims.len() + self.batching_dims.len();
        if accounted != rank {
            return Err(WindowsError::Accounted { count: accounted, operand });
        }
        self.check_vectors(ctx, indices)?;
        for (axis, index_axis) in self.batching_dims.iter().zip(&self.index_batching_dims) {
            let (a, b) = (&operand_dims[*axis as usize], &index_dims[*index_axis as usize]);
            if same_extent(a, b) != Verdict::Proved {
                let (operand, indices) = ((*axis, operand, extent_words(a)), index_tensor);
                return Err(WindowsError::Batch {
                    operand,
                    indices: (*index_axis, indices, extent_words(b)),
                });
            }
        }
        Ok(())
    }

    /// Checks the axis of the index vectors.
    fn check_vectors(&self, ctx: &Context, indices: Type) -> Result<(), WindowsError> {
        let (index_dims, indices) = (dims(ctx, indices), type_to_string(ctx, indices));
        let dim = self.vector_dim;
        if !(0..=index_dims.len() as i64).contains(&dim) {
            return Err(WindowsError::VectorDim { dim, indices, rank: index_dims.len() });
        }
        if self.index_batching_dims.contains(&dim) {
            return Err(WindowsError::BatchedVectors { dim, indices });
        }
        let components = index_dims.get(dim as usize).map_or(Some(1), |d| d.as_static());
        if components != Some(self.index_map.len() as i64) {
            let components = index_dims.get(dim as usize).map_or("1".into(), extent_words);
            return Err(WindowsError::IndexMap { count: self.index_map.len(), components, indices });
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
