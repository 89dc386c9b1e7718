//! Value numbering during emission: the pure ops whose results dominate the current position, and the known
//! integers.
//!
//! Addresses repeat the same few constants and products of extents and strides. An op that is not emitted
//! need not be printed, parsed, and merged by four later passes. Constants and stack memory are in the
//! prologue, at the top of the function, which dominates everything.

use rustc_hash::FxHashMap;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::builder::{Attrs, Cursor};
use tf_ir::context::{Context, Str};
use tf_ir::registry::OpName;
use tf_ir::types::Type;

/// The identity of a pure op: name, operands, type and attributes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    name: OpName,
    operands: Vec<Value>,
    ty: Type,
    attrs: Vec<(Str, Attribute)>,
}

impl Key {
    pub fn new(ctx: &Context, name: OpName, operands: &[Value], ty: Type, attrs: Attrs<'_>) -> Key {
        let attrs = attrs.iter().map(|(name, value)| (ctx.str(name), *value)).collect();
        Key { name, operands: operands.to_vec(), ty, attrs }
    }
}

/// A region that is being filled.
struct Scope {
    /// Its op.
    owner: Op,
    /// Its block.
    block: Block,
    /// The count of results in scope before it.
    before: usize,
}

/// The pure ops that dominate the builder's position.
#[derive(Default)]
pub(crate) struct Numbering {
    results: FxHashMap<Key, Value>,
    /// The keys of `results` in the order of emission, without those of the prologue.
    order: Vec<Key>,
    scopes: Vec<Scope>,
    /// Values that are `i64` constants.
    integers: FxHashMap<Value, i64>,
    /// After the last op of the prologue.
    pub prologue: Option<Cursor>,
}

impl Numbering {
    /// The result of an equal op that dominates.
    pub fn find(&self, key: &Key) -> Option<Value> {
        self.results.get(key).copied()
    }

    /// Records a result; it is in scope until the region is left.
    pub fn add(&mut self, key: Key, value: Value) {
        self.order.push(key.clone());
        self.results.insert(key, value);
    }

    /// Records a constant of the prologue, which is in scope everywhere, and its integer value.
    pub fn add_constant(&mut self, key: Key, value: Value, number: Option<i64>) {
        self.results.insert(key, value);
        self.integers.extend(number.map(|number| (value, number)));
    }

    /// The known constant of an `i64`.
    pub fn known(&self, value: Value) -> Option<i64> {
        self.integers.get(&value).copied()
    }

    /// The builder enters this block, in a region of `owner`.
    pub fn enter(&mut self, owner: Op, block: Block) {
        self.scopes.push(Scope { owner, block, before: self.order.len() });
    }

    /// The builder leaves the region entered last: its ops are out of scope.
    pub fn leave(&mut self) {
        let scope = self.scopes.pop().expect("a region was entered");
        for key in self.order.drain(scope.before..) {
            self.results.remove(&key);
        }
    }

    /// The outermost op around the builder that does not contain block `home`.
    pub fn outermost(&self, home: Option<Block>) -> Option<Op> {
        let inside = self.scopes.iter().rposition(|scope| Some(scope.block) == home).map_or(0, |at| at + 1);
        self.scopes.get(inside).map(|scope| scope.owner)
    }
}
