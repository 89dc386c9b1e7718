//! An identifier of the sources of some folders, for build scripts.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A 64-bit FNV-1a hash over the relative paths and the contents of every `.rs` and `.toml` file below
/// `folders` (paths relative to `root`), in sorted order, continuing from `seed`. Panics with the path if one
/// cannot be read: a build script cannot handle the error.
pub fn source_id(root: &Path, folders: &[&str], seed: u64) -> u64 {
    let mut files = Vec::new();
    for folder in folders {
        let path = root.join(folder);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_follows_names_and_contents_of_sources_only() {
        let root = std::env::temp_dir().join(format!("tf-source-id-{}", std::process::id()));
        let put = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let id = || source_id(&root, &["a", "b/c.toml"], FNV_SEED);
        put("a/x.rs", "one");
        put("a/deep/y.rs", "two");
        put("b/c.toml", "three");
        let first = id();
        put("a/notes.txt", "ignored");
        put("b/other.rs", "outside");
        assert_eq!(id(), first);
        put("a/deep/y.rs", "tw0");
        assert_ne!(id(), first);
        put("a/deep/y.rs", "two");
        assert_eq!(id(), first);
        fs::rename(root.join("a/x.rs"), root.join("a/z.rs")).unwrap();
        assert_ne!(id(), first);
        fs::remove_dir_all(&root).unwrap();
    }
}
