//! Checks that the tile of a member fits in the memory level that the schedule specifies.

use super::members::{Member, Members};
use super::refusal::MemoryRefusal;
use super::stored::Stored;
use crate::apply::apply_tiles::Tiling;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::schedule::Space;
use tf_dialects::tensor::shape::dims;
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;
use tf_passes_common::cost::access_map::bytes_of_element;

/// The bytes of a memory level; `None` for an unlimited one.
fn capacity(space: Space, target: &Target) -> Option<u64> {
    match space {
        Space::L1 => Some(target.l1_bytes),
        Space::L2 => Some(target.l2_bytes),
        Space::L3 => Some(target.caches.l3_bytes),
        Space::Memory => None,
    }
}

impl Members {
    /// Checks that the tile of each member fits in its memory level.
    ///
    /// # Errors
    /// A tile that does not fit.
    pub(super) fn check_spaces(&self, body: &Body, tiling: &Tiling) -> Result<(), MemoryRefusal> {
        self.all.iter().try_for_each(|member| {
            let (lengths, name) = (tile_lengths(body, member, tiling), member.name(body));
            let buffers = (member.space, member.stored.as_ref(), 1 + u64::from(member.ahead));
            check_fits(body, (member.op, &name), buffers, &lengths)
        })
    }
}

/// The lengths of a member's tile; along a window, the length of the window.
fn tile_lengths(body: &Body, member: &Member, tiling: &Tiling) -> Vec<Extent> {
    let extents = body.view(member.op, Compute).extents();
    let slid = member.windowed.then(|| member.slid(tiling));
    let length = |(axis, extent): (usize, &Extent)| match slid {
        Some(slid) if member.axes[axis] == Some(slid) => Extent::constant(member.window(tiling)),
        _ => member.length(axis, extent, tiling),
    };
    extents.iter().enumerate().map(length).collect()
}

/// Checks that `copies` tiles of a member, in its layout, fit in a memory level.
///
/// # Errors
/// The tiles do not fit, or their size is unknown.
pub(crate) fn check_fits(
    body: &Body,
    (op, name): (Op, &str),
    (space, stored, copies): (Option<Space>, Option<&Stored>, u64),
    lengths: &[Extent],
) -> Result<(), MemoryRefusal> {
    let target = Target::of(body);
    let limit = space.and_then(|space| capacity(space, &target).map(|bytes| (space, bytes)));
    let Some((space, limit)) = limit else { return Ok(()) };
    let lengths = match stored {
        Some(stored) => stored.extents(lengths).unwrap_or_default(),
        None => lengths.to_vec(),
    };
    let member = || name.to_string();
    match bytes(body, op, &lengths).and_then(|bytes| bytes.checked_mul(copies)) {
        None => Err(MemoryRefusal::UnknownSize { member: member(), space }),
        Some(bytes) if bytes > limit => {
            Err(MemoryRefusal::TooLarge { member: member(), space, bytes, limit })
        }
        Some(_) => Ok(()),
    }
}

/// The bytes of all results over a box; `None` if that is not a constant.
fn bytes(body: &Body, op: Op, lengths: &[Extent]) -> Option<u64> {
    let of_axis = |extent: &Extent| extent.as_const().and_then(|n| u64::try_from(n).ok());
    let points = lengths.iter().try_fold(1_u64, |all, extent| all.checked_mul(of_axis(extent)?))?;
    let rank = body.view(op, Compute).extents().len();
    let mut all = 0_u64;
    for value in body.results(op) {
        let inner = dims(body.ctx(), body.ty(value)).iter().skip(rank);
        let mut inner = inner.map(|dim| dim.as_static().and_then(|n| u64::try_from(n).ok()));
        let inner = inner.try_fold(1_u64, |all, n| all.checked_mul(n?))?;
        let element = bytes_of_element(body, value) as u64;
        all = all.checked_add(points.checked_mul(inner)?.checked_mul(element)?)?;
    }
    Some(all)
}
