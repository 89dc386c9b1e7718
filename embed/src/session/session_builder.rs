//! Configuration of sessions, with extra dialects and passes.

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

/// The configuration of a [`Session`](crate::Session).
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
    pub(crate) routines: Option<PathBuf>,
    pub(crate) kernel_time: Option<Duration>,
    pub(crate) schedules: Schedules,
    pub(crate) calibration: Option<Calibration>,
    pub(crate) machine: Option<Target>,
    pub(crate) driver: OwnDriver,
}

/// A GPU driver that replaces the machine's.
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
    /// Replaces the machine's GPU driver, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn cuda_driver(mut self, driver: Arc<dyn Driver>) -> SessionBuilder {
        self.driver = OwnDriver(Some(driver));
        self
    }

    /// The count of threads for programs, including the caller's. By default, sessions share one pool of all
    /// cores.
    pub fn threads(self, threads: usize) -> SessionBuilder {
        SessionBuilder { threads: Some(threads), ..self }
    }

    /// The LLVM library, or its folder. By default, it is searched for next to the running program.
    pub fn llvm_library(self, path: impl Into<PathBuf>) -> SessionBuilder {
        SessionBuilder { llvm: Some(path.into()), ..self }
    }

    /// Verifies the program after each pass.
    pub fn verify_each(self, verify: bool) -> SessionBuilder {
        SessionBuilder { verify_each: verify, ..self }
    }

    /// Checked mode: if a program does not specify an out-of-bounds policy, an index outside a tensor ends
    /// the call with an error that names tensor, index and line. (Unchecked,
    /// [`Tensor::at`](tf_frontend::Tensor::at) then reads the nearest element, and
    /// [`Target::put`](tf_frontend::Target::put) does nothing.) Explicit policies remain: `at_wrap`, `at_or`,
    /// `put_clamp`, `Outside::Clamp`. Data races of kernels are found on the devices `simt` and `interp`
    /// only, checked or not; if a checked program has kernels and runs elsewhere, its executable
    /// [warns](crate::Executable::warnings).
    pub fn checked(self, checked: bool) -> SessionBuilder {
        SessionBuilder { checked, ..self }
    }

    /// Ends calls at the first operation with finite operands whose result is a NaN or an infinity, with an
    /// error that names its line. Use it to find their source: sums then keep the written order, and code is
    /// several times slower.
    pub fn nan_traps(self, trap: bool) -> SessionBuilder {
        SessionBuilder { nan_traps: trap, ..self }
    }

    /// The numerics mode of functions that do not specify one. The default is [`Numerics::Standard`], and
    /// [`Numerics::Precise`] for functions imported from StableHLO.
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

    /// Instruments machine code with LLVM's AddressSanitizer: if a caller passes memory that is smaller than
    /// declared, the sanitizer reports the first access outside. [`Session::compile_ahead`] makes objects for
    /// programs that are linked with `-fsanitize=address`; code compiled for [`Device::cpu`] needs such a
    /// host program, or the sanitizer's runtime preloaded. Code is about twice as slow.
    pub fn address_sanitizer(self, sanitize: bool) -> SessionBuilder {
        SessionBuilder { sanitized: sanitize, ..self }
    }

    /// Makes code for the CPU measure the time of each of its loop nests: see [`Executable::profile`]. Other
    /// devices refuse. Results are the same; each nest costs one extra read of the clock.
    pub fn profile(self, profile: bool) -> SessionBuilder {
        SessionBuilder { profile, ..self }
    }

    /// Limits of each call of the session's programs, and the handle that cancels it; by default, there are
    /// no limits. See also [`Executable::limited`].
    pub fn limits(self, limits: Limits) -> SessionBuilder {
        SessionBuilder { limits, ..self }
    }

    /// Caches compiled code of every device in a folder: machine code of processors, PTX, and the output of a
    /// GPU's driver. Code that this or another process has compiled before is not compiled a second time. Nor
    /// do passes run, unless the session has extra passes or dialects ([`SessionBuilder::extended`]), or
    /// verifies after each pass. A folder that cannot be used (damaged, full, or writable by other users)
    /// only costs compile time. By default, nothing is cached. See also [`Session::cache_use`].
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

    /// The maximum size in bytes of the folder of [`cache_dir`](SessionBuilder::cache_dir); the default is
    /// 512 MiB. The least recently used entries are evicted.
    pub fn cache_bytes(self, bytes: u64) -> SessionBuilder {
        SessionBuilder { cache_bytes: Some(bytes), ..self }
    }

    /// The folder of the library's compiled routines ([`Session::write_routines`]), instead of the one with
    /// the name `routines` next to the LLVM library. With such a folder, matrix algorithms on large matrices
    /// of constant extents are calls of routines, too; one that the folder lacks is compiled.
    pub fn routines(self, folder: impl Into<PathBuf>) -> SessionBuilder {
        SessionBuilder { routines: Some(folder.into()), ..self }
    }

    /// Measured schedules ([`Session::tune`]) for the device `cpu`: computes with an entry use it, others run
    /// as they would without. A schedule that is not legal for its compute is ignored.
    pub fn schedules(self, schedules: Schedules) -> SessionBuilder {
        SessionBuilder { schedules, ..self }
    }

    /// The costs of bytes and waiting, if known more precisely than the defaults: they determine the choice
    /// of loops for processors. Functions that specify their own (`tf.rates`) keep them.
    pub fn calibration(self, calibration: Calibration) -> SessionBuilder {
        SessionBuilder { calibration: Some(calibration), ..self }
    }

    /// The machine for which the device `cpu` chooses loops, instead of this one: cores, caches and rates of
    /// a processor family. The instruction set remains that of the device
    /// ([`Device::with_level`](crate::Device::with_level)), so that code for this machine runs on it.
    ///
    /// ```
    /// use tensorforge::{Family, Session};
    /// let session = Session::builder().machine(Family::named("sapphirerapids")?, 2).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn machine(self, family: Family, cores: u32) -> SessionBuilder {
        SessionBuilder { machine: Some(family.target(cores.max(1))), ..self }
    }

    /// The maximum wait of a call for a GPU. After it, kernels are told to end, and the call fails. If a
    /// kernel does not obey (see `docs/guides/gpu.md`), the session gives up the GPU and all memory on it;
    /// the next program compiled for it opens it again.
    pub fn kernel_time(self, most: Duration) -> SessionBuilder {
        SessionBuilder { kernel_time: Some(most), ..self }
    }

    /// The receiver of the output of the session's programs ([`Tracer::print`]), called on the thread of the
    /// call; by default, output is dropped. See also [`Executable::printing_to`].
    ///
    /// ```
    /// # use tensorforge::*;
    /// let printer = Printer::new(|printed| eprintln!("{}", printed.text));
    /// let session = Session::builder().printer(printer).build()?;
    /// # let program = Program::trace("f", |p| {
    /// #     let x = p.scalar::<f32>("x");
    /// #     p.print("x is {}", [&x]);
    /// #     x
    /// # })?;
    /// # let _: Array = session.compile(&program, &Device::interp())?.call((2.0f32,))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn printer(self, printer: Printer) -> SessionBuilder {
        SessionBuilder { printer, ..self }
    }

    /// Adds extra dialects and passes: programs may use the dialects, and pipelines may name the passes.
    ///
    /// ```
    /// # use tensorforge::Session;
    /// let session = Session::builder().extended(|_dialects, passes| {
    ///     passes.pipeline("tidy", "Makes a program small", "canonicalize,cse");
    /// });
    /// # let text = "func.func @f(%x: i32) -> i32 {
    /// #     %c = arith.constant 0 : i32
    /// #     %y = arith.addi %x, %c : i32
    /// #     return %y : i32
    /// # }";
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

    /// The initial parts of a session: dialects and passes, with the extra ones, and the code cache.
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
