//! Limits of runs and Ctrl-C in `tfrun`; `tfopt` reads its output for any depth of nested calls.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const ENDLESS: &str = "func.func @main(%x: f32) -> f32 {
  %r = loop.while (%a = %x) : (f32) -> (f32) {
    %t = arith.constant true
    loop.condition %t, %a : f32
  } do (%b: f32) {
    loop.yield %b : f32
  }
  return %r : f32
}";

/// Runs a tool on a text.
fn run(tool: &str, args: &[&str], text: &str) -> Output {
    let mut child = spawn(tool, args, text);
    drop(child.stdin.take());
    child.wait_with_output().expect("the tool can be waited for")
}

fn spawn(tool: &str, args: &[&str], text: &str) -> std::process::Child {
    let mut command = Command::new(tool);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the tool starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let text = text.to_string();
    // On a thread: a tool that writes before it has read everything would block.
    std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    child
}

const TFRUN: &str = env!("CARGO_BIN_EXE_tfrun");
const TFOPT: &str = env!("CARGO_BIN_EXE_tfopt");

#[track_caller]
fn refused(args: &[&str], message: &str) {
    let out = run(TFRUN, &[&["-", "--in", "arg0=1"], args].concat(), ENDLESS);
    let error = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{args:?}: {error}");
    assert!(error.contains(message), "{args:?}: {error}");
}

#[test]
fn runs_end_at_their_limits() {
    for device in ["--device=cpu", "--device=interp"] {
        refused(&[device, "--max-seconds=0.2"], "the limit of 0.2 s is reached (--max-seconds)");
    }
    refused(&["--device=interp", "--max-steps=1000"], "the limit of 1000 steps is reached (--max-steps)");
    refused(&["--device=cpu", "--max-steps=1000"], "machine code does not count steps");
    refused(&["--max-seconds=-1"], "'--max-seconds': '-1' is not a time above 0");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_running_program() {
    for device in ["--device=cpu", "--device=interp"] {
        let mut child = spawn(TFRUN, &["-", "--in", "arg0=1", device], ENDLESS);
        // The program must be running: before that, Ctrl-C ends the tool without a message.
        std::thread::sleep(Duration::from_millis(1500));
        assert!(child.try_wait().expect("the tool can be asked").is_none(), "it runs for ever");
        let pid = child.id().to_string();
        let began = Instant::now();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("there is kill").success());
        let out = child.wait_with_output().expect("the tool can be waited for");
        assert!(began.elapsed() < Duration::from_secs(1), "{device}: {:?}", began.elapsed());
        let error = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(130), "{device}: {error}");
        assert!(error.contains("the run was cancelled"), "{device}: {error}");
    }
}

#[test]
fn inlined_chains_of_calls_are_read_again() {
    const DEPTH: usize = 600;
    let function = |n: usize| {
        let body = match n {
            0 => "%y = arith.addi %x, %x : i32".to_string(),
            n => format!("%y = func.call @f{}(%x) : (i32) -> i32", n - 1),
        };
        format!("func.func @f{n}(%x: i32) -> i32 {{\n  {body}\n  return %y : i32\n}}\n")
    };
    let text: String = (0..DEPTH).map(function).collect();
    let first = run(TFOPT, &["-", "--inline", "--print-debuginfo"], &text);
    let printed = String::from_utf8_lossy(&first.stdout);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    assert!(printed.matches("callsite(").count() >= DEPTH - 1);
    let again = run(TFOPT, &["-", "--print-debuginfo"], &printed);
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(String::from_utf8_lossy(&again.stdout), printed);
}

#[test]
fn a_few_lines_of_aliases_do_not_fill_the_memory() {
    let lines: String = (1..65).map(|n| format!("!a{n} = tuple<!a{0}, !a{0}>\n", n - 1)).collect();
    let text = format!("!a0 = i32\n{lines}func.func private @f(!a64)\n");
    let out = run(TFOPT, &["-"], &text);
    let error = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{error}");
    assert!(error.contains("(--max-text-bytes)"), "{error}");
}
