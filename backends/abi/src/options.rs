//! The options of one compilation. They cross the library boundary as text, one `key=value` per line, in a
//! fixed order (so that equal options are equal text: they are part of a unit's cache key).

use std::fmt;

/// The upstream pass pipeline that takes `scf`, `vector`, `memref`, `arith`, `math`, `func` code to the LLVM
/// dialect. It neither canonicalizes nor merges: emitted units have no redundancy, and LLVM simplifies them
/// anyway. Passes for vectors of several axes, strided memrefs and `affine` are left out, as nothing emits
/// those.
pub const CPU_PIPELINE: &str = "builtin.module(convert-scf-to-cf,\
convert-vector-to-llvm{reassociate-fp-reductions=0 enable-x86vector=1},convert-math-to-llvm,convert-arith-to-llvm,\
convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv=1},\
convert-cf-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts)";

/// The language of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Input {
    /// Upstream MLIR text.
    #[default]
    Mlir,
}

/// The output of a compilation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emit {
    /// The upstream module after the pass pipeline, as text.
    Mlir,
    /// LLVM IR after optimisation, as text.
    Llvm,
    /// Assembly of the target; PTX if the target is a GPU.
    Asm,
    /// An object file.
    #[default]
    Object,
}

/// Instrumentation that finds memory errors at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sanitize {
    /// Nothing.
    #[default]
    None,
    /// LLVM's AddressSanitizer. The linker of the object must link its runtime, too.
    Address,
    /// The same, for code that is loaded into a process that already has the runtime: no constructor runs on
    /// loading, so constants are not checked.
    AddressLoaded,
}

/// The options of one compilation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The unit's language.
    pub input: Input,
    /// What to produce.
    pub emit: Emit,
    /// Target triple; empty is the machine the library runs on.
    pub target: String,
    /// Processor name as LLVM spells it (`znver4`, `sm_90a`); empty is this machine's processor on the host
    /// target and the baseline elsewhere.
    pub cpu: String,
    /// Processor features as LLVM spells them (`+avx2,+fma`); empty is this machine's features where `cpu` is
    /// empty too and the target is the host.
    pub features: String,
    /// Optimisation level, 0 to 3.
    pub opt: u8,
    /// Upstream pass pipeline, as `mlir-opt` takes it.
    pub pipeline: String,
    /// LLVM pass pipeline, as `opt -passes=` takes it; empty is `default<On>` of `opt`.
    pub passes: String,
    /// Runs MLIR's verifier after each pass.
    pub verify_each: bool,
    /// Instrumentation, inserted after LLVM's pipeline.
    pub sanitize: Sanitize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            input: Input::default(),
            emit: Emit::default(),
            target: String::new(),
            cpu: String::new(),
            features: String::new(),
            opt: 2,
            pipeline: CPU_PIPELINE.to_owned(),
            passes: String::new(),
            verify_each: false,
            sanitize: Sanitize::default(),
        }
    }
}

impl Options {
    /// Reads the text form. Keys that are absent keep their default; the error of an unknown key, a malformed
    /// line or a bad value names it.
    pub fn parse(text: &str) -> Result<Self, OptionsError> {
        let mut options = Self::default();
        for line in text.lines().filter(|l| !l.is_empty()) {
            let (key, value) =
                line.split_once('=').ok_or_else(|| OptionsError::new(line, "expected key=value"))?;
            options.set(key, value)?;
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), OptionsError> {
        let bad = |expected: &str| OptionsError::new(&format!("{key}={value}"), expected);
        match key {
            "input" => self.input = Input::from_name(value).ok_or_else(|| bad("expected mlir"))?,
            "emit" => {
                self.emit = Emit::from_name(value).ok_or_else(|| bad("expected mlir, llvm, asm or obj"))?
            }
            "target" => self.target = value.to_owned(),
            "cpu" => self.cpu = value.to_owned(),
            "features" => self.features = value.to_owned(),
            "opt" => {
                let level = value.parse().ok().filter(|l| *l <= 3);
                self.opt = level.ok_or_else(|| bad("expected a level from 0 to 3"))?;
            }
            "pipeline" => self.pipeline = value.to_owned(),
            "passes" => self.passes = value.to_owned(),
            "verify-each" => {
                self.verify_each = match value {
                    "0" => false,
                    "1" => true,
                    _ => return Err(bad("expected 0 or 1")),
                }
            }
            "sanitize" => {
                let found = Sanitize::from_name(value);
                self.sanitize = found.ok_or_else(|| bad("expected none, address or address-loaded"))?;
            }
            _ => {
                return Err(OptionsError::new(
                    key,
                    &format!("no such option; there are {}", KEYS.join(", ")),
                ));
            }
        }
        Ok(())
    }
}

const KEYS: [&str; 10] =
    ["input", "emit", "target", "cpu", "features", "opt", "pipeline", "passes", "verify-each", "sanitize"];

/// The text form. A line break inside a value is written as a space (pipelines may be written over several
/// lines).
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flat = |text: &str| text.replace(['\n', '\r'], " ");
        writeln!(f, "input={}", self.input.name())?;
        writeln!(f, "emit={}", self.emit.name())?;
        writeln!(f, "target={}", flat(&self.target))?;
        writeln!(f, "cpu={}", flat(&self.cpu))?;
        writeln!(f, "features={}", flat(&self.features))?;
        writeln!(f, "opt={}", self.opt)?;
        writeln!(f, "pipeline={}", flat(&self.pipeline))?;
        writeln!(f, "passes={}", flat(&self.passes))?;
        writeln!(f, "verify-each={}", u8::from(self.verify_each))?;
        writeln!(f, "sanitize={}", self.sanitize.name())
    }
}

impl Input {
    /// The name used in option text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mlir => "mlir",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        [Self::Mlir].into_iter().find(|i| i.name() == name)
    }
}

impl Emit {
    /// The name used in option text and by `--emit`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mlir => "mlir",
            Self::Llvm => "llvm",
            Self::Asm => "asm",
            Self::Object => "obj",
        }
    }

    /// The reverse of [`Emit::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Mlir, Self::Llvm, Self::Asm, Self::Object].into_iter().find(|e| e.name() == name)
    }
}

impl Sanitize {
    /// The name used in option text.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Address => "address",
            Self::AddressLoaded => "address-loaded",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        [Self::None, Self::Address, Self::AddressLoaded].into_iter().find(|s| s.name() == name)
    }
}

/// An invalid line of option text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsError {
    /// The line or key.
    pub text: String,
    /// The error in it.
    pub reason: String,
}

impl OptionsError {
    fn new(text: &str, reason: &str) -> Self {
        Self { text: text.to_owned(), reason: reason.to_owned() }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "compile option '{}': {}", self.text, self.reason)
    }
}

impl std::error::Error for OptionsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_reads_back_as_the_same_options() {
        let options = Options {
            emit: Emit::Asm,
            target: "nvptx64-nvidia-cuda".into(),
            cpu: "sm_90a".into(),
            features: "+ptx80,-foo".into(),
            opt: 3,
            pipeline: "builtin.module(canonicalize{max-iterations=3},cse)".into(),
            passes: "default<O1>,function(gvn)".into(),
            verify_each: true,
            sanitize: Sanitize::AddressLoaded,
            ..Options::default()
        };
        assert_eq!(Options::parse(&options.to_string()), Ok(options));
        assert_eq!(Options::parse(""), Ok(Options::default()));
        let lines = Options::default().to_string();
        assert_eq!(lines.lines().map(|l| l.split_once('=').unwrap().0).collect::<Vec<_>>(), KEYS);
    }

    #[test]
    fn a_line_break_cannot_smuggle_in_another_option() {
        let options = Options { pipeline: "builtin.module(\n cse)\nopt=0".into(), ..Options::default() };
        let read = Options::parse(&options.to_string()).unwrap();
        assert_eq!(read.opt, 2);
        assert_eq!(read.pipeline, "builtin.module(  cse) opt=0");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("colour=red", "no such option"),
            ("opt=4", "level from 0 to 3"),
            ("emit=exe", "mlir, llvm, asm or obj"),
            ("input=wasm", "expected mlir"),
            ("verify-each=yes", "0 or 1"),
            ("sanitize=thread", "none, address or address-loaded"),
            ("nonsense", "expected key=value"),
        ] {
            let error = Options::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
