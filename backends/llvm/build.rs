//! Computes the library's build id from the sources it shares with the process that opens it, and from its
//! own.

use std::path::{Path, PathBuf};
use std::process::Command;
use tf_abi::source_id::{FNV_SEED, fnv, source_id};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = root.join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let seed = match std::fs::read(&lock) {
        Ok(bytes) => fnv(FNV_SEED, &bytes),
        Err(_) => FNV_SEED,
    };
    // Reports a missing symbol when the library is linked rather than when it is opened.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,defs");
        link_statically(&["stdc++", "zstd", "z"]);
    }
    for path in ["src", "Cargo.toml"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let id = source_id(root, &["src", "Cargo.toml"], seed);
    println!("cargo::rustc-env=TF_LLVM_SOURCE_ID={id:016x}");
}

/// Links these system libraries statically if their archives are installed, so that the library runs on
/// systems that have other versions, or none: a folder with links to the archives alone is searched before
/// the system's.
fn link_statically(names: &[&str]) {
    let folder =
        PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets the variable")).join("archives");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("Cargo's folder is writable");
    for name in names {
        let file = format!("lib{name}.a");
        let found = Command::new("cc").arg(format!("-print-file-name={file}")).output();
        let found = found.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
        // The compiler prints only the name of a file that it does not find.
        if let Some(archive) = found.ok().map(PathBuf::from).filter(|path| path.is_absolute()) {
            std::os::unix::fs::symlink(archive, folder.join(file)).expect("Cargo's folder is writable");
        }
    }
    println!("cargo::rustc-link-search=native={}", folder.display());
}
