//! The runner on folders of small test files, failing ones included.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tf_harness::{Outcome, Suite};

/// A folder of test files that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("suite-{}-{number}", std::process::id()));
        for (name, text) in files {
            let path = root.join("tests").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Folder(root)
    }

    fn suite(&self) -> Suite {
        Suite::new(self.0.join("tests"))
            .extension("mlir")
            .llvm_tools()
            .scratch(self.0.join("scratch"))
            .time_limit(Duration::from_secs(20))
    }

    fn run(&self, file: &str) -> Outcome {
        self.suite().run_file(Path::new(file))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn run_text(text: &str) -> Outcome {
    Folder::new(&[("t.mlir", text)]).run("t.mlir")
}

#[track_caller]
fn fails_with(text: &str, parts: &[&str]) {
    let Outcome::Fail(report) = run_text(text) else { panic!("did not fail:\n{text}") };
    for part in parts {
        assert!(report.contains(part), "{part:?} is missing from:\n{report}");
    }
}

#[test]
fn a_check_that_holds_passes() {
    assert_eq!(run_text("// RUN: cat %s | FileCheck %s\n// CHECK: module\nmodule {}\n"), Outcome::Pass);
}

#[test]
fn a_check_that_fails_is_reported() {
    fails_with(
        "// RUN: echo nothing of the kind \\\n// RUN:   | FileCheck %s\n// CHECK: module\n",
        &[
            "t.mlir:1: RUN failed",
            "command: echo nothing of the kind | FileCheck /",
            "exit status 1",
            "CHECK: expected string not found",
            "--- stderr",
        ],
    );
}

#[test]
fn every_command_must_succeed() {
    fails_with(
        "// RUN: echo first >&2\n// RUN: echo to-stdout && false\n// RUN: true\n",
        &[":2: RUN failed", "--- stdout\nto-stdout"],
    );
}

#[test]
fn an_expected_failure() {
    assert_eq!(run_text("// XFAIL: cannot count yet\n// RUN: false\n"), Outcome::Pass);
    assert_eq!(
        run_text("// XFAIL: not yet\n// RUN: echo a | FileCheck %s\n// CHECK: {{^}}b\n"),
        Outcome::Pass
    );
    fails_with(
        "// XFAIL: cannot count yet\n// RUN: true\n",
        &["every command succeeded", "cannot count yet"],
    );
    fails_with("// XFAIL: cannot count yet\n// RUN: bash -c 'kill -SEGV $$'\n", &["ended by signal 11"]);
    fails_with(
        "// XFAIL: cannot count yet\n// RUN: no-such-tool %s\n",
        &["command not found", "looked in: "],
    );
}

#[test]
fn a_file_without_run_line_fails() {
    fails_with("module {}\n", &["t.mlir: no `RUN:` line"]);
}

#[test]
fn features_decide_whether_a_file_runs() {
    let folder = Folder::new(&[
        ("gpu.mlir", "// REQUIRES: gpu\n// RUN: false\n"),
        ("cpu.mlir", "// REQUIRES: cpu, !gpu\n// RUN: true\n"),
        ("typo.mlir", "// REQUIRES: gpuu\n// RUN: true\n"),
    ]);
    let suite = folder.suite().feature("cpu").missing_feature("gpu", "no CUDA driver");
    assert_eq!(suite.run_file(Path::new("gpu.mlir")), Outcome::Skip("requires gpu (no CUDA driver)".into()));
    assert_eq!(suite.run_file(Path::new("cpu.mlir")), Outcome::Pass);
    let Outcome::Fail(report) = suite.run_file(Path::new("typo.mlir")) else { panic!() };
    assert!(report.contains("unknown feature `gpuu`; the suite declares: cpu, gpu"), "{report}");
}

#[test]
fn temporary_paths_are_fresh_and_not_shared() {
    let text = "// RUN: test ! -e %t && test -z \"$(ls %T)\"\n// RUN: touch %t && sleep 0.2\n// RUN: ls %t\n";
    let folder = Folder::new(&[("a/same.mlir", text), ("b/same.mlir", text)]);
    std::thread::scope(|scope| {
        for name in ["a/same.mlir", "b/same.mlir"] {
            let folder = &folder;
            scope.spawn(move || assert_eq!(folder.run(name), Outcome::Pass, "{name}"));
        }
    });
    assert_eq!(folder.run("a/same.mlir"), Outcome::Pass);
}

#[test]
fn substitutions_and_the_working_folder() {
    let folder = Folder::new(&[(
        "with space/it's.mlir",
        "// RUN: test \"$PWD\" -ef %T && test -e %S/it\\'s.mlir && printf '%%s' %greeting > %T/x\n\
         // RUN: grep -q '^hello$' x && cmp %s %S/it\\'s.mlir\n",
    )]);
    let outcome =
        folder.suite().substitution("%greeting", "hello").run_file(Path::new("with space/it's.mlir"));
    assert_eq!(outcome, Outcome::Pass);
}

#[test]
fn a_missing_filecheck_is_a_failure_with_the_install_line() {
    let folder = Folder::new(&[("t.mlir", "// RUN: no-such-filecheck --version | no-such-filecheck %s\n")]);
    let suite = folder.suite().required_tool("no-such-filecheck", "sudo apt-get install the-tool");
    let Outcome::Fail(report) = suite.run_file(Path::new("t.mlir")) else { panic!() };
    assert!(report.contains("no-such-filecheck is missing"), "{report}");
    assert!(report.contains("sudo apt-get install the-tool"), "{report}");
}

#[test]
fn a_command_over_its_limit_is_ended() {
    let folder = Folder::new(&[("t.mlir", "// XFAIL: slow\n// RUN: sleep 100\n")]);
    let outcome = folder.suite().time_limit(Duration::from_millis(200)).run_file(Path::new("t.mlir"));
    assert!(
        matches!(&outcome, Outcome::Fail(r) if r.contains("over its time limit of 0.2 s")),
        "{outcome:?}"
    );
}

#[test]
fn files_are_found_in_order_and_inputs_left_out() {
    let folder = Folder::new(&[
        ("b/z.mlir", ""),
        ("a.mlir", ""),
        ("b/Inputs/i.mlir", ""),
        (".h/h.mlir", ""),
        ("b/n.txt", ""),
    ]);
    assert_eq!(folder.suite().files().unwrap(), [Path::new("a.mlir"), Path::new("b/z.mlir")]);
}

/// What only shows from outside: exit status, filters, printed names. This test binary calls itself.
mod from_outside {
    use super::*;

    const ROOT: &str = "TF_HARNESS_TEST_ROOT";

    /// Not a separate test: the body of the child processes.
    #[test]
    fn child() {
        let Ok(root) = std::env::var(ROOT) else { return };
        let filters: Vec<String> =
            std::env::var("TF_HARNESS_TEST_FILTERS").unwrap().split_whitespace().map(String::from).collect();
        let suite = Suite::new(Path::new(&root).join("tests"))
            .extension("mlir")
            .llvm_tools()
            .scratch(Path::new(&root).join("scratch"))
            .missing_feature("gpu", "no CUDA driver");
        let arguments = libtest_mimic::Arguments {
            color: Some(libtest_mimic::ColorSetting::Never),
            ..Default::default()
        };
        suite.run(arguments, &filters).exit();
    }

    fn start(folder: &Folder, filters: &str, filecheck: Option<&str>) -> (Output, String) {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "from_outside::child", "--nocapture"]).env(ROOT, &folder.0);
        command.env("TF_HARNESS_TEST_FILTERS", filters);
        if let Some(path) = filecheck {
            command.env("FILECHECK", path).env("PATH", "/usr/bin:/bin");
        }
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output, text)
    }

    fn folder() -> Folder {
        Folder::new(&[
            ("good/a.mlir", "// RUN: FileCheck --input-file=%s %s\n// CHECK: module\nmodule {}\n"),
            ("good/b.mlir", "// REQUIRES: gpu\n// RUN: false\n"),
            ("bad/a.mlir", "// RUN: echo x | FileCheck %s\n// CHECK: {{^}}y\n"),
            ("bad/b.mlir", "// XFAIL: mended\n// RUN: true\n"),
        ])
    }

    #[test]
    fn failures_set_the_exit_status_and_are_counted() {
        let folder = folder();
        let (output, text) = start(&folder, "", None);
        assert_eq!(output.status.code(), Some(101), "{text}");
        assert!(text.contains("1 passed; 2 failed; 1 ignored"), "{text}");
        assert!(text.contains("ignored (requires gpu (no CUDA driver))"), "{text}");
        let kept: Vec<_> = fs::read_dir(folder.0.join("scratch")).unwrap().collect();
        assert_eq!(kept.len(), 1, "the failed test's folder is kept for the reader");
    }

    #[test]
    fn filters_are_names_or_paths() {
        let folder = folder();
        let absolute = folder.0.join("tests/good").display().to_string();
        for filters in ["good/", &absolute, "tests/good", "good/a.mlir good/b"] {
            let (output, text) = start(&folder, filters, None);
            assert_eq!(output.status.code(), Some(0), "{filters}: {text}");
            assert!(text.contains("1 passed; 0 failed; 1 ignored"), "{filters}: {text}");
            assert!(!folder.0.join("scratch").read_dir().is_ok_and(|d| d.count() > 0), "nothing is left");
        }
    }

    #[test]
    fn without_filecheck_tests_fail_with_the_install_line() {
        let (output, text) = start(&folder(), "good/a", Some("/nonexistent/FileCheck"));
        assert_eq!(output.status.code(), Some(101), "{text}");
        assert!(text.contains("FileCheck is missing"), "{text}");
        assert!(text.contains("apt-get install -y llvm-22-tools"), "{text}");
    }

    #[test]
    fn a_folder_without_tests_is_a_failure() {
        let empty = Folder::new(&[("n.txt", "")]);
        let (output, text) = start(&empty, "", None);
        assert_eq!(output.status.code(), Some(101), "{text}");
        assert!(text.contains("no test file (.mlir) below"), "{text}");
    }
}

#[test]
fn an_option_reaches_each_call_of_a_tool_but_its_commands() {
    let text = "// RUN: tool --one %s > %t && tool list >> %t && cat %t\n// RUN: grep -q '^--more --one' %t\n// RUN: grep -qx list %t\n";
    let folder = Folder::new(&[("t.mlir", text), ("bin/tool", "#!/bin/sh\necho \"$@\"\n")]);
    let bin = folder.0.join("tests/bin");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(bin.join("tool"), mode).unwrap();
    let suite = folder.suite().tools(bin).tool_option("tool", "--more");
    assert_eq!(suite.run_file(Path::new("t.mlir")), Outcome::Pass);
}

#[test]
fn an_output_is_compared_with_the_golden_file() {
    let folder = Folder::new(&[("t.mlir", "// GOLDEN: echo a && echo b\n"), ("t.out", "a\n")]);
    let Outcome::Fail(report) = folder.run("t.mlir") else { panic!("did not fail") };
    assert!(report.contains("+b") && report.contains("--bless"), "{report}");
    assert_eq!(folder.suite().bless(true).run_file(Path::new("t.mlir")), Outcome::Pass);
    assert_eq!(folder.run("t.mlir"), Outcome::Pass);
}
