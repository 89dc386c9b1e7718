//! Kernels as PTX, the assembly of NVIDIA's GPUs: no GPU is needed to make it.

use crate::library::{Artifact, Library};
use crate::unit::{BuildError, emitted};
use std::sync::Arc;
use std::time::Instant;
use tf_abi::options::{Emit, Options};
use tf_ir::body::Body;

/// A generation of GPUs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arch {
    /// A100 and later.
    #[default]
    Sm80,
    /// H100 and later.
    Sm90,
    /// H100, with what later ones do not have.
    Sm90a,
}

/// What LLVM is told of a generation: its name, and the lowest version of PTX that knows it. Drivers refuse versions that are newer
/// than they are.
const TABLE: [(Arch, &str, &str); 3] =
    [(Arch::Sm80, "sm_80", "+ptx70"), (Arch::Sm90, "sm_90", "+ptx78"), (Arch::Sm90a, "sm_90a", "+ptx80")];

impl Arch {
    /// The names of all generations.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|row| row.1)
    }

    /// The generation of a name.
    ///
    /// # Errors
    /// What generations there are.
    pub fn named(name: &str) -> Result<Arch, String> {
        let found = TABLE.iter().find(|row| row.1 == name).map(|row| row.0);
        found.ok_or_else(|| {
            let names: Vec<&str> = Arch::names().collect();
            format!("no code for GPU '{name}'; there are: {}", names.join(", "))
        })
    }

    fn options(self) -> Options {
        let (_, cpu, features) = TABLE[self as usize];
        Options {
            emit: Emit::Asm,
            target: "nvptx64-nvidia-cuda".to_string(),
            cpu: cpu.to_string(),
            features: features.to_string(),
            opt: 3,
            ..Options::default()
        }
    }
}

/// The kernels of a module as PTX for a generation, and where the time went.
///
/// # Errors
/// An op that has no form in generated code, or a failure of the code generator.
pub fn ptx(library: &Arc<Library>, module: &Body, arch: Arch) -> Result<Artifact, BuildError> {
    let start = Instant::now();
    let unit = tf_upstream::emit_kernels(module)?;
    let emission = start.elapsed();
    Ok(emitted(library.compile(&unit, &arch.options())?, emission))
}
