//! Computes an identifier of the sources that determine the code of the library's routines.

use std::path::Path;
use tf_abi::source_id::{FNV_SEED, source_id};

/// The folders of these sources, below the workspace's root.
const FOLDERS: [&str; 8] = [
    "ir/src",
    "ir/macros/src",
    "dialects/src",
    "library/src",
    "passes",
    "backends/abi/src",
    "backends/upstream/src",
    "backends/cpu/src/unit.rs",
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // An unpacked package has no workspace around it: then no routines are shipped with it.
    let id = match root.join(FOLDERS[0]).is_dir() {
        true => format!("{:016x}", source_id(&root, &FOLDERS, FNV_SEED)),
        false => String::new(),
    };
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    println!("cargo::rustc-env=TF_ROUTINE_SOURCES={id}");
}
