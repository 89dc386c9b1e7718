//! Memory in a kernel: reads and writes of elements and vectors.

use super::Kernel;
use crate::indexing::gather::Indices;
use crate::trace::error::{Fault, Site};
use crate::trace::remedy::Remedy;
use crate::trace::state::{Reported, Shared, Traced, Val};
use crate::trace::values::Values;
use crate::types::dim::Dim;
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::fmt;
use std::rc::Rc;
use tf_dialects::mem::{Load, Store};
use tf_dialects::vector;
use tf_ir::attr::ToAttribute;

/// An array that threads read and write: an argument of the kernel, a shared array of the block, or an array
/// of the thread.
///
/// Indices count from 0 and must be inside; an index outside is an error of the program, which the
/// interpreter reports.
#[derive(Clone)]
pub struct Memory {
    pub(super) shared: Rc<Shared>,
    /// `None` after an error.
    pub(super) array: Option<Array>,
}

/// Valid memory.
#[derive(Clone)]
pub(super) struct Array {
    /// The memref.
    pub(super) val: Val,
    /// The index of the argument, if the memory is one.
    pub(super) argument: Option<usize>,
    /// Whether exactly the threads of one block share it.
    pub(super) is_of_block: bool,
    /// Whether the threads of several blocks in a cluster share it.
    pub(super) is_of_cluster: bool,
}

impl Memory {
    pub(super) fn array(&self) -> Traced<&Array> {
        self.array.as_ref().ok_or(Reported)
    }

    /// The element type; [`Elem::F32`] after an error.
    pub fn elem(&self) -> Elem {
        self.array.as_ref().map_or(Elem::F32, |array| array.val.elem)
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.array.as_ref().map_or(0, |array| self.shared.shape(&array.val).len())
    }

    /// The extent of an axis; negative axes count from the end.
    #[track_caller]
    pub fn extent(&self, axis: i64) -> Dim<'_> {
        let found = self.array().and_then(|array| {
            let extents = self.shared.shape(&array.val);
            let axis = self.shared.axis(Site::caller(), axis, extents.len())?;
            Ok(extents[axis].clone())
        });
        found.map_or(Dim::bad(Fault::REPORTED), |extent| Dim::new(&self.shared.terms, extent))
    }

    /// The element at these indices, one for each axis.
    #[track_caller]
    pub fn at(&self, indices: impl Indices) -> Tensor {
        let (at, indices) = (Site::caller(), indices.args());
        let made = self.access(at, indices).and_then(|(array, subscripts)| {
            let elem = array.val.elem;
            let operands = [vec![array.val.clone()], subscripts].concat();
            self.shared.value(at, Load, &operands, self.shared.scalars(elem), &[])
        });
        Tensor::of(&self.shared, made)
    }

    /// Writes the element at these indices. Constants take the element type, narrower values convert.
    #[track_caller]
    pub fn set(&self, indices: impl Indices, value: impl Operand) {
        let (at, indices, value) = (Site::caller(), indices.args(), value.arg());
        // The error has been reported.
        let _: Traced<()> = self.access(at, indices).and_then(|(array, subscripts)| {
            let value = self.element(at, array, value)?;
            let operands = [vec![value, array.val.clone()], subscripts].concat();
            self.shared.op(at, Store, &operands, &[], &[], &[]).map(|_| ())
        });
    }

    /// `N` consecutive elements of the last axis, from these indices on, in one access: GPUs move up to 16
    /// bytes at once, if these are aligned to their size.
    #[track_caller]
    pub fn at_next<const N: usize>(&self, indices: impl Indices) -> [Tensor; N] {
        let mut all = self.at_next_of(indices, N).into_iter();
        std::array::from_fn(|_| all.next().unwrap_or_else(|| Tensor::poison(&self.shared)))
    }

    /// As [`Memory::at_next`], with a count.
    #[track_caller]
    pub fn at_next_of(&self, indices: impl Indices, count: usize) -> Vec<Tensor> {
        let (at, indices) = (Site::caller(), indices.args());
        let made = self.access(at, indices).and_then(|(array, subscripts)| {
            let (elem, axis) = (array.val.elem, self.last_axis(at, array)?);
            if count == 0 {
                return Err(self.shared.fail(at, "at_next needs a count of at least 1"));
            }
            let operands = [vec![array.val.clone()], subscripts].concat();
            let lanes = i64::try_from(count).unwrap_or(i64::MAX);
            let ty = self.shared.ctx.vector(&[lanes], elem.ir(&self.shared.ctx));
            let attrs = [("axis", axis.to_attribute(&self.shared.ctx))];
            let all = self.shared.value(at, vector::Load, &operands, (ty, elem), &attrs)?;
            let one = |lane: usize| {
                let lane = self.shared.constant_index(at, lane as i64)?;
                let operands = [all.clone(), lane];
                self.shared.value(at, vector::Extract, &operands, self.shared.scalars(elem), &[])
            };
            (0..count).map(one).collect::<Traced<Vec<Val>>>()
        });
        match made {
            Ok(vals) => vals.into_iter().map(|val| Tensor::of(&self.shared, Ok(val))).collect(),
            Err(_) => (0..count.min(1024)).map(|_| Tensor::poison(&self.shared)).collect(),
        }
    }

    /// Writes consecutive elements of the last axis, from these indices on, in one access; see
    /// [`Memory::at_next`].
    #[track_caller]
    pub fn set_next(&self, indices: impl Indices, values: impl Values) {
        let (at, indices, values) = (Site::caller(), indices.args(), values.args());
        let _: Traced<()> = self.access(at, indices).and_then(|(array, subscripts)| {
            let axis = self.last_axis(at, array)?;
            if values.is_empty() {
                return Err(self.shared.fail(at, "set_next needs at least one value"));
            }
            let count = values.len();
            let all: Vec<Traced<Val>> =
                values.into_iter().map(|value| self.element(at, array, value)).collect();
            let all: Vec<Val> = all.into_iter().collect::<Traced<_>>()?;
            let typed = (
                self.shared.ctx.vector(&[count as i64], array.val.elem.ir(&self.shared.ctx)),
                array.val.elem,
            );
            let mut whole = self.shared.value(at, vector::Broadcast, &[all[0].clone()], typed, &[])?;
            for (lane, value) in all.into_iter().enumerate().skip(1) {
                let lane = self.shared.constant_index(at, lane as i64)?;
                whole = self.shared.value(at, vector::Insert, &[value, whole, lane], typed, &[])?;
            }
            let operands = [vec![whole, array.val.clone()], subscripts].concat();
            let attrs = [("axis", axis.to_attribute(&self.shared.ctx))];
            self.shared.op(at, vector::Store, &operands, &[], &attrs, &[]).map(|_| ())
        });
    }

    fn last_axis(&self, at: Site, array: &Array) -> Traced<i64> {
        match self.shared.shape(&array.val).len() {
            0 => {
                let element = self.shared.remedy(at, Remedy::OneElement);
                Err(self.shared.fail(at, format!("memory without axes has one element: use {element}")))
            }
            rank => Ok(rank as i64 - 1),
        }
    }

    /// The memref and a subscript for each of its axes.
    pub(super) fn access(&self, at: Site, indices: Vec<Arg>) -> Traced<(&Array, Vec<Val>)> {
        let array = self.array()?;
        let rank = self.shared.shape(&array.val).len();
        if indices.len() != rank {
            let given = indices.len();
            let message = format!("{given} indices are given for memory {self:?}: give one for each axis");
            return Err(self.shared.fail(at, message));
        }
        let pieces = self.shared.pieces(at, indices)?;
        let one = |piece| {
            let index = self.shared.scalar_index(at, "an index", piece)?;
            self.shared.index_value(at, &index)
        };
        let all: Vec<Traced<Val>> = pieces.iter().map(one).collect();
        Ok((array, all.into_iter().collect::<Traced<_>>()?))
    }

    /// Converts a value to the element type.
    pub(super) fn element(&self, at: Site, array: &Array, value: Arg) -> Traced<Val> {
        let piece = self.shared.piece(at, value)?;
        let (ty, elem) = self.shared.scalars(array.val.elem);
        self.shared.fit(at, "the value", &piece, ty, elem)
    }
}

/// Type and shape: `f32[n, 3]`.
impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(array) = &self.array else { return f.write_str("<error>") };
        let shape = self.shared.shape(&array.val);
        write!(f, "{}{}", array.val.elem, crate::trace::state::shape_words(&shape))
    }
}

impl Kernel {
    /// Fills the memory with one value; the threads of the block share the work. Other threads see the
    /// elements after a [`Kernel::barrier`].
    #[track_caller]
    pub fn fill_shared(&self, memory: &Memory, value: impl Operand) {
        let (at, value) = (Site::caller(), value.arg());
        let Ok(array) = memory.array() else { return };
        let shape: Vec<i64> = self.shared.shape(&array.val).iter().filter_map(|e| e.as_const()).collect();
        if !array.is_of_block || shape.len() != memory.rank() {
            let message = format!("fill_shared needs a shared array of constant extents, not {memory:?}");
            self.shared.fail(at, message);
            return;
        }
        let value = Tensor::of(&self.shared, memory.element(at, array, value));
        self.shared.clone().library(at, || {
            let (first, step) = (self.thread(), self.threads());
            self.for_step(first, shape.iter().product::<i64>(), step, (), |at, ()| {
                let mut rest = at;
                let mut indices = Vec::new();
                for (axis, extent) in shape.iter().enumerate().rev() {
                    indices.push(if axis == 0 { rest.clone() } else { &rest % *extent });
                    rest /= *extent;
                }
                indices.reverse();
                memory.set(indices, &value);
            });
        });
    }
}
