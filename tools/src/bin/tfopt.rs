//! `tfopt`: runs passes on IR text.

use std::process::ExitCode;

fn main() -> ExitCode {
    tensorforge_tools::tfopt::main(std::env::args_os().skip(1))
}
