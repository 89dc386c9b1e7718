//! Ahead-of-time compilation: objects that C and C++ programs link.

use crate::compile::nesting::with_stack_for;
use crate::compile::{PIPELINE, describe_schedules, plan, signatures};
use crate::error::Error;
use crate::pipelines;
use crate::session::Session;
use std::time::{Duration, Instant};
use tf_cpu::library::Phases;
use tf_cpu::unit::{self, Code, EFFORT, Emit};
use tf_dialects::signature::Signature;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_upstream::ahead::{Interface, header};

/// The output form.
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

/// How a program is compiled ahead of time. The default is an object for [`Level::baseline`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ahead {
    /// The output form.
    pub form: Form,
    /// The instruction set.
    pub level: Level,
    /// The prefix of all C function names.
    pub prefix: String,
    /// A pass pipeline that replaces the processor's default.
    pub pipeline: Option<String>,
}

impl Default for Ahead {
    fn default() -> Ahead {
        Ahead { form: Form::default(), level: Level::baseline(), prefix: String::new(), pipeline: None }
    }
}

/// A program compiled ahead of time.
#[derive(Debug)]
pub struct AheadUnit {
    bytes: Vec<u8>,
    phases: Phases,
    signatures: Vec<Signature>,
    prefix: String,
}

impl Form {
    fn emit(self) -> Emit {
        match self {
            Form::Object => Emit::Object,
            Form::Assembly => Emit::Asm,
            Form::Llvm => Emit::Llvm,
            Form::Mlir => Emit::Mlir,
        }
    }
}

impl AheadUnit {
    /// The object or the text, by the requested form.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The compile time by phase; see [`crate::Executable::phases`].
    pub fn phases(&self) -> &[(String, Duration)] {
        &self.phases
    }

    /// The functions of the program.
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    fn interface(&self) -> Interface<'_> {
        Interface::new(&self.signatures, &self.prefix).expect("the names were valid when it was compiled")
    }

    /// The symbols that the object defines for C.
    pub fn symbols(&self) -> Vec<String> {
        self.interface().symbols().map(str::to_string).collect()
    }

    /// The C header. `name` is the name of the header file, `source` that of the program.
    pub fn header(&self, name: &str, source: &str) -> String {
        header(&self.interface(), name, source)
    }
}

impl Session {
    /// Compiles a module of functions to an object for C and C++ programs. The object does not depend on
    /// Tensorforge; `docs/reference/tfc.md` describes how to call its functions.
    ///
    /// # Errors
    /// [`Error`]: a pass or the code generator failed, a function's name is not a C identifier, or the LLVM
    /// library is missing.
    pub fn compile_ahead(&self, module: &Body, ahead: &Ahead) -> Result<AheadUnit, Error> {
        with_stack_for(module, || self.compile_ahead_here(module, ahead))?
    }

    fn compile_ahead_here(&self, module: &Body, ahead: &Ahead) -> Result<AheadUnit, Error> {
        let mut module = module.duplicate();
        ahead.level.target().describe_all(&mut module);
        self.describe_numerics(&mut module);
        self.describe_rates(&mut module);
        describe_schedules(&mut module, &ahead.level.target(), self.schedules());
        let start = Instant::now();
        let own = ahead.pipeline.clone().unwrap_or_else(pipelines::cpu);
        self.run_passes(&mut module, &self.settled(own))?;
        let mut phases = vec![(PIPELINE.to_string(), start.elapsed())];
        let signatures = signatures(&module)?;
        if let Some(staged) = signatures.iter().find(|s| plan(&module, s.name()).is_some()) {
            let why = format!(
                "'{}' binds extents to values that it computes (tensor.bind): the caller of a C function \
                 allocates its arrays, and cannot know these extents. Split it into two functions: one \
                 returns the extent, the other takes it as an argument with the attribute tf.extent",
                staged.name()
            );
            return Err(Error::Build(why.into()));
        }
        let code = Code { level: ahead.level, sanitized: self.is_sanitized(), effort: EFFORT };
        let form = (code, ahead.form.emit());
        let made = unit::ahead(&self.library()?, &module, &signatures, &ahead.prefix, form)
            .map_err(|error| Error::build(module.ctx(), error))?;
        phases.extend(made.phases);
        Ok(AheadUnit { bytes: made.bytes, phases, signatures, prefix: ahead.prefix.clone() })
    }
}
