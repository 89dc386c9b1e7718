//! `set-gpu`: writes the description of a GPU on each function, which later passes lower to kernels.

use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
};

/// The pass `set-gpu`.
pub static INFO: PassInfo = PassInfo {
    name: "set-gpu",
    title: "SetGpu",
    summary: "Mark functions to run on a GPU, with its description",
    docs: "Sets the attribute 'tf.gpu' of functions that have none: multiprocessors, threads, registers, \
        shared memory and bandwidth, which the pass 'schedule' uses to map loops to threads.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "arch",
        kind: OptionKind::Choice(&Gpu::NAMES),
        default: "sm_90",
        help: "which generation",
    }],
    statistics: &[],
    rules: &[],
    growth: Growth::NONE,
    make: |options: &Options| Ok(Box::new(SetGpu { gpu: Gpu::named(&options.text("arch"))? })),
};

struct SetGpu {
    gpu: Gpu,
}

impl Pass for SetGpu {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
        Ok(if self.gpu.describe(body) { Changed::Yes } else { Changed::No })
    }
}
