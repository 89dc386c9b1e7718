//! `tfrun`: compiles a program and runs it on arrays from files.

use std::process::ExitCode;

fn main() -> ExitCode {
    tensorforge_tools::tfrun::main(std::env::args_os().skip(1))
}
