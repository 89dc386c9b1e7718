//! The runtime of AddressSanitizer in this process, which instrumented code calls.
//!
//! Code that is linked into a process gets its symbols from the linker's caller
//! (docs/explanation/adr/0001-llvm-library-abi.md). These are the symbols of a runtime that has been in the
//! process since its start, because it must watch memory from then on. An ordinary process has none.

use crate::library::CompileError;
use libloading::os::unix::Library;
use std::ffi::c_void;

/// The symbols that instrumented code may refer to, in the names of LLVM's pass; accesses have sizes as
/// suffixes.
const NAMES: &[&str] = &[
    "__asan_handle_no_return",
    "__asan_option_detect_stack_use_after_return",
    "__asan_shadow_memory_dynamic_address",
    "__asan_memcpy",
    "__asan_memmove",
    "__asan_memset",
    "__asan_alloca_poison",
    "__asan_allocas_unpoison",
    "__asan_poison_stack_memory",
    "__asan_unpoison_stack_memory",
];
/// Prefixes and suffixes of the names of functions for sized accesses, for marks on the stack, and for fake
/// stacks.
const ACCESSES: [&str; 2] = ["__asan_report_load", "__asan_report_store"];
const SIZES: [&str; 6] = ["1", "2", "4", "8", "16", "_n"];
const CHECKS: [&str; 2] = ["__asan_load", "__asan_store"];
const CHECK_SIZES: [&str; 6] = ["1", "2", "4", "8", "16", "N"];
const MARKS: [&str; 6] = ["00", "f1", "f2", "f3", "f5", "f8"];
/// The count of stack classes.
const STACKS: usize = 11;

/// The remedy for a missing runtime.
const REMEDY: &str = "this process has no AddressSanitizer whose runtime the code can call: link the program with \
                      -fsanitize=address, or start it with LD_PRELOAD=$(cc -print-file-name=libasan.so) (and ASAN_OPTIONS=detect_leaks=0)";

fn names() -> impl Iterator<Item = String> {
    let with = |beginnings: &'static [&'static str], endings: &'static [&'static str]| {
        beginnings.iter().flat_map(move |begin| endings.iter().map(move |end| format!("{begin}{end}")))
    };
    let stacks =
        (0..STACKS).flat_map(|class| ["malloc", "free"].map(|what| format!("__asan_stack_{what}_{class}")));
    NAMES
        .iter()
        .map(|name| (*name).to_string())
        .chain(with(&ACCESSES, &SIZES))
        .chain(with(&CHECKS, &CHECK_SIZES))
        .chain(with(&["__asan_set_shadow_"], &MARKS))
        .chain(stacks)
}

/// The functions of the runtime, by their names.
///
/// # Errors
/// This process has no runtime; the error includes the remedy.
pub fn symbols() -> Result<Vec<(String, *const c_void)>, CompileError> {
    let process = Library::this();
    let find = |name: &str| {
        // SAFETY: the symbol is only looked up.
        let found = unsafe { process.get::<*const c_void>(name.as_bytes()) };
        found.ok().map(|symbol| symbol.into_raw().cast_const().cast())
    };
    if find("__asan_init").is_none() {
        return Err(CompileError::missing(REMEDY.to_string()));
    }
    // Runtimes lack a few symbols, which code refers to only in modes that those runtimes do not support.
    Ok(names().filter_map(|name| find(&name).map(|address| (name, address))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_process_has_no_sanitizer_and_gets_a_remedy() {
        let error = symbols().expect_err("tests are not linked with it").to_string();
        assert!(error.contains("-fsanitize=address") && error.contains("LD_PRELOAD"), "{error}");
    }

    #[test]
    fn names_are_all_different() {
        let all: std::collections::BTreeSet<String> = names().collect();
        assert_eq!(all.len(), names().count());
        assert!(
            ["__asan_report_store_n", "__asan_loadN", "__asan_stack_malloc_10"]
                .iter()
                .all(|name| all.contains(*name))
        );
    }
}
