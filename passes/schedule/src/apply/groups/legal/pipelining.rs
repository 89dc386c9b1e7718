//! Whether members may be computed one iteration ahead.

use super::legality::Condition;
use super::members::Members;
use crate::apply::apply_tiles::Tiling;
use tf_ir::body::Body;

impl Members {
    /// Checks members that are computed ahead: one thread runs the iterations in order, and all that they
    /// read is available in the previous iteration.
    pub(super) fn check_ahead(&self, body: &Body, tiling: &Tiling) -> Result<(), String> {
        let threads = &tiling.parallel;
        for (at, member) in self.all.iter().enumerate().filter(|(_, member)| member.ahead) {
            let (name, of) = (member.name(body), &tiling.names[member.slid(tiling)]);
            let in_turn = threads.is_empty() || threads.end < member.depth;
            self.legality.require(Condition::InTurn, in_turn, || {
                format!(
                    "{name} is computed one iteration of {of} ahead, but {of} runs in parallel: \
                     use copies = 1"
                )
            })?;
            if member.after_loop || member.first.is_some() {
                return Err(format!(
                    "{name} is computed one iteration of {of} ahead, but it consumes a reduction, or a \
                     sliding window reads it"
                ));
            }
            for read in self.reads(body, at, tiling)? {
                let maker = &self.all[read.maker];
                if maker.box_depth(tiling) >= member.depth || maker.depth >= member.depth {
                    let maker = maker.name(body);
                    return Err(format!(
                        "{name} is computed one iteration of {of} ahead, but it reads {maker}, which each \
                         iteration computes"
                    ));
                }
            }
        }
        Ok(())
    }
}
