//! Memory efficiency of warps: bank conflicts in shared memory and sectors of global memory.
//!
//! The interpreter runs threads one after the other, so it reassembles the accesses of a warp afterwards: the
//! n-th execution of an op by its threads is one access of the warp. Shared memory has 32 banks of 4 bytes;
//! lanes that access different words of one bank are serialized. Global memory moves in sectors of 32 bytes.
//! Atomic operations are not counted.

use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use tf_dialects::kernel::WARP;
use tf_ir::body::Op;
use tf_ir::diag::{Diagnostic, Severity};
use tf_ir::location::Location;

/// The count of banks of shared memory.
const BANKS: u64 = 32;
/// Bytes of a bank's word.
const WORD: u64 = 4;
/// Bytes of a sector, the unit of transfers of global memory.
const SECTOR: u64 = 32;
/// The widest access of a thread, in bytes.
const WIDEST: u64 = 16;

/// An access of an element by a thread.
pub(super) struct Visit {
    /// The op and its location.
    pub(super) op: Op,
    pub(super) loc: Location,
    /// The index of the thread in its block.
    pub(super) thread: usize,
    /// Unique for each step of the run: elements accessed in one step belong to one access.
    pub(super) step: u64,
    pub(super) is_shared: bool,
    pub(super) buffer: usize,
    /// The first byte of the element, and its size.
    pub(super) first: u64,
    pub(super) bytes: u64,
}

/// A contiguous access of one thread.
struct Piece {
    thread: usize,
    buffer: usize,
    first: u64,
    bytes: u64,
}

/// The cost of the accesses of an op by warps.
#[derive(Clone, Copy)]
struct Cost {
    loc: Location,
    is_shared: bool,
    accesses: u64,
    /// The count of bank cycles, or of sectors.
    taken: u64,
    /// The minimum for the same bytes.
    least: u64,
}

/// The accesses of the present block, and the cost of those of all blocks so far.
#[derive(Default)]
pub(crate) struct Traffic {
    /// By op, warp, and execution count.
    open: FxHashMap<(Op, usize, u32), Vec<Piece>>,
    /// By thread and op: the execution count and the last step.
    visits: FxHashMap<(usize, Op), (u32, u64)>,
    costs: FxHashMap<Op, Cost>,
}

impl Traffic {
    /// Records an access.
    pub(super) fn add(&mut self, visit: &Visit) {
        let seen = self.visits.entry((visit.thread, visit.op)).or_insert((0, visit.step));
        if seen.1 != visit.step {
            *seen = (seen.0 + 1, visit.step);
        }
        let (loc, is_shared) = (visit.loc, visit.is_shared);
        let fresh = Cost { loc, is_shared, accesses: 0, taken: 0, least: 0 };
        self.costs.entry(visit.op).or_insert(fresh);
        let pieces = self.open.entry((visit.op, visit.thread / WARP, seen.0)).or_default();
        let follows = |last: &&mut Piece| {
            let next = last.buffer == visit.buffer && last.first + last.bytes == visit.first;
            last.thread == visit.thread && next && last.bytes + visit.bytes <= WIDEST
        };
        match pieces.last_mut().filter(follows) {
            Some(last) => last.bytes += visit.bytes,
            None => {
                let (thread, buffer) = (visit.thread, visit.buffer);
                pieces.push(Piece { thread, buffer, first: visit.first, bytes: visit.bytes });
            }
        }
    }

    /// Ends the block: adds the cost of its accesses.
    pub(super) fn end_block(&mut self) {
        self.visits.clear();
        for ((op, ..), pieces) in self.open.drain() {
            let Some(cost) = self.costs.get_mut(&op) else { continue };
            let (taken, least) = if cost.is_shared { turns(&pieces) } else { sectors(&pieces) };
            cost.accesses += 1;
            cost.taken += taken;
            cost.least += least;
        }
    }

    /// Inefficient accesses, in the order of source lines; `name` gives the name of an op.
    pub(super) fn findings(&self, name: impl Fn(Op) -> String) -> Vec<Diagnostic> {
        let mut bad: Vec<(&Op, &Cost)> = self.costs.iter().filter(|(_, cost)| cost.is_bad()).collect();
        bad.sort_by_key(|(op, _)| op.index());
        let remark = |(op, cost): (&Op, &Cost)| {
            let message = cost.words(&name(*op));
            Diagnostic { severity: Severity::Remark, ..Diagnostic::error(cost.loc, message) }
        };
        bad.into_iter().map(remark).collect()
    }
}

impl Cost {
    /// The ends of a range may fill sectors only in part; that alone is not reported.
    fn is_bad(&self) -> bool {
        if self.is_shared { self.taken > self.least } else { self.taken >= 2 * self.least }
    }

    fn words(&self, name: &str) -> String {
        let each = |count: u64| count as f64 / self.accesses.max(1) as f64;
        let (taken, least, accesses) = (each(self.taken), each(self.least), self.accesses);
        let average = format!("on average over {accesses} accesses by warps");
        match self.is_shared {
            true => format!(
                "'{name}' op takes {taken:.1} shared-memory cycles where {least:.1} would suffice, \
                 {average}: its lanes conflict on banks"
            ),
            false => format!(
                "'{name}' op moves {taken:.1} sectors of {SECTOR} bytes where {least:.1} would suffice, \
                 {average}: the accesses of its lanes are not coalesced"
            ),
        }
    }
}

/// The count of distinct elements.
fn distinct<T: Hash + Eq>(all: impl Iterator<Item = T>) -> u64 {
    all.collect::<FxHashSet<T>>().len() as u64
}

/// The words that a piece touches.
fn words(piece: &Piece) -> impl Iterator<Item = u64> + use<> {
    piece.first / WORD..(piece.first + piece.bytes).div_ceil(WORD)
}

/// Bank cycles that the access takes, and the minimum: 128 bytes per cycle from different banks.
fn turns(pieces: &[Piece]) -> (u64, u64) {
    let widest = pieces.iter().map(|piece| piece.bytes).max().unwrap_or(WORD).max(WORD);
    let lanes = (BANKS * WORD / widest).max(1) as usize;
    let (mut taken, mut least) = (0, 0);
    for part in pieces.chunks(lanes) {
        let all: FxHashSet<(usize, u64)> =
            part.iter().flat_map(|piece| words(piece).map(|word| (piece.buffer, word))).collect();
        let mut banks = [0u64; BANKS as usize];
        all.iter().for_each(|(_, word)| banks[(word % BANKS) as usize] += 1);
        taken += banks.into_iter().max().unwrap_or(0);
        least += 1;
    }
    (taken, least)
}

/// Sectors that the access moves, and the minimum that its bytes fill.
fn sectors(pieces: &[Piece]) -> (u64, u64) {
    let touched = |piece: &Piece| {
        let buffer = piece.buffer;
        (piece.first / SECTOR..(piece.first + piece.bytes).div_ceil(SECTOR)).map(move |at| (buffer, at))
    };
    let bytes = |piece: &Piece| {
        let buffer = piece.buffer;
        (piece.first..piece.first + piece.bytes).map(move |at| (buffer, at))
    };
    let taken = distinct(pieces.iter().flat_map(touched));
    (taken, distinct(pieces.iter().flat_map(bytes)).div_ceil(SECTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(of: impl Fn(u64) -> u64, bytes: u64) -> Vec<Piece> {
        (0..32).map(|lane| Piece { thread: lane as usize, buffer: 0, first: of(lane), bytes }).collect()
    }

    #[test]
    fn banks() {
        assert_eq!(turns(&pieces(|lane| 4 * lane, 4)), (1, 1));
        assert_eq!(turns(&pieces(|_| 64, 4)), (1, 1), "all lanes read one word");
        assert_eq!(turns(&pieces(|lane| 128 * lane, 4)), (32, 1), "a column");
        assert_eq!(turns(&pieces(|lane| 132 * lane, 4)), (1, 1), "a column of rows that are one word longer");
        assert_eq!(turns(&pieces(|lane| 8 * lane, 4)), (2, 1));
        assert_eq!(turns(&pieces(|lane| 16 * lane, 16)), (4, 4), "128 bytes at once");
        assert_eq!(turns(&pieces(|lane| lane, 1)), (1, 1));
    }

    #[test]
    fn sectors_of_memory() {
        assert_eq!(sectors(&pieces(|lane| 4 * lane, 4)), (4, 4));
        assert_eq!(sectors(&pieces(|lane| 400 * lane, 4)), (32, 4));
        assert_eq!(sectors(&pieces(|lane| 4 * lane + 16, 4)), (5, 4));
        assert_eq!(sectors(&pieces(|_| 0, 4)), (1, 1));
    }
}
