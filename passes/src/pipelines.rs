//! The pass pipelines as strings: to be printed, edited and run with `tfopt`.

/// What stands before all: nothing later looks at who chose a policy.
const SETTLE: &str = "func.func(settle-policies)";

/// How kernels of a GPU stop the call, and are stopped.
const STOPS: &str = "lower-stops,watch-loops";

/// What stands before the pipeline of a device in checked mode: accesses outside stop the call where the program does not say
/// what they mean.
pub fn checked() -> &'static str {
    "func.func(settle-policies{checked=true})"
}

/// From the tensor dialect to the memory stage for a processor, as `docs/dialects.md` describes the way down.
///
/// The text is a pipeline of a module. It fits the machine it runs on; `set-target` in front of it says otherwise.
pub fn cpu() -> String {
    cpu_with("apply-numerics", "", "")
}

/// As [`cpu`], for code that says which of its loop nests runs.
pub fn cpu_profiled() -> String {
    cpu_with("apply-numerics", "", ",mark-nests")
}

/// As [`cpu`], for code that ends the call where an operation makes a NaN or an infinity of finite numbers.
pub fn cpu_trapping_nans() -> String {
    cpu_with("apply-numerics{strict=true}", "trap-nans,", "")
}

/// The pipeline with this pass for the numerics, and these in front of vectorization and at the end.
fn cpu_with(numerics: &str, traps: &str, marks: &str) -> String {
    let module = format!("{SETTLE},name-extents,inline,symbol-dce");
    // Where NaN trap, both sides of a select are evaluated, as by the interpreter.
    let sides = if traps.is_empty() { ",select-to-if" } else { "" };
    // Transforms first: what they expand to is code like any other.
    let whole = format!(
        "unify-extents,state-extents,switch-to-if,while-to-for,autodiff,set-target,cse,{numerics},canonicalize,cse,simplify-indices,settle-contraction{sides}"
    );
    // From here on, every function knows all extents where it starts.
    let function = [
        // Tensors: one comprehension per nest.
        "polyphase,tensor-decompose,simplify-indices,prove-bounds,bind-members{folds=true},choose-fusion,apply-fusion,bind-members,cse,canonicalize,raise-folds",
        // Short loops: what is shared among their iterations is seen once these are code, also by computes and folds beside each other.
        "simplify-computes,cse,canonicalize,choose-unroll,apply-unroll,simplify-computes,cse,canonicalize",
        "split-reductions,tensor-hoist,combine-reciprocals,tile-time,stage-operands,form-groups,choose-joins,apply-groups,apply-joins,choose-tiles,apply-tiles,lower-tiles",
        // What loops keep for a backward pass is computed where it is kept.
        "compute-in-tapes",
        // Loops over memory: what `tensor-to-loops` does, pass by pass, so that each stage can be looked at.
        "schedule,apply-schedule,lower-access,bufferize{share-buffers=true},mark-likely,split-loops,canonicalize,cse",
        // Vectors.
        &format!("{traps}loop-vectorize,loop-prefetch,loop-unroll,canonicalize,cse{marks}"),
    ];
    // What machines have no instruction for, or leave undefined; behind all that moves accesses, which memory may be which.
    let machine = "math-expand,func.func(arith-guard,canonicalize,cse,take-over)";
    format!("{module},func.func({whole}),split-at-binds,func.func({}),{machine}", function.join(","))
}

/// From the tensor dialect to kernels and the functions that launch them, as `docs/dialects.md` describes the way down; kernels that are
/// written by hand stay what they are.
pub fn simt() -> String {
    simt_with("", "apply-numerics", "")
}

/// As [`simt`], for code that ends the call where an operation makes a NaN or an infinity of finite numbers.
pub fn simt_trapping_nans() -> String {
    simt_with("", "apply-numerics{strict=true}", ",trap-nans")
}

/// From the tensor dialect to kernels and host functions of a GPU of this architecture (one of `tf_dialects::gpu::Gpu::NAMES`), where the host stops
/// the call if a kernel met a trap, and ends kernels whose loops do not end. [`kernel_code`] leads kernels on.
pub fn device(arch: &str) -> String {
    format!("{},{STOPS}", simt_with(&of_arch(arch), "apply-numerics", ""))
}

/// As [`device`], for code that ends the call where an operation makes a NaN or an infinity of finite numbers.
pub fn device_trapping_nans(arch: &str) -> String {
    let kernels = simt_with(&of_arch(arch), "apply-numerics{strict=true}", ",trap-nans");
    format!("{kernels},{STOPS}")
}

fn of_arch(arch: &str) -> String {
    format!("{{arch={arch}}}")
}

/// The pipeline for a GPU with these options, with this pass for the numerics, and these in front of vectorization.
fn simt_with(gpu: &str, numerics: &str, traps: &str) -> String {
    let module = format!("{SETTLE},name-extents,inline,symbol-dce");
    let whole = format!(
        "unify-extents,state-extents,switch-to-if,while-to-for,autodiff,set-gpu{gpu},cse,{numerics},canonicalize,cse,simplify-indices,settle-contraction"
    );
    let function = [
        // Sorts of places to put to stay sorts by merging: their keys are places of 64 bits, which are eight digits even where there are few.
        "polyphase,tensor-decompose,sort-puts,tensor-decompose,simplify-indices,prove-bounds,bind-members{folds=true},choose-fusion,apply-fusion,bind-members,cse,canonicalize,raise-folds",
        "simplify-computes,cse,canonicalize,choose-unroll,apply-unroll,simplify-computes,cse,canonicalize",
        "split-reductions,tensor-hoist,combine-reciprocals,tile-time,apply-groups,apply-joins,apply-tiles,lower-tiles",
        &format!(
            "schedule,apply-schedule,lower-access,bufferize{{share-buffers=true}},canonicalize,cse,join-rows,canonicalize,cse{traps},loop-vectorize,canonicalize,cse"
        ),
    ];
    // What the functions say of floats holds in the kernels that are written by hand, too.
    let by_hand = format!("share-numerics,kernel.func({numerics},combine-reciprocals)");
    let clean = "func.func(canonicalize,cse),kernel.func(canonicalize,cse)";
    format!(
        "{module},func.func({whole}),{by_hand},split-at-binds,block-products,radix-sorts,func.func({}),map-kernels,{clean},join-kernels,kernel.func(canonicalize,cse)",
        function.join(",")
    )
}

/// The same down to what GPUs have instructions for: no calls of a library, no reductions of warps.
pub fn gpu() -> String {
    format!("{},{STOPS},{}", simt(), kernel_code())
}

/// As [`gpu`], for a GPU of this architecture.
pub fn gpu_of(arch: &str) -> String {
    format!("{},{}", device(arch), kernel_code())
}

/// From kernels to what GPUs have instructions for. The host functions of the module stay as they are.
pub fn kernel_code() -> String {
    let expand = "kernel.func(switch-to-if,loop-unroll,kernel-expand,canonicalize,cse)";
    format!("{expand},math-expand,kernel.func(arith-guard,canonicalize,cse)")
}

/// What the interpreter needs before it can run a program: transforms are expanded, and flags say where no order is written. What transforms leave
/// behind unused goes: a fold that is computed again at each point takes an interpreter minutes.
pub fn interp() -> String {
    let whole = "unify-extents,switch-to-if,autodiff,dce,apply-numerics";
    format!("{SETTLE},name-extents,inline,func.func({whole}),share-numerics,kernel.func(apply-numerics)")
}

/// The same way without any optimisation: no fusion, no unrolling, no vectors, no threads. What [`cpu`] is compared with.
pub fn cpu_reference() -> String {
    let module = format!("{SETTLE},name-extents,inline,symbol-dce");
    let whole = "switch-to-if,autodiff,set-target,apply-numerics";
    let function = "tensor-decompose,apply-schedule,lower-access,bufferize";
    format!(
        "{module},func.func({whole}),split-at-binds,func.func({function}),math-expand,func.func(arith-guard)"
    )
}
