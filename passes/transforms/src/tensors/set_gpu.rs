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
        shared memory, L2 cache and bandwidth, which the pass 'schedule' uses to map loops to threads. They \
        are those of the architecture, except for the options that are not 0.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[
        OptionSpec {
            name: "arch",
            kind: OptionKind::Choice(&Gpu::NAMES),
            default: "sm_90",
            help: "which architecture",
        },
        fact("multiprocessors", "count of multiprocessors"),
        fact("threads", "threads that a multiprocessor runs at a time"),
        fact("registers", "32-bit registers of a multiprocessor"),
        fact("shared-bytes", "shared memory of a multiprocessor in bytes"),
        fact("block-shared-bytes", "shared memory that a block can have in bytes"),
        fact("cache-bytes", "L2 cache in bytes"),
        fact("bandwidth", "bandwidth of the memory in bytes per second"),
    ],
    statistics: &[],
    rules: &[],
    growth: Growth::NONE,
    make: |options: &Options| Ok(Box::new(SetGpu { gpu: described(options)? })),
};

/// An option for a property of the GPU.
const fn fact(name: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int, default: "0", help }
}

/// The GPU that the options describe.
fn described(options: &Options) -> Result<Gpu, String> {
    let mut gpu = Gpu::named(&options.text("arch"))?;
    let large = |name: &str, field: &mut u64| {
        if let Ok(value @ 1..) = u64::try_from(options.int(name)) {
            *field = value;
        }
    };
    let small = |name: &str, field: &mut u32| {
        if let Ok(value @ 1..) = u32::try_from(options.int(name)) {
            *field = value;
        }
    };
    small("multiprocessors", &mut gpu.multiprocessors);
    small("threads", &mut gpu.threads);
    small("registers", &mut gpu.registers);
    large("shared-bytes", &mut gpu.shared_bytes);
    large("block-shared-bytes", &mut gpu.block_shared_bytes);
    large("cache-bytes", &mut gpu.cache_bytes);
    large("bandwidth", &mut gpu.bandwidth);
    Ok(gpu)
}

struct SetGpu {
    gpu: Gpu,
}

impl Pass for SetGpu {
    fn run(&self, body: &mut Body, _: &mut PassContext<'_>) -> PassResult {
        Ok(if self.gpu.describe(body) { Changed::Yes } else { Changed::No })
    }
}
