//! How sessions are made: what a builder is told, and the dialects and passes that are added to those of the project.

use crate::tuning::calibration::Calibration;
use crate::tuning::schedules::Schedules;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tf_cpu::objects::{self, Objects};
use tf_dialects::limits::Limits;
use tf_dialects::prints::Printer;
use tf_dialects::target::{Family, Target};
use tf_frontend::Numerics;
use tf_ir::context::Context;
use tf_ir::pass::PassRegistry;
use tf_ir::registry::Registry;
use tf_nvptx::Driver;

/// How a [`Session`](crate::Session) is made.
#[derive(Clone, Debug, Default)]
pub struct SessionBuilder {
    pub(crate) threads: Option<usize>,
    pub(crate) llvm: Option<PathBuf>,
    pub(crate) verify_each: bool,
    pub(crate) checked: bool,
    pub(crate) nan_traps: bool,
    pub(crate) sanitized: bool,
    pub(crate) profile: bool,
    pub(crate) limits: Limits,
    pub(crate) numerics: Option<Numerics>,
    pub(crate) printer: Printer,
    extensions: Vec<Extension>,
    pub(crate) cache_dir: Option<PathBuf>,
    pub(crate) cache_bytes: Option<u64>,
    pub(crate) kernel_time: Option<Duration>,
    pub(crate) schedules: Schedules,
    pub(crate) calibration: Option<Calibration>,
    pub(crate) machine: Option<Target>,
    pub(crate) driver: OwnDriver,
}

/// A driver of GPUs in place of the machine's.
#[derive(Clone, Default)]
pub(crate) struct OwnDriver(pub(crate) Option<Arc<dyn Driver>>);

impl fmt::Debug for OwnDriver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "given" } else { "the machine's" })
    }
}

/// Adds dialects and passes.
#[derive(Clone)]
struct Extension(Arc<dyn Fn(&mut Registry, &mut PassRegistry) + Send + Sync>);

impl std::fmt::Debug for Extension {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Extension")
    }
}

impl SessionBuilder {
    /// The driver of GPUs in place of the machine's: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn cuda_driver(mut self, driver: Arc<dyn Driver>) -> SessionBuilder {
        self.driver = OwnDriver(Some(driver));
        self
    }

    /// Threads that programs run on, the caller's included; without this, sessions share one pool of all cores.
    pub fn threads(self, threads: usize) -> SessionBuilder {
        SessionBuilder { threads: Some(threads), ..self }
    }

    /// The LLVM library, or the folder it is in; without this, it is looked for next to the running program.
    pub fn llvm_library(self, path: impl Into<PathBuf>) -> SessionBuilder {
        SessionBuilder { llvm: Some(path.into()), ..self }
    }

    /// Verifies the program after each pass.
    pub fn verify_each(self, verify: bool) -> SessionBuilder {
        SessionBuilder { verify_each: verify, ..self }
    }

    /// Checked mode: where a program does not say what an index outside a tensor means ([`Tensor::at`](tf_frontend::Tensor::at)
    /// takes the nearest element then, [`Target::put`](tf_frontend::Target::put) does nothing), it ends the call with an error
    /// that names tensor, index and line. What a program says stays: `at_wrap`, `at_or`, `put_clamp`, `Outside::Clamp`.
    /// Data races of kernels are found on the devices `simt` and `interp` only, checked or not; where a
    /// checked program has kernels and runs elsewhere, its executable [warns](crate::Executable::warnings).
    pub fn checked(self, checked: bool) -> SessionBuilder {
        SessionBuilder { checked, ..self }
    }

    /// Ends calls at the first operation that makes a NaN or an infinity of finite numbers, with an error that names its line. For
    /// finding where they come from: sums are added up in the written order, and code is several times slower.
    pub fn nan_traps(self, trap: bool) -> SessionBuilder {
        SessionBuilder { nan_traps: trap, ..self }
    }

    /// How exactly floats are computed in functions that do not say it themselves. Without this, that is [`Numerics::Standard`], and
    /// [`Numerics::Precise`] in what is imported from StableHLO.
    ///
    /// ```
    /// # use tensorforge::{Array, Device, Numerics, Session};
    /// let text = "func.func @f(%x: f32, %y: f32) -> f32 { %q = arith.divf %x, %y : f32 return %q : f32 }";
    /// let session = Session::builder().numerics(Numerics::Precise).build()?;
    /// let program = session.compile_text(text, Device::interp())?;
    /// # Ok::<(), tensorforge::Error>(())
    /// ```
    pub fn numerics(self, numerics: Numerics) -> SessionBuilder {
        SessionBuilder { numerics: Some(numerics), ..self }
    }

    /// Instruments machine code with LLVM's AddressSanitizer: whoever lends a program memory that is smaller than it says is told by the
    /// sanitizer, at the first access outside. [`Session::compile_ahead`] makes objects for programs that are linked with
    /// `-fsanitize=address`; what is compiled for [`Device::cpu`] needs such a program around it, or the sanitizer's runtime preloaded.
    /// Code is about twice as slow.
    pub fn address_sanitizer(self, sanitize: bool) -> SessionBuilder {
        SessionBuilder { sanitized: sanitize, ..self }
    }

    /// Has code for the CPU measure how long each of its loop nests takes: see [`Executable::profile`]. Other devices refuse. Results are the
    /// same, and the nests as fast; each is a call of the clock slower.
    pub fn profile(self, profile: bool) -> SessionBuilder {
        SessionBuilder { profile, ..self }
    }

    /// What each call of the session's programs may use up, and who may cancel it; nothing is limited without this. See also
    /// [`Executable::limited`].
    pub fn limits(self, limits: Limits) -> SessionBuilder {
        SessionBuilder { limits, ..self }
    }

    /// Keeps compiled code of every device in a folder, and takes it from there: machine code of processors, PTX, and what a GPU's driver makes of it.
    /// What was compiled before, by this process or another one, is not compiled again. No pass runs again either, but where the session has passes or dialects of others
    /// ([`SessionBuilder::extended`]), or each pass is to be verified. A folder that cannot be used, as it is damaged, full or may be written by other users, changes nothing but the time that
    /// compiling takes. Without this, nothing is kept. See also [`Session::cache_use`].
    ///
    /// ```no_run
    /// # use tensorforge::{Device, Session};
    /// # let folder = std::env::temp_dir().join(format!("tf-doc-cache-{}", std::process::id()));
    /// let text = "func.func @f(%x: f32) -> f32 { %y = arith.addf %x, %x : f32 return %y : f32 }";
    /// let first = Session::builder().cache_dir(&folder).build()?;
    /// first.compile_text(text, Device::cpu())?;
    /// let second = Session::builder().cache_dir(&folder).build()?;
    /// second.compile_text(text, Device::cpu())?;
    /// assert!(first.cache_use().kept > 0);
    /// assert_eq!(second.cache_use().found, first.cache_use().kept);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cache_dir(self, folder: impl Into<PathBuf>) -> SessionBuilder {
        SessionBuilder { cache_dir: Some(folder.into()), ..self }
    }

    /// The most bytes that the folder of [`cache_dir`](SessionBuilder::cache_dir) holds; 512 MiB without this. What was not used for longest goes.
    pub fn cache_bytes(self, bytes: u64) -> SessionBuilder {
        SessionBuilder { cache_bytes: Some(bytes), ..self }
    }

    /// Schedules that were measured ([`Session::tune`]), for the device `cpu`: computes that are in them run so, others as they would without. What a
    /// compute may not follow is left out.
    pub fn schedules(self, schedules: Schedules) -> SessionBuilder {
        SessionBuilder { schedules, ..self }
    }

    /// What bytes and waiting cost, where that is known better than for all processors: of code for processors, loops are chosen by it. Functions that say it
    /// themselves (`tf.rates`) keep what they say.
    pub fn calibration(self, calibration: Calibration) -> SessionBuilder {
        SessionBuilder { calibration: Some(calibration), ..self }
    }

    /// The machine that the device `cpu` chooses loops for, in place of this one: cores, caches and rates of a processor
    /// family. The instruction set stays that of the device ([`Device::with_level`](crate::Device::with_level)), so that
    /// code for this machine runs on it.
    ///
    /// ```
    /// use tensorforge::{Family, Session};
    /// let session = Session::builder().machine(Family::named("sapphirerapids")?, 2).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn machine(self, family: Family, cores: u32) -> SessionBuilder {
        SessionBuilder { machine: Some(family.target(cores.max(1))), ..self }
    }

    /// How long a call may wait for a GPU. Kernels are told to end then, and the call fails. A kernel that does not obey (`docs/gpu.md` says which)
    /// takes the GPU with it: that is given up, with all that is on it, and opened anew by the next program that is compiled for it.
    pub fn kernel_time(self, most: Duration) -> SessionBuilder {
        SessionBuilder { kernel_time: Some(most), ..self }
    }

    /// Who gets what the session's programs print ([`Tracer::print`]), on the thread of the call; nobody does without this. See also
    /// [`Executable::printing_to`].
    ///
    /// ```
    /// # use tensorforge::*;
    /// let session = Session::builder().printer(Printer::new(|printed| eprintln!("{}", printed.text))).build()?;
    /// # let program = Program::trace("f", |p| { let x = p.scalar::<f32>("x"); p.print("x is {}", [&x]); x })?;
    /// # let _: Array = session.compile(&program, &Device::interp())?.call((2.0f32,))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn printer(self, printer: Printer) -> SessionBuilder {
        SessionBuilder { printer, ..self }
    }

    /// Adds dialects and passes of others: what the session reads may use the ones, what it is told to run may name the others.
    ///
    /// ```
    /// # use tensorforge::Session;
    /// let session = Session::builder().extended(|_dialects, passes| {
    ///     passes.pipeline("tidy", "Makes a program small", "canonicalize,cse");
    /// });
    /// # let text = "func.func @f(%x: i32) -> i32 { %c = arith.constant 0 : i32 %y = arith.addi %x, %c : i32 return %y : i32 }";
    /// assert!(!session.build()?.run_pipeline(text, "tidy")?.contains("addi"));
    /// # Ok::<(), tensorforge::Error>(())
    /// ```
    pub fn extended(
        mut self,
        extension: impl Fn(&mut Registry, &mut PassRegistry) + Send + Sync + 'static,
    ) -> SessionBuilder {
        self.extensions.push(Extension(Arc::new(extension)));
        self
    }

    pub(crate) fn is_extended(&self) -> bool {
        !self.extensions.is_empty()
    }

    /// What a session starts with: dialects and passes, those of others included, and the folder of compiled code.
    pub(crate) fn parts(&self) -> (Context, PassRegistry, Option<Arc<Objects>>) {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        tf_import::stablehlo::register(&mut registry);
        let mut passes = PassRegistry::new();
        tf_passes::register_all(&mut passes);
        for Extension(extend) in &self.extensions {
            extend(&mut registry, &mut passes);
        }
        let most = self.cache_bytes.unwrap_or(objects::MOST_BYTES);
        let objects = self.cache_dir.as_ref().map(|folder| Arc::new(Objects::new(folder, most)));
        (Context::new(registry), passes, objects)
    }
}
