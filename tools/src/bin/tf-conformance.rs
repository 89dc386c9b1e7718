//! `tf-conformance`: runs a folder of StableHLO tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    tensorforge_tools::conformance::main(std::env::args_os().skip(1))
}
