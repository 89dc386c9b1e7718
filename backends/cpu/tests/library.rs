//! The LLVM library as a program meets it: a file that is opened at run time, or is not there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tf_abi::library::{FILE_NAME, FailureKind};
use tf_abi::options::{Emit, Options};
use tf_cpu::library::{Library, LibraryError, Severity};

const ADD: &str =
    "func.func @add(%a: i32, %b: i32) -> i32 {\n  %c = arith.addi %a, %b : i32\n  return %c : i32\n}\n";

fn llvm() -> Arc<Library> {
    Library::open(None).unwrap_or_else(|e| panic!("{e}"))
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_function_runs() {
    let llvm = llvm();
    let object = llvm.compile(ADD, &Options::default()).unwrap();
    let module = llvm.load(&[&object.bytes], &[]).unwrap();
    // SAFETY: in the unit, `add` takes two i32 and returns one.
    let add: extern "C" fn(i32, i32) -> i32 = unsafe { std::mem::transmute(module.address("add").unwrap()) };
    assert_eq!(add(40, 2), 42);
    assert_eq!(object.phases.first().map(|p| p.0.as_str()), Some("context"));
    assert!(object.phases.iter().all(|p| !p.1.is_zero()));
}

#[test]
fn the_library_names_itself_and_the_machine() {
    let llvm = llvm();
    assert!(llvm.build_id().starts_with(tf_abi::INTERFACE_ID) && llvm.build_id().len() == 33, "{llvm:?}");
    assert!(llvm.llvm_version().starts_with("22."), "{}", llvm.llvm_version());
    assert_eq!(llvm.path().file_name().unwrap(), FILE_NAME);
    let host = llvm.host().unwrap();
    assert!(host.target.contains('-') && !host.cpu.is_empty() && !host.features.is_empty(), "{host:?}");
}

#[test]
fn a_given_path_is_a_file_or_its_folder() {
    let path = llvm().path().to_owned();
    assert_eq!(Library::open(Some(&path)).unwrap().path(), path);
    assert_eq!(Library::open(path.parent()).unwrap().path(), path);
}

#[test]
fn a_missing_library_is_an_error_with_a_remedy() {
    let folder = scratch("empty");
    for path in [folder.clone(), folder.join("no-such-file.so")] {
        let error = Library::open(Some(&path)).unwrap_err();
        assert!(matches!(error, LibraryError::Missing { .. }), "{error:?}");
        let text = error.to_string();
        let advice = [
            folder.to_str().unwrap(),
            "add the package tensorforge-llvm to its dependencies",
            "cargo build -p tensorforge-llvm",
            "Session::builder().llvm_library(path)",
        ];
        assert!(advice.iter().all(|words| text.contains(words)), "{text}");
    }
}

#[test]
fn a_replaced_file_is_an_error() {
    let folder = scratch("garbage");
    let file = folder.join(FILE_NAME);
    std::fs::write(&file, "not a library").unwrap();
    let error = Library::open(Some(&folder)).unwrap_err();
    assert!(
        matches!(&error, LibraryError::Open { path, reason } if *path == file && !reason.is_empty()),
        "{error:?}"
    );
    // A real library, but not ours: every process has the C library mapped.
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let libc =
        maps.lines().filter_map(|l| l.split_whitespace().nth(5)).find(|p| p.contains("/libc.so")).unwrap();
    let error = Library::open(Some(Path::new(libc))).unwrap_err();
    assert!(matches!(error, LibraryError::NoEntry { .. }), "{error:?}");
}

#[test]
fn broken_text_has_a_location() {
    let error = llvm().compile("func.func @f( {", &Options::default()).unwrap_err();
    assert_eq!(error.kind, FailureKind::Unit);
    assert_eq!((error.diagnostics[0].severity, error.diagnostics[0].line), (Severity::Error, 1));
    assert!(error.to_string().lines().count() >= 2, "{error}");
}

#[test]
fn a_symbol_not_found_is_an_error_that_names_it() {
    let llvm = llvm();
    let module = llvm.load(&[&llvm.compile(ADD, &Options::default()).unwrap().bytes], &[]).unwrap();
    let error = module.address("sub").unwrap_err();
    assert_eq!(error.kind, FailureKind::Symbol);
    assert!(error.message.contains("'sub'") && error.message.contains("add"), "{error}");
    let calls = "func.func private @missing() func.func @f() { call @missing() : () -> () return }";
    let error = llvm.load(&[&llvm.compile(calls, &Options::default()).unwrap().bytes], &[]).unwrap_err();
    assert_eq!(error.kind, FailureKind::Link);
    assert!(error.message.contains("missing"), "{error}");
}

#[test]
fn options_cross_the_boundary() {
    let llvm = llvm();
    let asm = llvm.compile(ADD, &Options { emit: Emit::Asm, ..Options::default() }).unwrap();
    assert!(String::from_utf8(asm.bytes).unwrap().contains("add:"));
    let error = llvm.compile(ADD, &Options { opt: 9, ..Options::default() }).unwrap_err();
    assert_eq!(error.kind, FailureKind::Options);
}
