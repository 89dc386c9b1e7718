//! Computes the interface id: what both sides of the LLVM library must have been built from.

use std::path::Path;

#[path = "src/source_id.rs"]
mod source_id;

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = ["ir/src", "ir/macros/src", "dialects/src", "backends/abi/src"];
    // As a package of its own, unpacked somewhere, it has no workspace around it: there, its version stands for the others, which
    // both sides get in the versions that belong to it.
    let (root, folders) = match own.join("../../backends/abi/src").is_dir() {
        true => (own.join("../.."), &workspace[..]),
        false => (own.to_path_buf(), &["src", "Cargo.toml"][..]),
    };
    let id = source_id::source_id(&root, folders, source_id::FNV_SEED);
    for folder in folders {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    println!("cargo::rustc-env=TF_INTERFACE_ID={id:016x}");
}
