//! Creation and erasure of ops, blocks and regions.

use super::data::*;
use super::*;
use crate::attr::Attribute;
use crate::context::Str;
use smallvec::SmallVec;

/// The parts of a new op; see [`Body::create_from`].
#[derive(Clone, Copy)]
pub struct OpParts<'a> {
    /// Name.
    pub name: OpName,
    /// Location.
    pub loc: Location,
    /// Operands.
    pub operands: &'a [Value],
    /// Result types.
    pub results: &'a [Type],
    /// Inherent attributes: one per slot of the op, or none at all.
    pub slots: &'a [Option<Attribute>],
    /// Discardable attributes, of different names.
    pub attrs: &'a [(Str, Attribute)],
    /// Regions without an owner, from [`Body::create_region`].
    pub regions: &'a [Region],
    /// Successors.
    pub successors: &'a [Block],
}

impl Body {
    /// Creates a detached op with empty regions and no attributes set.
    pub fn create(
        &mut self,
        name: OpName,
        loc: Location,
        operands: &[Value],
        results: &[Type],
        regions: usize,
        successors: &[Block],
    ) -> Op {
        self.create_with(name, loc, operands, results, &OpAttrs::default(), regions, successors)
    }

    /// As [`Body::create`], with these attributes.
    #[allow(clippy::too_many_arguments)] // The parts of an op.
    pub fn create_with(
        &mut self,
        name: OpName,
        loc: Location,
        operands: &[Value],
        results: &[Type],
        attrs: &OpAttrs,
        regions: usize,
        successors: &[Block],
    ) -> Op {
        let regions: SmallVec<[Region; 2]> = (0..regions).map(|_| self.create_region()).collect();
        let (slots, attrs) = (&attrs.inherent[..], &attrs.discardable[..]);
        self.create_from(OpParts {
            name,
            loc,
            operands,
            results,
            slots,
            attrs,
            regions: &regions,
            successors,
        })
    }

    /// Creates a region that no op owns yet.
    pub fn create_region(&mut self) -> Region {
        Region(self.regions.push(RegionData { owner: NONE, first: NONE, last: NONE }))
    }

    /// Creates a detached op from its parts.
    pub fn create_from(&mut self, parts: OpParts<'_>) -> Op {
        let OpParts { operands, results, regions, .. } = parts;
        let id = self.ops.bound();
        let uses =
            self.uses.alloc_range(operands.len(), UseData { value: NONE, owner: id, next: NONE, prev: NONE });
        let first_result = self.values.bound();
        assert!(id < IS_ARG, "a body holds fewer than 2^31 ops; op limits are far below");
        for ty in results {
            self.values.push(ValueData { ty: *ty, owner: id, first_use: NONE });
        }
        let extra = self.alloc_extra(&parts);
        let data = OpData {
            operands: uses,
            n_operands: operands.len() as u32,
            results: first_result,
            n_results: results.len() as u32,
            extra,
            ..OpData::new(parts.name, parts.loc)
        };
        let op = Op(self.ops.push(data));
        for (i, value) in operands.iter().enumerate() {
            self.link_use(uses + i as u32, value.0);
        }
        for region in regions {
            debug_assert_eq!(self.regions.get(region.0).owner, NONE, "{region:?} has an owner");
            self.regions.get_mut(region.0).owner = id;
        }
        op
    }

    /// Writes the regions, successors and attributes of an op, if any; returns their index.
    fn alloc_extra(&mut self, parts: &OpParts<'_>) -> u32 {
        let attrs_len = self.attrs_len(parts.name, parts.slots, parts.attrs);
        if parts.regions.is_empty() && parts.successors.is_empty() && attrs_len == 0 {
            return NONE;
        }
        let extra = Extra {
            n_regions: u16::try_from(parts.regions.len())
                .expect("the parser limits an op's regions to 65,535"),
            n_successors: u16::try_from(parts.successors.len())
                .expect("the parser limits an op's successors to 65,535"),
            attrs_len,
            attrs_cap: attrs_len,
            ..Extra::EMPTY
        };
        let at = self.place_extra(extra).at;
        let ids = parts.regions.iter().map(|r| r.0).chain(parts.successors.iter().map(|b| b.0));
        let links = extra.n_regions as u32 + extra.n_successors as u32;
        let extra = Extra { at, ..extra };
        for (word, id) in self.words.slice_mut(extra.regions(), links).iter_mut().zip(ids) {
            *word = id;
        }
        self.fill_attrs(extra, parts.name, parts.slots, parts.attrs);
        at
    }

    /// Allocates an [`Extra`], with its counts written and the rest zero.
    pub(super) fn place_extra(&mut self, extra: Extra) -> Extra {
        let at = self.words.alloc_range(extra.size(), 0);
        self.write_header(Extra { at, ..extra })
    }

    pub(super) fn write_header(&mut self, extra: Extra) -> Extra {
        self.words.slice_mut(extra.at, 2).copy_from_slice(&extra.encode());
        extra
    }

    /// Creates an empty detached block with arguments of these types.
    pub fn create_block(&mut self, args: &[Type]) -> Block {
        let words = self.words.alloc_range(args.len(), NONE);
        let n = args.len() as u32;
        let (region, prev, next, first, last) = (NONE, NONE, NONE, NONE, NONE);
        let data =
            BlockData { region, prev, next, first, last, args: words, n_args: n, args_cap: n, dead: false };
        let block = Block(self.blocks.push(data));
        for (i, ty) in args.iter().enumerate() {
            let value = ValueData { ty: *ty, owner: block.0 | IS_ARG, first_use: NONE };
            let value = self.values.push(value);
            *self.words.get_mut(words + i as u32) = value;
        }
        block
    }

    /// Creates a block at the end of a region.
    pub fn add_block(&mut self, region: Region, args: &[Type]) -> Block {
        let block = self.create_block(args);
        self.append_block(region, block);
        block
    }

    /// Appends an argument to a block.
    pub fn add_arg(&mut self, block: Block, ty: Type) -> Value {
        let data = *self.blocks.get(block.0);
        if data.n_args == data.args_cap {
            let cap = (data.args_cap * 2).max(4);
            let fresh = self.words.alloc_range(cap as usize, NONE);
            for i in 0..data.n_args {
                let word = *self.words.get(data.args + i);
                *self.words.get_mut(fresh + i) = word;
            }
            let data = self.blocks.get_mut(block.0);
            (data.args, data.args_cap) = (fresh, cap);
        }
        let data = *self.blocks.get(block.0);
        let value = self.values.push(ValueData { ty, owner: block.0 | IS_ARG, first_use: NONE });
        *self.words.get_mut(data.args + data.n_args) = value;
        self.blocks.get_mut(block.0).n_args += 1;
        Value(value)
    }

    /// Removes an unused argument of a block; later ones move up.
    ///
    /// # Panics
    /// If the argument is used.
    pub fn erase_arg(&mut self, block: Block, i: usize) {
        let value = self.arg(block, i);
        assert!(self.is_unused(value), "{value:?} is used");
        let data = *self.blocks.get(block.0);
        self.words.slice_mut(data.args, data.n_args)[i..].rotate_left(1);
        self.blocks.get_mut(block.0).n_args -= 1;
    }

    /// Adds an empty region to an op without successors or child body.
    pub fn add_region(&mut self, op: Op) -> Region {
        let old = self.extra(op);
        assert!(!self.op_data(op).is(CHILD) && old.n_successors == 0, "regions are fixed for this op");
        let n_regions = old.n_regions.checked_add(1).expect("an op has at most 65,535 regions");
        let fresh = self.place_extra(Extra { n_regions, ..old });
        self.copy_words(old.regions(), fresh.regions(), old.n_regions as u32);
        self.copy_words(old.attrs(), fresh.attrs(), old.attrs_len as u32);
        let region = self.regions.push(RegionData { owner: op.0, first: NONE, last: NONE });
        *self.words.get_mut(fresh.successors() - 1) = region;
        self.op_data_mut(op).extra = fresh.at;
        Region(region)
    }

    /// Erases an op with everything in its regions.
    ///
    /// # Panics
    /// If a result is still used outside.
    pub fn erase(&mut self, op: Op) {
        for result in self.results(op) {
            assert!(
                self.is_unused(result),
                "{op:?} ({}) is erased while {result:?} is used",
                self.info(op).name
            );
        }
        self.erase_forced(op);
    }

    /// Erases an op without checking uses of its results; for ops whose users are erased as well.
    fn erase_forced(&mut self, op: Op) {
        self.detach(op);
        let regions: Vec<Region> = self.regions(op).collect();
        for region in regions {
            self.clear_region(region);
        }
        let data = *self.op_data(op);
        for i in 0..data.n_operands {
            self.unlink_use(data.operands + i);
        }
        if data.is(CHILD) {
            self.children[data.extra as usize] = None;
        }
        self.op_data_mut(op).set(DEAD);
    }

    /// Erases all blocks of a region.
    pub fn clear_region(&mut self, region: Region) {
        let blocks: Vec<Block> = self.blocks(region).collect();
        // Users before definitions: from the last op of the last block backwards.
        for block in blocks.iter().rev() {
            while let Some(op) = self.last(*block) {
                for result in self.results(op) {
                    self.drop_uses(result);
                }
                self.erase_forced(op);
            }
        }
        for block in blocks {
            for arg in self.args(block).collect::<Vec<_>>() {
                self.drop_uses(arg);
            }
            self.detach_block(block);
            self.blocks.get_mut(block.0).dead = true;
        }
    }

    /// Unlinks every use of a value whose users are about to be erased.
    fn drop_uses(&mut self, value: Value) {
        // Uses left here belong to ops of the same dying region (graph regions, back edges): unlink each of
        // them, so that erasing the user later finds a consistent, empty list.
        let mut at = self.values.get(value.0).first_use;
        while at != NONE {
            let node = self.uses.get_mut(at);
            let next = node.next;
            (node.next, node.prev) = (NONE, NONE);
            at = next;
        }
        self.values.get_mut(value.0).first_use = NONE;
    }

    /// Erases an empty-argument-use block with its ops.
    ///
    /// # Panics
    /// If one of its values is used in another block.
    pub fn erase_block(&mut self, block: Block) {
        while let Some(op) = self.last(block) {
            self.erase(op);
        }
        for arg in self.args(block) {
            assert!(self.is_unused(arg), "{block:?} is erased while {arg:?} is used");
        }
        self.detach_block(block);
        self.blocks.get_mut(block.0).dead = true;
    }

    /// Replaces all results of an op by other values and erases it.
    ///
    /// # Panics
    /// If the number of values differs from the number of results.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        assert_eq!(values.len(), self.result_count(op), "one value per result of {}", self.info(op).name);
        for (result, value) in self.results(op).zip(values) {
            self.replace_uses(result, *value);
        }
        self.erase(op);
    }
}
