//! Programs as files (`.tfx`): compiled with the LLVM library, run without it.
//!
//! A file holds the host functions and kernels of a program as text, the kernels as PTX for several
//! architectures, and the whole program as processor code. The whole file is checked before use. Its code
//! runs without further checks: trust a file only as far as its author, like any program.

mod container;
mod load;
mod pack;
mod prints;

pub use container::PackedError;
pub use pack::{Link, Packing};

/// The section with the text of the host module.
const HOST: &str = "host";
/// The section with the locations at which the processor code may trap.
const SITES: &str = "sites";
/// The section with the prints of the processor code.
const PRINTS: &str = "prints";
/// The prefix of sections with processor code; the level follows.
const CPU: &str = "cpu/";
/// The prefix of sections with GPU code; the architecture follows.
const PTX: &str = "ptx/";
/// The section with the system and architecture of the processor code.
const SYSTEM: &str = "system";

/// The system and architecture of this build.
fn system() -> String {
    format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH)
}
