//! Whether members may be computed one iteration ahead.

use super::legality::Condition;
use super::members::Members;
use super::refusal::{GroupRefusal, WindowRefusal};
use crate::apply::apply_tiles::Tiling;
use tf_ir::body::Body;

impl Members {
    /// Checks members that are computed ahead: one thread runs the iterations in order, and all that they
    /// read is available in the previous iteration.
    pub(super) fn check_ahead(&self, body: &Body, tiling: &Tiling) -> Result<(), GroupRefusal> {
        let threads = &tiling.parallel;
        for (at, member) in self.all.iter().enumerate().filter(|(_, member)| member.ahead) {
            let (name, of) = (|| member.name(body), || tiling.names[member.slid(tiling)].clone());
            let in_turn = threads.is_empty() || threads.end < member.depth;
            self.legality.require(Condition::Sequential, in_turn, || WindowRefusal::ParallelAhead {
                member: name(),
                of: of(),
            })?;
            if member.after_loop || member.first.is_some() {
                return Err(WindowRefusal::BoundAhead { member: name(), of: of() }.into());
            }
            for read in self.reads(body, at, tiling)? {
                let maker = &self.all[read.maker];
                if maker.box_depth(tiling) >= member.depth || maker.depth >= member.depth {
                    let maker = maker.name(body);
                    return Err(WindowRefusal::ReadsAhead { member: name(), of: of(), maker }.into());
                }
            }
        }
        Ok(())
    }
}
