//! Kernels as PTX, the assembly of NVIDIA's GPUs: generating it needs no GPU.

use crate::library::{Artifact, Library};
use crate::objects::Objects;
use crate::unit::{BuildError, LOOK_UP, before, emitted};
use std::sync::Arc;
use std::time::Instant;
use tf_abi::options::{Emit, Options};
use tf_dialects::kernel::{Generation, check_generation, generation_of};
use tf_ir::body::Body;

/// A generation of GPUs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arch {
    /// A100 and later.
    #[default]
    Sm80,
    /// H100 and later.
    Sm90,
    /// H100, with features that later GPUs lack.
    Sm90a,
}

/// LLVM's options for a generation: its name, and the lowest version of PTX that supports it. Drivers refuse
/// newer versions than they support.
const TABLE: [(Arch, &str, &str); 3] =
    [(Arch::Sm80, "sm_80", "+ptx70"), (Arch::Sm90, "sm_90", "+ptx78"), (Arch::Sm90a, "sm_90a", "+ptx80")];

/// The version with copies of boxes and the other features of sm_90.
const BOXES: &str = "+ptx80";

impl Arch {
    /// The names of all generations.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|row| row.1)
    }

    /// The generation with a name.
    ///
    /// # Errors
    /// The list of generations.
    pub fn named(name: &str) -> Result<Arch, String> {
        let found = TABLE.iter().find(|row| row.1 == name).map(|row| row.0);
        found.ok_or_else(|| {
            let names: Vec<&str> = Arch::names().collect();
            format!("unknown GPU '{name}'; known are: {}", names.join(", "))
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The features of its GPUs.
    fn generation(self) -> Generation {
        match self {
            Arch::Sm80 => Generation::Sm80,
            Arch::Sm90 => Generation::Sm90,
            Arch::Sm90a => Generation::Sm90a,
        }
    }

    /// The compiler options for kernels that need a generation: copies of boxes came into PTX after the first
    /// GPU that has them.
    fn options(self, needed: Generation) -> Options {
        let (_, cpu, features) = TABLE[self as usize];
        let features = if needed >= Generation::Sm90 { BOXES } else { features };
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

/// The kernels of a module as PTX for a generation, and the phases with their durations.
///
/// # Errors
/// An op that has no form in generated code, or a failure of the code generator.
pub fn ptx(library: &Arc<Library>, module: &Body, arch: Arch) -> Result<Artifact, BuildError> {
    cached_ptx(library, module, arch, None)
}

/// As [`ptx`], with a cache: a cached text is not generated again, and other texts are stored.
///
/// # Errors
/// As there.
pub fn cached_ptx(
    library: &Arc<Library>,
    module: &Body,
    arch: Arch,
    kept: Option<&Objects>,
) -> Result<Artifact, BuildError> {
    let start = Instant::now();
    check_generation(module, arch.generation())?;
    let unit = tf_upstream::emit_kernels(module)?;
    let emission = start.elapsed();
    let options = arch.options(generation_of(module));
    let make = || {
        let mut made = library.compile(&unit, &options)?;
        made.bytes = renumbered(&made.bytes);
        Ok::<Artifact, BuildError>(made)
    };
    let Some(kept) = kept else { return Ok(emitted(make()?, emission)) };
    let start = Instant::now();
    let key = format!("{}{unit}", before(library, &options)?);
    if let Some(bytes) = kept.get(key.as_bytes()) {
        let phases = vec![(LOOK_UP.to_owned(), start.elapsed())];
        return Ok(emitted(Artifact { bytes, phases }, emission));
    }
    let made = make()?;
    kept.put(key.as_bytes(), &made.bytes);
    Ok(emitted(made, emission))
}

/// Renumbers the calls in the text from 0. LLVM writes a comment with each call's index among all calls that
/// the process has ever compiled, so the same kernels would have another text each time.
fn renumbered(text: &[u8]) -> Vec<u8> {
    const MARK: &[u8] = b"// callseq ";
    let (mut own, mut rest) = (Vec::with_capacity(text.len()), text);
    let mut seen: Vec<&[u8]> = Vec::new();
    while let Some(at) = rest.windows(MARK.len()).position(|part| part == MARK) {
        let (before, behind) = rest.split_at(at + MARK.len());
        own.extend_from_slice(before);
        let (number, next) = behind.split_at(behind.iter().take_while(|byte| byte.is_ascii_digit()).count());
        // A call's index is at its start and at its end.
        //
        let place = seen.iter().position(|known| *known == number).unwrap_or_else(|| {
            seen.push(number);
            seen.len() - 1
        });
        own.extend_from_slice(place.to_string().as_bytes());
        rest = next;
    }
    own.extend_from_slice(rest);
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_from_zero_in_each_text() {
        let text = b"{ // callseq 12, 0\n} // callseq 12\n{ // callseq 13, 0\n} // callseq 13\n";
        let own = renumbered(text);
        assert_eq!(own, b"{ // callseq 0, 0\n} // callseq 0\n{ // callseq 1, 0\n} // callseq 1\n");
        assert_eq!(renumbered(b".version 7.0"), b".version 7.0");
    }
}
