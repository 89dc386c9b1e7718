//! The pass pipelines of the devices, as strings: to be printed, edited, and run with `tfopt` or
//! [`crate::Device::with_pipeline`].

/// From the tensor dialect to the memory stage for a processor.
pub fn cpu() -> String {
    let steps = [
        // Tensors: one comprehension per nest.
        "name-extents,inline,canonicalize,cse",
        "tensor-decompose,tensor-fuse,tensor-unroll,apply-numerics,canonicalize,cse",
        // Loops over memory, vectors.
        "tensor-to-loops,canonicalize,cse,loop-vectorize,canonicalize,cse",
        // What machines leave undefined, spelled out.
        "arith-guard,canonicalize,cse",
    ];
    steps.join(",")
}
