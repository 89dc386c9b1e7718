//! `strip-debuginfo`: removes the source locations of all ops.

use tf_ir::body::Body;
use tf_ir::location::Location;
use tf_ir::pass::{Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, Scope};
use tf_ir::walk::walk;

/// Description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "strip-debuginfo",
    title: "StripDebugInfo",
    summary: "Strip locations from all operations",
    docs: "Sets every location to unknown. Diagnostics after this pass cannot point at the source.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[],
    rules: &[],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(StripDebugInfo)),
};

struct StripDebugInfo;

impl Pass for StripDebugInfo {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
        let mut located = Vec::new();
        walk(body, body.root(), &mut |body, op| {
            if !body.loc(op).is_unknown() {
                located.push(op);
            }
        });
        let mut changed = !located.is_empty();
        located.iter().for_each(|op| body.set_loc(*op, Location::UNKNOWN));
        body.map_arg_locs(|loc| {
            changed |= !loc.is_unknown();
            Location::UNKNOWN
        });
        Ok(Changed::from(changed))
    }
}
