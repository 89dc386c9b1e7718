//! Kernels as PTX, the assembly of NVIDIA's GPUs: generating it needs no GPU.

use crate::library::{Artifact, Library};
use crate::objects::Objects;
use crate::unit::{BuildError, LOOK_UP, before, emitted};
use std::sync::Arc;
use std::time::Instant;
use tf_abi::options::{Emit, Options};
use tf_dialects::kernel::{
    Generation, PLAIN_PARAMETER_BYTES, check_generation, generation_of, most_parameter_bytes,
};
use tf_ir::body::Body;

/// An architecture of GPUs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arch {
    /// T4, RTX 20.
    Sm75,
    /// A100.
    #[default]
    Sm80,
    /// A40, RTX 30.
    Sm86,
    /// L40, RTX 40.
    Sm89,
    /// H100, H200.
    Sm90,
    /// H100 and H200, with features that later GPUs lack.
    Sm90a,
    /// B200.
    Sm100,
    /// B300.
    Sm103,
    /// RTX PRO 6000 Blackwell, RTX 50.
    Sm120,
    /// GB10 of the DGX Spark.
    Sm121,
}

/// Options of an architecture: its name, the lowest version of PTX that supports it (drivers refuse newer
/// versions than they support), and its features.
struct Row {
    arch: Arch,
    name: &'static str,
    version: u32,
    generation: Generation,
}

const fn row(arch: Arch, name: &'static str, version: u32, generation: Generation) -> Row {
    Row { arch, name, version, generation }
}

/// In the order of [`Arch`].
const TABLE: [Row; 10] = [
    row(Arch::Sm75, "sm_75", 63, Generation::Sm75),
    row(Arch::Sm80, "sm_80", 70, Generation::Sm80),
    row(Arch::Sm86, "sm_86", 71, Generation::Sm80),
    row(Arch::Sm89, "sm_89", 78, Generation::Sm80),
    row(Arch::Sm90, "sm_90", 78, Generation::Sm90),
    row(Arch::Sm90a, "sm_90a", 80, Generation::Sm90a),
    row(Arch::Sm100, "sm_100", 86, Generation::Sm90),
    row(Arch::Sm103, "sm_103", 88, Generation::Sm90),
    row(Arch::Sm120, "sm_120", 87, Generation::Sm90),
    row(Arch::Sm121, "sm_121", 88, Generation::Sm90),
];

/// The version of PTX with copies of boxes and the other features of sm_90: they came after the first GPU
/// that has them.
const BOXES: u32 = 80;

/// The version of PTX with more than [`PLAIN_PARAMETER_BYTES`] of parameters.
const PARAMETERS: u32 = 81;

impl Arch {
    /// The names of all architectures.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|row| row.name)
    }

    /// The architecture with a name.
    ///
    /// # Errors
    /// The list of architectures.
    pub fn named(name: &str) -> Result<Arch, String> {
        let found = TABLE.iter().find(|row| row.name == name).map(|row| row.arch);
        found.ok_or_else(|| {
            let names: Vec<&str> = Arch::names().collect();
            format!("unknown GPU '{name}'; known are: {}", names.join(", "))
        })
    }

    /// The newest architecture whose code a GPU of this one (90 for `sm_90`) runs; none if all are newer.
    pub fn newest(gpu: u32) -> Option<Arch> {
        let runs = |row: &&Row| match row.name.strip_prefix("sm_").unwrap_or_default() {
            own if own.ends_with('a') => own.trim_end_matches('a').parse() == Ok(gpu),
            own => own.parse().is_ok_and(|own: u32| own <= gpu),
        };
        TABLE.iter().rev().find(runs).map(|row| row.arch)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The features of its GPUs.
    fn generation(self) -> Generation {
        self.row().generation
    }

    /// The compiler options for a module of kernels.
    fn options(self, module: &Body) -> Options {
        let boxes = if generation_of(module) >= Generation::Sm90 { BOXES } else { 0 };
        let many = most_parameter_bytes(module) > PLAIN_PARAMETER_BYTES;
        let version = self.row().version.max(boxes).max(if many { PARAMETERS } else { 0 });
        Options {
            emit: Emit::Asm,
            target: "nvptx64-nvidia-cuda".to_string(),
            cpu: self.name().to_string(),
            features: format!("+ptx{version}"),
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
    let options = arch.options(module);
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
    fn gpus_run_code_of_their_own_or_an_earlier_architecture() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!((row.arch as usize, Arch::named(row.name)), (at, Ok(row.arch)));
        }
        for (gpu, arch) in [
            (70, None),
            (75, Some(Arch::Sm75)),
            (87, Some(Arch::Sm86)),
            (89, Some(Arch::Sm89)),
            (90, Some(Arch::Sm90a)),
            (100, Some(Arch::Sm100)),
            (110, Some(Arch::Sm103)),
            (121, Some(Arch::Sm121)),
            (130, Some(Arch::Sm121)),
        ] {
            assert_eq!(Arch::newest(gpu), arch, "sm_{gpu}");
        }
    }

    #[test]
    fn calls_are_counted_from_zero_in_each_text() {
        let text = b"{ // callseq 12, 0\n} // callseq 12\n{ // callseq 13, 0\n} // callseq 13\n";
        let own = renumbered(text);
        assert_eq!(own, b"{ // callseq 0, 0\n} // callseq 0\n{ // callseq 1, 0\n} // callseq 1\n");
        assert_eq!(renumbered(b".version 7.0"), b".version 7.0");
    }
}
