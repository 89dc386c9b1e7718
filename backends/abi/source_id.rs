// Shared by build scripts: an identifier of the sources of some folders.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A 64-bit FNV-1a hash over the relative paths and the contents of every `.rs` and `.toml` file below `folders`
/// (paths relative to `root`), in sorted order, continuing from `seed`; tells Cargo to watch the folders.
pub fn source_id(root: &Path, folders: &[&str], seed: u64) -> u64 {
    let mut files = Vec::new();
    for folder in folders {
        let path = root.join(folder);
        println!("cargo::rerun-if-changed={}", path.display());
        collect(&path, &mut files).unwrap_or_else(|e| panic!("cannot list {}: {e}", path.display()));
    }
    files.sort();
    let mut hash = seed;
    for file in &files {
        let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy();
        let bytes = fs::read(file).unwrap_or_else(|e| panic!("cannot read {}: {e}", file.display()));
        hash = fnv(fnv(fnv(hash, name.as_bytes()), &[0]), &bytes);
    }
    hash
}

/// The usual starting value of an FNV-1a hash.
pub const FNV_SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the FNV-1a hash `hash` with `bytes`.
pub fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn collect(path: &Path, out: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        out.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, out)?;
        } else if path.extension().is_some_and(|e| e == "rs" || e == "toml") {
            out.push(path);
        }
    }
    Ok(())
}
