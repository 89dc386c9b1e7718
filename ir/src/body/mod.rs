//! A body: the storage of one isolated operation (module, function, kernel) with everything inside it, except
//! nested isolated operations, which own separate bodies ([`Body::child`]).
//!
//! Operations, blocks, regions and values are ids into arenas. Ids are not reused, so a stale id never names
//! another op; builds with debug assertions panic on access to an erased op. Passes get a body as `&mut` and
//! run on different bodies in parallel.

mod attrs;
mod children;
mod clone;
mod data;
mod edit;
mod list;
mod uses;

pub use attrs::OpAttrs;
pub use clone::IrMap;
pub use data::{Block, Op, Region, Value};
pub use edit::OpParts;
pub use uses::{Use, Uses};

use crate::arena::Arena;
use crate::context::Context;
use crate::kind::{OpDef, OpKind, WhichOp};
use crate::location::Location;
use crate::opref::OpRef;
use crate::registry::{OpInfo, OpName, Traits};
use crate::types::Type;
use data::*;
use rustc_hash::FxHashMap;

/// Storage of an isolated op and its contents; see the module's documentation. A clone has the same ids,
/// including erased ones; [`Body::duplicate`] omits those.
#[derive(Clone)]
pub struct Body {
    ctx: Context,
    ops: Arena<OpData>,
    blocks: Arena<BlockData>,
    regions: Arena<RegionData>,
    values: Arena<ValueData>,
    uses: Arena<UseData>,
    words: Arena<u32>,
    children: Vec<Option<Box<Body>>>,
    /// Locations of block arguments, if known.
    arg_locs: FxHashMap<Value, Location>,
}

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Def {
    /// Result `.1` of op `.0`.
    Result(Op, usize),
    /// Argument `.1` of block `.0`.
    Argument(Block, usize),
}

impl Body {
    /// A body whose root is an op of kind `root`, with `regions` empty regions and no attributes.
    pub fn new(ctx: &Context, root: impl WhichOp, loc: Location, regions: usize) -> Body {
        let mut body = Body::empty(ctx);
        body.create(root.name_in(ctx), loc, &[], &[], regions, &[]);
        body
    }

    fn empty(ctx: &Context) -> Body {
        Body {
            ctx: ctx.clone(),
            ops: Arena::default(),
            blocks: Arena::default(),
            regions: Arena::default(),
            values: Arena::default(),
            uses: Arena::default(),
            words: Arena::default(),
            children: Vec::new(),
            arg_locs: FxHashMap::default(),
        }
    }

    /// The context of all handles in this body.
    #[inline]
    pub fn ctx(&self) -> &Context {
        &self.ctx
    }

    /// The isolated op that owns this body.
    #[inline]
    pub fn root(&self) -> Op {
        Op(0)
    }

    /// A read-only view of an op.
    #[inline]
    pub fn op(&self, op: Op) -> OpRef<'_> {
        OpRef::new(self, op)
    }

    /// Bytes of arena memory in use by this body, without its children.
    pub fn used_bytes(&self) -> usize {
        self.ops.used_bytes()
            + self.blocks.used_bytes()
            + self.regions.used_bytes()
            + self.values.used_bytes()
            + self.uses.used_bytes()
            + self.words.used_bytes()
    }

    /// Exclusive upper bound of [`Op::index`], for side tables.
    pub fn op_bound(&self) -> usize {
        self.ops.bound() as usize
    }

    /// Exclusive upper bound of [`Value::index`], for side tables.
    pub fn value_bound(&self) -> usize {
        self.values.bound() as usize
    }

    /// Exclusive upper bound of [`Block::index`], for side tables.
    pub fn block_bound(&self) -> usize {
        self.blocks.bound() as usize
    }

    #[inline]
    fn op_data(&self, op: Op) -> &OpData {
        let data = self.ops.get(op.0);
        debug_assert!(!data.is(DEAD), "{op:?} was erased");
        data
    }

    /// The layout of an op's regions, successors and attributes; empty for those of a child body.
    #[inline(always)]
    fn extra(&self, op: Op) -> Extra {
        let data = self.op_data(op);
        if data.extra == NONE || data.is(CHILD) {
            return Extra::EMPTY;
        }
        let words = self.words.slice(data.extra, 2);
        Extra::decode(data.extra, [words[0], words[1]])
    }

    #[inline]
    fn op_data_mut(&mut self, op: Op) -> &mut OpData {
        let data = self.ops.get_mut(op.0);
        debug_assert!(!data.is(DEAD), "{op:?} was erased");
        data
    }

    /// False once the op was erased; ids of other bodies are not detected.
    pub fn is_live(&self, op: Op) -> bool {
        op.0 < self.ops.bound() && !self.ops.get(op.0).is(DEAD)
    }

    /// False once the block was erased.
    pub fn is_live_block(&self, block: Block) -> bool {
        block.0 < self.blocks.bound() && !self.blocks.get(block.0).dead
    }

    /// Name of an op.
    #[inline]
    pub fn name(&self, op: Op) -> OpName {
        self.op_data(op).name()
    }

    /// Description of an op.
    #[inline]
    pub fn info(&self, op: Op) -> &OpInfo {
        self.ctx.op_info(self.op_data(op).name())
    }

    /// True if the op is registered and has all of `traits`.
    #[inline]
    pub fn has(&self, op: Op, traits: Traits) -> bool {
        self.info(op).has(traits)
    }

    /// The op's identity in Rust code.
    #[inline]
    pub fn kind(&self, op: Op) -> OpKind {
        self.info(op).kind
    }

    /// True if the op is of this kind: `body.is(op, Compute)`.
    #[inline]
    pub fn is(&self, op: Op, what: impl WhichOp) -> bool {
        what.admits(self.name(op), self.info(op))
    }

    /// The typed view, if the op is of this kind: `body.cast(op, Compute)` is a `ComputeOp`.
    #[inline]
    pub fn cast<D: OpDef>(&self, op: Op, what: D) -> Option<D::View<'_>> {
        self.op(op).cast(what)
    }

    /// The typed view of an op of known kind.
    ///
    /// # Panics
    /// If it is of another kind.
    #[inline]
    pub fn view<D: OpDef>(&self, op: Op, what: D) -> D::View<'_> {
        self.op(op).view(what)
    }

    /// The typed view of the op that defines a value, if it is of this kind.
    pub fn def_cast<D: OpDef>(&self, value: Value, what: D) -> Option<D::View<'_>> {
        self.cast(self.def_op(value)?, what)
    }

    /// Location of an op.
    #[inline]
    pub fn loc(&self, op: Op) -> Location {
        self.op_data(op).loc
    }

    /// Changes the location of an op.
    pub fn set_loc(&mut self, op: Op, loc: Location) {
        self.op_data_mut(op).loc = loc;
    }

    /// Location of a block argument, if one is known.
    pub fn arg_loc(&self, arg: Value) -> Option<Location> {
        self.arg_locs.get(&arg).copied()
    }

    /// Sets the location of a block argument.
    pub fn set_arg_loc(&mut self, arg: Value, loc: Location) {
        self.arg_locs.insert(arg, loc);
    }

    /// Changes the locations of all block arguments that have one.
    pub fn map_arg_locs(&mut self, mut change: impl FnMut(Location) -> Location) {
        self.arg_locs.values_mut().for_each(|loc| *loc = change(*loc));
    }

    /// Renames an op in place; inherent attribute slots must agree between both names.
    pub fn set_name(&mut self, op: Op, name: OpName) {
        debug_assert_eq!(self.info(op).attrs.len(), self.ctx.op_info(name).attrs.len());
        self.op_data_mut(op).set_name(name);
    }

    /// Number of operands.
    #[inline]
    pub fn operand_count(&self, op: Op) -> usize {
        self.op_data(op).n_operands as usize
    }

    /// Operand `i`.
    ///
    /// # Panics
    /// If there are fewer operands.
    #[inline]
    pub fn operand(&self, op: Op, i: usize) -> Value {
        let data = self.op_data(op);
        Value(self.uses.slice(data.operands, data.n_operands)[i].value)
    }

    /// The operands in order.
    #[inline]
    pub fn operands(
        &self,
        op: Op,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + '_ {
        let data = self.op_data(op);
        self.uses.slice(data.operands, data.n_operands).iter().map(|u| Value(u.value))
    }

    /// Number of results.
    #[inline]
    pub fn result_count(&self, op: Op) -> usize {
        self.op_data(op).n_results as usize
    }

    /// Result `i`.
    ///
    /// # Panics
    /// If there are fewer results.
    #[inline]
    pub fn result(&self, op: Op, i: usize) -> Value {
        let data = self.op_data(op);
        assert!(i < data.n_results as usize, "result {i} of an op with {} results", data.n_results);
        Value(data.results + i as u32)
    }

    /// The results in order.
    #[inline]
    pub fn results(
        &self,
        op: Op,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + use<> {
        let data = self.op_data(op);
        let (start, n) = (data.results, data.n_results);
        (0..n).map(move |i| Value(start + i))
    }

    /// The regions of an op, empty for an op with a child body.
    #[inline]
    pub fn regions(
        &self,
        op: Op,
    ) -> impl DoubleEndedIterator<Item = Region> + ExactSizeIterator + Clone + '_ {
        let extra = self.extra(op);
        self.words.slice(extra.regions(), extra.n_regions as u32).iter().map(|r| Region(*r))
    }

    /// Region `i` of an op without a child body.
    pub fn region(&self, op: Op, i: usize) -> Region {
        assert!(!self.op_data(op).is(CHILD), "the regions of an isolated op are in its child body");
        let extra = self.extra(op);
        Region(self.words.slice(extra.regions(), extra.n_regions as u32)[i])
    }

    /// The successor blocks of a terminator.
    pub fn successors(
        &self,
        op: Op,
    ) -> impl DoubleEndedIterator<Item = Block> + ExactSizeIterator + Clone + '_ {
        let extra = self.extra(op);
        self.words.slice(extra.successors(), extra.n_successors as u32).iter().map(|b| Block(*b))
    }

    /// Type of a value.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.values.get(value.0).ty
    }

    /// Changes the type of a value.
    pub fn set_ty(&mut self, value: Value, ty: Type) {
        self.values.get_mut(value.0).ty = ty;
    }

    /// The definition of a value.
    #[inline]
    pub fn def(&self, value: Value) -> Def {
        let data = self.values.get(value.0);
        if data.owner & IS_ARG != 0 {
            let block = data.owner & !IS_ARG;
            let BlockData { args, n_args, .. } = *self.blocks.get(block);
            let number = self.words.slice(args, n_args).binary_search(&value.0);
            // An erased argument has no index.
            return Def::Argument(Block(block), number.unwrap_or_else(|at| at));
        }
        Def::Result(Op(data.owner), (value.0 - self.ops.get(data.owner).results) as usize)
    }

    /// The op that defines a value, unless it is a block argument.
    #[inline]
    pub fn def_op(&self, value: Value) -> Option<Op> {
        let owner = self.values.get(value.0).owner;
        (owner & IS_ARG == 0).then_some(Op(owner))
    }

    /// The block in which a value is defined.
    pub fn def_block(&self, value: Value) -> Option<Block> {
        match self.values.get(value.0).owner {
            owner if owner & IS_ARG != 0 => Some(Block(owner & !IS_ARG)),
            owner => self.block_of(Op(owner)),
        }
    }

    /// The block that holds an op; `None` for the root and detached ops.
    #[inline]
    pub fn block_of(&self, op: Op) -> Option<Block> {
        Block::some(self.op_data(op).parent)
    }

    /// The region that holds a block.
    #[inline]
    pub fn region_of(&self, block: Block) -> Option<Region> {
        Region::some(self.blocks.get(block.0).region)
    }

    /// The op that owns a region.
    #[inline]
    pub fn region_owner(&self, region: Region) -> Op {
        Op(self.regions.get(region.0).owner)
    }

    /// The op that encloses a block.
    pub fn block_owner(&self, block: Block) -> Option<Op> {
        self.region_of(block).map(|r| self.region_owner(r))
    }

    /// The op that encloses an op.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.block_of(op).and_then(|b| self.block_owner(b))
    }

    /// True if `inner` is `outer` or nested in its regions.
    pub fn encloses(&self, outer: Op, inner: Op) -> bool {
        let mut at = Some(inner);
        while let Some(op) = at {
            if op == outer {
                return true;
            }
            at = self.parent_op(op);
        }
        false
    }

    /// First block of a region.
    #[inline]
    pub fn entry(&self, region: Region) -> Option<Block> {
        Block::some(self.regions.get(region.0).first)
    }

    /// The blocks of a region in order.
    pub fn blocks(&self, region: Region) -> impl Iterator<Item = Block> + '_ {
        std::iter::successors(self.entry(region), |b| Block::some(self.blocks.get(b.0).next))
    }

    /// The block after `block` in its region.
    pub fn next_block(&self, block: Block) -> Option<Block> {
        Block::some(self.blocks.get(block.0).next)
    }

    /// First op of a block.
    #[inline]
    pub fn first(&self, block: Block) -> Option<Op> {
        Op::some(self.blocks.get(block.0).first)
    }

    /// Last op of a block.
    #[inline]
    pub fn last(&self, block: Block) -> Option<Op> {
        Op::some(self.blocks.get(block.0).last)
    }

    /// The op after `op` in its block.
    #[inline]
    pub fn next(&self, op: Op) -> Option<Op> {
        Op::some(self.op_data(op).next)
    }

    /// The op before `op` in its block.
    #[inline]
    pub fn prev(&self, op: Op) -> Option<Op> {
        Op::some(self.op_data(op).prev)
    }

    /// The ops of a block in order.
    pub fn ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.first(block), |op| self.next(*op))
    }

    /// The terminator: the last op if it has the trait or is unregistered.
    pub fn terminator(&self, block: Block) -> Option<Op> {
        self.last(block).filter(|op| !self.info(*op).registered || self.has(*op, Traits::TERMINATOR))
    }

    /// The arguments of a block.
    #[inline]
    pub fn args(
        &self,
        block: Block,
    ) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + '_ {
        let data = self.blocks.get(block.0);
        self.words.slice(data.args, data.n_args).iter().map(|v| Value(*v))
    }

    /// Number of arguments of a block.
    pub fn arg_count(&self, block: Block) -> usize {
        self.blocks.get(block.0).n_args as usize
    }

    /// Argument `i` of a block.
    pub fn arg(&self, block: Block, i: usize) -> Value {
        let data = self.blocks.get(block.0);
        Value(self.words.slice(data.args, data.n_args)[i])
    }

    /// The entry block of the root's first region: a function's body. `None` for a declaration.
    pub fn entry_block(&self) -> Option<Block> {
        self.regions(self.root()).next().and_then(|r| self.entry(r))
    }
}
