//! The op builder: creates ops at an insertion point.

use crate::attr::Attribute;
use crate::body::{Block, Body, Op, Region, Value};
use crate::context::Context;
use crate::interfaces::{InferArgs, InferTypes};
use crate::location::Location;
use crate::ops::kind::{OpDef, WhichOp};
use crate::types::Type;
use smallvec::SmallVec;

/// Attributes by name, inherent and discardable ones.
pub type Attrs<'a> = &'a [(&'a str, Attribute)];

/// The insertion point of new ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cursor {
    /// At the end of a block.
    End(Block),
    /// Before an op.
    Before(Op),
    /// After an op; each new op moves the cursor past itself.
    After(Op),
    /// At the start of a block; moves past each new op.
    Start(Block),
}

/// Observes the changes a [`Builder`] or [`crate::rewrite::Rewriter`] makes to a body; every method is
/// optional.
pub trait Listener {
    /// `op` was created and inserted.
    fn created(&mut self, _body: &Body, _op: Op) {}
    /// Operands, attributes or regions of `op` are about to change.
    fn changing(&mut self, _body: &Body, _op: Op) {}
    /// `op` changed: itself, or the definitions of its operands.
    fn changed(&mut self, _body: &Body, _op: Op) {}
    /// The results of `op` are about to be replaced by `values`.
    fn replacing(&mut self, _body: &Body, _op: Op, _values: &[Value]) {}
    /// `op` and the contents of its regions are about to be erased.
    fn erasing(&mut self, _body: &Body, _op: Op) {}
}

/// A few values.
pub type Values = SmallVec<[Value; 4]>;

/// A few types.
pub type Types = SmallVec<[Type; 2]>;

/// Creates ops with one result: a [`Builder`] creates them unchanged, others may return the folded value.
pub trait Emit {
    /// The body that is built.
    fn body(&self) -> &Body;

    /// Creates and inserts an op and returns its result, or returns an equal value.
    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value;
}

impl Emit for Builder<'_> {
    fn body(&self) -> &Body {
        self.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.value(what, operands, result, attrs)
    }
}

/// Creates ops in a body at a cursor, with a current location.
pub struct Builder<'a> {
    /// The body that is built.
    pub body: &'a mut Body,
    /// The insertion point.
    pub cursor: Cursor,
    /// Location of the next op.
    pub loc: Location,
    /// Notified of every inserted op.
    pub(crate) listener: Option<&'a mut dyn Listener>,
}

impl<'a> Builder<'a> {
    /// Creates a builder at a cursor.
    pub fn new(body: &'a mut Body, cursor: Cursor, loc: Location) -> Builder<'a> {
        Builder { body, cursor, loc, listener: None }
    }

    /// Creates a builder that appends to a block.
    pub fn at_end(body: &'a mut Body, block: Block, loc: Location) -> Builder<'a> {
        Builder::new(body, Cursor::End(block), loc)
    }

    /// Creates a builder before an op, with its location.
    pub fn before(body: &'a mut Body, op: Op) -> Builder<'a> {
        let loc = body.loc(op);
        Builder::new(body, Cursor::Before(op), loc)
    }

    /// Creates a builder after an op, with its location.
    pub fn after(body: &'a mut Body, op: Op) -> Builder<'a> {
        let loc = body.loc(op);
        Builder::new(body, Cursor::After(op), loc)
    }

    /// The context.
    pub fn ctx(&self) -> Context {
        self.body.ctx().clone()
    }

    /// The same builder, notifying `listener` of every op it inserts.
    pub fn with_listener(mut self, listener: &'a mut dyn Listener) -> Builder<'a> {
        self.listener = Some(listener);
        self
    }

    /// Inserts a detached op at the cursor.
    pub fn insert(&mut self, op: Op) -> Op {
        match self.cursor {
            Cursor::End(block) => self.body.append(block, op),
            Cursor::Before(at) => self.body.insert_before(op, at),
            Cursor::After(at) => {
                self.body.insert_after(op, at);
                self.cursor = Cursor::After(op);
            }
            Cursor::Start(block) => {
                self.body.prepend(block, op);
                self.cursor = Cursor::After(op);
            }
        }
        if let Some(listener) = &mut self.listener {
            listener.created(self.body, op);
        }
        op
    }

    /// Creates and inserts an op, with the minimal number of regions, all empty.
    ///
    /// # Panics
    /// If it is not registered.
    pub fn op(&mut self, what: impl WhichOp, operands: &[Value], results: &[Type], attrs: Attrs<'_>) -> Op {
        let name = what.name_in(self.body.ctx());
        let regions = self.body.ctx().op_info(name).regions.least();
        self.op_with_regions(name, operands, results, attrs, regions)
    }

    /// As [`Builder::op`], with this many empty regions.
    pub fn op_with_regions(
        &mut self,
        what: impl WhichOp,
        operands: &[Value],
        results: &[Type],
        attrs: Attrs<'_>,
        regions: usize,
    ) -> Op {
        let name = what.name_in(self.body.ctx());
        let op = self.body.create(name, self.loc, operands, results, regions, &[]);
        for (name, value) in attrs {
            self.body.set_attr(op, name, *value);
        }
        self.insert(op)
    }

    /// Creates and inserts an op with one result and returns the result.
    pub fn value(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        let op = self.op(what, operands, &[result], attrs);
        self.body.result(op, 0)
    }

    /// Creates and inserts an op from its attributes in slot order: the functions `build` that `#[op]`
    /// generates call it.
    ///
    /// # Panics
    /// If an attribute does not fit the op's description.
    pub fn build<D: OpDef>(
        &mut self,
        what: D,
        operands: &[Value],
        results: &[Type],
        slots: &[Option<Attribute>],
        regions: usize,
    ) -> Op {
        let name = what.name_in(self.body.ctx());
        let op = self.body.create(name, self.loc, operands, results, regions, &[]);
        for (i, value) in slots.iter().enumerate().filter(|(_, value)| value.is_some()) {
            debug_assert!(
                value.is_some_and(|a| (self.body.info(op).attrs[i].constraint.check)(self.body.ctx(), a)),
                "the attribute '{}' of '{}' must be {}",
                self.body.info(op).attrs[i].name,
                D::NAME,
                self.body.info(op).attrs[i].constraint.summary
            );
            self.body.set_slot(op, i, *value);
        }
        self.insert(op)
    }

    /// The result types that an op infers.
    ///
    /// # Panics
    /// If the operands do not fit it.
    pub fn infer(&self, rule: &dyn InferTypes, operands: &[Value], slots: &[Option<Attribute>]) -> Types {
        let types: SmallVec<[Type; 4]> = operands.iter().map(|v| self.body.ty(*v)).collect();
        let args = InferArgs { ctx: self.body.ctx(), loc: self.loc, operands: &types, attrs: slots };
        rule.infer(&args).unwrap_or_else(|error| panic!("{}", error.message))
    }

    /// Adds a block with arguments to region `i` of `op` and moves the cursor to its end; returns the block
    /// and the cursor as it was.
    pub fn enter(&mut self, op: Op, i: usize, args: &[Type]) -> (Block, Cursor) {
        let region: Region = self.body.region(op, i);
        let block = self.body.add_block(region, args);
        let old = std::mem::replace(&mut self.cursor, Cursor::End(block));
        (block, old)
    }

    /// Fills region `i` of `op` with a block that takes `args`: `body` builds it and returns the operands of
    /// `end`, its terminator. The cursor stays.
    pub fn fill(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        end: impl WhichOp,
        body: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) {
        let (block, outer) = self.enter(op, i, args);
        let args: SmallVec<[Value; 8]> = self.body.args(block).collect();
        let values = body(self, &args);
        self.op(end, &values, &[], &[]);
        self.cursor = outer;
    }
}
