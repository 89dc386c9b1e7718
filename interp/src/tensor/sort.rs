//! `tensor.sort`: a stable bottom-up merge sort, one comparison after the other.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Next, State, Stop};
use crate::machine::meanings::Meanings;
use crate::tensor::combine::{dtypes, tensors};
use crate::values::value::{Datum, Dense};
use std::sync::Arc;
use tf_dialects::scalar::DType;
use tf_dialects::tensor;
use tf_dialects::tensor::sort::Sort;
use tf_ir::body::{Op, Region};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(Sort);
}

impl Interpret for Sort {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.cast(tensor::sort::Sort).ok_or_else(|| op.error("is no sort"))?;
        let types: Vec<Type> = op.results().map(|v| op.body().ty(v)).collect();
        Ok(Box::new(SortAction { axis: view.axis(), dtypes: dtypes(op, &types)?, region: op.region(0) }))
    }
}

struct SortAction {
    axis: usize,
    dtypes: Vec<DType>,
    region: Region,
}

/// Merging two runs of a row: `from[lo..mid]` and `from[mid..hi]` into `to[lo..hi]`.
struct Merging {
    inputs: Vec<Arc<Dense>>,
    /// The layout of a row's elements: the position of the first, and the stride.
    stride: usize,
    length: usize,
    rows: Vec<usize>,
    row: usize,
    /// Indices of the row's elements, in the order of the runs.
    from: Vec<usize>,
    to: Vec<usize>,
    width: usize,
    lo: usize,
    left: usize,
    right: usize,
    results: Vec<Vec<u64>>,
}

impl Merging {
    fn mid(&self) -> usize {
        (self.lo + self.width).min(self.length)
    }

    fn hi(&self) -> usize {
        (self.lo + 2 * self.width).min(self.length)
    }

    /// Takes the next element from one of the runs.
    fn take(&mut self, from_right: bool) {
        let side = if from_right { &mut self.right } else { &mut self.left };
        self.to.push(self.from[*side]);
        *side += 1;
    }

    /// Advances until two elements must be compared; false when all rows are done.
    fn advance(&mut self) -> bool {
        while self.row < self.rows.len() {
            if self.width >= self.length {
                self.finish_row();
                continue;
            }
            if self.lo >= self.length {
                self.from = std::mem::take(&mut self.to);
                self.width *= 2;
                self.start_pair(0);
                continue;
            }
            let (left, right) = (self.left < self.mid(), self.right < self.hi());
            match (left, right) {
                (true, true) => return true,
                (false, false) => self.start_pair(self.hi()),
                _ => self.take(right),
            }
        }
        false
    }

    fn start_pair(&mut self, lo: usize) {
        self.lo = lo;
        self.left = lo;
        self.right = self.mid();
    }

    fn finish_row(&mut self) {
        let base = self.rows[self.row];
        for (result, input) in self.results.iter_mut().zip(&self.inputs) {
            for (to, from) in self.from.iter().enumerate() {
                result[base + to * self.stride] = input.data[base + from * self.stride];
            }
        }
        self.row += 1;
        self.start_row();
    }

    fn start_row(&mut self) {
        self.from = (0..self.length).collect();
        self.to = Vec::with_capacity(self.length);
        self.width = 1;
        self.start_pair(0);
    }

    /// The elements to compare: for each input, that of the right run, then that of the left run.
    fn compared(&self) -> Data {
        let base = self.rows[self.row];
        let at = |i: usize| base + self.from[i] * self.stride;
        let pairs = self.inputs.iter().flat_map(|x| [x.data[at(self.right)], x.data[at(self.left)]]);
        pairs.map(Datum::Bits).collect()
    }
}

impl SortAction {
    fn go(&self, m: &mut Machine<'_>, op: Op, mut merging: Merging) -> Next {
        if merging.advance() {
            let args = merging.compared();
            return Next::Enter { region: self.region, args, state: Box::new(merging) };
        }
        let extents = merging.inputs[0].extents.clone();
        m.set_results(op, tensors(&self.dtypes, &extents, merging.results));
        Next::Continue
    }
}

impl Action for SortAction {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let inputs: Vec<Arc<Dense>> = m.operands(op).iter().map(|d| d.dense().clone()).collect();
        let extents = inputs[0].extents.clone();
        let length = extents[self.axis];
        let stride: usize = extents[self.axis + 1..].iter().product();
        let outer: usize = extents[..self.axis].iter().product();
        let rows = (0..outer).flat_map(|o| (0..stride).map(move |i| o * length * stride + i)).collect();
        let results = inputs.iter().map(|x| vec![0; x.data.len()]).collect();
        let mut merging = Merging {
            inputs,
            stride,
            length,
            rows,
            row: 0,
            from: Vec::new(),
            to: Vec::new(),
            width: 1,
            lo: 0,
            left: 0,
            right: 0,
            results,
        };
        merging.start_row();
        Ok(self.go(m, op, merging))
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, yielded: Data) -> Result<Next, Stop> {
        let mut merging = *state.downcast::<Merging>().expect("a sort resumes with its own state");
        merging.take(yielded[0].bits() != 0);
        Ok(self.go(m, op, merging))
    }
}
