//! Computes the interface id from the sources that both sides of the LLVM library must share.

use std::path::Path;

#[path = "src/source_id.rs"]
mod source_id;

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = ["ir/src", "ir/macros/src", "dialects/src", "backends/abi/src"];
    // An unpacked package has no workspace around it: its version then represents the other packages, which
    // both sides get in matching versions.
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
