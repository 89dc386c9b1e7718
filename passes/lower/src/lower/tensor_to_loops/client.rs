//! Shared helpers for clients of the rebuild engine in this folder.

use tf_ir::body::{Block, Op, Value};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::Rebuild;

pub type Result<T> = std::result::Result<T, Diagnostic>;

/// Shorthands for clients whose errors are diagnostics.
pub trait Client<'b>: Rebuild<'b, Error = Diagnostic> {
    fn ctx(&self) -> Context {
        self.source().ctx().clone()
    }

    /// The operands of an old op.
    fn inputs(&self, op: Op) -> Vec<Value> {
        self.source().operands(op).collect()
    }

    fn results(&self, op: Op) -> Vec<Value> {
        self.source().results(op).collect()
    }

    /// The blocks of an op's regions; `None` for an empty region.
    fn blocks(&self, op: Op) -> Vec<Option<Block>> {
        self.source().regions(op).map(|region| self.source().entry(region)).collect()
    }

    /// The new values of old scalars.
    fn scalars(&mut self, op: Op, old: &[Value]) -> Result<Vec<Value>> {
        old.iter().map(|value| self.operand(op, *value)).collect()
    }

    /// Rebuilds a block of scalar code with these arguments; returns the operands of its terminator.
    fn scalar_block(&mut self, block: Block, args: &[Value]) -> Result<Vec<Value>> {
        let own: Vec<Value> = self.source().args(block).collect();
        own.into_iter().zip(args).for_each(|(arg, value)| self.define(arg, *value));
        let end = self.block(block)?;
        Ok(self.operands(end)?.to_vec())
    }
}

impl<'b, T: Rebuild<'b, Error = Diagnostic>> Client<'b> for T {}
