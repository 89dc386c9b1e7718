//! The printer of locations, in place or as aliases.

use super::Printer;
use crate::attr::Attribute;
use crate::location::{LocData, Location};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The locations that are printed as `#locN`, in index order.
#[derive(Default)]
pub(super) struct Aliases {
    numbers: FxHashMap<Location, usize>,
    order: Vec<Location>,
}

impl Aliases {
    /// The index of a location; a new one for a location not met before.
    fn number(&mut self, loc: Location) -> usize {
        *self.numbers.entry(loc).or_insert_with(|| {
            self.order.push(loc);
            self.order.len() - 1
        })
    }
}

/// A part of a location that is still to be written. Call-site chains are as deep as a program's calls, so
/// the printer does not recurse.
enum Piece {
    Text(&'static str),
    Attr(Attribute),
    Location(Location),
}

impl Printer<'_> {
    /// Writes `loc(…)`.
    pub fn location(&mut self, loc: Location) {
        self.text("loc(");
        match self.opts.location_aliases {
            true => {
                self.index_parts(loc);
                self.location_alias(loc);
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

    /// Assigns indices to the parts of a location before the location, so that every alias is defined before
    /// another uses it.
    fn index_parts(&mut self, loc: Location) {
        // The flag marks locations whose parts have been numbered.
        let mut waiting = vec![(loc, false)];
        while let Some((loc, ready)) = waiting.pop() {
            if ready {
                self.aliases.number(loc);
            } else if !self.aliases.numbers.contains_key(&loc) {
                waiting.push((loc, true));
                let data = loc.data(self.ctx);
                let inside = data.parts().into_iter().rev().map(|part| (part, false));
                // A name without a location inside is written without parentheses.
                let bare = matches!(data, LocData::Name(_, child) if child.is_unknown());
                waiting.extend(inside.filter(|_| !bare));
            }
        }
    }

    /// Writes the alias of a location.
    fn location_alias(&mut self, loc: Location) {
        self.text("#loc");
        match self.aliases.number(loc) {
            0 => {}
            n => self.integer(n),
        }
    }

    /// Writes a location: its parts as aliases if the options request it, else in full.
    fn location_body(&mut self, loc: Location) {
        let mut waiting = vec![Piece::Location(loc)];
        let mut outermost = true;
        while let Some(piece) = waiting.pop() {
            match piece {
                Piece::Text(text) => self.text(text),
                Piece::Attr(attr) => self.attr(attr),
                Piece::Location(part) if self.opts.location_aliases && !outermost => {
                    self.location_alias(part)
                }
                Piece::Location(part) => {
                    outermost = false;
                    let from = waiting.len();
                    self.location_start(part, &mut waiting);
                    waiting[from..].reverse();
                }
            }
        }
    }

    /// Writes the head of a location; `rest` takes the remaining pieces, in order.
    fn location_start(&mut self, loc: Location, rest: &mut Vec<Piece>) {
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
                    rest.extend([Piece::Text("("), Piece::Location(child), Piece::Text(")")]);
                }
            }
            LocData::CallSite(callee, caller) => {
                self.text("callsite(");
                let caller = [Piece::Text(" at "), Piece::Location(caller), Piece::Text(")")];
                rest.extend([Piece::Location(callee)].into_iter().chain(caller));
            }
            LocData::Fused(parts, metadata) => {
                self.text("fused");
                if let Some(metadata) = metadata {
                    rest.extend([Piece::Text("<"), Piece::Attr(metadata), Piece::Text(">")]);
                }
                rest.push(Piece::Text("["));
                for (at, part) in parts.iter().enumerate() {
                    rest.push(Piece::Text(if at == 0 { "" } else { ", " }));
                    rest.push(Piece::Location(*part));
                }
                rest.push(Piece::Text("]"));
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
