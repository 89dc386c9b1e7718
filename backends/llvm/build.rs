//! Computes the library's build id: what it shares with the side that opens it, and its own sources.

use std::path::Path;
use tf_abi::source_id::{FNV_SEED, fnv, source_id};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = root.join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let seed = match std::fs::read(&lock) {
        Ok(bytes) => fnv(FNV_SEED, &bytes),
        Err(_) => FNV_SEED,
    };
    // A missing symbol is found when the library is linked, not when somebody opens it.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,defs");
    }
    for path in ["src", "Cargo.toml"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let id = source_id(root, &["src", "Cargo.toml"], seed);
    println!("cargo::rustc-env=TF_LLVM_SOURCE_ID={id:016x}");
}
