//! Forward references of location aliases: placeholders until the end of the text is read.

use super::parser::{AsmParser, Pos};
use super::reader::Reader;
use crate::attr::AttrData;
use crate::body::{Body, Op};
use crate::codes;
use crate::context::Context;
use crate::location::{LocData, Location};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

impl<'s> AsmParser<'s> {
    /// A placeholder for an alias that is not defined yet.
    pub(super) fn location_placeholder(&mut self, word: &'s str, at: Pos) -> Location {
        // A name with a NUL byte cannot come from text.
        let loc = Location::named(self.ctx, &format!("\0{word}"), Location::UNKNOWN);
        self.loc_placeholders.entry(loc).or_insert((word, at));
        loc
    }
}

/// Resolution of placeholders to locations.
struct Aliases<'c> {
    ctx: &'c Context,
    known: FxHashMap<Location, State>,
    /// The locations of alias names.
    named: FxHashMap<Location, Location>,
    /// True if a location contains itself.
    cyclic: bool,
}

/// Progress of the resolution of a location.
#[derive(Clone, Copy)]
enum State {
    /// Its parts are being resolved: meeting it in this state is a cycle.
    Open,
    /// The resolved location, and its approximate length in bytes when written out.
    Resolved(Location, u64),
}

impl<'s> Reader<'s> {
    /// Replaces placeholders by the locations of their aliases.
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
                    self.p.error_as(&codes::UNKNOWN_NAME, *at, format!("'#{word}' is not a location"));
                }
                None => drop(self.p.error_as(
                    &codes::UNKNOWN_NAME,
                    *at,
                    format!("undefined location alias '{word}'"),
                )),
            }
        }
        for (at, word, placeholder) in waiting {
            let (_, bytes) = aliases.resolve(placeholder);
            if std::mem::take(&mut aliases.cyclic) {
                self.p.error_as(&codes::UNKNOWN_NAME, at, format!("location alias '{word}' contains itself"));
            } else if bytes > self.p.opts.max_text_bytes {
                self.p.too_long_written_out(at);
            }
        }
        if self.p.errors.is_empty() {
            aliases.replace_in(&mut self.body);
        }
    }
}

impl Aliases<'_> {
    /// The location with all aliases in it resolved, and its approximate length when written out. Call-site
    /// chains are as deep as a program's calls, so this does not recurse.
    fn resolve(&mut self, loc: Location) -> (Location, u64) {
        let mut waiting = vec![loc];
        while let Some(top) = waiting.last().copied() {
            match self.known.get(&top) {
                Some(State::Resolved(..)) => drop(waiting.pop()),
                Some(State::Open) => {
                    let found = self.rebuild(top);
                    self.known.insert(top, found);
                    waiting.pop();
                }
                None => {
                    self.known.insert(top, State::Open);
                    for part in self.parts(top) {
                        match self.known.get(&part) {
                            Some(State::Open) => self.cyclic = true,
                            Some(State::Resolved(..)) => {}
                            None => waiting.push(part),
                        }
                    }
                }
            }
        }
        self.resolved(loc)
    }

    /// The parts of a location; of a placeholder, those of its alias.
    fn parts(&self, loc: Location) -> SmallVec<[Location; 2]> {
        match self.named.get(&loc) {
            Some(target) => smallvec![*target],
            None => loc.data(self.ctx).parts(),
        }
    }

    /// The resolved form of a part; a part that contains itself stays.
    fn resolved(&self, loc: Location) -> (Location, u64) {
        match self.known.get(&loc) {
            Some(State::Resolved(found, bytes)) => (*found, *bytes),
            _ => (loc, 0),
        }
    }

    /// A location of its resolved parts.
    fn rebuild(&self, loc: Location) -> State {
        const BYTES_EACH: u64 = 16;
        let parts = self.parts(loc);
        let inside = parts.iter().map(|part| self.resolved(*part).1);
        let bytes = inside.fold(BYTES_EACH, u64::saturating_add);
        if self.named.contains_key(&loc) {
            return State::Resolved(self.resolved(parts[0]).0, bytes);
        }
        let part = |loc: Location| self.resolved(loc).0;
        let data = match loc.data(self.ctx) {
            LocData::Name(name, child) => LocData::Name(name, part(child)),
            LocData::CallSite(callee, caller) => LocData::CallSite(part(callee), part(caller)),
            LocData::Fused(parts, metadata) => {
                LocData::Fused(parts.iter().map(|p| part(*p)).collect(), metadata)
            }
            LocData::Unknown | LocData::File { .. } | LocData::Range { .. } => {
                return State::Resolved(loc, bytes);
            }
        };
        State::Resolved(Location::new(self.ctx, data), bytes)
    }

    fn replace_in(&mut self, body: &mut Body) {
        let mut ops: Vec<Op> = crate::walk::preorder(body);
        ops.push(body.root());
        for op in ops {
            let (loc, _) = self.resolve(body.loc(op));
            body.set_loc(op, loc);
            if let Some(child) = body.child_mut(op) {
                self.replace_in(child);
            }
        }
        body.map_arg_locs(|loc| self.resolve(loc).0);
    }
}
