//! Locations: printing, in place or as aliases.

use super::Printer;
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
    /// The number of a location; a new one if it is met for the first time.
    fn number(&mut self, loc: Location) -> usize {
        *self.numbers.entry(loc).or_insert_with(|| {
            self.order.push(loc);
            self.order.len() - 1
        })
    }
}

impl Printer<'_> {
    /// Writes `loc(…)`.
    pub fn location(&mut self, loc: Location) {
        self.text("loc(");
        match self.opts.location_aliases {
            true => {
                self.number_parts(loc);
                self.location_part(loc);
            }
            false => self.location_body(loc),
        }
        self.text(")");
    }

    /// Writes `loc(…)` of an attribute: in full, as aliases follow only at the end of the text.
    pub(super) fn location_attr(&mut self, loc: Location) {
        let aliases = std::mem::replace(&mut self.opts.location_aliases, false);
        self.location(loc);
        self.opts.location_aliases = aliases;
    }

    /// Numbers the parts of a location before the location, so that every alias is defined before another uses it.
    fn number_parts(&mut self, loc: Location) {
        match loc.data(self.ctx) {
            LocData::Unknown | LocData::File { .. } | LocData::Range { .. } => {}
            LocData::Name(_, child) if child.is_unknown() => {}
            LocData::Name(_, child) => self.number_parts(child),
            LocData::CallSite(callee, caller) => {
                self.number_parts(callee);
                self.number_parts(caller);
            }
            LocData::Fused(parts, _) => parts.iter().for_each(|part| self.number_parts(*part)),
        }
        self.aliases.number(loc);
    }

    /// The alias of a location, or its parts.
    fn location_part(&mut self, loc: Location) {
        if !self.opts.location_aliases {
            return self.location_body(loc);
        }
        self.text("#loc");
        match self.aliases.number(loc) {
            0 => {}
            n => self.integer(n),
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

    /// Writes `#loc = loc(…)` for every alias.
    pub(super) fn alias_definitions(&mut self) {
        for n in 0..self.aliases.order.len() {
            let loc = self.aliases.order[n];
            self.text("\n#loc");
            if n > 0 {
                self.integer(n);
            }
            self.text(" = loc(");
            self.location_body(loc);
            self.text(")");
        }
    }
}
