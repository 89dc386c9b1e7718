//! A single access: index arithmetic for its subscripts, comparisons for its policy.

use tf_dialects::arith::CmpI;
use tf_dialects::mem::Trap;
use tf_dialects::stops;
use tf_dialects::tensor::bounds::{Inside, Proved, ProvedAxis};
use tf_dialects::tensor::{Access, Policy};
use tf_ir::body::{Op, Value};
use tf_ir::extent::Extent;
use tf_ir::types::Dim;
use tf_passes_common::code::folding_builder::{FoldingBuilder, Values};
use tf_passes_common::code::marks::likely;

/// A read or write during its lowering.
pub struct Site {
    pub op: Op,
    /// The tensor, or the accumulator.
    pub source: Value,
    pub is_write: bool,
    /// The proved bounds of its axes.
    pub proved: Proved,
}

/// One axis of a read or write.
pub struct Axis {
    index: Value,
    extent: Value,
    inside: Inside,
}

/// The subscripts of an access.
pub fn subscripts(code: &mut FoldingBuilder<'_>, op: Op) -> Vec<Value> {
    let access = Access::of(code.b.body.op(op)).expect("verified accesses have a map");
    let (map, dims, terms) = (access.map.into_owned(), access.indices, access.extents.to_vec());
    let symbols = code.extents(&terms);
    map.results().iter().map(|e| code.affine(e, &dims, &symbols)).collect()
}

impl Site {
    fn axis(&self, d: usize) -> ProvedAxis {
        self.proved.0.get(d).copied().unwrap_or(ProvedAxis::UNKNOWN)
    }

    /// The axes of the tensor, with the subscripts.
    pub fn axes(&self, code: &mut FoldingBuilder<'_>, subscripts: &[Value]) -> Vec<Axis> {
        let ctx = code.ctx();
        let extents: Vec<Extent> = ctx
            .dims(code.ty(self.source))
            .unwrap_or_default()
            .iter()
            .map(|d: &Dim| d.to_extent().expect("unnamed extents were refused before"))
            .collect();
        let mut axes = Vec::new();
        for (d, (index, extent)) in subscripts.iter().zip(extents).enumerate() {
            let extent = code.extent(&extent);
            axes.push(Axis { index: *index, extent, inside: self.axis(d).inside });
        }
        axes
    }

    /// True if all subscripts are in bounds; `None` if that is proved.
    pub fn all_inside(&self, code: &mut FoldingBuilder<'_>, subscripts: &[Value]) -> Option<Value> {
        let mut condition = None;
        for axis in self.axes(code, subscripts) {
            if let Some(inside) = axis.is_inside(code) {
                condition = Some(code.both(condition, inside));
            }
        }
        condition
    }

    /// True if no axis is empty; `None` if that is proved.
    pub fn has_elements(&self, code: &mut FoldingBuilder<'_>, axes: &[Axis]) -> Option<Value> {
        let zero = code.index(0);
        let mut exists = None;
        for (d, axis) in axes.iter().enumerate() {
            if !self.axis(d).occupied {
                let one = code.cmpi(CmpI::Sgt, axis.extent, zero);
                exists = Some(code.both(exists, one));
            }
        }
        exists
    }

    /// Traps with a message for each subscript that is out of bounds.
    pub fn trap(&self, code: &mut FoldingBuilder<'_>, subscripts: &[Value]) {
        let axes = self.axes(code, subscripts);
        let open: Vec<usize> = (0..axes.len()).filter(|d| !axes[*d].inside.both()).collect();
        for d in &open {
            let text = stops::outside(code.b.body, self.source, *d, self.is_write);
            let numbers = [axes[*d].index, axes[*d].extent];
            if open.len() == 1 {
                Trap::build(&mut code.b, &numbers, text.as_str());
                return;
            }
            // As an unsigned integer, a negative value is large.
            let is_outside = code.cmpi(CmpI::Uge, numbers[0], numbers[1]);
            match code.known(is_outside) {
                Some(0) => {}
                _ => code.when(is_outside, |code| {
                    Trap::build(&mut code.b, &numbers, text.as_str());
                }),
            }
        }
    }
}

/// The subscripts, clamped or wrapped into bounds.
pub fn redirected(code: &mut FoldingBuilder<'_>, axes: &[Axis], policy: Policy) -> Values {
    let inside = |axis: &Axis| match policy {
        Policy::Wrap => axis.wrapped(code),
        _ => axis.clamped(code),
    };
    axes.iter().map(inside).collect()
}

impl Axis {
    /// True if the index is in bounds; compares only the unproved bounds. `None` if both are proved.
    fn is_inside(&self, code: &mut FoldingBuilder<'_>) -> Option<Value> {
        let zero = code.index(0);
        match (self.inside.lower, self.inside.upper) {
            (true, true) => None,
            (true, false) => Some(likely(code, CmpI::Slt, self.index, self.extent)),
            (false, true) => Some(likely(code, CmpI::Sge, self.index, zero)),
            // As an unsigned integer, a negative value is large.
            (false, false) => Some(likely(code, CmpI::Ult, self.index, self.extent)),
        }
    }

    fn clamped(&self, code: &mut FoldingBuilder<'_>) -> Value {
        let mut index = self.index;
        if !self.inside.upper {
            let one = code.index(1);
            let last = code.sub(self.extent, one);
            let inside = likely(code, CmpI::Sle, index, last);
            index = code.select(inside, index, last);
        }
        if !self.inside.lower {
            let zero = code.index(0);
            let inside = likely(code, CmpI::Sge, index, zero);
            index = code.select(inside, index, zero);
        }
        index
    }

    /// The index modulo the extent; divides only if it is out of bounds.
    fn wrapped(&self, code: &mut FoldingBuilder<'_>) -> Value {
        let Some(inside) = self.is_inside(code) else { return self.index };
        let (index, extent, ty) = (self.index, self.extent, code.ctx().index());
        let non_negative = self.inside.lower;
        code.choose(inside, ty, |_| index, |code| code.floor_mod(index, extent, non_negative))
    }
}
