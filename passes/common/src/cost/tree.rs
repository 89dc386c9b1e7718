//! The loop tree: the loops of scheduled computes, their nesting, and the memory that each piece of code
//! touches.
//!
//! It is built from computes and their schedules ([`nest`](super::nest)), and the price walks it
//! ([`price`](super::price)): fusion, tiles over time and tiles are compared by the same figures. Loops have
//! *dimensions*: two loops of one dimension are parts of one split loop, and the outer one has the longer
//! steps.

use rustc_hash::FxHashMap;
use std::ops::Range;
use tf_ir::body::Value;

/// A tensor, or a tile of a tensor in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Array {
    /// A tensor of the program.
    Of(Value),
    /// A temporary of a schedule.
    Made(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct LoopNode {
    dim: usize,
    pub iterations: f64,
    /// Points of the dimension per iteration.
    step: f64,
    pub threads: Threads,
    /// The loop around it.
    pub around: Option<usize>,
    /// The children, in order.
    pub holds: Vec<Child>,
    /// The code inside it.
    pub codes: Range<usize>,
}

/// The threads that run the iterations of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// Open: decided later, for the nest alone: all threads, if they have enough work.
    Open,
    /// The threads that run the loops around it, or a single thread.
    One,
    /// Several threads, which distribute the iterations.
    Several,
}

/// A child of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Child {
    Loop(usize),
    /// Code without loops.
    Code(usize),
}

/// Code without loops.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub around: Option<usize>,
    /// The compute that it belongs to: the computation and the memory accesses of one compute overlap.
    pub owner: usize,
    /// Its cost per execution, in additions of one lane, if all its data is in L1.
    pub work: f64,
    pub uses: Vec<Use>,
}

/// A read or a write.
#[derive(Clone, Debug)]
pub struct Use {
    /// What is read or written.
    pub array: Array,
    /// Bytes of an element.
    pub bytes: f64,
    /// The subscripts.
    pub axes: Vec<Axis>,
    /// It moves from row to row of memory: the hardware prefetcher does not follow it.
    pub jumps: bool,
}

/// A subscript.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The length of the axis.
    pub extent: f64,
    /// The dimensions that it moves with, and the strides.
    pub terms: Vec<(usize, f64)>,
    /// It may be anywhere in the axis as they move (not affine).
    pub anywhere: bool,
    /// The length is a constant, so that the distance in memory of neighbours along the axes before it is
    /// known.
    pub known: bool,
}

/// The unit of a cache's capacity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Unit {
    Bytes,
    /// Entries of the TLB, for pages of this size in bytes.
    Pages(f64),
}

/// One way of a set-associative cache: a line of each set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub bytes: f64,
    /// Bytes of a line.
    pub line: f64,
}

/// A tree of loops with code in them.
#[derive(Clone, Debug, Default)]
pub struct LoopTree {
    pub(crate) loops: Vec<LoopNode>,
    pub(crate) codes: Vec<Code>,
    /// Children outside all loops.
    pub(crate) top: Vec<Child>,
    /// Scopes of temporaries that only this code needs: the loop whose iterations each have a new one, or
    /// `None` outside all loops.
    homes: FxHashMap<Array, Option<usize>>,
    here: Option<usize>,
    dims: usize,
}

impl LoopTree {
    /// Returns a new dimension.
    pub fn dim(&mut self) -> usize {
        self.dims += 1;
        self.dims - 1
    }

    /// Opens a loop: children added from here on are inside it.
    pub fn enter(&mut self, dim: usize, (iterations, step): (f64, f64), threads: Threads) -> usize {
        let (number, code) = (self.loops.len(), self.codes.len());
        self.hold(Child::Loop(number));
        let (around, holds) = (self.here, Vec::new());
        self.loops.push(LoopNode { dim, iterations, step, threads, around, holds, codes: code..code });
        self.here = Some(number);
        number
    }

    /// Closes the innermost open loop.
    pub fn leave(&mut self) {
        let Some(here) = self.here else { return };
        self.loops[here].codes.end = self.codes.len();
        self.here = self.loops[here].around;
    }

    /// True inside a loop of this dimension.
    pub fn is_along(&self, dim: usize) -> bool {
        self.path(self.here).any(|at| self.loops[at].dim == dim)
    }

    /// The innermost open loop.
    pub fn here(&self) -> Option<usize> {
        self.here
    }

    /// Adds code of a compute inside the open loops.
    pub fn code(&mut self, owner: usize, work: f64, uses: Vec<Use>) {
        self.hold(Child::Code(self.codes.len()));
        self.codes.push(Code { around: self.here, owner, work, uses });
    }

    fn hold(&mut self, child: Child) {
        match self.here {
            Some(here) => self.loops[here].holds.push(child),
            None => self.top.push(child),
        }
    }

    /// Declares an array as local to this code, with its scope.
    pub fn live(&mut self, array: Array, around: Option<usize>) {
        self.homes.insert(array, around);
    }

    /// True for an array that nothing outside this loop (or its iterations) needs.
    pub fn is_inner(&self, array: Array, scope: Option<usize>) -> bool {
        self.homes
            .get(&array)
            .is_some_and(|home| self.path(*home).any(|own| Some(own) == scope) || scope.is_none())
    }

    /// The code inside a child.
    pub(crate) fn codes_of(&self, child: Child) -> Range<usize> {
        match child {
            Child::Loop(at) => self.loops[at].codes.clone(),
            Child::Code(at) => at..at + 1,
        }
    }

    /// A loop and its ancestors, from the inside out.
    pub fn path(&self, from: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(from, |at| self.loops[*at].around)
    }

    /// How often the body of this loop runs.
    pub fn runs(&self, around: Option<usize>) -> f64 {
        self.path(around).map(|at| self.loops[at].iterations).product()
    }

    /// The footprint of a use in this code, in bytes or in the pages of these bytes: all iterations of the
    /// loops between it and the scope (and of the scope, if `whole`).
    pub(crate) fn footprint(&self, code: &Code, used: &Use, scope: (Option<usize>, bool), unit: Unit) -> f64 {
        let elements = self.elements(code, used, scope);
        let Unit::Pages(page) = unit else { return used.bytes * elements.iter().product::<f64>() };
        // Adjacent elements share pages; elements farther apart each touch a page.
        let (mut apart, mut pages, mut side) = (used.bytes, 1.0, used.bytes);
        for (axis, touched) in used.axes.iter().zip(&elements).rev() {
            if apart < page {
                side += apart * (touched - 1.0);
            } else {
                pages *= touched;
            }
            apart *= axis.extent.max(1.0);
        }
        pages * (side / page).ceil()
    }

    /// The factor by which conflict misses increase the space that a use takes in such a cache: rows whose
    /// distance shares a power of two with the size of a way map to a part of its sets only.
    pub(crate) fn crowding(&self, code: &Code, used: &Use, scope: (Option<usize>, bool), way: Way) -> f64 {
        let Way { bytes: way, line } = way;
        if self.homes.get(&used.array).is_some_and(Option::is_some) {
            // The rows of a tile are dense.
            return 1.0;
        }
        let elements = self.elements(code, used, scope);
        let (mut apart, mut side) = (used.bytes, used.bytes);
        for (axis, touched) in used.axes.iter().zip(&elements).rev() {
            if apart >= line && *touched > 1.0 {
                let places = way / greatest_common_divisor(apart as u64, way as u64).max(1) as f64;
                let sets = (places * (side / line).ceil()).min(way / line);
                return if *touched > places { way / line / sets } else { 1.0 };
            }
            side += apart * (touched - 1.0);
            apart *= axis.extent.max(1.0);
            if !axis.known {
                break;
            }
        }
        1.0
    }

    /// The adjacent bytes that code touches before it moves to another row.
    pub(crate) fn side_by_side(&self, code: &Code, used: &Use) -> f64 {
        let Some((last, others)) = used.axes.split_last() else { return used.bytes };
        let moves = |axis: &Axis, dim: usize| axis.terms.iter().any(|(of, _)| *of == dim);
        let inner = self.path(code.around).map(|at| &self.loops[at]);
        let inner = inner.take_while(|node| !others.iter().any(|axis| moves(axis, node.dim)));
        let along: f64 = inner.filter(|node| moves(last, node.dim)).map(|node| node.iterations).product();
        used.bytes * along.min(last.extent)
    }

    /// The elements that a use touches along each axis of an array.
    fn elements(&self, code: &Code, used: &Use, (scope, whole): (Option<usize>, bool)) -> Vec<f64> {
        let home = self.homes.get(&used.array).copied().flatten();
        let mut own: Vec<&LoopNode> = Vec::new();
        for at in self.path(code.around) {
            // A temporary has the same memory in each iteration of its loop.
            if Some(at) == home || (Some(at) == scope && !whole) {
                break;
            }
            own.push(&self.loops[at]);
            if Some(at) == scope {
                break;
            }
        }
        let all = || own.iter().map(|node| node.iterations).product::<f64>();
        let elements = |axis: &Axis| {
            if axis.anywhere {
                return all().min(axis.extent);
            }
            let (mut span, mut count) = (1.0, 1.0);
            for node in &own {
                let by: f64 = axis.terms.iter().filter(|(dim, _)| *dim == node.dim).map(|(_, by)| by).sum();
                if by > 0.0 {
                    span += by * node.step * (node.iterations - 1.0);
                    count *= node.iterations;
                }
            }
            count.min(span).min(axis.extent).max(1.0)
        };
        used.axes.iter().map(elements).collect()
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
