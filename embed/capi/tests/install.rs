//! An installed library, as pkg-config and CMake find it.

use crate::{libraries, own, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Installs what Cargo built for the tests.
fn installed(name: &str) -> PathBuf {
    let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&prefix);
    let mut install = Command::new(own("../../x"));
    install.arg("install").arg(format!("--prefix={}", prefix.display()));
    run(install.arg(format!("--from={}", libraries().display())));
    prefix
}

#[test]
fn pkg_config_and_cmake_find_the_installation() {
    let prefix = installed("capi-installed");
    let mut ask = Command::new("pkg-config");
    ask.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(["--cflags", "--libs", "tensorforge"]);
    let flags = run(&mut ask);
    let program = prefix.join("session");
    let mut cc = Command::new("cc");
    cc.arg(own("tests/session.c")).arg("-o").arg(&program).args(flags.split_whitespace());
    run(&mut cc);
    assert_eq!(run(Command::new(&program).arg("cpu")), "all is well on cpu\n");

    let project = prefix.join("project");
    fs::create_dir_all(&project).expect("a folder is made");
    let source = own("tests/session.c");
    let text = format!(
        "cmake_minimum_required(VERSION 3.13)\nproject(user C)\nfind_package(tensorforge 0.1 REQUIRED)\n\
         add_executable(user \"{}\")\ntarget_link_libraries(user PRIVATE tensorforge::tensorforge)\n",
        source.display()
    );
    fs::write(project.join("CMakeLists.txt"), text).expect("it is written");
    let cmake = || Command::new("cmake");
    assert!(cmake().arg("--version").output().is_ok(), "there is no CMake here: `./x setup` installs it");
    let build = prefix.join("build");
    run(cmake()
        .arg("-S")
        .arg(&project)
        .arg("-B")
        .arg(&build)
        .arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())));
    run(cmake().arg("--build").arg(&build));
    assert_eq!(run(Command::new(build.join("user")).arg("cpu")), "all is well on cpu\n");
}
