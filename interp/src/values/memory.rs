//! Buffers with shadow state: every access checks bounds and initialisation.

use crate::values::value::{Datum, Dense, Partial, TooLarge, offset};
use tf_dialects::scalar::DType;

/// The kind of a wrong access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessError {
    /// An index is out of bounds.
    OutOfBounds {
        /// The subscripts.
        index: Vec<i64>,
        /// The buffer's extents.
        extents: Vec<usize>,
    },
    /// The element was never written.
    Uninitialised(Vec<i64>),
    /// The buffer was freed.
    Freed,
}

impl std::fmt::Display for AccessError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AccessError::OutOfBounds { index, extents } => {
                write!(f, "accesses {index:?} outside the extents {extents:?}")
            }
            AccessError::Uninitialised(index) => write!(f, "reads {index:?}, which was never written"),
            AccessError::Freed => f.write_str("accesses a buffer that was freed"),
        }
    }
}

struct Buffer {
    dense: Dense,
    written: Vec<bool>,
    /// Elements that have a value besides the written ones; `None` for all.
    known: Option<Vec<bool>>,
    live: bool,
    /// Buffers that share bytes with this one; writing it invalidates their contents.
    over: Vec<usize>,
    /// True if this buffer was written after the overlapping ones.
    holds: bool,
}

/// All buffers of a machine.
#[derive(Default)]
pub struct Memory {
    buffers: Vec<Buffer>,
}

impl Memory {
    /// A fresh buffer; no element is initialised.
    ///
    /// # Errors
    /// [`TooLarge`] if the size is out of range, or memory runs out.
    pub fn allocate(&mut self, dtype: DType, extents: &[usize]) -> Result<usize, TooLarge> {
        let dense = Dense::filled(dtype, extents, 0)?;
        let mut written = Vec::new();
        written.try_reserve_exact(dense.data.len()).map_err(|_| TooLarge::new(dtype, extents))?;
        written.resize(dense.data.len(), false);
        self.buffers.push(Buffer { dense, written, known: None, live: true, over: Vec::new(), holds: false });
        Ok(self.buffers.len() - 1)
    }

    /// Records that a buffer shares bytes with others.
    pub(crate) fn lay_over(&mut self, id: usize, others: Vec<usize>) {
        for other in &others {
            self.buffers[*other].over.push(id);
        }
        self.buffers[id].over = others;
    }

    /// Invalidates the buffers that share bytes with this one.
    fn claim(&mut self, id: usize) {
        if self.buffers[id].holds || self.buffers[id].over.is_empty() {
            return;
        }
        for other in std::mem::take(&mut self.buffers[id].over) {
            self.buffers[other].written.fill(false);
            self.buffers[other].holds = false;
            self.buffers[id].over.push(other);
        }
        self.buffers[id].holds = true;
    }

    /// The element count of all buffers.
    pub(crate) fn elements(&self) -> u64 {
        self.buffers.iter().map(|buffer| buffer.dense.data.len() as u64).sum()
    }

    /// A buffer that holds a tensor's elements.
    pub fn adopt(&mut self, dense: Dense) -> usize {
        let written = vec![true; dense.data.len()];
        self.buffers.push(Buffer { dense, written, known: None, live: true, over: Vec::new(), holds: false });
        self.buffers.len() - 1
    }

    /// A buffer with the initial value of an accumulating result. If puts change it (`is_put_into`), no
    /// element counts as written yet.
    ///
    /// # Panics
    /// If it is not a tensor: the verifier ensures operand types.
    pub fn adopt_start(&mut self, start: &Datum, is_put_into: bool) -> usize {
        let (dense, known) = match start {
            Datum::Partial(partial) => (partial.dense.clone(), Some(partial.written.clone())),
            other => ((**other.dense()).clone(), None),
        };
        let id = self.adopt(dense);
        match (is_put_into, &known) {
            (true, _) => self.buffers[id].written.fill(false),
            (false, Some(known)) => self.buffers[id].written.clone_from(known),
            (false, None) => {}
        }
        self.buffers[id].known = known;
        id
    }

    /// Takes the contents of a buffer and frees it.
    pub fn release(&mut self, id: usize) -> Datum {
        let buffer = &mut self.buffers[id];
        buffer.live = false;
        let written = std::mem::take(&mut buffer.written);
        let (dtype, extents) = (buffer.dense.dtype, vec![0]);
        let dense = std::mem::replace(&mut buffer.dense, Dense { dtype, extents, data: Vec::new() });
        let contents = match buffer.known.take() {
            Some(known) => {
                let written = known.iter().zip(written).map(|(known, written)| *known || written).collect();
                Partial { dense, written }.into()
            }
            None => dense.into(),
        };
        // No value refers to the buffer any more: the last id can be reused.
        if id + 1 == self.buffers.len() {
            self.buffers.pop();
        }
        contents
    }

    /// The element of an accumulating result that a put combines its value with.
    ///
    /// # Errors
    /// [`AccessError::Uninitialised`] if it has no value yet.
    pub fn accumulated(&self, id: usize, index: &[i64]) -> Result<u64, AccessError> {
        let at = self.locate(id, index)?;
        let buffer = &self.buffers[id];
        if !buffer.written[at] && buffer.known.as_ref().is_some_and(|known| !known[at]) {
            return Err(AccessError::Uninitialised(index.to_vec()));
        }
        Ok(buffer.dense.data[at])
    }

    /// True if the element was written; false out of bounds.
    pub fn is_written(&self, id: usize, index: &[i64]) -> bool {
        self.locate(id, index).is_ok_and(|at| self.buffers[id].written[at])
    }

    /// The count of buffers, which is the next buffer's id.
    pub(crate) fn count(&self) -> usize {
        self.buffers.len()
    }

    /// Drops the buffers from this id on; no value refers to them any more.
    pub(crate) fn forget_from(&mut self, count: usize) {
        self.buffers.truncate(count);
    }

    /// Frees a buffer; later accesses are errors.
    pub fn free(&mut self, id: usize) -> Result<(), AccessError> {
        let buffer = &mut self.buffers[id];
        if !std::mem::replace(&mut buffer.live, false) {
            return Err(AccessError::Freed);
        }
        Ok(())
    }

    /// Extents of a buffer.
    pub fn extents(&self, id: usize) -> &[usize] {
        &self.buffers[id].dense.extents
    }

    /// Element type of a buffer.
    pub fn dtype(&self, id: usize) -> DType {
        self.buffers[id].dense.dtype
    }

    /// The whole contents; unwritten elements are 0.
    pub fn contents(&self, id: usize) -> &Dense {
        &self.buffers[id].dense
    }

    /// True if every element was written.
    pub fn is_complete(&self, id: usize) -> bool {
        self.buffers[id].written.iter().all(|w| *w)
    }

    fn locate(&self, id: usize, index: &[i64]) -> Result<usize, AccessError> {
        let buffer = &self.buffers[id];
        if !buffer.live {
            return Err(AccessError::Freed);
        }
        let extents = &buffer.dense.extents;
        offset(extents, index)
            .ok_or_else(|| AccessError::OutOfBounds { index: index.to_vec(), extents: extents.clone() })
    }

    /// Reads an element.
    pub fn load(&self, id: usize, index: &[i64]) -> Result<u64, AccessError> {
        let at = self.locate(id, index)?;
        let buffer = &self.buffers[id];
        if !buffer.written[at] {
            return Err(AccessError::Uninitialised(index.to_vec()));
        }
        Ok(buffer.dense.data[at])
    }

    /// Writes an element.
    pub fn store(&mut self, id: usize, index: &[i64], bits: u64) -> Result<(), AccessError> {
        let at = self.locate(id, index)?;
        self.claim(id);
        let buffer = &mut self.buffers[id];
        buffer.dense.data[at] = bits;
        buffer.written[at] = true;
        Ok(())
    }

    /// Copies a whole buffer with its initialisation state.
    pub fn copy(&mut self, from: usize, to: usize) -> Result<(), AccessError> {
        if !self.buffers[from].live || !self.buffers[to].live {
            return Err(AccessError::Freed);
        }
        if self.buffers[from].dense.extents != self.buffers[to].dense.extents {
            let index = self.buffers[from].dense.extents.iter().map(|e| *e as i64).collect();
            return Err(AccessError::OutOfBounds { index, extents: self.buffers[to].dense.extents.clone() });
        }
        self.claim(to);
        let (data, written) = (self.buffers[from].dense.data.clone(), self.buffers[from].written.clone());
        self.buffers[to].dense.data = data;
        self.buffers[to].written = written;
        Ok(())
    }
}
