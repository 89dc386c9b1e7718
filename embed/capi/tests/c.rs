//! The library from C, on every device; its header in C and C++.

use std::path::{Path, PathBuf};
use std::process::Command;

fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs a command: what it printed.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn programs_are_compiled_and_called_from_c() {
    let test = std::env::current_exe().expect("a test is a program");
    let libraries = test.parent().expect("it is in a folder");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("capi-session");
    let mut rpath = std::ffi::OsString::from("-Wl,--disable-new-dtags,-rpath,");
    rpath.push(libraries);
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]).arg(own("include"));
    cc.arg(own("tests/session.c")).arg("-o").arg(&program);
    cc.arg("-L").arg(libraries).arg("-ltensorforge_capi").arg(rpath);
    run(&mut cc);
    for device in ["interp", "cpu"] {
        assert_eq!(run(Command::new(&program).arg(device)), format!("all is well on {device}\n"));
    }
}

#[test]
fn the_header_is_cpp_too_and_goes_with_those_of_tfc() {
    let common = include_str!("../../../backends/upstream/src/ahead/common.h");
    let array = |text: &str| {
        let (start, end) = (text.find("#ifndef TF_ARRAY"), text.find("#endif /* TF_ARRAY */"));
        text[start.expect("it begins")..end.expect("it ends")].to_string()
    };
    assert_eq!(array(common), array(include_str!("../include/tensorforge.h")));
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
