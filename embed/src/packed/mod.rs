//! Programs as files (`.tfx`): compiled where the LLVM library is, run where it is not.
//!
//! A file holds the host functions and kernels of a program as text, the kernels as PTX for several architectures, and the whole program as
//! code of a processor. It is checked as a whole before anything of it is used. What it holds is run as it is: like any program, a
//! file is as trustworthy as whoever made it.

mod container;
mod load;
mod pack;
mod prints;

pub use container::PackedError;
pub use pack::{Link, Packing};

/// The text of the module that hosts run.
const HOST: &str = "host";
/// The places where the processor's code may stop itself.
const SITES: &str = "sites";
/// What the processor's code prints.
const PRINTS: &str = "prints";
/// The name of a processor's code begins so; the level follows.
const CPU: &str = "cpu/";
/// The name of a GPU's code begins so; the architecture follows.
const PTX: &str = "ptx/";
/// The name of the section that says where code for processors runs: system and architecture.
const SYSTEM: &str = "system";

/// The system that a processor's code is for.
fn system() -> String {
    format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH)
}
