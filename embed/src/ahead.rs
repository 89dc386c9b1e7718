//! Ahead of time: objects that programs in C and C++ link.

use crate::compile::{PIPELINE, plan, signatures};
use crate::error::Error;
use crate::pipelines;
use crate::session::Session;
use std::time::{Duration, Instant};
use tf_abi::options::{Emit, Options};
use tf_cpu::library::Phases;
use tf_cpu::unit;
use tf_dialects::signature::Signature;
use tf_ir::body::Body;
use tf_upstream::ahead::{Interface, header};

/// What a program is compiled to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// An object file.
    #[default]
    Object,
    /// Assembly text.
    Assembly,
    /// LLVM IR, optimised, as text.
    Llvm,
    /// Upstream MLIR in the LLVM dialect, as text.
    Mlir,
}

/// How a program is compiled ahead of time. The default is an object for this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ahead {
    /// What is made.
    pub form: Form,
    /// The processor: empty for this machine's, else a level of x86-64 (`x86-64`, `x86-64-v2`, `-v3`, `-v4`).
    pub processor: String,
    /// What the names of all C functions begin with.
    pub prefix: String,
    /// Another pass pipeline than the processor's own.
    pub pipeline: Option<String>,
}

/// A program that was compiled ahead of time.
#[derive(Debug)]
pub struct AheadUnit {
    bytes: Vec<u8>,
    phases: Phases,
    signatures: Vec<Signature>,
    prefix: String,
}

/// Features that the levels of x86-64 add to the one before.
const LEVELS: [(&str, &str); 4] = [
    ("x86-64", ""),
    ("x86-64-v2", "+cx16,+popcnt,+sahf,+sse3,+ssse3,+sse4.1,+sse4.2"),
    ("x86-64-v3", "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"),
    ("x86-64-v4", "+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"),
];

impl Ahead {
    fn options(&self) -> Result<Options, Error> {
        let emit = match self.form {
            Form::Object => Emit::Object,
            Form::Assembly => Emit::Asm,
            Form::Llvm => Emit::Llvm,
            Form::Mlir => Emit::Mlir,
        };
        let options = Options { emit, ..Options::default() };
        if self.processor.is_empty() {
            return Ok(options);
        }
        // Code is generated for the family of processors that this program runs on.
        let levels = if cfg!(target_arch = "x86_64") { &LEVELS[..] } else { &[] };
        let Some(level) = levels.iter().position(|(name, _)| *name == self.processor) else {
            let known: Vec<&str> = levels.iter().map(|(name, _)| *name).collect();
            let known = if known.is_empty() { "only this machine's".to_string() } else { known.join(", ") };
            let message = format!("no code for processor '{}'; there are: {known}", self.processor);
            return Err(Error::Build(message));
        };
        let features: Vec<&str> = LEVELS[1..=level].iter().map(|(_, features)| *features).collect();
        Ok(Options { cpu: self.processor.clone(), features: features.join(","), ..options })
    }
}

impl AheadUnit {
    /// The object, or the text, as was asked for.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where the time of its compilation went; see [`crate::Executable::phases`].
    pub fn phases(&self) -> &[(String, Duration)] {
        &self.phases
    }

    /// The functions that the program has.
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    fn interface(&self) -> Interface<'_> {
        Interface::new(&self.signatures, &self.prefix).expect("the names were right when it was compiled")
    }

    /// The symbols that the object defines for C.
    pub fn symbols(&self) -> Vec<String> {
        self.interface().symbols().map(str::to_string).collect()
    }

    /// The C header. `name` is that of its file, `source` that of the program.
    pub fn header(&self, name: &str, source: &str) -> String {
        header(&self.interface(), name, source)
    }
}

impl Session {
    /// Compiles a module of functions to an object that is linked to programs in C and C++. It needs nothing of
    /// Tensorforge then; `docs/tfc.md` describes how its functions are called.
    ///
    /// # Errors
    /// [`Error`]: a pass or the code generator failed, a function's name is none in C, or the LLVM library is missing.
    pub fn compile_ahead(&self, module: &Body, ahead: &Ahead) -> Result<AheadUnit, Error> {
        let options = ahead.options()?;
        let mut module = module.duplicate();
        let start = Instant::now();
        self.run_passes(&mut module, ahead.pipeline.as_deref().unwrap_or(&pipelines::cpu()))?;
        let mut phases = vec![(PIPELINE.to_string(), start.elapsed())];
        let signatures = signatures(&module)?;
        if let Some(staged) = signatures.iter().find(|s| plan(&module, s.name()).is_some()) {
            return Err(Error::Build(format!(
                "'{}' binds extents to numbers that it computes (tensor.bind): a C function gets its arrays from the caller, \
                 who cannot know how long they have to be. Make two functions of it: one that gives the number, and one that \
                 takes it as an argument with the attribute tf.extent",
                staged.name()
            )));
        }
        let made = unit::ahead(&self.library()?, &module, &signatures, &ahead.prefix, &options)
            .map_err(|error| Error::build(module.ctx(), error))?;
        phases.extend(made.phases);
        Ok(AheadUnit { bytes: made.bytes, phases, signatures, prefix: ahead.prefix.clone() })
    }
}
