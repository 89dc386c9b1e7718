//! `set-target`: writes the target machine's description on each function.

use tf_dialects::func::Func;
use tf_dialects::target::{Level, Target};
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
};

/// The pass `set-target`.
pub static INFO: PassInfo = PassInfo {
    name: "set-target",
    title: "SetTarget",
    summary: "Write the description of the target on functions",
    docs: "Sets the attribute 'tf.target' of functions that have none: registers, cores, caches, which \
        schedules and approximations use. 'host' describes the machine the compiler runs on, the others a \
        CPU of that level with two cores.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "level",
        kind: OptionKind::Choice(&["host", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "aarch64"]),
        default: "host",
        help: "which processor",
    }],
    statistics: &[],
    rules: &[],
    growth: Growth::NONE,
    make: |options: &Options| {
        let level = Level::named(&options.text("level"))?;
        Ok(Box::new(SetTarget { target: level.target() }))
    },
};

struct SetTarget {
    target: Target,
}

impl Pass for SetTarget {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
        Ok(if self.target.describe(body) { Changed::Yes } else { Changed::No })
    }
}
