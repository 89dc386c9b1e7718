//! Programs in C, on every device, with the sanitizers of addresses, leaks and undefined behaviour; the
//! header in C and C++.

use crate::{libraries, own, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a program of `tests` that is linked to the library.
fn compiled(compiler: &str, source: &str, flags: &[&str]) -> PathBuf {
    let name = Path::new(source).file_name().expect("it is a file").to_string_lossy().replace('.', "-");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("capi-{name}"));
    let mut rpath = std::ffi::OsString::from("-Wl,--disable-new-dtags,-rpath,");
    rpath.push(libraries());
    let mut cc = Command::new(compiler);
    cc.args(["-g", "-Wall", "-Wextra", "-Werror", "-pedantic"]).args(flags).arg("-I").arg(own("include"));
    cc.arg(own(&format!("tests/{source}"))).arg("-o").arg(&program);
    cc.arg("-L").arg(libraries()).arg("-ltensorforge_capi").arg(rpath);
    run(&mut cc);
    program
}

const SANITIZED: &[&str] =
    &["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

/// A program that must not report anything, nor leak anything.
fn sanitized(program: &Path) -> Command {
    let mut command = Command::new(program);
    // The library may keep allocations for the whole process.
    let leaks = own("tests/leaks.txt");
    command.env("LSAN_OPTIONS", format!("suppressions={}:print_suppressions=0", leaks.display()));
    command.env("ASAN_OPTIONS", "detect_stack_use_after_return=1");
    command
}

fn on_every_device(program: &Path) {
    for device in ["interp", "cpu"] {
        assert_eq!(run(sanitized(program).arg(device)), format!("all is well on {device}\n"));
    }
}

#[test]
fn programs_are_compiled_and_called_from_c() {
    on_every_device(&compiled("cc", "session.c", &[&["-std=c99"], SANITIZED].concat()));
}

#[test]
fn arrays_stay_on_devices_between_calls_from_c() {
    let program = compiled("cc", "held.c", &[&["-std=c99"], SANITIZED].concat());
    for device in ["interp", "cpu", "simt", "simt-compiled"] {
        assert_eq!(run(sanitized(&program).arg(device)), format!("all is well on {device}\n"));
    }
}

#[test]
fn mistakes_in_c_have_a_location() {
    on_every_device(&compiled("cc", "mistakes.c", &[&["-std=c99"], SANITIZED].concat()));
}

#[test]
fn threads_call_at_once_and_end_each_others_calls() {
    on_every_device(&compiled(
        "cc",
        "threads.c",
        &[&["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-pthread"], SANITIZED].concat(),
    ));
}

#[test]
fn programs_are_read_built_and_changed_from_c() {
    on_every_device(&compiled("cc", "ir.c", &[&["-std=c99"], SANITIZED].concat()));
}

#[test]
fn programs_are_compiled_and_called_from_cpp() {
    on_every_device(&compiled("c++", "wrapper.cpp", &[&["-std=c++17"], SANITIZED].concat()));
}

#[test]
fn the_sanitizer_of_addresses_watches_compiled_programs() {
    let program = compiled("cc", "overrun.c", &[&["-std=c99"], SANITIZED].concat());
    assert_eq!(run(sanitized(&program).arg("right")), "nothing was found\n");
    for (what, access) in [("read", "READ of size"), ("write", "WRITE of size")] {
        let output = sanitized(&program).arg(what).output().expect("it starts");
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{what}: {report}");
        let found = ["heap-buffer-overflow", access, "3996-byte region"];
        assert!(found.iter().all(|words| report.contains(words)), "{what}: {report}");
    }
}

#[test]
fn a_language_of_formulas_is_lowered_from_cpp() {
    let program = compiled("c++", "../../../examples/cpp/formulas.cpp", &["-std=c++17"]);
    for device in ["interp", "cpu"] {
        let text = run(Command::new(&program).arg(device));
        assert!(text.contains("arith.addf %x, %x") || text.contains("arith.addf %arg0, %arg0"), "{text}");
        assert!(text.contains("s = 0.500000, r = 1.000000"), "{text}");
    }
}

#[test]
fn the_header_is_cpp_too() {
    for standard in ["c++98", "c++17"] {
        let mut check = Command::new("c++");
        check.arg(format!("-std={standard}")).args([
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsyntax-only",
            "-x",
            "c++",
        ]);
        run(check.arg(own("include/tensorforge.h")));
    }
}
