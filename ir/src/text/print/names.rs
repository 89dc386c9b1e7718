//! Names of values and blocks, by upstream's scheme: consecutive integers, `%argN` for entry block arguments,
//! and names that ops suggest, made unique.

use crate::body::{Block, Body, Def, Region, Value};
use crate::registry::OpInfo;
use rustc_hash::FxHashSet;

/// The value has no name.
const NONE: u32 = u32::MAX;
const TAG: u32 = 3 << 30;
/// `%12`
const NUMBER: u32 = 0;
/// `%arg12`
const ARG: u32 = 1 << 30;
/// Index of a text.
const NAMED: u32 = 2 << 30;
/// Result `n` of its group.
const MEMBER: u32 = 3 << 30;

/// The names of all values and blocks of a body.
#[derive(Default)]
pub(super) struct Numbering {
    values: Vec<u32>,
    blocks: Vec<u32>,
    texts: Vec<String>,
}

/// Names that ops suggest for values; see [`super::super::Assembly::result_names`].
#[derive(Default)]
pub struct ValueNames(Vec<(Value, String)>);

impl ValueNames {
    /// Suggests a name, without `%`. A name for a result other than the first starts a new group with it:
    /// `%a, %b = …`.
    pub fn set(&mut self, value: Value, name: impl Into<String>) {
        self.0.push((value, name.into()));
    }

    /// Suggests consecutive letters for indices, from `first` to z and then from the start.
    pub fn set_indices(&mut self, indices: impl IntoIterator<Item = Value>, first: u8) {
        for (value, letter) in indices.into_iter().zip((first..=b'z').cycle()) {
            self.set(value, char::from(letter));
        }
    }
}

/// Counters and names in use at a region's start.
#[derive(Clone, Copy)]
struct Start {
    region: Region,
    value: u32,
    arg: u32,
    conflict: u32,
    /// Number of names in use: those of the enclosing regions.
    used: usize,
}

struct Namer<'a> {
    body: &'a Body,
    out: Numbering,
    at: Start,
    used: FxHashSet<String>,
    /// The names of `used` in the order in which they were added.
    order: Vec<String>,
    suggestions: ValueNames,
    generic: bool,
}

impl Numbering {
    /// Names everything in a body. Regions are numbered after all of the region around them.
    pub(super) fn of(body: &Body, generic: bool) -> Numbering {
        let root = body.root();
        let out = Numbering {
            values: vec![NONE; body.value_bound()],
            blocks: vec![0; body.block_bound()],
            texts: Vec::new(),
        };
        let Some(first) = body.regions(root).next() else { return out };
        let at = Start { region: first, value: 0, arg: 0, conflict: 0, used: 0 };
        let mut namer = Namer {
            body,
            out,
            at,
            used: FxHashSet::default(),
            order: Vec::new(),
            suggestions: ValueNames::default(),
            generic,
        };
        namer.suggest_arguments(root, body.info(root));
        let mut work: Vec<Start> = body.regions(root).rev().map(|region| Start { region, ..at }).collect();
        while let Some(start) = work.pop() {
            namer.enter(start);
            namer.region(start.region, &mut work);
        }
        namer.out
    }

    /// Writes `%name`, with `#n` for a result of a group.
    #[inline]
    pub(super) fn write(&self, out: &mut String, value: Value) {
        let Some(id) = self.values.get(value.index()).copied().filter(|id| *id != NONE) else {
            return out.push_str("<<UNKNOWN SSA VALUE>>");
        };
        let (first, id, member) = match id & TAG {
            MEMBER => {
                let n = id & !TAG;
                let first = value.index() - n as usize;
                (first, self.values[first], n)
            }
            _ => (value.index(), id, 0),
        };
        self.write_id(out, id);
        if member > 0 || self.starts_group(first) {
            out.push('#');
            out.push_str(itoa::Buffer::new().format(member));
        }
    }

    #[inline]
    fn starts_group(&self, first: usize) -> bool {
        self.values.get(first + 1).is_some_and(|id| *id == MEMBER | 1)
    }

    fn write_id(&self, out: &mut String, id: u32) {
        out.push('%');
        match id & TAG {
            NUMBER => out.push_str(itoa::Buffer::new().format(id)),
            ARG => {
                out.push_str("arg");
                out.push_str(itoa::Buffer::new().format(id & !TAG));
            }
            _ => out.push_str(&self.texts[(id & !TAG) as usize]),
        }
    }

    /// Writes the names of an op's results: `%0:2, %b`.
    #[inline]
    pub(super) fn write_results(&self, out: &mut String, first: Value, count: usize) {
        if count == 1 {
            return self.write_id(out, self.values[first.index()]);
        }
        let ids = &self.values[first.index()..first.index() + count];
        let mut i = 0;
        while i < count {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_id(out, ids[i]);
            let members = ids[i + 1..].iter().take_while(|id| **id != NONE && **id & TAG == MEMBER).count();
            if members > 0 {
                out.push(':');
                out.push_str(itoa::Buffer::new().format(members + 1));
            }
            i += 1 + members;
        }
    }

    /// Writes `^bbN`.
    pub(super) fn write_block(&self, out: &mut String, block: Block) {
        out.push_str("^bb");
        out.push_str(itoa::Buffer::new().format(self.blocks.get(block.index()).copied().unwrap_or(NONE)));
    }

    /// Position of a block in its region.
    pub(super) fn block_number(&self, block: Block) -> u32 {
        self.blocks.get(block.index()).copied().unwrap_or(NONE)
    }
}

impl Namer<'_> {
    /// Enters a region: drops the names of regions that do not enclose it.
    fn enter(&mut self, start: Start) {
        for name in self.order.drain(start.used..) {
            self.used.remove(&name);
        }
        self.at = start;
    }

    fn region(&mut self, region: Region, work: &mut Vec<Start>) {
        let body = self.body;
        for (i, block) in body.blocks(region).enumerate() {
            self.out.blocks[block.index()] = i as u32;
            self.arguments(block, i == 0);
            for op in body.ops(block) {
                self.results(op);
            }
        }
        let first = work.len();
        let inner = Start { used: self.order.len(), ..self.at };
        for block in body.blocks(region) {
            for op in body.ops(block) {
                work.extend(body.regions(op).map(|region| Start { region, ..inner }));
            }
        }
        work[first..].reverse();
    }

    #[inline]
    fn results(&mut self, op: crate::body::Op) {
        let body = self.body;
        let count = body.result_count(op);
        if count > 0 || body.regions(op).len() > 0 {
            let info = body.info(op);
            if !self.generic
                && let Some(assembly) = &info.assembly
            {
                assembly.result_names(body.op(op), &mut self.suggestions);
                self.apply();
                self.suggest_arguments(op, info);
            }
        }
        if count == 0 {
            return;
        }
        let first = body.result(op, 0).index();
        if self.out.values[first] == NONE {
            self.out.values[first] = NUMBER | self.at.value;
            self.at.value += 1;
        }
        let mut group = first;
        for at in first + 1..first + count {
            if self.out.values[at] == NONE {
                self.out.values[at] = MEMBER | (at - group) as u32;
            } else {
                group = at;
            }
        }
    }

    fn suggest_arguments(&mut self, op: crate::body::Op, info: &OpInfo) {
        if self.generic || self.body.regions(op).len() == 0 {
            return;
        }
        if let Some(assembly) = &info.assembly {
            assembly.argument_names(self.body.op(op), &mut self.suggestions);
            self.apply();
        }
    }

    fn apply(&mut self) {
        for (value, name) in std::mem::take(&mut self.suggestions.0) {
            let known = self.out.values.get(value.index()).is_some_and(|id| *id == NONE);
            if known && !name.is_empty() {
                self.name(value, &sanitized(&name));
            }
        }
    }

    fn arguments(&mut self, block: Block, entry: bool) {
        let body = self.body;
        for arg in body.args(block) {
            debug_assert!(matches!(body.def(arg), Def::Argument(..)));
            if self.out.values[arg.index()] != NONE {
                continue;
            }
            if !entry {
                self.out.values[arg.index()] = NUMBER | self.at.value;
                self.at.value += 1;
                continue;
            }
            let number = self.at.arg;
            self.at.arg += 1;
            let name = if self.used.is_empty() { None } else { Some(format!("arg{number}")) };
            match name.filter(|name| self.used.contains(name)) {
                Some(taken) => self.name(arg, &taken),
                None => self.out.values[arg.index()] = ARG | number,
            }
        }
    }

    /// Gives a value a name, made unique by a numeric suffix.
    fn name(&mut self, value: Value, base: &str) {
        let mut name = base.to_string();
        while !self.is_free(&name) {
            name = format!("{base}_{}", self.at.conflict);
            self.at.conflict += 1;
        }
        self.out.values[value.index()] = NAMED | self.out.texts.len() as u32;
        self.out.texts.push(name.clone());
        self.order.push(name.clone());
        self.used.insert(name);
    }

    fn is_free(&self, name: &str) -> bool {
        let numbered = name.strip_prefix("arg").and_then(|digits| digits.parse::<u32>().ok());
        !self.used.contains(name) && numbered.is_none_or(|n| n >= self.at.arg)
    }
}

/// A suggestion as a legal name: other characters become `_`, and names do not start with a digit.
fn sanitized(name: &str) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | '.' | '_' | '-');
    let mut out: String = name.chars().map(|c| if legal(c) { c } else { '_' }).collect();
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, '_');
    }
    out
}
