//! Loops and conditionals that contain barriers: they enclose the loops over threads.

use super::block::{Fission, Form, Result};
use super::phases::Node;
use tf_dialects::loops::{Condition, For, If, While, Yield};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;

impl Fission<'_, '_> {
    pub(super) fn control(&mut self, op: Op, pieces: &[Vec<Node>]) -> Result<()> {
        self.b.loc = self.source.loc(op);
        match self.source.kind(op) {
            For::KIND => self.counted(op, pieces),
            While::KIND => self.repeated(op, pieces),
            _ => self.conditional(op, pieces),
        }
    }

    /// Loop-carried values of each thread live in memory; the loop itself carries none.
    fn counted(&mut self, op: Op, pieces: &[Vec<Node>]) -> Result<()> {
        let source = self.source;
        let view = source.op(op).view(For);
        let (carried, yielded, exit) = (view.carried(), view.yielded(), view.early_exit());
        let (Some(index), Some(end)) = (view.index(), view.end()) else { return Ok(()) };
        let operands: Vec<Value> = source.operands(op).collect();
        let bounds =
            [self.operand(op, operands[0])?, self.operand(op, operands[1])?, self.operand(op, operands[2])?];
        self.move_values(op, &operands[3..], &carried)?;
        let loops = self.b.op(For, &bounds, &[], &[]);
        let ty = source.ty(index);
        self.region(loops, 0, &[ty], |this, args| {
            this.forms.set(index, Form::Value(args[0]));
            pieces.iter().try_for_each(|piece| this.nodes(piece))?;
            // The hand-over may overwrite the condition, so read it first.
            let goes_on = exit.map(|condition| this.operand(end, condition)).transpose()?;
            this.move_values(end, &yielded, &carried)?;
            match goes_on {
                Some(condition) => drop(this.b.op(Condition, &[condition], &[], &[])),
                None => this.done(),
            }
            Ok(())
        })?;
        self.results(op, &carried)
    }

    /// The results of a loop are the last values that it carried.
    fn results(&mut self, op: Op, carried: &[Value]) -> Result<()> {
        let results: Vec<Value> = self.source.results(op).collect();
        self.move_values(op, carried, &results)
    }

    fn repeated(&mut self, op: Op, pieces: &[Vec<Node>]) -> Result<()> {
        let source = self.source;
        let view = source.op(op).view(While);
        let (before, after, yielded) = (view.before(), view.after(), view.yielded());
        let Some(test) = view.condition() else { return Ok(()) };
        let inits: Vec<Value> = source.operands(op).collect();
        let asked: Vec<Value> = source.operands(test).collect();
        self.move_values(op, &inits, &before)?;
        let loops = self.b.op(While, &[], &[], &[]);
        self.region(loops, 0, &[], |this, _| {
            pieces.first().into_iter().try_for_each(|piece| this.nodes(piece))?;
            let goes_on = this.operand(test, asked[0])?;
            this.move_values(test, &asked[1..], &after)?;
            this.b.op(Condition, &[goes_on], &[], &[]);
            Ok(())
        })?;
        self.region(loops, 1, &[], |this, _| {
            pieces.get(1).into_iter().try_for_each(|piece| this.nodes(piece))?;
            this.move_values(op, &yielded, &before)?;
            this.done();
            Ok(())
        })?;
        self.results(op, &after)
    }

    fn conditional(&mut self, op: Op, pieces: &[Vec<Node>]) -> Result<()> {
        let source = self.source;
        let condition = self.operand(op, source.operand(op, 0))?;
        let results: Vec<Value> = source.results(op).collect();
        let made = self.b.op(If, &[condition], &[], &[]);
        for (region, piece) in pieces.iter().enumerate() {
            let yielded = source.op(op).view(If).yielded(region);
            self.region(made, region, &[], |this, _| {
                this.nodes(piece)?;
                this.move_values(op, &yielded, &results)?;
                this.b.op(Yield, &[], &[], &[]);
                Ok(())
            })?;
        }
        Ok(())
    }
}
