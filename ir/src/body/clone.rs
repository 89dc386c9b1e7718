//! Copying ops within a body or into another one, and compaction.

use super::*;
use crate::builder::{Types, Values};
use crate::builtin::UnrealizedCast;
use crate::kind::WhichOp;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Maps values and blocks of the source to those of the copy.
#[derive(Default, Clone)]
pub struct IrMap {
    /// Values; an unlisted value maps to itself.
    pub values: FxHashMap<Value, Value>,
    /// Blocks; an unlisted block maps to itself.
    pub blocks: FxHashMap<Block, Block>,
    /// Values of the source that are used before they are copied, each with its placeholder.
    pending: Vec<(Value, Value)>,
}

impl IrMap {
    /// The image of a value.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// The image of a block.
    pub fn block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

impl Body {
    /// Copies an op with its regions inside this body; operands go through `map`, which then also knows the
    /// results. The copy is detached.
    pub fn clone_op(&mut self, op: Op, map: &mut IrMap) -> Op {
        let operands: Values = self.operands(op).map(|v| map.value(v)).collect();
        let results: Types = self.results(op).map(|v| self.ty(v)).collect();
        let successors: SmallVec<[Block; 2]> = self.successors(op).map(|b| map.block(b)).collect();
        if let Some(child) = self.child(op) {
            let copy = child.duplicate();
            return self.adopt(copy);
        }
        let regions: SmallVec<[Region; 2]> = self.regions(op).collect();
        let (name, loc, attrs) = (self.name(op), self.loc(op), self.attrs(op));
        let copy = self.create_with(name, loc, &operands, &results, &attrs, regions.len(), &successors);
        map.values.extend(self.results(op).zip(self.results(copy)));
        for (i, from) in regions.into_iter().enumerate() {
            let to = self.region(copy, i);
            self.clone_region(from, to, map);
        }
        copy
    }

    /// Copies the blocks of a region to the end of another region of this body.
    pub fn clone_region(&mut self, from: Region, to: Region, map: &mut IrMap) {
        let blocks: Vec<Block> = self.blocks(from).collect();
        for block in &blocks {
            let types: Vec<Type> = self.args(*block).map(|v| self.ty(v)).collect();
            let copy = self.add_block(to, &types);
            map.blocks.insert(*block, copy);
            let pairs: Vec<_> = self.args(*block).zip(self.args(copy)).collect();
            for (from, to) in &pairs {
                if let Some(loc) = self.arg_loc(*from) {
                    self.set_arg_loc(*to, loc);
                }
            }
            map.values.extend(pairs);
        }
        for block in blocks {
            let into = map.block(block);
            let ops: Vec<Op> = self.ops(block).collect();
            for op in ops {
                let copy = self.clone_op(op, map);
                self.append(into, copy);
            }
        }
        self.fix_forward_uses(to, map);
    }

    /// Maps operands that refer to values copied later (graph regions, loops of blocks), in a second pass.
    fn fix_forward_uses(&mut self, region: Region, map: &IrMap) {
        let mut late = Vec::new();
        for block in self.blocks(region) {
            for op in self.ops(block) {
                for (i, value) in self.operands(op).enumerate() {
                    if let Some(to) = map.values.get(&value) {
                        late.push((op, i, *to));
                    }
                }
            }
        }
        for (op, i, to) in late {
            self.set_operand(op, i, to);
        }
    }

    /// Copies an op of `source` with its regions into this body. Operands must be mapped.
    ///
    /// # Panics
    /// If an operand is not in `map`.
    pub fn import(&mut self, source: &Body, op: Op, map: &mut IrMap) -> Op {
        let copy = self.import_op(source, op, map);
        assert!(map.pending.is_empty(), "every operand of an imported op is mapped");
        copy
    }

    fn import_op(&mut self, source: &Body, op: Op, map: &mut IrMap) -> Op {
        if let Some(child) = source.child(op) {
            let copy = child.duplicate();
            return self.adopt(copy);
        }
        let results: Types = source.results(op).map(|v| source.ty(v)).collect();
        let operands: Values = source.operands(op).map(|v| self.imported(source, v, map)).collect();
        let successors: SmallVec<[Block; 2]> = source.successors(op).map(|b| map.block(b)).collect();
        let (name, loc, attrs) = (source.name(op), source.loc(op), source.attrs(op));
        let regions = source.regions(op).len();
        let copy = self.create_with(name, loc, &operands, &results, &attrs, regions, &successors);
        map.values.extend(source.results(op).zip(self.results(copy)));
        for (i, from) in source.regions(op).enumerate() {
            let to = self.region(copy, i);
            self.import_region(source, from, to, map);
        }
        copy
    }

    /// The image of a value of `source`. A value that is copied later, as when a block precedes another one
    /// that dominates it, has an op without operands as its placeholder until then.
    fn imported(&mut self, source: &Body, value: Value, map: &mut IrMap) -> Value {
        if let Some(known) = map.values.get(&value) {
            return *known;
        }
        if let Some((_, placeholder)) = map.pending.iter().find(|(later, _)| *later == value) {
            return *placeholder;
        }
        let name = UnrealizedCast.name_in(&self.ctx);
        let op = self.create(name, Location::UNKNOWN, &[], &[source.ty(value)], 0, &[]);
        let placeholder = self.result(op, 0);
        map.pending.push((value, placeholder));
        placeholder
    }

    /// Replaces placeholders by the copies of values, as far as these exist by now.
    fn settle(&mut self, map: &mut IrMap) {
        for (value, placeholder) in std::mem::take(&mut map.pending) {
            match (map.values.get(&value), self.def_op(placeholder)) {
                (Some(copy), Some(op)) => self.replace(op, &[*copy]),
                _ => map.pending.push((value, placeholder)),
            }
        }
    }

    /// Copies the blocks of a region of `source` to the end of a region of this body.
    pub fn import_region(&mut self, source: &Body, from: Region, to: Region, map: &mut IrMap) {
        let blocks: Vec<Block> = source.blocks(from).collect();
        for block in &blocks {
            let types: Vec<Type> = source.args(*block).map(|v| source.ty(v)).collect();
            let copy = self.add_block(to, &types);
            map.blocks.insert(*block, copy);
            let pairs: Vec<_> = source.args(*block).zip(self.args(copy)).collect();
            for (from, to) in &pairs {
                if let Some(loc) = source.arg_loc(*from) {
                    self.set_arg_loc(*to, loc);
                }
            }
            map.values.extend(pairs);
        }
        for block in blocks {
            let into = map.block(block);
            for op in source.ops(block) {
                let copy = self.import_op(source, op, map);
                self.append(into, copy);
            }
        }
        self.settle(map);
    }

    /// A copy of the whole body without erased ops: ids become dense again.
    pub fn duplicate(&self) -> Body {
        let root = self.root();
        let regions: Vec<Region> = self.regions(root).collect();
        let mut copy = Body::new(&self.ctx, self.name(root), self.loc(root), regions.len());
        copy.copy_attrs(Op(0), self, root);
        let mut map = IrMap::default();
        for (i, from) in regions.into_iter().enumerate() {
            let to = copy.region(Op(0), i);
            copy.import_region(self, from, to, &mut map);
        }
        copy
    }

    /// Frees the memory of erased ops. All ids of this body become invalid.
    pub fn compact(&mut self) {
        let mut fresh = self.duplicate_shallow();
        std::mem::swap(self, &mut fresh);
    }

    /// As [`Body::duplicate`], moving the children instead of copying them.
    fn duplicate_shallow(&mut self) -> Body {
        let ops = self.child_ops();
        let taken: Vec<Box<Body>> = ops.iter().filter_map(|op| self.take_child(*op)).collect();
        for op in &ops {
            let empty = Body::new(&self.ctx, crate::builtin::Module, Location::UNKNOWN, 1);
            self.restore_child(*op, Box::new(empty));
        }
        let mut fresh = self.duplicate();
        for (op, child) in fresh.child_ops().into_iter().zip(taken) {
            fresh.op_data_mut(op).set_name(child.name(child.root()));
            fresh.restore_child(op, child);
        }
        fresh
    }
}
