//! Computes the library's build id: what it shares with the side that opens it, and its own sources.

use std::path::Path;

#[path = "../abi/source_id.rs"]
mod source_id;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = root.join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let seed = match std::fs::read(&lock) {
        Ok(bytes) => source_id::fnv(source_id::FNV_SEED, &bytes),
        Err(_) => source_id::FNV_SEED,
    };
    // A missing symbol is found when the library is linked, not when somebody opens it.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,defs");
    }
    let id = source_id::source_id(root, &["src", "Cargo.toml"], seed);
    println!("cargo::rustc-env=TF_LLVM_SOURCE_ID={id:016x}");
}
