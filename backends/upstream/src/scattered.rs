//! Masked gathers and scatters for processors without instructions for them.
//!
//! AVX-512 has such instructions. Elsewhere LLVM takes a masked gather or scatter apart into a branch for each lane,
//! hundreds of blocks for the columns of a table with three of them, which run slowly and take long to compile. Nearly all
//! vectors are full: where all lanes are on, they move without a branch, and a loop over the lanes takes the others, at
//! the end of an axis.

use crate::emitter::Emitter;
use crate::names::{REDUCTION, llvm, scf};
use tf_dialects::arith;
use tf_ir::body::Value;
use tf_ir::types::{Type, TypeData};

impl Emitter<'_, '_> {
    /// The elements at pointers that a mask lets through, as a vector of type `ty` whose elements take `bytes`; the other
    /// lanes are those of `other`.
    pub(crate) fn gather(
        &mut self,
        pointers: Value,
        mask: Value,
        other: Value,
        ty: Type,
        bytes: u64,
    ) -> Value {
        if !self.takes_lanes_apart(mask) {
            return self.whole_gather(pointers, mask, other, ty, bytes);
        }
        let new = self.if_all(mask, &[ty]);
        self.enter(new, 0, &[]);
        let all = self.all_true(lanes_of(&self.ctx(), ty));
        let full = self.whole_gather(pointers, all, other, ty, bytes);
        self.b.op(scf::YIELD, &[full], &[], &[]);
        self.leave();
        self.enter(new, 1, &[]);
        let part = self.lane_by_lane(ty, mask, Some(other), |this, lane, so_far| {
            let elem = this.ctx().elem_type(ty);
            let pointer = this.lane(pointers, lane);
            let loaded = this.load(pointer, elem, bytes);
            so_far.map(|vector| this.pure(llvm::INSERTELEMENT, &[vector, loaded, lane], ty, &[]))
        });
        self.b.op(scf::YIELD, &part.into_iter().collect::<Vec<_>>(), &[], &[]);
        self.leave();
        self.b.body.result(new, 0)
    }

    /// Stores the lanes of a vector that a mask lets through, each to its pointer.
    pub(crate) fn scatter(&mut self, stored: Value, pointers: Value, mask: Value, bytes: u64) {
        if !self.takes_lanes_apart(mask) {
            return self.whole_scatter(stored, pointers, mask, bytes);
        }
        let ty = self.b.body.ty(stored);
        let new = self.if_all(mask, &[]);
        self.enter(new, 0, &[]);
        let all = self.all_true(lanes_of(&self.ctx(), ty));
        self.whole_scatter(stored, pointers, all, bytes);
        self.b.op(scf::YIELD, &[], &[], &[]);
        self.leave();
        self.enter(new, 1, &[]);
        self.lane_by_lane(ty, mask, None, |this, lane, _| {
            let (value, pointer) = (this.lane(stored, lane), this.lane(pointers, lane));
            this.store(value, pointer, bytes);
            None
        });
        self.b.op(scf::YIELD, &[], &[], &[]);
        self.leave();
    }

    /// Whether LLVM would make a branch for each lane of it. Of constant masks it makes none.
    fn takes_lanes_apart(&self, mask: Value) -> bool {
        let body = &self.b.body;
        let constant = body.def_op(mask).is_some_and(|op| body.is(op, arith::Constant));
        !constant && !self.level.target().masks
    }

    fn whole_gather(&mut self, pointers: Value, mask: Value, other: Value, ty: Type, bytes: u64) -> Value {
        let align = [("alignment", self.alignment(bytes))];
        self.b.value(llvm::MASKED_GATHER, &[pointers, mask, other], ty, &align)
    }

    fn whole_scatter(&mut self, stored: Value, pointers: Value, mask: Value, bytes: u64) {
        let align = [("alignment", self.alignment(bytes))];
        self.b.op(llvm::MASKED_SCATTER, &[stored, pointers, mask], &[], &align);
    }

    fn alignment(&self, bytes: u64) -> tf_ir::attr::Attribute {
        let ctx = self.ctx();
        ctx.int_attr(ctx.i32(), bytes.into())
    }

    /// An `scf.if` whose first region runs where all lanes of a mask are on.
    pub(crate) fn if_all(&mut self, mask: Value, results: &[Type]) -> tf_ir::body::Op {
        let all = self.all_of(mask);
        self.b.op_with_regions(scf::IF, &[all], results, &[], 2)
    }

    /// Whether all lanes of a mask are on.
    pub(crate) fn all_of(&mut self, mask: Value) -> Value {
        let ctx = self.ctx();
        let and = crate::vector::upstream_kind(&ctx, tf_dialects::tensor::CombiningKind::And);
        self.pure(REDUCTION, &[mask], ctx.i1(), &[("kind", and)])
    }

    /// A loop over the lanes of vectors of type `ty`, whose body runs for those that a mask lets through; it may change a
    /// vector, whose last value is the result.
    fn lane_by_lane(
        &mut self,
        ty: Type,
        mask: Value,
        start: Option<Value>,
        body: impl FnOnce(&mut Self, Value, Option<Value>) -> Option<Value>,
    ) -> Option<Value> {
        let i64 = self.ctx().i64();
        let lanes = lanes_of(&self.ctx(), ty) as i64;
        let bounds = [self.int(0), self.int(lanes), self.int(1)];
        let carried: Vec<Type> = start.iter().map(|_| ty).collect();
        let operands: Vec<Value> = bounds.into_iter().chain(start).collect();
        let new = self.b.op_with_regions(scf::FOR, &operands, &carried, &[], 1);
        let block = self.enter(new, 0, &[&[i64], &carried[..]].concat());
        let args: Vec<Value> = self.b.body.args(block).collect();
        let (lane, so_far) = (args[0], args.get(1).copied());
        let on = self.lane(mask, lane);
        let choice = self.b.op_with_regions(scf::IF, &[on], &carried, &[], 2);
        self.enter(choice, 0, &[]);
        let changed = body(self, lane, so_far);
        self.b.op(scf::YIELD, &changed.into_iter().collect::<Vec<_>>(), &[], &[]);
        self.leave();
        if let Some(so_far) = so_far {
            self.enter(choice, 1, &[]);
            self.b.op(scf::YIELD, &[so_far], &[], &[]);
            self.leave();
        }
        let kept: Vec<Value> = self.b.body.results(choice).collect();
        self.b.op(scf::YIELD, &kept, &[], &[]);
        self.leave();
        self.b.body.results(new).next()
    }

    /// A lane of a vector.
    fn lane(&mut self, vector: Value, lane: Value) -> Value {
        let elem = self.ctx().elem_type(self.b.body.ty(vector));
        self.pure(llvm::EXTRACTELEMENT, &[vector, lane], elem, &[])
    }
}

/// The number of lanes of a vector type.
fn lanes_of(ctx: &tf_ir::context::Context, ty: Type) -> usize {
    match ctx.type_data(ty) {
        TypeData::Vector { shape, .. } => shape.iter().product::<i64>() as usize,
        _ => 1,
    }
}
