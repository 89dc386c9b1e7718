//! `tffuzz`: compares random programs with the interpreter.

use std::process::ExitCode;

fn main() -> ExitCode {
    tensorforge_tools::fuzz::main(std::env::args_os().skip(1))
}
