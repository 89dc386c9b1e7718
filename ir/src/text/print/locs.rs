//! Locations: printing, in place or as aliases.

use super::Printer;
use crate::body::{Body, Op};
use crate::location::{LocData, Location};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The locations that are printed as `#locN`, in the order of their numbers.
#[derive(Default)]
pub(super) struct Aliases {
    numbers: FxHashMap<Location, usize>,
    order: Vec<Location>,
}

impl Aliases {
    fn add(&mut self, loc: Location) {
        if !self.numbers.contains_key(&loc) {
            self.numbers.insert(loc, self.order.len());
            self.order.push(loc);
        }
    }
}

impl Printer<'_> {
    /// Writes `loc(…)`.
    pub fn location(&mut self, loc: Location) {
        self.text("loc(");
        self.location_part(loc);
        self.text(")");
    }

    /// The alias of a location, or its parts.
    fn location_part(&mut self, loc: Location) {
        match self.aliases.numbers.get(&loc) {
            Some(0) => self.text("#loc"),
            Some(n) => {
                let _ = write!(self.out, "#loc{n}");
            }
            None => self.location_body(loc),
        }
    }

    fn location_body(&mut self, loc: Location) {
        match loc.data(self.ctx) {
            LocData::Unknown => self.text("unknown"),
            LocData::File { file, line, col } => {
                self.string(self.ctx.text(file));
                let _ = write!(self.out, ":{line}:{col}");
            }
            LocData::Range { file, start, end } => {
                self.string(self.ctx.text(file));
                let _ = write!(self.out, ":{}:{} to ", start.0, start.1);
                if end.0 != start.0 {
                    self.integer(end.0);
                }
                let _ = write!(self.out, ":{}", end.1);
            }
            LocData::Name(name, child) => {
                self.string(self.ctx.text(name));
                if !child.is_unknown() {
                    self.text("(");
                    self.location_part(child);
                    self.text(")");
                }
            }
            LocData::CallSite(callee, caller) => {
                self.text("callsite(");
                self.location_part(callee);
                self.text(" at ");
                self.location_part(caller);
                self.text(")");
            }
            LocData::Fused(parts, metadata) => {
                self.text("fused");
                if let Some(metadata) = metadata {
                    self.text("<");
                    self.attr(metadata);
                    self.text(">");
                }
                self.text("[");
                self.commas(parts.iter().copied(), Self::location_part);
                self.text("]");
            }
        }
    }

    /// Numbers the locations of a body that are printed as aliases.
    pub(super) fn collect_aliases(&mut self, body: &Body) {
        if self.opts.locations && self.opts.location_aliases {
            let mut aliases = std::mem::take(&mut self.aliases);
            collect(body, body.root(), &mut aliases);
            self.aliases = aliases;
        }
    }

    /// Writes `#loc = loc(…)` for every alias.
    pub(super) fn alias_definitions(&mut self) {
        for n in 0..self.aliases.order.len() {
            let loc = self.aliases.order[n];
            self.out.push_str(if n == 0 { "\n#loc" } else { "\n#loc" });
            if n > 0 {
                self.integer(n);
            }
            self.text(" = loc(");
            self.location_body(loc);
            self.text(")");
        }
    }
}

/// Adds the parts of composite locations before the locations, so that every alias is defined before its use by
/// another.
fn add_with_parts(body: &Body, loc: Location, aliases: &mut Aliases) {
    match loc.data(body.ctx()) {
        LocData::Unknown => {}
        LocData::File { .. } | LocData::Range { .. } => {}
        LocData::Name(_, child) => add_with_parts(body, child, aliases),
        LocData::CallSite(callee, caller) => {
            add_with_parts(body, callee, aliases);
            add_with_parts(body, caller, aliases);
        }
        LocData::Fused(parts, _) => parts.iter().for_each(|part| add_with_parts(body, *part, aliases)),
    }
    aliases.add(loc);
}

fn collect(body: &Body, op: Op, aliases: &mut Aliases) {
    if let Some(child) = body.child(op) {
        return collect(child, child.root(), aliases);
    }
    add_with_parts(body, body.loc(op), aliases);
    for region in body.regions(op) {
        for block in body.blocks(region) {
            for arg in body.args(block) {
                if let Some(loc) = body.arg_loc(arg) {
                    add_with_parts(body, loc, aliases);
                }
            }
            for inner in body.ops(block) {
                collect(body, inner, aliases);
            }
        }
    }
}
