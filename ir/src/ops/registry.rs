//! Descriptions of ops ([`OpInfo`]), dialects, and the [`Registry`] that holds them.
//!
//! Registration is explicit (`arith::register(&mut registry)`) and ends when a [`crate::context::Context`] is
//! created; a third party registers its dialect alike.

use crate::interfaces::{Fold, Verify};
use crate::ops::kind::{FullName, OpKind, unknown};
use crate::text::Assembly;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::sync::Arc;

pub(crate) use crate::ops::spec::operand_sizes;
pub use crate::ops::spec::{
    Arity, AttrConstraint, AttrSpec, Count, OperandSizes, Sizes, TypeConstraint, TypeRule, ValueSpec,
};

/// Handle of an op's name within a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpName(pub(crate) u32);

/// Properties of an op that generic code relies on; a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits(pub u32);

impl Traits {
    /// No side effects, may be executed speculatively and removed when unused.
    pub const PURE: Traits = Traits(1);
    /// Operands may be swapped (binary ops).
    pub const COMMUTATIVE: Traits = Traits(1 << 1);
    /// Ends a block.
    pub const TERMINATOR: Traits = Traits(1 << 2);
    /// Owns its [`crate::body::Body`]: no operands, results or values from outside.
    pub const ISOLATED: Traits = Traits(1 << 3);
    /// Has a `sym_name` in the nearest symbol table.
    pub const SYMBOL: Traits = Traits(1 << 4);
    /// Its region is a symbol table.
    pub const SYMBOL_TABLE: Traits = Traits(1 << 5);
    /// All operands and results have one type.
    pub const SAME_TYPE: Traits = Traits(1 << 6);
    /// Operands and results have one shape; scalar code applied per element.
    pub const ELEMENTWISE: Traits = Traits(1 << 7);
    /// Its only result is its `value` attribute.
    pub const CONSTANT: Traits = Traits(1 << 8);
    /// Its regions need no terminator.
    pub const NO_TERMINATOR: Traits = Traits(1 << 9);
    /// Each of its regions has exactly one block (or none if the op allows it).
    pub const SINGLE_BLOCK: Traits = Traits(1 << 10);
    /// `f(f(x)) = f(x)`
    pub const IDEMPOTENT: Traits = Traits(1 << 11);
    /// `f(f(x)) = x`
    pub const INVOLUTION: Traits = Traits(1 << 12);
    /// Its operands leave the enclosing region as results of the parent (return, yield).
    pub const RETURN_LIKE: Traits = Traits(1 << 13);
    /// `(a ∘ b) ∘ c = a ∘ (b ∘ c)` exactly (integers).
    pub const ASSOCIATIVE: Traits = Traits(1 << 14);
    /// Its effects are those of the ops in its regions.
    pub const RECURSIVE_EFFECTS: Traits = Traits(1 << 15);
    /// Dominance is not required between its region's ops (module-like bodies).
    pub const GRAPH_REGION: Traits = Traits(1 << 16);
    /// All operands and results have one element type.
    pub const SAME_ELEM_TYPE: Traits = Traits(1 << 17);
    /// Names symbols of the nearest symbol table; implements [`crate::interfaces::SymbolUser`].
    pub const SYMBOL_USER: Traits = Traits(1 << 18);
    /// The op owns the memory of its region arguments: writes to it are visible through its results only.
    pub const OWN_ARGUMENTS: Traits = Traits(1 << 19);
    /// Moves elements: an element of a result costs as much as reading one.
    pub const MOVES: Traits = Traits(1 << 20);
    /// Combines elements of tensors in a fixed order, which its attribute `fastmath` may relax.
    pub const COMBINES: Traits = Traits(1 << 21);

    /// Every trait with its name, for documentation and error messages.
    pub const NAMES: [(Traits, &'static str); 22] = [
        (Traits::PURE, "Pure"),
        (Traits::COMMUTATIVE, "Commutative"),
        (Traits::TERMINATOR, "Terminator"),
        (Traits::ISOLATED, "IsolatedFromAbove"),
        (Traits::SYMBOL, "Symbol"),
        (Traits::SYMBOL_TABLE, "SymbolTable"),
        (Traits::SAME_TYPE, "SameOperandsAndResultType"),
        (Traits::ELEMENTWISE, "Elementwise"),
        (Traits::CONSTANT, "ConstantLike"),
        (Traits::NO_TERMINATOR, "NoTerminator"),
        (Traits::SINGLE_BLOCK, "SingleBlock"),
        (Traits::IDEMPOTENT, "Idempotent"),
        (Traits::INVOLUTION, "Involution"),
        (Traits::RETURN_LIKE, "ReturnLike"),
        (Traits::ASSOCIATIVE, "Associative"),
        (Traits::RECURSIVE_EFFECTS, "RecursiveMemoryEffects"),
        (Traits::GRAPH_REGION, "GraphRegion"),
        (Traits::SAME_ELEM_TYPE, "SameOperandsAndResultElementType"),
        (Traits::SYMBOL_USER, "SymbolUser"),
        (Traits::OWN_ARGUMENTS, "OwnsRegionArguments"),
        (Traits::MOVES, "MovesElements"),
        (Traits::COMBINES, "CombinesElements"),
    ];

    /// Union of two sets.
    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// True if every trait of `other` is present.
    #[inline]
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The description of an op.
pub struct OpInfo {
    /// Full name: `dialect.op`.
    pub name: Cow<'static, str>,
    /// The op's identity in Rust code.
    pub kind: OpKind,
    /// False for ops no registered dialect defines.
    pub registered: bool,
    /// Flags.
    pub traits: Traits,
    /// Operand positions; `None` accepts any operands.
    pub operands: Option<Vec<ValueSpec>>,
    /// The distribution of operands over several variadic positions; without it, the attribute
    /// `operandSegmentSizes` has their sizes.
    pub operand_sizes: Option<OperandSizes>,
    /// Result positions; `None` accepts any results.
    pub results: Option<Vec<ValueSpec>>,
    /// Inherent attributes, in slot order.
    pub attrs: Vec<AttrSpec>,
    /// Number of regions.
    pub regions: Count,
    /// Number of successor blocks.
    pub successors: Count,
    /// First sentence of the documentation.
    pub summary: Cow<'static, str>,
    /// Markdown documentation for the op reference.
    pub docs: Cow<'static, str>,
    /// Checks beyond the description.
    pub verify: Option<Arc<dyn Verify>>,
    /// Constant folding and local simplification.
    pub fold: Option<Arc<dyn Fold>>,
    /// Custom assembly; without it, the generic form is printed.
    pub assembly: Option<Arc<dyn Assembly>>,
    /// Implementations of open interfaces.
    pub interfaces: Interfaces,
}

impl OpInfo {
    /// A registered op without operands, results and attributes; extend it with the builder methods.
    pub fn new(name: impl Into<Cow<'static, str>>) -> OpInfo {
        let name = name.into();
        OpInfo {
            kind: OpKind::of(&name),
            name,
            registered: true,
            traits: Traits::default(),
            operands: Some(Vec::new()),
            operand_sizes: None,
            results: Some(Vec::new()),
            attrs: Vec::new(),
            regions: Count::Exactly(0),
            successors: Count::Exactly(0),
            summary: Cow::Borrowed(""),
            docs: Cow::Borrowed(""),
            verify: None,
            fold: None,
            assembly: None,
            interfaces: Interfaces::default(),
        }
    }

    pub(crate) fn unregistered(name: &str) -> OpInfo {
        OpInfo {
            kind: OpKind::UNREGISTERED,
            registered: false,
            operands: None,
            results: None,
            regions: Count::AtLeast(0),
            successors: Count::AtLeast(0),
            ..OpInfo::new(name.to_string())
        }
    }

    /// The dialect's namespace: the part before the first dot.
    pub fn dialect(&self) -> &str {
        self.name.split_once('.').map_or("", |(dialect, _)| dialect)
    }

    /// True if the op has every trait of `traits`.
    #[inline]
    pub fn has(&self, traits: Traits) -> bool {
        self.traits.has(traits)
    }

    /// Slot of an inherent attribute.
    pub fn slot(&self, name: &str) -> Option<usize> {
        self.attrs.iter().position(|a| a.name == name)
    }

    /// The implementation of an interface (a `dyn Trait` type) by this op.
    pub fn interface<I: ?Sized + Send + Sync + 'static>(&self) -> Option<&I> {
        self.interfaces.get::<I>()
    }

    /// Adds the implementation of an interface.
    ///
    /// # Panics
    /// If the op implements it already.
    #[track_caller]
    pub fn with<I: ?Sized + Send + Sync + 'static>(mut self, implementation: Arc<I>) -> OpInfo {
        self.interfaces.insert(&self.name, implementation);
        self
    }
}

/// Implementations of open interfaces, keyed by the `dyn Trait` type.
#[derive(Default)]
pub struct Interfaces(Vec<(TypeId, Box<dyn Any + Send + Sync>)>);

impl Interfaces {
    /// Adds the implementation of `owner`, an op or a dialect.
    #[track_caller]
    fn insert<I: ?Sized + Send + Sync + 'static>(&mut self, owner: &str, implementation: Arc<I>) {
        assert!(self.get::<I>().is_none(), "'{owner}' implements {} twice", std::any::type_name::<I>());
        self.0.push((TypeId::of::<I>(), Box::new(implementation)));
    }

    /// The implementation, if any.
    pub fn get<I: ?Sized + Send + Sync + 'static>(&self) -> Option<&I> {
        let key = TypeId::of::<I>();
        let (_, any) = self.0.iter().find(|(id, _)| *id == key)?;
        any.downcast_ref::<Arc<I>>().map(|arc| &**arc)
    }
}

/// The definition of a dialect type or attribute: `!dialect.name<params>`, `#dialect.name<params>`.
pub struct ParamDef {
    /// Full name: `dialect.name`.
    pub name: &'static str,
    /// First sentence of the documentation.
    pub summary: &'static str,
    /// Syntax and checks of the parameters.
    pub syntax: Arc<dyn crate::text::ParamSyntax>,
}

/// A registered dialect.
pub struct DialectInfo {
    /// Namespace.
    pub name: &'static str,
    /// First sentence of the documentation.
    pub summary: &'static str,
    /// Open interfaces of the dialect (for example: how to materialise constants).
    pub interfaces: Interfaces,
}

/// The registered dialects with their ops, types and attributes.
#[derive(Default)]
pub struct Registry {
    ops: Vec<OpInfo>,
    by_kind: HashMap<OpKind, u32, FxBuildHasher>,
    dialects: Vec<DialectInfo>,
    types: HashMap<&'static str, ParamDef, FxBuildHasher>,
    attrs: HashMap<&'static str, ParamDef, FxBuildHasher>,
}

impl Registry {
    /// A registry with the builtin dialect only.
    pub fn new() -> Registry {
        let mut registry = Registry::default();
        crate::ops::builtin::register(&mut registry);
        registry
    }

    /// Adds a dialect; registering it again does nothing and returns false.
    pub fn dialect(&mut self, name: &'static str, summary: &'static str) -> bool {
        if self.find_dialect(name).is_some() {
            return false;
        }
        self.dialects.push(DialectInfo { name, summary, interfaces: Interfaces::default() });
        true
    }

    /// Adds an interface implementation to a dialect registered before.
    ///
    /// # Panics
    /// If it was not, or implements the interface already.
    #[track_caller]
    pub fn dialect_interface<I: ?Sized + Send + Sync + 'static>(
        &mut self,
        dialect: &str,
        implementation: Arc<I>,
    ) {
        let info = self.dialects.iter_mut().find(|d| d.name == dialect);
        let info = info.unwrap_or_else(|| panic!("dialect '{dialect}' is not registered"));
        info.interfaces.insert(dialect, implementation);
    }

    /// Adds an op.
    ///
    /// # Panics
    /// If an op of this name exists already: two dialects use the name, or one was registered twice.
    pub fn op(&mut self, info: OpInfo) {
        let info = OpInfo { kind: OpKind::of(&info.name), ..info };
        if let Some(first) = self.by_kind.insert(info.kind, self.ops.len() as u32) {
            let first = &self.ops[first as usize].name;
            panic!("the op '{}' is registered a second time, after '{first}'", info.name);
        }
        self.ops.push(info);
    }

    /// Adds an interface implementation to an op, which its type names.
    ///
    /// # Panics
    /// If the op is not registered (its dialect is missing, or comes later), or implements the interface
    /// already.
    #[track_caller]
    pub fn implement<I: ?Sized + Send + Sync + 'static>(
        &mut self,
        op: impl FullName,
        implementation: Arc<I>,
    ) -> &mut Registry {
        let name = op.full_name();
        let found = self.lookup(name).unwrap_or_else(|| unknown(name));
        self.ops[found.0 as usize].interfaces.insert(name, implementation);
        self
    }

    /// Adds a dialect type.
    pub fn ty(&mut self, def: ParamDef) {
        self.types.insert(def.name, def);
    }

    /// Adds a dialect attribute.
    pub fn attr(&mut self, def: ParamDef) {
        self.attrs.insert(def.name, def);
    }

    /// The definition of the dialect type `dialect.name`.
    pub fn type_def(&self, name: &str) -> Option<&ParamDef> {
        self.types.get(name)
    }

    /// The definition of the dialect attribute `dialect.name`.
    pub fn attr_def(&self, name: &str) -> Option<&ParamDef> {
        self.attrs.get(name)
    }

    /// A dialect by namespace.
    pub fn find_dialect(&self, name: &str) -> Option<&DialectInfo> {
        self.dialects.iter().find(|d| d.name == name)
    }

    /// All dialects, in order of registration.
    pub fn dialects(&self) -> &[DialectInfo] {
        &self.dialects
    }

    /// All registered ops, in order of registration.
    pub fn ops(&self) -> &[OpInfo] {
        &self.ops
    }

    /// Names of all registered types and attributes.
    pub fn param_defs(&self) -> impl Iterator<Item = &ParamDef> {
        self.types.values().chain(self.attrs.values())
    }

    pub(crate) fn op_count(&self) -> u32 {
        self.ops.len() as u32
    }

    /// The registered op of a full name.
    pub fn lookup(&self, name: &str) -> Option<OpName> {
        self.of_kind(OpKind::of(name)).filter(|found| self.ops[found.0 as usize].name == name)
    }

    /// The registered op of a kind.
    #[inline]
    pub fn of_kind(&self, kind: OpKind) -> Option<OpName> {
        self.by_kind.get(&kind).map(|id| OpName(*id))
    }

    /// The description of the registered op of a kind.
    pub fn find(&self, kind: OpKind) -> Option<&OpInfo> {
        self.info(self.of_kind(kind)?)
    }

    #[inline]
    pub(crate) fn info(&self, name: OpName) -> Option<&OpInfo> {
        self.ops.get(name.0 as usize)
    }
}
