//! Computes the interface id: what both sides of the LLVM library must have been built from.

use std::path::Path;

#[path = "source_id.rs"]
mod source_id;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["ir/src", "ir/macros/src", "dialects/src", "backends/abi/src"];
    let id = source_id::source_id(&root, &folders, source_id::FNV_SEED);
    println!("cargo::rerun-if-changed=source_id.rs");
    println!("cargo::rustc-env=TF_INTERFACE_ID={id:016x}");
}
