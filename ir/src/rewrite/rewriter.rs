//! The [`Rewriter`], through which patterns change a body, so that the driver knows which ops to revisit.

use super::constants::Constants;
use super::refusal::Refusal;
use crate::attr::Attribute;
use crate::body::{Block, Body, Op, Value};
use crate::builder::{Attrs, Builder, Cursor, Emit, Listener};
use crate::kind::WhichOp;
use crate::location::Location;
use crate::types::Type;
use std::ops::{Deref, DerefMut};

/// A [`Builder`] that also replaces, erases and modifies ops, and notifies a [`Listener`] of all changes.
///
/// Read the body through [`Builder::body`]; change existing ops only through the methods here, or inside
/// [`Rewriter::modify`].
pub struct Rewriter<'a> {
    builder: Builder<'a>,
    constants: Option<&'a mut Constants>,
    /// The op whose dialect materializes constants.
    root: Option<Op>,
    explain: bool,
}

impl<'a> Deref for Rewriter<'a> {
    type Target = Builder<'a>;

    fn deref(&self) -> &Builder<'a> {
        &self.builder
    }
}

impl DerefMut for Rewriter<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}

impl Emit for Rewriter<'_> {
    fn body(&self) -> &Body {
        self.builder.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.builder.emit(what, operands, result, attrs)
    }
}

impl<'a> Rewriter<'a> {
    /// A rewriter at a cursor without a listener; for passes that walk by themselves.
    pub fn new(body: &'a mut Body, cursor: Cursor, loc: Location) -> Rewriter<'a> {
        Rewriter { builder: Builder::new(body, cursor, loc), constants: None, root: None, explain: false }
    }

    /// A rewriter before `op`, with its location; its dialect materializes constants.
    pub fn before_op(body: &'a mut Body, op: Op) -> Rewriter<'a> {
        let builder = Builder::before(body, op);
        Rewriter { builder, constants: None, root: Some(op), explain: false }
    }

    /// The same rewriter, notifying `listener` of every change.
    pub fn with_listener(mut self, listener: &'a mut dyn Listener) -> Rewriter<'a> {
        self.builder.listener = Some(listener);
        self
    }

    /// The same rewriter, taking constants from a pool.
    pub fn with_constants(mut self, constants: &'a mut Constants) -> Rewriter<'a> {
        self.constants = Some(constants);
        self
    }

    /// The same rewriter; with `explain`, refusals carry formatted reasons.
    pub(crate) fn explaining(mut self, explain: bool) -> Rewriter<'a> {
        self.explain = explain;
        self
    }

    /// A refusal with a formatted reason; the text is built only if it is read (`--trace-rules`).
    pub fn refuse(&self, reason: impl FnOnce() -> String) -> Refusal {
        if self.explain { Refusal::new(reason()) } else { Refusal::new("") }
    }

    /// Moves the cursor before an op and takes its location.
    pub fn set_before(&mut self, op: Op) {
        self.builder.cursor = Cursor::Before(op);
        self.builder.loc = self.builder.body.loc(op);
    }

    fn notify(&mut self, what: impl FnOnce(&mut dyn Listener, &Body)) {
        if let Some(listener) = self.builder.listener.as_deref_mut() {
            what(listener, self.builder.body);
        }
    }

    /// Replaces all results of an op by other values and erases the op.
    ///
    /// # Panics
    /// If the number of values differs from the number of results.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        self.replace_results(op, values);
        self.erase(op);
    }

    /// Replaces all uses of an op's results by other values; the op stays.
    ///
    /// # Panics
    /// If the number of values differs from the number of results.
    pub fn replace_results(&mut self, op: Op, values: &[Value]) {
        let body = &mut *self.builder.body;
        assert_eq!(values.len(), body.result_count(op), "one value per result of {}", body.info(op).name);
        if let Some(listener) = self.builder.listener.as_deref_mut() {
            listener.replacing(body, op, values);
        }
        for (result, value) in body.results(op).zip(values) {
            if let Some(listener) = self.builder.listener.as_deref_mut() {
                for user in body.uses(result) {
                    listener.changed(body, user.op);
                }
            }
            body.replace_uses(result, *value);
        }
    }

    /// Replaces all uses of a value by another one.
    pub fn replace_value(&mut self, from: Value, to: Value) {
        let body = &mut *self.builder.body;
        if let Some(listener) = self.builder.listener.as_deref_mut() {
            for user in body.uses(from) {
                listener.changed(body, user.op);
            }
        }
        body.replace_uses(from, to);
    }

    /// Creates an op at the cursor, and replaces and erases `op` by it.
    pub fn replace_with(
        &mut self,
        op: Op,
        what: impl WhichOp,
        operands: &[Value],
        results: &[Type],
        attrs: Attrs<'_>,
    ) -> Op {
        let new = self.builder.op(what, operands, results, attrs);
        let values: smallvec::SmallVec<[Value; 4]> = self.builder.body.results(new).collect();
        self.replace(op, &values);
        new
    }

    /// Erases an op with everything in its regions.
    ///
    /// # Panics
    /// If a result is still used outside.
    pub fn erase(&mut self, op: Op) {
        self.notify(|listener, body| listener.erasing(body, op));
        if self.builder.cursor == Cursor::Before(op) {
            // The cursor must not refer to the erased op.
            self.builder.cursor = match self.builder.body.next(op) {
                Some(next) => Cursor::Before(next),
                None => self.builder.body.block_of(op).map_or(self.builder.cursor, Cursor::End),
            };
        }
        self.builder.body.erase(op);
    }

    /// Changes an op in place: its operands, attributes, name or location.
    pub fn modify<R>(&mut self, op: Op, change: impl FnOnce(&mut Body) -> R) -> R {
        self.notify(|listener, body| listener.changing(body, op));
        let result = change(self.builder.body);
        self.notify(|listener, body| {
            listener.changed(body, op);
            for result in body.results(op) {
                body.uses(result).for_each(|user| listener.changed(body, user.op));
            }
        });
        result
    }

    /// Moves all ops of `block` before `at` and erases `block`, whose arguments are replaced by `args`.
    ///
    /// # Panics
    /// If the number of values differs from the number of arguments.
    pub fn inline_block_before(&mut self, block: Block, at: Op, args: &[Value]) {
        assert_eq!(
            args.len(),
            self.builder.body.arg_count(block),
            "one value per argument of the inlined block"
        );
        for (i, value) in args.iter().enumerate() {
            let arg = self.builder.body.arg(block, i);
            self.replace_value(arg, *value);
        }
        while let Some(op) = self.builder.body.first(block) {
            self.builder.body.move_before(op, at);
            self.notify(|listener, body| listener.changed(body, op));
        }
        self.builder.body.erase_block(block);
    }

    /// Copies an op with its regions to the cursor; operands go through `map`.
    pub fn clone_op(&mut self, op: Op, map: &mut crate::body::IrMap) -> Op {
        let copy = self.builder.body.clone_op(op, map);
        self.builder.insert(copy)
    }

    /// The constant `value` of type `ty`, materialized by the dialect of the op being rewritten, else by the
    /// first dialect that can. Inside a greedy driver constants are shared, at the top of the body's region.
    pub fn constant(&mut self, value: Attribute, ty: Type) -> Option<Value> {
        let body = &mut *self.builder.body;
        if let (Some(pool), Some(root)) = (self.constants.as_deref_mut(), self.root) {
            return pool.get(body, root, value, ty);
        }
        let dialect = self.root.map(|op| body.info(op).dialect().to_string()).unwrap_or_default();
        let (name, attr) = super::constants::materialization(body.ctx(), &dialect, value, ty)?;
        let op = body.create(name, self.builder.loc, &[], &[ty], 0, &[]);
        body.set_attr(op, "value", attr);
        self.builder.insert(op);
        Some(self.builder.body.result(op, 0))
    }

    /// Creates an op with one result at the cursor, or returns its folded value.
    pub fn create_or_fold(
        &mut self,
        what: impl WhichOp,
        operands: &[Value],
        result: Type,
        attrs: Attrs<'_>,
    ) -> Value {
        let op = self.builder.op(what, operands, &[result], attrs);
        let folded = super::fold::fold_op(self.builder.body, op);
        let value = folded.and_then(|results| match results[0] {
            crate::interfaces::Folded::Value(value) => Some(value),
            crate::interfaces::Folded::Constant(attr) => self.constant(attr, result),
        });
        match value {
            Some(value) if self.builder.body.ty(value) == result => {
                self.erase(op);
                value
            }
            _ => self.builder.body.result(op, 0),
        }
    }
}
