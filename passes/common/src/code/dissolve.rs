//! Dissolves groups that do not become loops: their members run one after the other, and a diagnostic tells
//! why.

use std::fmt;
use tf_dialects::tensor::{Group, GroupOp};
use tf_ir::body::{Body, Op};
use tf_ir::location::Location;
use tf_ir::pass::PassContext;
use tf_ir::walk::postorder;

/// The reason why a group does not follow its schedule.
pub struct LeftOut {
    loc: Location,
    message: String,
    /// The program named the group, so the reason is a warning.
    is_named: bool,
}

/// The message for a group that does not follow its schedule; `why` is the reason, a clause.
pub fn left_out(group: GroupOp<'_>, why: &dyn fmt::Display) -> LeftOut {
    let is_named = group.label().is_some();
    let whose = match is_named {
        true => format!("the loops of {} are", group.called()),
        false => "the group's loops are".to_string(),
    };
    LeftOut { loc: group.op().loc(), message: format!("{whose} left out: {why}"), is_named }
}

impl LeftOut {
    /// Emits it.
    pub fn emit(self, cx: &mut PassContext<'_>) {
        match self.is_named {
            true => cx.warning(self.loc, self.message),
            false => cx.remark(self.loc, self.message),
        }
    }
}

/// Replaces all remaining groups by their members; returns the number of groups.
pub fn dissolve_all(body: &mut Body) -> u64 {
    let groups: Vec<Op> = postorder(body).into_iter().filter(|op| body.is(*op, Group)).collect();
    groups.iter().for_each(|group| dissolve(body, *group));
    groups.len() as u64
}

/// Replaces a group by its members.
pub fn dissolve(body: &mut Body, group: Op) {
    let view = body.view(group, Group);
    let (block, yielded) = (view.block().expect("a verified group has a block"), view.yielded());
    let ops: Vec<Op> = body.ops(block).filter(|op| body.next(*op).is_some()).collect();
    for op in ops {
        body.move_before(op, group);
    }
    body.replace(group, &yielded);
}
