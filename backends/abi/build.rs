//! Computes the interface id: what both sides of the LLVM library must have been built from.

use std::path::Path;

#[path = "src/source_id.rs"]
mod source_id;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["ir/src", "ir/macros/src", "dialects/src", "backends/abi/src"];
    let id = source_id::source_id(&root, &folders, source_id::FNV_SEED);
    for folder in folders {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    println!("cargo::rustc-env=TF_INTERFACE_ID={id:016x}");
}
