//! The records that ids of a [`super::Body`] refer to. Sizes matter: an ordinary binary op takes 48 + 12 +
//! 2·16 = 92 bytes. Rare parts (regions, successors, attributes) are stored elsewhere, see [`Extra`].

use crate::location::Location;
use crate::registry::OpName;
use crate::types::Type;

/// The null value of the `u32` links of records.
pub(super) const NONE: u32 = u32::MAX;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The id as an index into side tables of this body.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            #[inline]
            pub(super) fn some(raw: u32) -> Option<$name> {
                (raw != NONE).then_some($name(raw))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($name), "#{}"), self.0)
            }
        }
    )*};
}

// Ids that links may omit.
ids! {
    /// An operation of a body.
    Op,
    /// A block of a body.
    Block,
    /// A region of a body.
    Region,
}

/// An SSA value of a body: an op result or a block argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The id as an index into side tables of this body.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Value#{}", self.0)
    }
}

#[derive(Clone, Copy)]
pub(super) struct OpData {
    /// The name, with the flags in the highest bits.
    pub(super) head: u32,
    /// Position label within the block; increases along the list.
    pub(super) order: u32,
    pub(super) loc: Location,
    pub(super) parent: u32,
    pub(super) prev: u32,
    pub(super) next: u32,
    pub(super) operands: u32,
    pub(super) n_operands: u32,
    pub(super) results: u32,
    pub(super) n_results: u32,
    /// Index of the op's [`Extra`] in the words arena, or [`NONE`]; for a child body, its index.
    pub(super) extra: u32,
}

const _: () = assert!(size_of::<OpData>() == 48);

/// The op was erased.
pub(super) const DEAD: u32 = 1 << 30;
/// The op's regions live in a child body; `extra` is its index.
pub(super) const CHILD: u32 = 1 << 31;

impl OpData {
    /// A detached op without operands, results and extras.
    pub(super) fn new(name: OpName, loc: Location) -> OpData {
        assert!(name.0 < DEAD, "a context knows fewer than 2^30 names of ops");
        OpData {
            head: name.0,
            order: 0,
            loc,
            parent: NONE,
            prev: NONE,
            next: NONE,
            operands: 0,
            n_operands: 0,
            results: 0,
            n_results: 0,
            extra: NONE,
        }
    }

    #[inline(always)]
    pub(super) fn name(&self) -> OpName {
        OpName(self.head & !(DEAD | CHILD))
    }

    pub(super) fn set_name(&mut self, name: OpName) {
        assert!(name.0 < DEAD, "a context knows fewer than 2^30 names of ops");
        self.head = name.0 | self.head & (DEAD | CHILD);
    }

    /// True if the flag is set.
    #[inline(always)]
    pub(super) fn is(&self, flag: u32) -> bool {
        self.head & flag != 0
    }

    pub(super) fn set(&mut self, flag: u32) {
        self.head |= flag;
    }
}

/// Layout of an op's regions, successors and attributes in the words arena: two words with their counts, the
/// regions, the successors, and the attribute slots (either none, or the inherent ones, then (name, value)
/// pairs), with spare capacity.
#[derive(Clone, Copy)]
pub(super) struct Extra {
    pub(super) at: u32,
    pub(super) n_regions: u16,
    pub(super) n_successors: u16,
    pub(super) attrs_len: u16,
    pub(super) attrs_cap: u16,
}

impl Extra {
    /// No regions, successors or attributes.
    pub(super) const EMPTY: Extra =
        Extra { at: NONE, n_regions: 0, n_successors: 0, attrs_len: 0, attrs_cap: 0 };
    /// Words before the regions.
    const HEADER: u32 = 2;

    pub(super) fn decode(at: u32, words: [u32; 2]) -> Extra {
        let [links, attrs] = words;
        Extra {
            at,
            n_regions: links as u16,
            n_successors: (links >> 16) as u16,
            attrs_len: attrs as u16,
            attrs_cap: (attrs >> 16) as u16,
        }
    }

    pub(super) fn encode(self) -> [u32; 2] {
        [
            self.n_regions as u32 | (self.n_successors as u32) << 16,
            self.attrs_len as u32 | (self.attrs_cap as u32) << 16,
        ]
    }

    /// Total size in words.
    pub(super) fn size(self) -> usize {
        let links = self.n_regions as usize + self.n_successors as usize;
        Self::HEADER as usize + links + self.attrs_cap as usize
    }

    /// Offset of the regions.
    #[inline(always)]
    pub(super) fn regions(self) -> u32 {
        self.at.wrapping_add(Self::HEADER)
    }

    /// Offset of the successors.
    #[inline(always)]
    pub(super) fn successors(self) -> u32 {
        self.regions().wrapping_add(self.n_regions as u32)
    }

    /// Offset of the attributes.
    #[inline(always)]
    pub(super) fn attrs(self) -> u32 {
        self.successors().wrapping_add(self.n_successors as u32)
    }
}

#[derive(Clone, Copy)]
pub(super) struct ValueData {
    pub(super) ty: Type,
    /// Defining op, or block with [`IS_ARG`] set for arguments. The index follows from the id: results of an
    /// op have ids in a row, and those of a block's arguments increase.
    pub(super) owner: u32,
    pub(super) first_use: u32,
}

pub(super) const IS_ARG: u32 = 1 << 31;

/// One operand slot, a node of its value's doubly linked use list.
#[derive(Clone, Copy)]
pub(super) struct UseData {
    pub(super) value: u32,
    pub(super) owner: u32,
    pub(super) next: u32,
    pub(super) prev: u32,
}

#[derive(Clone, Copy)]
pub(super) struct BlockData {
    pub(super) region: u32,
    pub(super) prev: u32,
    pub(super) next: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    /// Argument value ids in the words arena.
    pub(super) args: u32,
    pub(super) n_args: u32,
    pub(super) args_cap: u32,
    pub(super) dead: bool,
}

#[derive(Clone, Copy)]
pub(super) struct RegionData {
    pub(super) owner: u32,
    pub(super) first: u32,
    pub(super) last: u32,
}
