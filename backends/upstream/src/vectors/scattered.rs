//! Masked gathers and scatters for processors without instructions for them.
//!
//! AVX-512 has such instructions. On other processors, LLVM expands a masked gather or scatter into a branch
//! for each lane. A table with three columns then needs hundreds of blocks, which are slow to run and to
//! compile. Nearly all vectors are full: if all lanes are active, the access has no branch. Otherwise, at the
//! end of an axis, a loop visits the lanes.

use crate::emitter::types::vector_lanes;
use crate::emitter::{Emitter, Result};
use crate::lower::vector::upstream_kind;
use crate::names::{REDUCTION, llvm, scf};
use tf_dialects::arith;
use tf_dialects::tensor::CombiningKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::types::Type;

impl Emitter<'_, '_> {
    /// Gathers the elements at the pointers of active lanes, as a vector of type `ty` whose elements take
    /// `bytes`; the other lanes are those of `other`.
    pub(crate) fn gather(
        &mut self,
        pointers: Value,
        mask: Value,
        other: Value,
        ty: Type,
        bytes: u64,
    ) -> Result<Value> {
        if !self.branches_by_lane(mask) {
            return Ok(self.masked_gather_op(pointers, mask, other, ty, bytes));
        }
        let new = self.if_all(mask, &[ty]);
        self.fill(new, 0, &[], |this, _| {
            let all = this.all_true(this.lanes_of(ty));
            Ok(vec![this.masked_gather_op(pointers, all, other, ty, bytes)])
        })?;
        self.fill(new, 1, &[], |this, _| {
            this.lane_by_lane(ty, mask, Some(other), |this, lane, so_far| {
                let elem = this.source.ctx().elem_type(ty);
                let pointer = this.lane(pointers, lane);
                let loaded = this.load(pointer, elem, bytes);
                so_far.map(|vector| this.pure(llvm::INSERTELEMENT, &[vector, loaded, lane], ty, &[]))
            })
        })?;
        Ok(self.b.body.result(new, 0))
    }

    /// Stores the active lanes of a vector, each to its pointer.
    pub(crate) fn scatter(&mut self, stored: Value, pointers: Value, mask: Value, bytes: u64) -> Result<()> {
        if !self.branches_by_lane(mask) {
            self.masked_scatter_op(stored, pointers, mask, bytes);
            return Ok(());
        }
        let ty = self.b.body.ty(stored);
        let new = self.if_all(mask, &[]);
        self.fill(new, 0, &[], |this, _| {
            let all = this.all_true(this.lanes_of(ty));
            this.masked_scatter_op(stored, pointers, all, bytes);
            Ok(Vec::new())
        })?;
        self.fill(new, 1, &[], |this, _| {
            this.lane_by_lane(ty, mask, None, |this, lane, _| {
                let (value, pointer) = (this.lane(stored, lane), this.lane(pointers, lane));
                this.store(value, pointer, bytes);
                None
            })
        })
    }

    /// True if LLVM would emit a branch for each lane. It emits none for constant masks.
    fn branches_by_lane(&self, mask: Value) -> bool {
        let body = &self.b.body;
        let constant = body.def_op(mask).is_some_and(|op| body.is(op, arith::Constant));
        !constant && !self.unit.level.target().masks
    }

    fn masked_gather_op(
        &mut self,
        pointers: Value,
        mask: Value,
        other: Value,
        ty: Type,
        bytes: u64,
    ) -> Value {
        let align = self.alignment(bytes);
        self.b.value(llvm::MASKED_GATHER, &[pointers, mask, other], ty, &align)
    }

    fn masked_scatter_op(&mut self, stored: Value, pointers: Value, mask: Value, bytes: u64) {
        let align = self.alignment(bytes);
        self.b.op(llvm::MASKED_SCATTER, &[stored, pointers, mask], &[], &align);
    }

    /// The attribute of masked accesses to elements of `bytes` bytes.
    pub(crate) fn alignment(&self, bytes: u64) -> [(&'static str, Attribute); 1] {
        let ctx = self.source.ctx();
        [("alignment", ctx.int_attr(ctx.i32(), bytes.into()))]
    }

    /// An `scf.if` whose first region runs if all lanes of a mask are active.
    pub(crate) fn if_all(&mut self, mask: Value, results: &[Type]) -> Op {
        let all = self.all_of(mask);
        self.b.op_with_regions(scf::IF, &[all], results, &[], 2)
    }

    /// True if all lanes of a mask are active.
    pub(crate) fn all_of(&mut self, mask: Value) -> Value {
        let ctx = self.ctx();
        let and = upstream_kind(&ctx, CombiningKind::And);
        self.pure(REDUCTION, &[mask], ctx.i1(), &[("kind", and)])
    }

    /// A loop over the lanes of vectors of type `ty`. Its body runs for the active lanes. It may carry a
    /// vector, whose final value is the result.
    fn lane_by_lane(
        &mut self,
        ty: Type,
        mask: Value,
        start: Option<Value>,
        body: impl FnOnce(&mut Self, Value, Option<Value>) -> Option<Value>,
    ) -> Result<Vec<Value>> {
        let i64 = self.source.ctx().i64();
        let bounds = [self.int(0), self.int(self.lanes_of(ty) as i64), self.int(1)];
        let carried: Vec<Type> = start.iter().map(|_| ty).collect();
        let operands: Vec<Value> = bounds.into_iter().chain(start).collect();
        let new = self.b.op_with_regions(scf::FOR, &operands, &carried, &[], 1);
        self.fill(new, 0, &[&[i64], &carried[..]].concat(), |this, args| {
            let on = this.lane(mask, args[0]);
            let choice = this.b.op_with_regions(scf::IF, &[on], &carried, &[], 2);
            let so_far = args.get(1).copied();
            this.fill(choice, 0, &[], |this, _| Ok(body(this, args[0], so_far).into_iter().collect()))?;
            if so_far.is_some() {
                this.fill(choice, 1, &[], |_, _| Ok(args[1..].to_vec()))?;
            }
            Ok(this.b.body.results(choice).collect())
        })?;
        Ok(self.b.body.results(new).collect())
    }

    /// A lane of a vector.
    fn lane(&mut self, vector: Value, lane: Value) -> Value {
        let elem = self.source.ctx().elem_type(self.b.body.ty(vector));
        self.pure(llvm::EXTRACTELEMENT, &[vector, lane], elem, &[])
    }

    /// The lane count of a vector type.
    pub(crate) fn lanes_of(&self, ty: Type) -> usize {
        vector_lanes(self.source.ctx(), ty).unwrap_or(1)
    }
}
