//! The pass pipelines as strings, which `tfopt` prints and runs.

/// The first pass of all pipelines: no later pass distinguishes explicit policies from default ones.
const SETTLE: &str = "func.func(settle-policies)";

/// The pass that calls algorithms of the library.
const ROUTINES: &str = "call-routines";

/// Errors and cancellation of GPU kernels.
const STOPS: &str = "lower-stops,watch-loops";

/// The prefix of a device's pipeline in checked mode: accesses out of bounds without an explicit policy stop
/// the call.
pub fn checked() -> &'static str {
    "func.func(settle-policies{checked=true})"
}

/// From the tensor dialect to the memory stage for a processor, as `docs/reference/dialects.md` describes.
///
/// The text is a pipeline of a module. Its target is the machine that runs it, unless `set-target` before it
/// specifies another one.
pub fn cpu() -> String {
    cpu_with("apply-numerics", "", "")
}

/// As [`cpu`], for a program that is linked with the routines that it calls: they are only declared. With
/// `constants`, which is for routines that are compiled already, it calls those on matrices of constant
/// extents, too.
pub fn cpu_linked(constants: bool) -> String {
    cpu().replacen(ROUTINES, &format!("{ROUTINES}{{bodies=false constants={constants}}}"), 1)
}

/// As [`cpu`], for code that reports the loop nest it runs (profiling).
pub fn cpu_profiled() -> String {
    cpu_with("apply-numerics", "", ",mark-nests")
}

/// As [`cpu`], for code that ends the call if an operation produces a NaN or an infinity from finite
/// operands.
pub fn cpu_trapping_nans() -> String {
    cpu_with("apply-numerics{strict=true}", "trap-nans,", "")
}

/// The pipeline with this pass for the numerics, these passes before vectorization, and these at the end.
fn cpu_with(numerics: &str, traps: &str, marks: &str) -> String {
    let module = format!("{SETTLE},name-extents,inline,symbol-dce");
    // If NaNs trap, both sides of a select are evaluated, as the interpreter does.
    let sides = if traps.is_empty() { ",select-to-if" } else { "" };
    // Transforms come first: their results are optimized like other code.
    let transforms = "unify-extents,state-extents,switch-to-if,while-to-for,autodiff";
    // Routines are new functions, and take the same steps.
    let called = format!("func.func({transforms}{{keep-routines=true}}),{ROUTINES}");
    let whole = format!(
        "settle-policies,{transforms},set-target,cse,{numerics},canonicalize,cse,simplify-indices,settle-contraction{sides}"
    );
    // From here on, every function knows all extents at its entry.
    let function = [
        // Tensors: one comprehension per nest.
        "polyphase,tensor-decompose,simplify-indices,prove-bounds,bind-members{folds=true},choose-fusion,apply-fusion,bind-members,cse,canonicalize,raise-folds",
        // Short loops: after unrolling, their iterations share common subexpressions, also across sibling
        // computes and folds.
        "simplify-computes,cse,canonicalize,choose-unroll,apply-unroll,simplify-computes,cse,canonicalize",
        "choose-rfactors,split-reductions,tensor-hoist,combine-reciprocals,tile-time,stage-operands,form-groups,choose-joins,apply-groups,apply-joins,choose-tiles,apply-tiles,lower-tiles",
        // Values that loops store for a backward pass are computed in their tape.
        "compute-in-tapes",
        // Loops over memory: the passes of `tensor-to-loops` one by one, so that each stage can be printed.
        "schedule,apply-schedule,lower-access,bufferize{share-buffers=true},mark-likely,split-loops,canonicalize,cse",
        // Vectors.
        &format!("{traps}loop-vectorize,loop-prefetch,loop-unroll,canonicalize,cse{marks}"),
    ];
    // Operations that machines do not have or leave undefined; after all passes that move accesses, donation
    // of arguments.
    let machine = "math-expand,func.func(arith-guard,canonicalize,cse,donate-arguments)";
    format!("{module},{called},func.func({whole}),split-at-binds,func.func({}),{machine}", function.join(","))
}

/// From the tensor dialect to kernels and the functions that launch them, as `docs/reference/dialects.md`
/// describes; handwritten kernels stay unchanged.
pub fn simt() -> String {
    simt_with("", "apply-numerics", "")
}

/// As [`simt`], for code that ends the call if an operation produces a NaN or an infinity from finite
/// operands.
pub fn simt_trapping_nans() -> String {
    simt_with("", "apply-numerics{strict=true}", ",trap-nans")
}

/// From the tensor dialect to kernels and host functions of a GPU of this architecture (one of
/// `tf_dialects::gpu::Gpu::NAMES`). The host stops the call if a kernel trapped, and cancels kernels whose
/// loops do not end. [`kernel_code`] lowers the kernels.
pub fn device(arch: &str) -> String {
    of_device(&of_arch(arch), false)
}

/// As [`device`], for a GPU with these options of the pass `set-gpu`; with `trap_nans`, as
/// [`device_trapping_nans`].
pub fn device_of(gpu: &str, trap_nans: bool) -> String {
    of_device(&format!("{{{gpu}}}"), trap_nans)
}

/// As [`device`], for code that ends the call if an operation produces a NaN or an infinity from finite
/// operands.
pub fn device_trapping_nans(arch: &str) -> String {
    of_device(&of_arch(arch), true)
}

fn of_device(gpu: &str, trap_nans: bool) -> String {
    let kernels = match trap_nans {
        true => simt_with(gpu, "apply-numerics{strict=true}", ",trap-nans"),
        false => simt_with(gpu, "apply-numerics", ""),
    };
    format!("{kernels},{STOPS}")
}

fn of_arch(arch: &str) -> String {
    format!("{{arch={arch}}}")
}

/// The pipeline for a GPU with these options, this pass for the numerics, and these passes before
/// vectorization.
fn simt_with(gpu: &str, numerics: &str, traps: &str) -> String {
    let module = format!("{SETTLE},name-extents,inline,symbol-dce");
    let whole = format!(
        "unify-extents,state-extents,switch-to-if,while-to-for,autodiff,set-gpu{gpu},cse,{numerics},canonicalize,cse,simplify-indices,settle-contraction"
    );
    let function = [
        // Sorts of scatter targets remain merge sorts: their keys are indices of 64 bits, which take eight
        // digits of a radix sort even in a small range.
        "polyphase,tensor-decompose,sort-puts,tensor-decompose,simplify-indices,prove-bounds,bind-members{folds=true},choose-fusion,apply-fusion,bind-members,cse,canonicalize,raise-folds",
        "simplify-computes,cse,canonicalize,choose-unroll,apply-unroll,simplify-computes,cse,canonicalize",
        "choose-rfactors,split-reductions,tensor-hoist,combine-reciprocals,tile-time,apply-groups,apply-joins,apply-tiles,lower-tiles",
        &format!(
            "schedule,apply-schedule,lower-access,bufferize{{share-buffers=true}},canonicalize,cse,join-rows,canonicalize,cse{traps},loop-vectorize,canonicalize,cse"
        ),
    ];
    // The numerics of the functions apply to handwritten kernels as well.
    let by_hand = format!("share-numerics,kernel.func({numerics},combine-reciprocals)");
    let clean = "func.func(canonicalize,cse),kernel.func(canonicalize,cse)";
    format!(
        "{module},func.func({whole}),{by_hand},split-at-binds,block-products,radix-sorts,func.func({}),map-kernels,{clean},join-kernels,kernel.func(canonicalize,cse)",
        function.join(",")
    )
}

/// As [`simt`], down to instructions of GPUs: no library calls, no warp reductions.
pub fn gpu() -> String {
    format!("{},{STOPS},{}", simt(), kernel_code())
}

/// As [`gpu`], for a GPU of this architecture.
pub fn gpu_of(arch: &str) -> String {
    format!("{},{}", device(arch), kernel_code())
}

/// From kernels to instructions of GPUs. The host functions of the module stay unchanged.
pub fn kernel_code() -> String {
    let expand = "kernel.func(switch-to-if,loop-unroll,kernel-expand,canonicalize,cse)";
    format!("{expand},math-expand,kernel.func(arith-guard,canonicalize,cse)")
}

/// The passes that the interpreter requires: they expand transforms and set the flags that allow
/// reassociation. Dead code of transforms is removed, because a fold that is recomputed at each point takes
/// an interpreter minutes.
pub fn interp() -> String {
    let whole = "unify-extents,switch-to-if,autodiff,dce,apply-numerics";
    format!("{SETTLE},name-extents,inline,func.func({whole}),share-numerics,kernel.func(apply-numerics)")
}

/// The same lowering without any optimization: no fusion, no unrolling, no vectors, no threads. Tests compare
/// [`cpu`] with it.
pub fn cpu_reference() -> String {
    let module = format!("{SETTLE},name-extents,inline,symbol-dce");
    let whole = "switch-to-if,autodiff,set-target,apply-numerics";
    let function = "tensor-decompose,apply-schedule,lower-access,bufferize";
    format!(
        "{module},func.func({whole}),split-at-binds,func.func({function}),math-expand,func.func(arith-guard)"
    )
}
