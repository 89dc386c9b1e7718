//! Source locations: eight bytes each; the common `file:line:col` needs no interning.

use crate::context::attr::Attribute;
use crate::context::{Context, Str};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

/// The origin of an operation. Copyable; the composite forms live in the [`Context`].
///
/// Layout: bit 63 set = handle of an interned [`LocData`]; else file (12 bits), line (32), column (19)
/// packed, with 0 meaning unknown. Locations that do not fit are interned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Location(u64);

/// The structure of a location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocData {
    /// `loc(unknown)`
    Unknown,
    /// `loc("file":line:col)`
    File {
        /// File name as the user gave it.
        file: Str,
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        col: u32,
    },
    /// `loc("file":l:c to l:c)`
    Range {
        /// File name.
        file: Str,
        /// First line and column.
        start: (u32, u32),
        /// Last line and column.
        end: (u32, u32),
    },
    /// `loc("name"(child))`
    Name(Str, Location),
    /// `loc(callsite(callee at caller))`
    CallSite(Location, Location),
    /// `loc(fused<meta>[a, b])`
    Fused(Box<[Location]>, Option<Attribute>),
}

impl LocData {
    /// The parts of this location, in order.
    pub fn parts(&self) -> SmallVec<[Location; 2]> {
        match self {
            LocData::Unknown | LocData::File { .. } | LocData::Range { .. } => SmallVec::new(),
            LocData::Name(_, child) => smallvec![*child],
            LocData::CallSite(callee, caller) => smallvec![*callee, *caller],
            LocData::Fused(parts, _) => SmallVec::from_slice(parts),
        }
    }
}

const INTERNED: u64 = 1 << 63;
const FILE_BITS: u32 = 12;
const LINE_BITS: u32 = 32;
const COL_BITS: u32 = 19;

impl Location {
    /// The unknown location.
    pub const UNKNOWN: Location = Location(0);

    /// A `file:line:col` location.
    pub fn file(ctx: &Context, file: Str, line: u32, col: u32) -> Location {
        let index = ctx.file_index(file);
        match Self::pack(index, line, col) {
            Some(loc) => loc,
            None => Self::interned(ctx, LocData::File { file, line, col }),
        }
    }

    /// Packs a location when it fits; `index` is the context's index of the file.
    #[inline]
    pub fn pack(index: u32, line: u32, col: u32) -> Option<Location> {
        let fits = index + 1 < 1 << FILE_BITS && col < 1 << COL_BITS;
        let word = ((index as u64 + 1) << (LINE_BITS + COL_BITS)) | ((line as u64) << COL_BITS) | col as u64;
        fits.then_some(Location(word))
    }

    /// A location of any structure.
    pub fn new(ctx: &Context, data: LocData) -> Location {
        match data {
            LocData::Unknown => Location::UNKNOWN,
            LocData::File { file, line, col } => Location::file(ctx, file, line, col),
            other => Self::interned(ctx, other),
        }
    }

    /// `loc("name"(child))`.
    pub fn named(ctx: &Context, name: &str, child: Location) -> Location {
        Self::interned(ctx, LocData::Name(ctx.str(name), child))
    }

    /// `loc(fused<metadata>[parts])`, as upstream fuses: parts fused under the same metadata are flattened,
    /// unknown and repeated ones are dropped, and a single remaining part without metadata is returned
    /// itself.
    pub fn fused(ctx: &Context, parts: &[Location], metadata: Option<Attribute>) -> Location {
        let mut kept: Vec<Location> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut add = |loc: Location| {
            if !loc.is_unknown() && seen.insert(loc) {
                kept.push(loc);
            }
        };
        for part in parts {
            match part.data(ctx) {
                LocData::Fused(inner, same) if same == metadata => inner.iter().copied().for_each(&mut add),
                _ => add(*part),
            }
        }
        match (kept.as_slice(), metadata) {
            ([], None) => Location::UNKNOWN,
            ([only], None) => *only,
            ([], Some(_)) => Self::interned(ctx, LocData::Fused([Location::UNKNOWN].into(), metadata)),
            _ => Self::interned(ctx, LocData::Fused(kept.into(), metadata)),
        }
    }

    /// The location of an op that replaces a call: itself if it contains a file, like a user's line inside
    /// the called function; otherwise itself, called at `caller`.
    pub fn or_called_at(self, ctx: &Context, caller: Location) -> Location {
        match self.anchor(ctx) {
            None if !caller.is_unknown() => Location::new(ctx, LocData::CallSite(self, caller)),
            _ => self,
        }
    }

    fn interned(ctx: &Context, data: LocData) -> Location {
        Location(INTERNED | ctx.intern_location(data) as u64)
    }

    /// True for the unknown location.
    pub fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// The structure of this location.
    pub fn data(self, ctx: &Context) -> LocData {
        if self.0 == 0 {
            return LocData::Unknown;
        }
        if self.0 & INTERNED != 0 {
            return ctx.location_data(self.0 as u32).clone();
        }
        let index = (self.0 >> (LINE_BITS + COL_BITS)) as u32 - 1;
        let line = (self.0 >> COL_BITS) as u32;
        let col = self.0 as u32 & ((1 << COL_BITS) - 1);
        LocData::File { file: ctx.file_name(index), line, col }
    }

    /// The first `file:line:col` inside: the target of a diagnostic.
    pub fn anchor(self, ctx: &Context) -> Option<(Str, u32, u32)> {
        // Locations share parts, and call-site chains are long: each part is visited once, without recursion.
        let mut waiting: SmallVec<[Location; 4]> = smallvec![self];
        let mut seen = FxHashSet::default();
        while let Some(loc) = waiting.pop() {
            match loc.data(ctx) {
                LocData::File { file, line, col } => return Some((file, line, col)),
                LocData::Range { file, start, .. } => return Some((file, start.0, start.1)),
                data if seen.insert(loc) => waiting.extend(data.parts().into_iter().rev()),
                _ => {}
            }
        }
        None
    }
}

impl std::fmt::Debug for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Location({:#x})", self.0)
    }
}
