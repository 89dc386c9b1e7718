//! `--emit`: code generation after the last pass.

use super::kernels::explain;
use std::path::Path;
use tf_abi::options::Emit;
use tf_cpu::library::{Artifact, Library};
use tf_cpu::ptx::{Arch, ptx};
use tf_cpu::unit::{BuildError, Code, EFFORT, translate};
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;

/// A form below the last pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The module in upstream MLIR's dialects, the input of the LLVM library.
    Upstream,
    /// An output of the LLVM library.
    Machine(Emit),
    /// The kernels of the module as GPU code.
    Ptx,
    /// The cost report of the kernels, as text.
    Kernels,
}

/// The names of all forms, in the order of the lowering.
pub(super) const FORMS: [&str; 6] = ["upstream", "mlir", "llvm", "asm", "obj", "ptx"];

impl Form {
    /// The form with a name of [`FORMS`].
    pub(super) fn named(name: &str) -> Option<Form> {
        match name {
            "upstream" => Some(Form::Upstream),
            "ptx" => Some(Form::Ptx),
            name => Emit::from_name(name).map(Form::Machine),
        }
    }

    /// True for binary output.
    pub(super) fn is_binary(self) -> bool {
        self == Form::Machine(Emit::Object)
    }
}

/// The target of the code: an instruction set level, and a GPU architecture.
#[derive(Clone, Copy, Default)]
pub(super) struct For {
    pub(super) level: Level,
    pub(super) arch: Arch,
    /// Whether processor code is instrumented by AddressSanitizer.
    pub(super) sanitized: bool,
}

/// A module at the memory stage in the form, and the times of the phases.
///
/// # Errors
/// The op that cannot be emitted, with advice; a missing library; a failure of the code generator.
pub(super) fn emit(module: &Body, form: Form, of: For, ptxas: &Path) -> Result<Artifact, Diagnostic> {
    let nowhere =
        |message: String| Diagnostic::error(Location::UNKNOWN, message).code(&codes::CODE_GENERATION);
    let leftover = |error: Diagnostic| {
        error
            .note(Location::UNKNOWN, "--emit takes modules at the memory stage: run the pipeline --cpu first")
    };
    match form {
        Form::Upstream => {
            let unit = tf_upstream::emit(module, of.level).map_err(leftover)?;
            Ok(Artifact { bytes: unit.text.into_bytes(), phases: Vec::new() })
        }
        Form::Machine(emit) => {
            let library = Library::open(None).map_err(|error| nowhere(error.to_string()))?;
            let code = Code { level: of.level, sanitized: of.sanitized, effort: EFFORT };
            translate(&library, module, (code, emit)).map_err(|error| match error {
                BuildError::Emit(error) => leftover(*error),
                other => nowhere(other.to_string()),
            })
        }
        Form::Kernels => {
            let bytes = explain(module, ptxas, of)?.into_bytes();
            Ok(Artifact { bytes, phases: Vec::new() })
        }
        Form::Ptx => {
            let library = Library::open(None).map_err(|error| nowhere(error.to_string()))?;
            ptx(&library, module, of.arch).map_err(|error| match error {
                BuildError::Emit(error) => {
                    error.note(Location::UNKNOWN, "--emit=ptx takes kernels lowered by the pipeline --gpu")
                }
                other => nowhere(other.to_string()),
            })
        }
    }
}
