//! Bufferization of casts and of requirements on extents.

use super::super::client::{Client, Result};
use super::lowering::{Form, Lowering};
use tf_dialects::arith::CmpI;
use tf_dialects::func::bound::extent_symbols;
use tf_dialects::mem::{self, Trap};
use tf_dialects::stops;
use tf_dialects::tensor::bounds::MAX_EXTENT;
use tf_dialects::tensor::shape::same_type;
use tf_dialects::tensor::{self, Bind, Require};
use tf_ir::body::{Op, Value};
use tf_ir::extent::Extent;
use tf_ir::rewrite::Rebuild;
use tf_ir::walk::preorder;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{REQUIRE, likely};

impl Lowering<'_> {
    /// `tensor.extent`
    pub fn extent(&mut self, op: Op) -> Result<()> {
        let view = self.source().view(op, tensor::ExtentOf);
        let term = view.term().expect("a verified extent has a term").clone();
        let (result, value) = (self.source().result(op, 0), self.code.extent(&term));
        self.forms.set(result, Form::Scalar(value));
        Ok(())
    }

    /// `tensor.cast`: the same memory if the extents are provably equal, else a check and a copy.
    pub fn cast(&mut self, op: Op) -> Result<()> {
        let input = self.source().view(op, tensor::Cast).input();
        let result = self.source().result(op, 0);
        let ctx = self.ctx();
        let same = same_type(&ctx, self.ty(input), self.ty(result));
        if same && !self.destinations.contains_key(&result) {
            let form = self.form(input);
            self.forms.set(result, form);
            return Ok(());
        }
        let (from, to) = (self.buffer(input), self.destination(result));
        self.check_extents(from, to);
        let (extents, limits) = (self.extents_of(to), self.extents_of(from));
        let (extents, limits) = (self.code.extents(&extents), self.code.extents(&limits));
        let elem = ctx.elem_type(self.ty(from));
        self.for_each(&extents, &mut Vec::new(), &mut |this, indices| {
            // The call runs on for a while after a trap: no access may be out of bounds.
            let mut inside = None;
            for (index, limit) in indices.iter().zip(&limits) {
                let one = likely(&mut this.code, CmpI::Slt, *index, *limit);
                inside = Some(this.code.both(inside, one));
            }
            let value = match inside {
                Some(inside) => {
                    let load = |code: &mut FoldingBuilder<'_>| mem::Load::build(&mut code.b, from, indices);
                    this.code.choose(inside, elem, load, |code| code.zero(elem))
                }
                None => this.load(from, indices),
            };
            this.store(value, to, indices);
            Ok(())
        })?;
        self.forms.set(result, Form::Buffer(to));
        Ok(())
    }

    /// `tensor.require`: traps if extents differ.
    pub fn require(&mut self, op: Op) -> Result<()> {
        let pairs = self.source().view(op, Require).open();
        pairs.iter().for_each(|(a, b)| self.check_equal(a, b));
        Ok(())
    }

    /// `tensor.bind` at the end of a stage: traps if the value is not a valid extent. The next stage takes it
    /// as an argument.
    pub fn require_extent(&mut self, op: Op) -> Result<()> {
        let view = self.source().view(op, Bind);
        let (symbol, number) =
            (view.extent_symbol().expect("the verifier checked the extent"), view.number());
        let used = |at: &Op| *at != op && extent_symbols(self.source(), *at).contains(&symbol);
        if preorder(self.source()).iter().any(used) {
            let message =
                format!("binds the extent {symbol}, which this function uses: run split-at-binds first");
            return Err(self.refuse(op, message));
        }
        let number = self.operand(op, number)?;
        let limit = self.code.index(MAX_EXTENT);
        // As an unsigned integer, a negative value is above the limit.
        let outside = self.code.cmpi(CmpI::Ugt, number, limit);
        let text = stops::no_extent(&symbol);
        self.code.when(outside, |code| {
            Trap::with_status(&mut code.b, &[number], &text, REQUIRE);
        });
        Ok(())
    }

    /// Traps if two memrefs of one rank differ in an extent.
    fn check_extents(&mut self, from: Value, to: Value) {
        for (a, b) in self.extents_of(from).iter().zip(&self.extents_of(to)) {
            if a != b {
                self.check_equal(a, b);
            }
        }
    }

    /// Traps if two extents differ.
    fn check_equal(&mut self, a: &Extent, b: &Extent) {
        let (x, y) = (self.code.extent(a), self.code.extent(b));
        let differ = self.code.cmpi(CmpI::Ne, x, y);
        let text = stops::differ(a, b);
        self.code.when(differ, |code| {
            Trap::with_status(&mut code.b, &[x, y], &text, REQUIRE);
        });
    }
}
