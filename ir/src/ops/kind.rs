//! Kinds of ops as the compiler knows them: one Rust type per op.
//!
//! A pass writes `op.is(Compute)`, `op.cast(Compute)`, `match op.kind() { Compute::KIND => … }`,
//! `b.op(Compute, …)` and `Compute::build(b, …)`; the compiler rejects a name that does not exist. Names as
//! text are for text.

use crate::context::Context;
use crate::ops::opref::OpRef;
use crate::ops::registry::{OpInfo, OpName};

/// The identity of an op as an integer that is the same in every context; its constants may appear in
/// patterns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpKind(u64);

impl OpKind {
    /// The kind of unregistered ops, which have no Rust type.
    pub const UNREGISTERED: OpKind = OpKind(0);

    /// The kind of the op with this full name: its hash (FNV-1a). Registration refuses two names with one
    /// hash.
    pub const fn of(name: &str) -> OpKind {
        let (bytes, mut hash, mut i) = (name.as_bytes(), 0xcbf2_9ce4_8422_2325_u64, 0);
        while i < bytes.len() {
            hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
            i += 1;
        }
        OpKind(hash)
    }
}

/// A Rust type for an op; `#[op]` implements it.
pub trait OpDef: Copy + 'static {
    /// The full name: `dialect.op`.
    const NAME: &'static str;
    /// The kind.
    const KIND: OpKind = OpKind::of(Self::NAME);
    /// The typed view of such an op.
    type View<'a>;

    /// The view of an op of this kind.
    fn view(op: OpRef<'_>) -> Self::View<'_>;
}

/// Types that give the full name of an op without a context: its type, or the name as text.
pub trait FullName {
    /// `dialect.op`.
    fn full_name(self) -> &'static str;
}

impl<D: OpDef> FullName for D {
    fn full_name(self) -> &'static str {
        D::NAME
    }
}

impl FullName for &'static str {
    fn full_name(self) -> &'static str {
        self
    }
}

/// Types that identify an op: its type, its kind, its name in a context, or its full name as text (for text,
/// generic code, and ops that have no type).
pub trait WhichOp: Copy {
    /// True if this identifies ops with this name and description.
    fn admits(self, name: OpName, info: &OpInfo) -> bool;

    /// The op's name in a context.
    ///
    /// # Panics
    /// If no such op is registered: its dialect is missing, or its name is misspelt. The parser handles texts
    /// with unknown ops, through [`Context::op_name`].
    fn name_in(self, ctx: &Context) -> OpName;
}

impl<D: OpDef> WhichOp for D {
    #[inline]
    fn admits(self, _: OpName, info: &OpInfo) -> bool {
        info.kind == D::KIND
    }

    #[inline]
    fn name_in(self, ctx: &Context) -> OpName {
        ctx.registry().of_kind(D::KIND).unwrap_or_else(|| unknown(D::NAME))
    }
}

impl WhichOp for OpKind {
    #[inline]
    fn admits(self, _: OpName, info: &OpInfo) -> bool {
        info.kind == self
    }

    #[inline]
    fn name_in(self, ctx: &Context) -> OpName {
        ctx.registry().of_kind(self).unwrap_or_else(|| unknown("of some kind"))
    }
}

impl WhichOp for OpName {
    #[inline]
    fn admits(self, name: OpName, _: &OpInfo) -> bool {
        name == self
    }

    #[inline]
    fn name_in(self, _: &Context) -> OpName {
        self
    }
}

impl WhichOp for &str {
    #[inline]
    fn admits(self, _: OpName, info: &OpInfo) -> bool {
        info.name == self
    }

    #[inline]
    fn name_in(self, ctx: &Context) -> OpName {
        ctx.registry().lookup(self).unwrap_or_else(|| unknown(self))
    }
}

#[cold]
pub(crate) fn unknown(name: &str) -> ! {
    panic!("the op '{name}' is not registered: its dialect is missing, or its name is misspelt")
}
