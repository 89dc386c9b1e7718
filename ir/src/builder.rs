//! Building ops at an insertion point.

use crate::attr::Attribute;
use crate::body::{Block, Body, Op, Region, Value};
use crate::context::Context;
use crate::location::Location;
use crate::types::Type;

/// Where new ops go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cursor {
    /// At the end of a block.
    End(Block),
    /// Before an op.
    Before(Op),
    /// After an op; each new op moves the cursor behind itself.
    After(Op),
    /// At the start of a block; moves behind each new op.
    Start(Block),
}

/// Is told what a [`Builder`] or [`crate::rewrite::Rewriter`] does to a body; every method may be left out.
pub trait Listener {
    /// `op` was created and inserted.
    fn created(&mut self, _body: &Body, _op: Op) {}
    /// Operands, attributes or regions of `op` are about to change.
    fn changing(&mut self, _body: &Body, _op: Op) {}
    /// `op` changed: itself, or what its operands are.
    fn changed(&mut self, _body: &Body, _op: Op) {}
    /// The results of `op` are about to be replaced by `values`.
    fn replacing(&mut self, _body: &Body, _op: Op, _values: &[Value]) {}
    /// `op` and what its regions hold are about to be erased.
    fn erasing(&mut self, _body: &Body, _op: Op) {}
}

/// Creates ops in a body at a cursor, with a current location.
pub struct Builder<'a> {
    /// The body that is built.
    pub body: &'a mut Body,
    /// Where the next op goes.
    pub cursor: Cursor,
    /// Location of the next op.
    pub loc: Location,
    /// Is told of every op inserted.
    pub(crate) listener: Option<&'a mut dyn Listener>,
}

impl<'a> Builder<'a> {
    /// A builder at a cursor.
    pub fn new(body: &'a mut Body, cursor: Cursor, loc: Location) -> Builder<'a> {
        Builder { body, cursor, loc, listener: None }
    }

    /// A builder that appends to a block.
    pub fn at_end(body: &'a mut Body, block: Block, loc: Location) -> Builder<'a> {
        Builder::new(body, Cursor::End(block), loc)
    }

    /// A builder before an op, with its location.
    pub fn before(body: &'a mut Body, op: Op) -> Builder<'a> {
        let loc = body.loc(op);
        Builder::new(body, Cursor::Before(op), loc)
    }

    /// A builder after an op, with its location.
    pub fn after(body: &'a mut Body, op: Op) -> Builder<'a> {
        let loc = body.loc(op);
        Builder::new(body, Cursor::After(op), loc)
    }

    /// The context.
    pub fn ctx(&self) -> Context {
        self.body.ctx().clone()
    }

    /// The same builder, telling `listener` of every op it inserts.
    pub fn with_listener(mut self, listener: &'a mut dyn Listener) -> Builder<'a> {
        self.listener = Some(listener);
        self
    }

    /// Puts a detached op at the cursor.
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

    /// Creates and inserts an op. `attrs` may hold inherent and discardable attributes.
    pub fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attribute)],
    ) -> Op {
        self.op_with_regions(name, operands, results, attrs, 0)
    }

    /// As [`Builder::op`], with empty regions.
    pub fn op_with_regions(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attrs: &[(&str, Attribute)],
        regions: usize,
    ) -> Op {
        let name = self.body.ctx().op_name(name);
        let op = self.body.create(name, self.loc, operands, results, regions, &[]);
        for (name, value) in attrs {
            self.body.set_attr(op, name, *value);
        }
        self.insert(op)
    }

    /// Creates and inserts an op with one result and returns the result.
    pub fn value(
        &mut self,
        name: &str,
        operands: &[Value],
        result: Type,
        attrs: &[(&str, Attribute)],
    ) -> Value {
        let op = self.op(name, operands, &[result], attrs);
        self.body.result(op, 0)
    }

    /// Adds a block with arguments to region `i` of `op` and moves the cursor to its end; returns the block and
    /// the cursor as it was.
    pub fn enter(&mut self, op: Op, i: usize, args: &[Type]) -> (Block, Cursor) {
        let region: Region = self.body.region(op, i);
        let block = self.body.add_block(region, args);
        let old = std::mem::replace(&mut self.cursor, Cursor::End(block));
        (block, old)
    }
}
