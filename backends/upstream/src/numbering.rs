//! Value numbering while emitting: a pure op is emitted once where its result dominates the use, and known integers are
//! folded.
//!
//! Addresses are made of the same few constants, products of extents and strides again and again. What is not written
//! need not be printed, parsed, and merged by four passes behind. Constants and stack memory are made in the prologue,
//! at the top of the function, where everything reaches them.

use crate::emitter::Emitter;
use rustc_hash::FxHashMap;
use tf_dialects::arith::{Addi, Andi, Constant, Divsi, Maxsi, Minsi, Muli, Remsi, Subi};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::{Attrs, Cursor, Emit};
use tf_ir::context::Str;
use tf_ir::kind::WhichOp;
use tf_ir::registry::OpName;
use tf_ir::types::Type;
use tf_ir::{OpDef, OpKind};

/// What a pure op computes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    name: OpName,
    operands: Vec<Value>,
    ty: Type,
    attrs: Vec<(Str, Attribute)>,
}

/// A region that is being filled.
struct Scope {
    /// The op it belongs to.
    owner: Op,
    /// Its block.
    block: Block,
    /// Number of results that were in reach before it.
    before: usize,
    /// Where the builder goes on behind the op.
    back: Cursor,
}

/// The pure ops in reach of the builder.
#[derive(Default)]
pub(crate) struct Numbering {
    results: FxHashMap<Key, Value>,
    /// The keys of `results` in the order of emission.
    order: Vec<Key>,
    scopes: Vec<Scope>,
    /// Values that are `i64` constants.
    integers: FxHashMap<Value, i64>,
    /// Behind the last op of the prologue.
    prologue: Option<Cursor>,
}

/// Pure ops are numbered; what has an effect goes to the builder.
impl Emit for Emitter<'_, '_> {
    fn body(&self) -> &Body {
        self.b.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.pure(what, operands, result, attrs)
    }
}

impl Emitter<'_, '_> {
    /// The result of a pure op with one result: of an equal one in reach, if there is one.
    pub(crate) fn pure(
        &mut self,
        what: impl WhichOp,
        operands: &[Value],
        ty: Type,
        attrs: &[(&str, Attribute)],
    ) -> Value {
        let ctx = self.b.body.ctx();
        let name = what.name_in(ctx);
        let key = Key {
            name,
            operands: operands.to_vec(),
            ty,
            attrs: attrs.iter().map(|(name, value)| (ctx.str(name), *value)).collect(),
        };
        if let Some(value) = self.numbering.results.get(&key) {
            return *value;
        }
        let value = self.b.value(name, operands, ty, attrs);
        self.numbering.order.push(key.clone());
        self.numbering.results.insert(key, value);
        value
    }

    /// A constant of any type, in the prologue.
    pub(crate) fn constant_of(&mut self, ty: Type, value: Attribute) -> Value {
        let ctx = self.ctx();
        let key = Key {
            name: Constant.name_in(&ctx),
            operands: Vec::new(),
            ty,
            attrs: vec![(ctx.str("value"), value)],
        };
        if let Some(value) = self.numbering.results.get(&key) {
            return *value;
        }
        let made = self.in_prologue(|this| this.b.value(Constant, &[], ty, &[("value", value)]));
        // In reach everywhere: not among those that a scope takes along.
        self.numbering.results.insert(key, made);
        if let AttrData::Integer(_, value) = ctx.attr_data(value)
            && ty == ctx.i64()
        {
            self.numbering.integers.insert(made, *value as i64);
        }
        made
    }

    /// The number that an `i64` is known to be.
    pub(crate) fn known(&self, value: Value) -> Option<i64> {
        self.numbering.integers.get(&value).copied()
    }

    /// Emits at the top of the function, behind what was emitted there before.
    pub(crate) fn in_prologue<T>(&mut self, emit: impl FnOnce(&mut Self) -> T) -> T {
        let region = self.b.body.region(self.b.body.root(), 0);
        let entry =
            self.b.body.entry(region).expect("a function has its first block before anything is built in it");
        let prologue = self.numbering.prologue.unwrap_or(Cursor::Start(entry));
        let here = std::mem::replace(&mut self.b.cursor, prologue);
        let result = emit(self);
        self.numbering.prologue = Some(std::mem::replace(&mut self.b.cursor, here));
        result
    }

    /// Adds a block with arguments to region `i` of an op and goes on in it.
    pub(crate) fn enter(&mut self, owner: Op, i: usize, args: &[Type]) -> Block {
        let (block, back) = self.b.enter(owner, i, args);
        let before = self.numbering.order.len();
        self.numbering.scopes.push(Scope { owner, block, before, back });
        block
    }

    /// Goes on behind the op whose region was entered last: what was emitted in that is out of reach.
    pub(crate) fn leave(&mut self) {
        let scope = self.numbering.scopes.pop().expect("a region was entered");
        for key in self.numbering.order.drain(scope.before..) {
            self.numbering.results.remove(&key);
        }
        self.b.cursor = scope.back;
    }

    /// Emits where a value was made or further out, before the outermost op in whose region the builder is now and the
    /// value was not made. What happens once there happens in each iteration here.
    pub(crate) fn where_known<T>(&mut self, value: Value, emit: impl FnOnce(&mut Self) -> T) -> T {
        let home = self.b.body.def_block(value);
        let scopes = &self.numbering.scopes;
        let inside = scopes.iter().rposition(|scope| Some(scope.block) == home).map_or(0, |at| at + 1);
        let Some(outermost) = scopes.get(inside).map(|scope| scope.owner) else { return emit(self) };
        let here = std::mem::replace(&mut self.b.cursor, Cursor::Before(outermost));
        let result = emit(self);
        self.b.cursor = here;
        result
    }

    /// A binary op on `i64` that the program guarantees not to overflow.
    pub(crate) fn index_op<D: OpDef>(&mut self, what: D, lhs: Value, rhs: Value) -> Value {
        let known = (self.known(lhs), self.known(rhs));
        if let (Some(a), Some(b)) = known
            && let Some(result) = folded(D::KIND, a, b)
        {
            return self.int(result);
        }
        match (D::KIND, known) {
            (Addi::KIND | Subi::KIND, (_, Some(0))) => lhs,
            (Muli::KIND | Divsi::KIND, (_, Some(1))) => lhs,
            (Addi::KIND, (Some(0), _)) | (Muli::KIND, (Some(1), _)) => rhs,
            (Muli::KIND, (Some(0), _) | (_, Some(0))) | (Remsi::KIND, (_, Some(1))) => self.int(0),
            _ => {
                let i64 = self.ctx().i64();
                self.pure(what, &[lhs, rhs], i64, &[])
            }
        }
    }
}

/// What an op makes of two numbers; `None` for other ops, and where the result is not defined.
fn folded(kind: OpKind, a: i64, b: i64) -> Option<i64> {
    match kind {
        Addi::KIND => a.checked_add(b),
        Subi::KIND => a.checked_sub(b),
        Muli::KIND => a.checked_mul(b),
        Divsi::KIND => a.checked_div(b),
        Remsi::KIND => a.checked_rem(b),
        Maxsi::KIND => Some(a.max(b)),
        Minsi::KIND => Some(a.min(b)),
        Andi::KIND => Some(a & b),
        _ => None,
    }
}
