//! The records behind the ids of a [`super::Body`]. Sizes matter: an ordinary binary op with one attribute slot
//! takes 64 + 16 + 2·16 + 4 = 116 bytes.

use crate::location::Location;
use crate::registry::OpName;
use crate::types::Type;

/// Stands for "none" in the `u32` links of records.
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

// Ids that links may leave out.
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
    pub(super) name: OpName,
    pub(super) flags: u32,
    pub(super) loc: Location,
    pub(super) parent: u32,
    pub(super) prev: u32,
    pub(super) next: u32,
    /// Position label within the block; increases along the list.
    pub(super) order: u32,
    pub(super) operands: u32,
    pub(super) n_operands: u32,
    pub(super) results: u32,
    pub(super) n_results: u32,
    /// Region ids, then successor block ids, in the words arena; for a child body, its index.
    pub(super) links: u32,
    pub(super) n_regions: u16,
    pub(super) n_successors: u16,
    /// Attribute slots in the words arena: inherent ones first, then (name, value) pairs.
    pub(super) attrs: u32,
    pub(super) attrs_len: u16,
    pub(super) attrs_cap: u16,
}

const _: () = assert!(size_of::<OpData>() == 64);

/// The op was erased.
pub(super) const DEAD: u32 = 1;
/// The op's regions live in a child body; `links` is its index.
pub(super) const CHILD: u32 = 2;

#[derive(Clone, Copy)]
pub(super) struct ValueData {
    pub(super) ty: Type,
    /// Defining op, or block for arguments.
    pub(super) owner: u32,
    /// Result number, or argument number with [`IS_ARG`] set.
    pub(super) index: u32,
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
