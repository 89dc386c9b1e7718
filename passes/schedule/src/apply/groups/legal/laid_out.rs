//! Whether the readers of a member permit its layout.

use super::legality::{Condition, Legality};
use super::members::Members;
use super::refusal::{GroupRefusal, LayoutRefusal};
use crate::apply::apply_tiles::Tiling;
use tf_dialects::tensor::{Access, Compute, Policy};
use tf_ir::body::{Body, Op};

impl Members {
    /// Checks that members with a layout have no window, and that their readers can address the stored
    /// elements.
    pub(super) fn check_stored(&self, body: &Body, tiling: &Tiling) -> Result<(), GroupRefusal> {
        for (at, member) in self.all.iter().enumerate() {
            let Some(stored) = &member.stored else { continue };
            let name = member.name(body);
            if member.windowed {
                return Err(LayoutRefusal::Window { member: name }.into());
            }
            super::code::check_small(body, member, stored.cut(), self.legality)?;
            if stored.extents(body.view(member.op, Compute).extents()).is_none() {
                return Err(LayoutRefusal::RoundedUp { member: name }.into());
            }
            for reader in self.all.iter().filter(|_| stored.is_cut()) {
                self.check_edges(body, reader.op, (at, &name), tiling)?;
            }
        }
        Ok(())
    }

    /// Checks that no read wraps around the ends of a member with split axes, unless it is tiled along all
    /// axes.
    fn check_edges(
        &self,
        body: &Body,
        reader: Op,
        (at, name): (usize, &str),
        tiling: &Tiling,
    ) -> Result<(), GroupRefusal> {
        let member = &self.all[at];
        let is_entered = |dim: usize| tiling.left_at(dim, member.box_depth(tiling)).is_some();
        let is_part = member.axes.iter().all(|dim| dim.is_some_and(is_entered));
        let wraps = |access: &Access<'_>| {
            let is_its = self.maker(body, access.source).is_some_and(|(maker, _)| maker == at);
            is_its && access.policy == Policy::Wrap && !is_part
        };
        refuse_wraps(body, reader, name, self.legality, wraps)
    }
}

/// Refuses reads that wrap around the axes of a tensor whose layout splits them.
pub(crate) fn refuse_wraps(
    body: &Body,
    reader: Op,
    name: &str,
    legality: Legality,
    wraps: impl Fn(&Access<'_>) -> bool,
) -> Result<(), GroupRefusal> {
    let mut found = false;
    tf_ir::walk::walk(body, reader, &mut |body, op| {
        found |= Access::of_read(body.op(op)).is_some_and(|access| wraps(&access));
    });
    legality.require(Condition::NoWrap, !found, || LayoutRefusal::Wraps { member: name.to_string() })
}
