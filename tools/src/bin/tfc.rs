//! `tfc`: compiles a program ahead of time, for C and C++.

use std::process::ExitCode;

fn main() -> ExitCode {
    tensorforge_tools::tfc::main(std::env::args_os().skip(1))
}
