//! The printer of ops: results, custom and generic form, attribute dictionaries.

use super::Printer;
use super::names::Numbering;
use crate::attr::{AttrData, Attribute};
use crate::body::{Block, Body, Op};
use crate::opref::OpRef;
use smallvec::SmallVec;

impl<'a> Printer<'a> {
    /// Prints a body's root op with everything in it.
    pub(super) fn root(&mut self, body: &'a Body) {
        self.enter_body(body, |p| p.op_text(body.op(body.root())));
        self.alias_definitions();
    }

    /// Prints with the names of a body.
    fn enter_body(&mut self, body: &'a Body, print: impl FnOnce(&mut Self)) {
        let names = Numbering::of(body, self.opts.generic);
        let outer = (self.body.replace(body), std::mem::replace(&mut self.names, names));
        print(self);
        (self.body, self.names) = outer;
    }

    /// Prints an op of the current body, on the current line.
    #[inline]
    pub(super) fn op(&mut self, op: Op) {
        let body = self.body.expect("ops are printed within a body");
        if let Some(child) = body.child(op) {
            return self.enter_body(child, |p| p.op_text(child.op(child.root())));
        }
        let count = body.result_count(op);
        if count > 0 {
            self.names.write_results(&mut self.out, body.result(op, 0), count);
            self.out.push_str(" = ");
        }
        self.op_text(body.op(op));
    }

    /// Prints an op from its name on.
    #[inline]
    fn op_text(&mut self, op: OpRef<'a>) {
        match &op.info().assembly {
            Some(assembly) if !self.opts.generic && assembly.prints() => {
                self.short_name(op.name());
                assembly.print(op, self);
            }
            _ => self.generic(op),
        }
        if self.opts.locations {
            self.text(" ");
            self.location(op.loc());
        }
    }

    /// The op's name, without the namespace that the enclosing op implies.
    #[inline]
    fn short_name(&mut self, name: &str) {
        let default = self.default_dialects.last().copied().unwrap_or("");
        let short = match name.strip_prefix(default).and_then(|rest| rest.strip_prefix('.')) {
            Some(rest) if !default.is_empty() && !rest.contains('.') => rest,
            _ => name,
        };
        self.out.push_str(short);
    }

    /// Prints an op in generic form, from its name on.
    pub fn generic(&mut self, op: OpRef<'_>) {
        let body = op.body();
        self.string(op.name());
        self.text("(");
        self.values(op.operands());
        self.text(")");
        let successors = body.successors(op.id());
        if successors.len() > 0 {
            self.text("[");
            self.commas(successors, Self::successor);
            self.text("]");
        }
        let inherent: Entries = body.inherent(op.id()).collect();
        if !inherent.is_empty() {
            self.text(" <");
            self.entries(inherent);
            self.text(">");
        }
        let regions = body.regions(op.id());
        if regions.len() > 0 {
            self.text(" (");
            self.commas(regions, |p, r| p.region_with(r, true, true, true));
            self.text(")");
        }
        let discardable: Entries = body.discardable(op.id()).map(|(n, a)| (op.ctx().text(n), a)).collect();
        if !discardable.is_empty() {
            self.text(" ");
            self.entries(discardable);
        }
        self.text(" : (");
        self.commas(op.operands(), |p, v| p.ty(body.ty(v)));
        self.text(") -> ");
        let results: SmallVec<[_; 4]> = op.results().map(|v| body.ty(v)).collect();
        self.result_types(&results);
    }

    /// Writes ` {name = value, …}` of the op's attributes except `elided` ones and defaults; nothing if there
    /// are none.
    pub fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let entries = dict_entries(op, elided);
        if !entries.is_empty() {
            self.text(" ");
            self.entries(entries);
        }
    }

    /// As [`Printer::attr_dict`] with the word `attributes` before it.
    pub fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let entries = dict_entries(op, elided);
        if !entries.is_empty() {
            self.text(" attributes ");
            self.entries(entries);
        }
    }

    /// Writes `{name = value, flag}`, sorted by name.
    pub(super) fn entries(&mut self, mut entries: Entries) {
        entries.sort_unstable_by_key(|e| e.0);
        self.text("{");
        self.commas(entries, |p, (name, value)| p.entry(name, value));
        self.text("}");
    }

    pub(super) fn entry(&mut self, name: &str, value: Attribute) {
        self.keyword_or_string(name);
        if !matches!(self.ctx.attr_data(value), AttrData::Unit) {
            self.text(" = ");
            self.attr(value);
        }
    }

    /// Writes `^block`.
    pub fn successor(&mut self, block: Block) {
        self.names.write_block(&mut self.out, block);
    }
}

/// Attributes by name.
pub(super) type Entries<'t> = SmallVec<[(&'t str, Attribute); 4]>;

/// The attributes that an op's dictionary shows in custom form.
fn dict_entries<'t>(op: OpRef<'t>, elided: &[&str]) -> Entries<'t> {
    let (body, info, ctx) = (op.body(), op.info(), op.ctx());
    let mut entries = Entries::new();
    for (i, spec) in info.attrs.iter().enumerate() {
        let Some(value) = op.slot(i) else { continue };
        let default = spec.default.is_some_and(|default| default(ctx) == value);
        if !default && !elided.contains(&spec.name) {
            entries.push((spec.name, value));
        }
    }
    for (name, value) in body.discardable(op.id()) {
        let name = ctx.text(name);
        if !elided.contains(&name) {
            entries.push((name, value));
        }
    }
    entries
}
