//! Replay: a second forward run of code whose values the backward pass needs.

use super::code::{drop_puts, drop_watching};
use super::scope::Scope;
use tf_dialects::differentiate::{Active, Reverse};
use tf_dialects::tensor::Put;
use tf_dialects::tensor::print::is_watching;
use tf_ir::body::{Block, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_passes_common::code::subscript::Copier;

/// A copy of code at the cursor.
pub(super) struct Replay {
    /// Each op of the code except terminators, and its copy.
    pub ops: Vec<(Op, Op)>,
    /// Maps values of the original to their copies.
    pub copier: Copier,
    /// The values that depend on variables.
    pub active: Active,
    /// The puts of the code, which are not copied.
    pub puts: Vec<Op>,
}

impl Replay {
    /// An empty replay; `copier` maps the values around the code.
    pub fn new(copier: Copier, active: Active) -> Replay {
        Replay { ops: Vec::new(), copier, active, puts: Vec::new() }
    }

    /// Code that is differentiated in place.
    pub fn in_place(code: &[Op], active: Active) -> Replay {
        Replay { ops: code.iter().map(|op| (*op, *op)).collect(), ..Replay::new(Copier::default(), active) }
    }

    /// All code of a block.
    ///
    /// # Errors
    /// An op that cannot be copied.
    pub fn of(
        b: &mut Builder<'_>,
        block: Block,
        copier: Copier,
        active: Active,
    ) -> Result<Replay, Diagnostic> {
        let mut replay = Replay::new(copier, active);
        replay.append(b, block, |_| true)?;
        Ok(replay)
    }

    /// Copies ops of a block to the cursor.
    ///
    /// # Errors
    /// An op that cannot be copied.
    pub fn append(
        &mut self,
        b: &mut Builder<'_>,
        block: Block,
        wanted: impl Fn(Op) -> bool,
    ) -> Result<(), Diagnostic> {
        let all: Vec<Op> = b.body.ops(block).collect();
        let (_, code) = all.split_last().expect("verified regions have terminators");
        for op in code.iter().copied().filter(|op| wanted(*op)) {
            // A put computes no result; its comprehension handles the derivative.
            if b.body.is(op, Put) {
                self.puts.push(op);
                continue;
            }
            // Prints and checks are not repeated.
            if is_watching(b.body, op) {
                continue;
            }
            let copy = self.copier.op(b, op)?;
            drop_puts(b.body, copy);
            drop_watching(b.body, copy);
            self.active.mark(b.body, copy);
            self.ops.push((op, copy));
        }
        Ok(())
    }

    /// The copy of an op.
    pub fn copy_of(&self, op: Op) -> Op {
        let found = self.ops.iter().find(|(original, _)| *original == op);
        found.map(|(_, copy)| *copy).expect("the op is part of this code")
    }

    /// Runs the backward pass over the code, from the cotangents in `cx` of some of its `active` values.
    ///
    /// # Errors
    /// An op that has no derivative.
    pub fn sweep(&self, cx: &mut Reverse<'_, '_>, scope: &mut Scope<'_>) -> Result<(), Diagnostic> {
        scope.sweep()(self, cx, scope)
    }
}

/// The cotangents of some values, or zeros.
pub(super) fn cotangents(cx: &mut Reverse<'_, '_>, values: impl IntoIterator<Item = Value>) -> Vec<Value> {
    values.into_iter().map(|value| cx.cotangent_or_zero(value)).collect()
}
