//! A read-only view of an op: its body and its id.

use crate::attr::Attribute;
use crate::body::{Block, Body, Op, Region, Value};
use crate::context::Context;
use crate::diag::Diagnostic;
use crate::location::Location;
use crate::ops::kind::{OpDef, OpKind, WhichOp};
use crate::ops::registry::{OpInfo, Traits};
use crate::types::Type;

/// An op together with its body. For an isolated op inside a body, attributes come from its child body.
#[derive(Clone, Copy)]
pub struct OpRef<'a> {
    body: &'a Body,
    op: Op,
}

impl<'a> OpRef<'a> {
    /// The view of `op` in `body`.
    #[inline]
    pub fn new(body: &'a Body, op: Op) -> OpRef<'a> {
        OpRef { body, op }
    }

    /// The body.
    #[inline]
    pub fn body(self) -> &'a Body {
        self.body
    }

    /// The id.
    #[inline]
    pub fn id(self) -> Op {
        self.op
    }

    /// The context.
    #[inline]
    pub fn ctx(self) -> &'a Context {
        self.body.ctx()
    }

    /// The description.
    #[inline]
    pub fn info(self) -> &'a OpInfo {
        self.body.info(self.op)
    }

    /// The full name.
    #[inline]
    pub fn name(self) -> &'a str {
        &self.info().name
    }

    /// The op's identity in Rust code.
    #[inline]
    pub fn kind(self) -> OpKind {
        self.info().kind
    }

    /// True if the op is of this kind: `op.is(Compute)`.
    #[inline]
    pub fn is(self, what: impl WhichOp) -> bool {
        self.body.is(self.op, what)
    }

    /// The typed view, if the op is of this kind: `op.cast(Compute)` is a `ComputeOp`.
    #[inline]
    pub fn cast<D: OpDef>(self, _: D) -> Option<D::View<'a>> {
        (self.kind() == D::KIND).then(|| D::view(self))
    }

    /// The typed view of an op of known kind.
    ///
    /// # Panics
    /// If it is of another kind.
    #[inline]
    pub fn view<D: OpDef>(self, what: D) -> D::View<'a> {
        self.cast(what).unwrap_or_else(|| panic!("expected op '{1}', found '{0}'", self.name(), D::NAME))
    }

    /// True if the op has all of `traits`.
    pub fn has(self, traits: Traits) -> bool {
        self.info().has(traits)
    }

    /// The location.
    pub fn loc(self) -> Location {
        self.body.loc(self.op)
    }

    /// Operand `i`.
    #[inline]
    pub fn operand(self, i: usize) -> Value {
        self.body.operand(self.op, i)
    }

    /// The operands in order.
    pub fn operands(self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + 'a {
        self.body.operands(self.op)
    }

    /// Number of operands.
    pub fn operand_count(self) -> usize {
        self.body.operand_count(self.op)
    }

    /// Type of operand `i`.
    pub fn operand_type(self, i: usize) -> Type {
        self.body.ty(self.operand(i))
    }

    /// Result `i`.
    #[inline]
    pub fn result(self, i: usize) -> Value {
        self.body.result(self.op, i)
    }

    /// The results in order.
    pub fn results(self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + use<'a> {
        self.body.results(self.op)
    }

    /// Number of results.
    pub fn result_count(self) -> usize {
        self.body.result_count(self.op)
    }

    /// Type of result `i`.
    pub fn result_type(self, i: usize) -> Type {
        self.body.ty(self.result(i))
    }

    /// An attribute by name.
    pub fn attr(self, name: &str) -> Option<Attribute> {
        self.body.attr(self.op, name)
    }

    /// The inherent attribute in slot `i`.
    #[inline]
    pub fn slot(self, i: usize) -> Option<Attribute> {
        self.body.slot(self.op, i)
    }

    /// Region `i`.
    pub fn region(self, i: usize) -> Region {
        self.body.region(self.op, i)
    }

    /// Entry block of region `i`.
    pub fn entry(self, i: usize) -> Option<Block> {
        self.body.entry(self.region(i))
    }

    /// The op that encloses this one.
    pub fn parent(self) -> Option<OpRef<'a>> {
        self.body.parent_op(self.op).map(|op| OpRef::new(self.body, op))
    }

    /// The op that defines operand `i`.
    pub fn operand_def(self, i: usize) -> Option<OpRef<'a>> {
        self.body.def_op(self.operand(i)).map(|op| OpRef::new(self.body, op))
    }

    /// The value of a constant-like op.
    pub fn constant(self) -> Option<Attribute> {
        self.has(Traits::CONSTANT).then(|| self.attr("value")).flatten()
    }

    /// An error at this op, starting with its name: `'arith.addi' op message`.
    pub fn error(self, message: impl std::fmt::Display) -> Diagnostic {
        Diagnostic::error(self.loc(), format!("'{}' op {message}", self.name()))
    }
}
