//! Locations that refer to aliases further down the text: placeholders until the end of the text is read.

use super::parser::{AsmParser, Pos};
use super::reader::Reader;
use crate::attr::AttrData;
use crate::body::{Body, Op};
use crate::codes;
use crate::context::Context;
use crate::location::{LocData, Location};
use rustc_hash::FxHashMap;

impl<'s> AsmParser<'s> {
    /// Stands for an alias that is not defined yet.
    pub(super) fn location_placeholder(&mut self, word: &'s str, at: Pos) -> Location {
        // A name with a NUL byte cannot come from text.
        let loc = Location::named(self.ctx, &format!("\0{word}"), Location::UNKNOWN);
        self.loc_placeholders.entry(loc).or_insert((word, at));
        loc
    }
}

/// What placeholders stand for; `None` while one is looked up, which shows cycles.
struct Aliases<'c> {
    ctx: &'c Context,
    known: FxHashMap<Location, Option<Location>>,
    /// Locations that alias names stand for.
    named: FxHashMap<Location, Location>,
    /// A location was found to contain itself.
    cyclic: bool,
}

impl<'s> Reader<'s> {
    /// Puts the locations of aliases in the place of their placeholders.
    pub(super) fn resolve_location_aliases(&mut self) {
        if self.loc_placeholders.is_empty() {
            return;
        }
        let mut waiting: Vec<(Pos, &str, Location)> =
            self.loc_placeholders.iter().map(|(loc, (word, at))| (*at, *word, *loc)).collect();
        waiting.sort_unstable_by_key(|w| w.0);
        let mut aliases =
            Aliases { ctx: self.ctx, known: Default::default(), named: Default::default(), cyclic: false };
        for (at, word, placeholder) in &waiting {
            let attr = self.attr_aliases.get(word).map(|a| self.p.ctx.attr_data(*a));
            match attr {
                Some(AttrData::Location(loc)) => {
                    aliases.named.insert(*placeholder, *loc);
                }
                Some(_) => {
                    self.p.error_as(&codes::UNKNOWN_NAME, *at, format!("'#{word}' is no location"));
                }
                None => drop(self.p.error_as(
                    &codes::UNKNOWN_NAME,
                    *at,
                    format!("undefined location alias '{word}'"),
                )),
            }
        }
        for (at, word, placeholder) in waiting {
            aliases.resolve(placeholder, 0);
            if std::mem::take(&mut aliases.cyclic) {
                self.p.error_as(&codes::UNKNOWN_NAME, at, format!("location alias '{word}' contains itself"));
            }
        }
        if self.p.errors.is_empty() {
            aliases.replace_in(&mut self.body);
        }
    }
}

/// More levels than a text can nest locations in, aliases included, are a cycle or too deep to follow.
const MAX_DEPTH: u32 = 512;

impl Aliases<'_> {
    fn resolve(&mut self, loc: Location, depth: u32) -> Location {
        match self.known.get(&loc) {
            Some(Some(found)) => return *found,
            Some(None) => {
                self.cyclic = true;
                return loc;
            }
            None => {}
        }
        if depth > MAX_DEPTH {
            self.cyclic = true;
            return loc;
        }
        self.known.insert(loc, None);
        let found = match self.named.get(&loc) {
            Some(target) => self.resolve(*target, depth + 1),
            None => self.rebuild(loc, depth),
        };
        self.known.insert(loc, Some(found));
        found
    }

    fn rebuild(&mut self, loc: Location, depth: u32) -> Location {
        let data = match loc.data(self.ctx) {
            LocData::Name(name, child) => LocData::Name(name, self.resolve(child, depth + 1)),
            LocData::CallSite(callee, caller) => {
                LocData::CallSite(self.resolve(callee, depth + 1), self.resolve(caller, depth + 1))
            }
            LocData::Fused(parts, metadata) => {
                let parts = parts.iter().map(|part| self.resolve(*part, depth + 1)).collect();
                LocData::Fused(parts, metadata)
            }
            LocData::Unknown | LocData::File { .. } | LocData::Range { .. } => return loc,
        };
        Location::new(self.ctx, data)
    }

    fn replace_in(&mut self, body: &mut Body) {
        let mut ops: Vec<Op> = crate::walk::preorder(body);
        ops.push(body.root());
        for op in ops {
            let loc = self.resolve(body.loc(op), 0);
            body.set_loc(op, loc);
            if let Some(child) = body.child_mut(op) {
                self.replace_in(child);
            }
        }
        body.map_arg_locs(|loc| self.resolve(loc, 0));
    }
}
