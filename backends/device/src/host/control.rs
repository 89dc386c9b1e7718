//! Compiles loops and conditionals of a host to jumps.

use super::code::{Command, Slot};
use super::compile::{Compiler, Home, Result};
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::scalar::{DType, element_type};
use tf_ir::body::{Block, Op, Value};

impl Compiler<'_> {
    fn entry_of(&self, op: Op, region: usize) -> Option<Block> {
        self.body.regions(op).nth(region).and_then(|region| self.body.entry(region))
    }

    fn define_all(&mut self, op: Op, values: impl IntoIterator<Item = Value>) -> Result<Vec<Home>> {
        values.into_iter().map(|value| self.define_any(op, value)).collect()
    }

    /// Copies values into slots: the bits of scalars, and the memory that a slot holds.
    fn copy_values(&mut self, op: Op, values: &[Value], to: &[Home]) -> Result<()> {
        let mut from = Vec::with_capacity(values.len());
        for value in values {
            from.push(self.held(op, *value)?);
        }
        self.push_moves(&from, to);
        Ok(())
    }

    fn push_moves(&mut self, from: &[Home], to: &[Home]) {
        let (mut scalars, mut memory) = (Vec::new(), Vec::new());
        for pair in from.iter().zip(to) {
            match pair {
                (Home::Scalar(from), Home::Scalar(to)) if from != to => scalars.push((*from, *to)),
                (Home::Memory(from, _), Home::Memory(to, _)) if from != to => memory.push((*from, *to)),
                _ => {}
            }
        }
        if !scalars.is_empty() {
            self.push(Command::Move(scalars));
        }
        if !memory.is_empty() {
            self.push(Command::MoveMemory(memory));
        }
    }

    /// Copies the operands of a terminator, which is the last use of some of them, to slots that hold new
    /// values afterwards.
    fn copy_yielded(&mut self, terminator: Option<Op>, op: Op, values: &[Value], to: &[Home]) -> Result<()> {
        self.copy_values(op, values, to)?;
        let keeps = |buffer| to.iter().any(|home| matches!(home, Home::Memory(kept, _) if *kept == buffer));
        if let Some(terminator) = terminator {
            self.release_after(terminator, keeps);
        }
        Ok(())
    }

    fn jump_here(&mut self, from: usize) {
        let here = self.here();
        match &mut self.host.commands[from] {
            Command::Jump(to) | Command::Unless(_, to) | Command::Next { end: to, .. } => *to = here,
            _ => {}
        }
    }

    /// The start of a counted loop: its index and the remaining iterations.
    fn begin(&mut self, op: Op, bounds: [Slot; 3], dtype: DType, index: Slot) -> (usize, Slot) {
        let (trips, place) = (self.slot(), self.place(op));
        self.push(Command::Trips { bounds, dtype, trips, place });
        self.push(Command::Move(vec![(bounds[0], index)]));
        (self.push(Command::Next { trips, end: 0 }), trips)
    }

    fn continue_loop(&mut self, head: usize, index: Slot, step: Slot, dtype: DType) {
        self.push(Command::Step { index, step, dtype });
        self.push(Command::Jump(head));
        self.jump_here(head);
    }

    pub(super) fn counted(&mut self, op: Op) -> Result<()> {
        let body = self.body;
        let view = body.op(op).view(For);
        let operands: Vec<Value> = body.operands(op).collect();
        let bounds = self.scalars(op, &operands[..3])?;
        let bounds = [bounds[0], bounds[1], bounds[2]];
        let dtype = element_type(body.ctx(), body.ty(operands[0])).unwrap_or(DType::Index);
        let (Some(block), Some(index)) = (view.block(), view.index()) else { return Ok(()) };
        let (carried, yielded, exit) = (view.carried(), view.yielded(), view.early_exit());
        let index = self.define(index)?;
        let carried = self.define_all(op, carried)?;
        self.copy_values(op, &operands[3..], &carried)?;
        let (head, _) = self.begin(op, bounds, dtype, index);
        self.block(block)?;
        // The condition is read before the carried values change: it may be one of them.
        let goes_on = match exit {
            Some(condition) => {
                let (from, to) = (self.scalar(op, condition)?, self.slot());
                self.push(Command::Move(vec![(from, to)]));
                Some(to)
            }
            None => None,
        };
        self.copy_yielded(body.last(block), op, &yielded, &carried)?;
        let left = goes_on.map(|condition| self.push(Command::Unless(condition, 0)));
        self.continue_loop(head, index, bounds[2], dtype);
        if let Some(left) = left {
            self.jump_here(left);
        }
        self.leave(op, &carried)
    }

    /// The results of a loop are its carried values at the end.
    fn leave(&mut self, op: Op, carried: &[Home]) -> Result<()> {
        let results = self.define_all(op, self.body.results(op).collect::<Vec<Value>>())?;
        self.push_moves(carried, &results);
        for home in carried {
            if let Home::Memory(buffer, _) = home {
                self.push(Command::Release(*buffer));
            }
        }
        Ok(())
    }

    /// Runs the axes of a parallel loop as nested sequential loops.
    pub(super) fn parallel(&mut self, op: Op) -> Result<()> {
        let body = self.body;
        let view = body.op(op).view(Parallel);
        if body.result_count(op) > 0 {
            return Err(body.op(op).error("shares tensors: run bufferize first"));
        }
        let (rank, indices) = (view.rank(), view.indices());
        let operands: Vec<Value> = body.operands(op).collect();
        let slots = self.scalars(op, &operands)?;
        let Some(block) = self.entry_of(op, 0) else { return Ok(()) };
        let mut heads = Vec::new();
        for axis in 0..rank {
            let index = self.define(indices[axis])?;
            let bounds = [slots[axis], slots[rank + axis], slots[2 * rank + axis]];
            let (head, _) = self.begin(op, bounds, DType::Index, index);
            heads.push((head, index, bounds[2]));
        }
        self.block(block)?;
        for (head, index, step) in heads.into_iter().rev() {
            self.continue_loop(head, index, step, DType::Index);
        }
        Ok(())
    }

    pub(super) fn repeated(&mut self, op: Op) -> Result<()> {
        let body = self.body;
        let view = body.op(op).view(While);
        let operands: Vec<Value> = body.operands(op).collect();
        let before = self.define_all(op, view.before())?;
        let after = self.define_all(op, view.after())?;
        let (Some(test), Some(trip)) = (self.entry_of(op, 0), self.entry_of(op, 1)) else { return Ok(()) };
        self.copy_values(op, &operands, &before)?;
        let head = self.here();
        self.block(test)?;
        let Some(condition) = view.condition() else { return Ok(()) };
        let values: Vec<Value> = body.operands(condition).collect();
        let goes_on = self.slot();
        let decided = self.scalar(condition, values[0])?;
        self.push(Command::Move(vec![(decided, goes_on)]));
        self.copy_yielded(Some(condition), condition, &values[1..], &after)?;
        let left = self.push(Command::Unless(goes_on, 0));
        self.block(trip)?;
        self.copy_yielded(body.last(trip), op, &view.yielded(), &before)?;
        self.push(Command::Jump(head));
        self.jump_here(left);
        self.leave(op, &after)
    }

    pub(super) fn conditional(&mut self, op: Op) -> Result<()> {
        let body = self.body;
        let view = body.op(op).view(If);
        let condition = self.scalar(op, body.operand(op, 0))?;
        let results = self.define_all(op, body.results(op).collect::<Vec<Value>>())?;
        let otherwise = self.push(Command::Unless(condition, 0));
        if let Some(block) = self.entry_of(op, 0) {
            self.block(block)?;
            self.copy_yielded(body.last(block), op, &view.yielded(0), &results)?;
        }
        let Some(block) = self.entry_of(op, 1) else {
            self.jump_here(otherwise);
            return Ok(());
        };
        let end = self.push(Command::Jump(0));
        self.jump_here(otherwise);
        self.block(block)?;
        self.copy_yielded(body.last(block), op, &view.yielded(1), &results)?;
        self.jump_here(end);
        Ok(())
    }
}
