//! Selects the conversion of each source op: the importer is a client of the rebuild engine.

use super::super::recognize::NAMESPACES;
use super::calls as control;
use super::elements::Elementwise;
use super::lower::{Done, Form, Lower, unsupported};
use super::symbolic;
use crate::error::ImportError;
use tf_dialects::func;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::opref::OpRef;
use tf_ir::rewrite::{Forms, Rebuild};

/// The conversion of a source op.
pub(in crate::stablehlo) trait Import: Send + Sync {
    /// Converts the op at the cursor.
    fn import<'a>(&self, l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done;

    /// The elementwise conversion, if the op is elementwise.
    fn elementwise(&self) -> Option<&Elementwise>;
}

impl<'b> Rebuild<'b> for Lower<'_, 'b> {
    type Form = Form;
    type Error = ImportError;

    fn source(&self) -> &Body {
        self.src
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        &mut self.b
    }

    fn forms(&mut self) -> &mut Forms<Form> {
        &mut self.forms
    }

    fn op(&mut self, op: Op) -> Done {
        let op = self.src.op(op);
        self.count(op)?;
        let import = op.info().interface::<dyn Import>();
        match import {
            Some(import) => {
                import.import(self, op)?;
                symbolic::note(self, op);
                Ok(())
            }
            None if op.is(func::Call) => control::func_call(self, op),
            None if NAMESPACES.contains(&op.info().dialect()) => {
                Err(unsupported(op, "has no equivalent in our dialects"))
            }
            None => self.keep(op),
        }
    }

    /// JAX gives the user's line to a call of its own functions, but not to the ops inside of them.
    fn visit(&mut self, op: Op) -> Done {
        self.b.loc = self.src.loc(op).or_called_at(self.ctx(), self.caller);
        self.op(op)
    }

    fn operand(&mut self, user: Op, value: Value) -> Done<Value> {
        self.value(self.src.op(user), value)
    }

    fn define(&mut self, value: Value, new: Value) {
        self.forms.set(value, Form::Value(new));
    }
}

impl<'a> Lower<'a, '_> {
    /// An op of another dialect is copied with converted operands.
    fn keep(&mut self, op: OpRef<'a>) -> Done {
        let operands = self.operands(op)?;
        if self.src.regions(op.id()).len() > 0 {
            return Err(unsupported(op, "belongs to another dialect and has regions"));
        }
        let types = self.result_types(op)?;
        let made = self.same(op.id(), &operands, &types);
        self.define_from(op, made)
    }
}
