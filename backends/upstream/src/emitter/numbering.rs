//! Value numbering while emitting: which pure ops were emitted where their results dominate the present place, and which
//! integers are known.
//!
//! Addresses are made of the same few constants, products of extents and strides again and again. What is not written
//! need not be printed, parsed, and merged by four passes behind. Constants and stack memory are made in the prologue,
//! at the top of the function, where everything reaches them.

use rustc_hash::FxHashMap;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::builder::{Attrs, Cursor};
use tf_ir::context::{Context, Str};
use tf_ir::registry::OpName;
use tf_ir::types::Type;

/// What a pure op computes.
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
    /// The op it belongs to.
    owner: Op,
    /// Its block.
    block: Block,
    /// Number of results that were in reach before it.
    before: usize,
}

/// The pure ops in reach of the builder.
#[derive(Default)]
pub(crate) struct Numbering {
    results: FxHashMap<Key, Value>,
    /// The keys of `results` in the order of emission, but for those of the prologue.
    order: Vec<Key>,
    scopes: Vec<Scope>,
    /// Values that are `i64` constants.
    integers: FxHashMap<Value, i64>,
    /// Behind the last op of the prologue.
    pub prologue: Option<Cursor>,
}

impl Numbering {
    /// The result in reach of an equal op.
    pub fn find(&self, key: &Key) -> Option<Value> {
        self.results.get(key).copied()
    }

    /// Records a result; it is in reach until the region is left.
    pub fn add(&mut self, key: Key, value: Value) {
        self.order.push(key.clone());
        self.results.insert(key, value);
    }

    /// Records a constant of the prologue, which is in reach everywhere, and the number that it is.
    pub fn add_constant(&mut self, key: Key, value: Value, number: Option<i64>) {
        self.results.insert(key, value);
        self.integers.extend(number.map(|number| (value, number)));
    }

    /// The number that an `i64` is known to be.
    pub fn known(&self, value: Value) -> Option<i64> {
        self.integers.get(&value).copied()
    }

    /// The builder goes on in this block, in a region of `owner`.
    pub fn enter(&mut self, owner: Op, block: Block) {
        self.scopes.push(Scope { owner, block, before: self.order.len() });
    }

    /// The builder goes on behind the op whose region was entered last: what was emitted in that is out of reach.
    pub fn leave(&mut self) {
        let scope = self.scopes.pop().expect("a region was entered");
        for key in self.order.drain(scope.before..) {
            self.results.remove(&key);
        }
    }

    /// The outermost op around the builder that is not around what stands in `home`.
    pub fn outermost(&self, home: Option<Block>) -> Option<Op> {
        let inside = self.scopes.iter().rposition(|scope| Some(scope.block) == home).map_or(0, |at| at + 1);
        self.scopes.get(inside).map(|scope| scope.owner)
    }
}
