//! Search paths of the LLVM library.

use std::ffi::{CStr, OsStr, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use tf_abi::library::FILE_NAME;

/// The files to try, in order, without repetition. First, next to the object that contains this code (a
/// program, or a dynamic library inside another program, as in a Python package), then next to the running
/// program; for each, also in the `deps` folders that Cargo uses. Last, in the user's cache, which `./x
/// install --cache` fills.
pub fn candidates() -> Vec<PathBuf> {
    let objects = [own_object(), std::env::current_exe().ok()];
    let mut files = Vec::new();
    for folder in objects.iter().flatten().filter_map(|object| object.parent()) {
        let folders =
            [Some(folder.to_owned()), Some(folder.join("deps")), folder.parent().map(|p| p.join("deps"))];
        for file in folders.into_iter().flatten().map(|f| f.join(FILE_NAME)) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    files.extend(user_cache().map(|folder| folder.join(FILE_NAME)));
    files
}

/// The folder with libraries of this version for all programs of the user: `~/.cache/tensorforge/0.1.0`.
pub fn user_cache() -> Option<PathBuf> {
    let cache = home()?.join(".cache/tensorforge").join(env!("CARGO_PKG_VERSION"));
    cache.is_absolute().then_some(cache)
}

/// The user's home folder in the system's user database; a library does not read the environment.
fn home() -> Option<PathBuf> {
    let mut buffer = vec![0; 16 << 10];
    let mut entry = std::mem::MaybeUninit::<libc::passwd>::uninit();
    let mut found = std::ptr::null_mut();
    // SAFETY: the buffer has the given length; the results point into it.
    let path = unsafe {
        let failed = libc::getpwuid_r(
            libc::getuid(),
            entry.as_mut_ptr(),
            buffer.as_mut_ptr(),
            buffer.len(),
            &mut found,
        );
        if failed != 0 || found.is_null() || (*found).pw_dir.is_null() {
            return None;
        }
        CStr::from_ptr((*found).pw_dir).to_bytes().to_vec()
    };
    Some(PathBuf::from(OsStr::from_bytes(&path)))
}

/// The file that contains this code.
fn own_object() -> Option<PathBuf> {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: the address is in this code; on success the file name is a NUL-terminated string.
    //
    let path = unsafe {
        if libc::dladdr(candidates as *const c_void, info.as_mut_ptr()) == 0 {
            return None;
        }
        let name = info.assume_init().dli_fname;
        if name.is_null() {
            return None;
        }
        Path::new(OsStr::from_bytes(CStr::from_ptr(name).to_bytes())).to_owned()
    };
    // For a program, this is the path it was started with, which may be relative to another folder.
    std::fs::canonicalize(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_this_program_comes_first() {
        let folder = std::env::current_exe().unwrap().canonicalize().unwrap().parent().unwrap().to_owned();
        let files = candidates();
        assert_eq!(files[0], folder.join(FILE_NAME));
        assert!(files.contains(&folder.join("deps").join(FILE_NAME)));
        assert!(files.contains(&folder.parent().unwrap().join("deps").join(FILE_NAME)));
        let cache = user_cache().map(|folder| folder.join(FILE_NAME));
        assert_eq!(cache.as_ref().or(files.last()), files.last());
    }
}
