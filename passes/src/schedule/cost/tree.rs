//! The loop tree: which loops a schedule makes of computes, what runs inside of which, and what memory each piece of code touches.
//!
//! One is built from computes and how they are scheduled ([`nest`](super::nest)), and the price walks it ([`price`](super::price)): whether computes share
//! loops, run several trips at a time, or are split into tiles is asked of the same figures. Loops are called by *dimensions*: two loops of one
//! dimension are parts of one that was split, the outer one in longer steps.

use rustc_hash::FxHashMap;
use std::ops::Range;
use tf_ir::body::Value;

/// A tensor, or a part of one that stands for it in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Array {
    /// A tensor of the program.
    Of(Value),
    /// One that a schedule makes.
    Made(usize),
}

/// A loop.
#[derive(Clone, Debug)]
pub(crate) struct LoopNode {
    dim: usize,
    pub trips: f64,
    /// Points of the dimension from one trip to the next.
    step: f64,
    pub threads: Threads,
    /// The loop around it.
    pub around: Option<usize>,
    /// What it holds, in order.
    pub holds: Vec<Child>,
    /// The code inside of it.
    pub codes: Range<usize>,
}

/// Who runs the trips of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Threads {
    /// That is decided later, for the nest as it is alone: all, if there is work for them.
    Open,
    /// Those that run the loops around it, or one.
    One,
    /// Several, each some trips.
    Several,
}

/// What stands in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Child {
    /// Another loop.
    Loop(usize),
    /// Code without loops.
    Code(usize),
}

/// Code without loops.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub around: Option<usize>,
    /// The compute that it is of: what one computes and what it waits for overlap.
    pub owner: usize,
    /// What it costs each time, in additions of one lane, where all that it touches is in the first cache.
    pub work: f64,
    pub uses: Vec<Use>,
}

/// A read or a write.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub array: Array,
    /// Bytes of an element.
    pub bytes: f64,
    pub axes: Vec<Axis>,
    /// It goes from row to row of memory: a processor does not see ahead what it needs next.
    pub jumps: bool,
}

/// A subscript.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// The length of the axis.
    pub extent: f64,
    /// The dimensions that it moves with, and by how much.
    pub terms: Vec<(usize, f64)>,
    /// It may be anywhere as they move.
    pub anywhere: bool,
    /// The length is a constant, so that it is known how far apart in memory neighbours along the axes in front of it are.
    pub known: bool,
}

/// What a cache holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Unit {
    /// Bytes of memory.
    Bytes,
    /// Where pages of memory are, which have so many bytes.
    Pages(f64),
}

/// A way of a cache: one line of each set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub bytes: f64,
    /// Bytes of a line.
    pub line: f64,
}

/// Loops in each other and beside each other, and the code in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopTree {
    pub loops: Vec<LoopNode>,
    pub codes: Vec<Code>,
    /// What stands outside of all loops.
    pub top: Vec<Child>,
    /// Where arrays live that only this code needs: in each trip of a loop anew, or, with `None`, outside of all.
    homes: FxHashMap<Array, Option<usize>>,
    here: Option<usize>,
    dims: usize,
}

impl LoopTree {
    /// A dimension that no loop has yet.
    pub fn dim(&mut self) -> usize {
        self.dims += 1;
        self.dims - 1
    }

    /// Begins a loop: what is added from here on is inside of it.
    pub fn enter(&mut self, dim: usize, (trips, step): (f64, f64), threads: Threads) -> usize {
        let (number, code) = (self.loops.len(), self.codes.len());
        self.hold(Child::Loop(number));
        let (around, holds) = (self.here, Vec::new());
        self.loops.push(LoopNode { dim, trips, step, threads, around, holds, codes: code..code });
        self.here = Some(number);
        number
    }

    /// Ends the loop begun last.
    pub fn leave(&mut self) {
        let Some(here) = self.here else { return };
        self.loops[here].codes.end = self.codes.len();
        self.here = self.loops[here].around;
    }

    /// True in a loop of this dimension.
    pub fn is_along(&self, dim: usize) -> bool {
        self.path(self.here).any(|at| self.loops[at].dim == dim)
    }

    /// The loop that is open.
    pub fn here(&self) -> Option<usize> {
        self.here
    }

    /// Adds code.
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

    /// Says that nothing but this code needs an array, which lives in the trips of a loop.
    pub fn live(&mut self, array: Array, around: Option<usize>) {
        self.homes.insert(array, around);
    }

    /// True for an array that nothing outside of this loop's trips needs, or of this loop's.
    pub fn is_inner(&self, array: Array, scope: Option<usize>) -> bool {
        self.homes
            .get(&array)
            .is_some_and(|home| self.path(*home).any(|own| Some(own) == scope) || scope.is_none())
    }

    /// The code that a child holds.
    pub fn codes_of(&self, child: Child) -> Range<usize> {
        match child {
            Child::Loop(at) => self.loops[at].codes.clone(),
            Child::Code(at) => at..at + 1,
        }
    }

    /// A loop and those around it, from the inside out.
    pub fn path(&self, from: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(from, |at| self.loops[*at].around)
    }

    /// How often code, or a loop, in this loop runs.
    pub fn runs(&self, around: Option<usize>) -> f64 {
        self.path(around).map(|at| self.loops[at].trips).product()
    }

    /// The bytes of an array that a use in this code touches in all trips of the loops between it and the scope (and of the scope, if `whole`), or the pages
    /// that these are in.
    pub fn footprint(&self, code: &Code, used: &Use, scope: (Option<usize>, bool), unit: Unit) -> f64 {
        let elements = self.elements(code, used, scope);
        let Unit::Pages(page) = unit else { return used.bytes * elements.iter().product::<f64>() };
        // What lies side by side shares pages, what is farther apart has pages of its own.
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

    /// How many times the bytes that a use touches take the room of a cache with such ways: rows whose distance shares a power of two with a way
    /// lie in a part of its sets only, and have the ways of these to themselves.
    pub fn crowding(&self, code: &Code, used: &Use, scope: (Option<usize>, bool), way: Way) -> f64 {
        let Way { bytes: way, line } = way;
        if self.homes.get(&used.array).is_some_and(Option::is_some) {
            // A tile has rows of its own.
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

    /// The bytes side by side that code touches before it goes to another row.
    pub fn side_by_side(&self, code: &Code, used: &Use) -> f64 {
        let Some((last, others)) = used.axes.split_last() else { return used.bytes };
        let moves = |axis: &Axis, dim: usize| axis.terms.iter().any(|(of, _)| *of == dim);
        let inner = self.path(code.around).map(|at| &self.loops[at]);
        let inner = inner.take_while(|node| !others.iter().any(|axis| moves(axis, node.dim)));
        let along: f64 = inner.filter(|node| moves(last, node.dim)).map(|node| node.trips).product();
        used.bytes * along.min(last.extent)
    }

    /// How many elements along each axis of an array a use touches.
    fn elements(&self, code: &Code, used: &Use, (scope, whole): (Option<usize>, bool)) -> Vec<f64> {
        let home = self.homes.get(&used.array).copied().flatten();
        let mut own: Vec<&LoopNode> = Vec::new();
        for at in self.path(code.around) {
            // In each trip of its loop an array is in the same place.
            if Some(at) == home || (Some(at) == scope && !whole) {
                break;
            }
            own.push(&self.loops[at]);
            if Some(at) == scope {
                break;
            }
        }
        let all = || own.iter().map(|node| node.trips).product::<f64>();
        let elements = |axis: &Axis| {
            if axis.anywhere {
                return all().min(axis.extent);
            }
            let (mut span, mut count) = (1.0, 1.0);
            for node in &own {
                let by: f64 = axis.terms.iter().filter(|(dim, _)| *dim == node.dim).map(|(_, by)| by).sum();
                if by > 0.0 {
                    span += by * node.step * (node.trips - 1.0);
                    count *= node.trips;
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
