//! The printer of regions and blocks.

use super::Printer;
use crate::body::{Block, Body, Region, Value};
use crate::registry::Traits;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

const INDENT: usize = 2;

/// The blocks that branch to each block of a region, in order, once per branch.
type Predecessors = FxHashMap<Block, SmallVec<[Block; 2]>>;

impl<'a> Printer<'a> {
    /// Writes `{ … }`. `entry_args` prints the entry block's arguments in a header (else the op's syntax has
    /// printed them), `terminators` the terminators.
    pub fn region(&mut self, region: Region, entry_args: bool, terminators: bool) {
        self.region_with(region, entry_args, terminators, false);
    }

    pub(super) fn region_with(
        &mut self,
        region: Region,
        entry_args: bool,
        terminators: bool,
        empty_header: bool,
    ) {
        let body = self.body.expect("regions are printed within a body");
        let owner = body.info(body.region_owner(region));
        let default =
            owner.assembly.as_deref().filter(|_| !self.opts.generic).and_then(|a| a.default_dialect());
        self.default_dialects.push(default.unwrap_or(""));
        self.text("{\n");
        let mut blocks = body.blocks(region);
        if let Some(entry) = blocks.next() {
            let several = body.next_block(entry).is_some();
            let preds = if several { predecessors(body, region) } else { Predecessors::default() };
            let args = body.arg_count(entry) > 0;
            // Only in invalid code, which must also be readable.
            let target = (entry_args || !args) && is_target(body, entry, several.then_some(&preds));
            let header = (entry_args && args) || (empty_header && body.first(entry).is_none()) || target;
            self.block(entry, header.then_some(None), terminators);
            for block in blocks {
                self.block(block, Some(Some(&preds)), true);
            }
        }
        self.indentation();
        self.text("}");
        self.default_dialects.pop();
    }

    /// `header`: none, without comment, or with a comment on the predecessors.
    fn block(&mut self, block: Block, header: Option<Option<&Predecessors>>, terminators: bool) {
        let body = self.body.expect("blocks are printed within a body");
        if let Some(preds) = header {
            self.block_header(body, block, preds);
        }
        self.indent += INDENT;
        for op in body.ops(block) {
            let hidden = !terminators && body.next(op).is_none() && body.has(op, Traits::TERMINATOR);
            if hidden {
                break;
            }
            self.indentation();
            self.op(op);
            self.end_line();
        }
        self.indent -= INDENT;
    }

    fn block_header(&mut self, body: &Body, block: Block, preds: Option<&Predecessors>) {
        self.indentation();
        self.successor(block);
        if body.arg_count(block) > 0 {
            self.text("(");
            self.commas(body.args(block), Self::argument);
            self.text(")");
        }
        self.text(":");
        if let Some(preds) = preds {
            self.predecessors(preds.get(&block).map_or(&[], |p| p.as_slice()));
        }
        self.text("\n");
    }

    fn predecessors(&mut self, preds: &[Block]) {
        match preds {
            [] => self.text("  // no predecessors"),
            [only] => {
                self.text("  // pred: ");
                self.successor(*only);
            }
            _ => {
                self.text("  // ");
                self.integer(preds.len());
                self.text(" preds: ");
                let mut sorted: Vec<Block> = preds.to_vec();
                sorted.sort_by_key(|b| self.names.block_number(*b));
                self.commas(sorted, Self::successor);
            }
        }
    }

    /// Writes `%arg: type`, with its location if those are printed.
    pub fn argument(&mut self, arg: Value) {
        self.value(arg);
        self.text(": ");
        self.ty(self.type_of(arg));
        self.argument_location(arg);
    }

    /// Writes ` loc(…)` of a block argument if locations are printed.
    pub fn argument_location(&mut self, arg: Value) {
        let body = self.body.expect("arguments are printed within a body");
        if self.opts.locations
            && let Some(loc) = body.arg_loc(arg)
        {
            self.text(" ");
            self.location(loc);
        }
    }
}

/// True if some op branches to a region's first block; `preds` are known if it is not the only block.
fn is_target(body: &Body, entry: Block, preds: Option<&Predecessors>) -> bool {
    match preds {
        Some(preds) => preds.contains_key(&entry),
        None => body.last(entry).is_some_and(|last| body.successors(last).any(|to| to == entry)),
    }
}

fn predecessors(body: &Body, region: Region) -> Predecessors {
    let mut preds = Predecessors::default();
    for block in body.blocks(region) {
        let Some(last) = body.last(block) else { continue };
        for to in body.successors(last) {
            preds.entry(to).or_default().push(block);
        }
    }
    preds
}
