//! `set-target`: says on each function what it is compiled for.

use tf_dialects::target::{ATTR, Target};
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
};

/// The pass `set-target`.
pub static INFO: PassInfo = PassInfo {
    name: "set-target",
    title: "SetTarget",
    summary: "Write the description of the target on functions",
    docs: "Sets the attribute 'tf.target' of functions that have none: registers, cores, caches, as schedules and \
           approximations ask for them. 'host' describes the machine the compiler runs on, 'generic' a processor with \
           AVX-512 and two cores.",
    anchor: Anchor::Op("func.func"),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "cpu",
        kind: OptionKind::Choice(&["host", "generic"]),
        default: "host",
        help: "which processor",
    }],
    statistics: &[],
    make: |options: &Options| {
        let target = if options.text("cpu") == "generic" { Target::default() } else { Target::host() };
        Ok(Box::new(SetTarget { target }))
    },
};

struct SetTarget {
    target: Target,
}

impl Pass for SetTarget {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
        let root = body.root();
        if body.attr(root, ATTR).is_some() {
            return Ok(Changed::No);
        }
        let attr = self.target.to_attr(body.ctx());
        body.set_attr(root, ATTR, attr);
        Ok(Changed::Yes)
    }
}
