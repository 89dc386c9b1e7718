//! The pass pipelines of the devices, as strings: to be printed, edited, and run with `tfopt` or
//! [`crate::Device::with_pipeline`].

/// From the tensor dialect to the memory stage for a processor.
pub fn cpu() -> String {
    let steps = [
        // Tensors: one comprehension per nest.
        "name-extents,inline,symbol-dce,canonicalize,cse,apply-numerics",
        "tensor-decompose,tensor-fuse,cse,canonicalize",
        "tensor-unroll-small-axes,cse,canonicalize,tensor-hoist,cse,combine-reciprocals",
        // Loops over memory, vectors.
        "schedule,tensor-to-loops,canonicalize,cse,loop-vectorize,canonicalize,cse",
        // What machines leave undefined or have no instruction for, spelled out.
        "math-expand,arith-guard,canonicalize,cse",
    ];
    steps.join(",")
}
