//! Sessions: the context of programs, the compiler's state, and the cache of executables.

pub(crate) mod device;
pub(crate) mod open;
pub(crate) mod routines;
pub(crate) mod session_builder;

use crate::call::device_array::DeviceArray;
use crate::call::executable::Executable;
use crate::compile::OnDevice;
use crate::compile::cache::Cache;
use crate::error::{Error, render};
use crate::pipelines;
use crate::session::device::{Device, Kind};
use crate::session::open::{OpenDevice, arch, mapping};
use crate::session::routines::Routines;
use crate::session::session_builder::SessionBuilder;
use crate::tuning::calibration::Calibration;
use crate::tuning::schedules::Schedules;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tf_cpu::kernels::Processor;
use tf_cpu::library::{Library, LibraryError};
use tf_cpu::objects::Objects;
use tf_cpu::runtime::{self, Runtime};
use tf_device::{CodeStore, DeviceError};
use tf_dialects::array::Array;
use tf_dialects::func::Func;
use tf_dialects::limits::Limits;
use tf_dialects::prints::Printer;
use tf_dialects::target::Target;
use tf_frontend::{Program, TraceError, Tracer, Values};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Sources;
use tf_ir::pass::PassRegistry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};
use tf_ir::verify::verify;
use tf_nvptx::{Driver, Gpu};
use tf_passes::tensors::apply_numerics::MODE;

/// Compiles programs and caches executables: equal programs are compiled once. May be used from several
/// threads.
pub struct Session {
    pub(crate) ctx: Context,
    pub(crate) passes: PassRegistry,
    pub(crate) cache: Cache,
    /// The folder of compiled code.
    pub(crate) objects: Option<Arc<Objects>>,
    pub(crate) compilations: AtomicU64,
    pub(crate) routines: Routines,
    options: SessionBuilder,
    library: Mutex<Option<Arc<Library>>>,
    runtime: OnceLock<Arc<Runtime>>,
    gpus: Mutex<HashMap<u32, (Arc<Gpu>, Arc<OpenDevice>)>>,
    processor: Mutex<Option<(Arc<Processor>, Arc<OpenDevice>)>>,
}

/// How a session used its cache folder: programs as the passes left them, and compiled code, each in one unit
/// or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheUse {
    /// The count of programs and units found there.
    pub found: u64,
    /// The count of programs and units compiled and stored there.
    pub kept: u64,
}

impl SessionBuilder {
    /// Creates the session.
    ///
    /// # Errors
    /// None at present: the requirements of a device are checked on its first use.
    pub fn build(self) -> Result<Session, Error> {
        let (ctx, passes, objects) = self.parts();
        Ok(Session {
            objects,
            ctx,
            passes,
            cache: Cache::default(),
            compilations: AtomicU64::new(0),
            routines: Routines::default(),
            options: self,
            library: Mutex::new(None),
            runtime: OnceLock::new(),
            gpus: Mutex::default(),
            processor: Mutex::default(),
        })
    }
}

impl Session {
    /// A session with the defaults.
    ///
    /// # Errors
    /// As [`SessionBuilder::build`].
    pub fn new() -> Result<Session, Error> {
        SessionBuilder::default().build()
    }

    /// A builder of sessions.
    pub fn builder() -> SessionBuilder {
        SessionBuilder::default()
    }

    /// The context of the session's programs.
    pub fn context(&self) -> &Context {
        &self.ctx
    }

    /// The passes and named pipelines available to pipelines.
    pub fn passes(&self) -> &PassRegistry {
        &self.passes
    }

    /// Traces a program in the session's context; see [`Program::trace`].
    ///
    /// # Errors
    /// As [`Program::trace`].
    #[track_caller]
    pub fn trace<V: Values>(
        &self,
        name: &str,
        body: impl FnOnce(&Tracer) -> V,
    ) -> Result<Program, TraceError> {
        Program::trace_in(&self.ctx, name, body)
    }

    /// Reads a program from text; messages refer to it as `name`.
    ///
    /// # Errors
    /// [`Error::Parse`] or [`Error::Invalid`] with all findings.
    pub fn parse(&self, name: &str, text: &str) -> Result<Body, Error> {
        let mut sources = Sources::default();
        sources.add(name, text);
        let parsed = parse_module(&self.ctx, name, text, &ParseOptions::default());
        let body = parsed.map_err(|errors| Error::Parse(render(&self.ctx, &sources, &errors)))?.body;
        verify(&body).map_err(|errors| Error::Invalid(render(&self.ctx, &sources, &errors)))?;
        Ok(body)
    }

    /// Verifies a module, for example one built by hand.
    ///
    /// # Errors
    /// [`Error::Invalid`] with all violations.
    pub fn verify(&self, module: &Body) -> Result<(), Error> {
        verify(module).map_err(|errors| Error::Invalid(render(&self.ctx, &Sources::default(), &errors)))
    }

    /// Compiles a traced program for a device, or returns the cached executable.
    ///
    /// # Errors
    /// [`Error`]: a pass or the code generator failed, or a requirement of the device is missing.
    pub fn compile(&self, program: &Program, device: impl OnDevice) -> Result<Executable, Error> {
        self.compile_module(program.module(), device)
    }

    /// Compiles a program given as text.
    ///
    /// # Errors
    /// As [`Session::parse`] and [`Session::compile`].
    pub fn compile_text(&self, text: &str, device: impl OnDevice) -> Result<Executable, Error> {
        self.compile_module(&self.parse("<text>", text)?, device)
    }

    /// Converts a module of StableHLO or CHLO ops, as [`Session::parse`] reads it, to our dialects.
    ///
    /// # Errors
    /// [`Error::Unsupported`] if all obstacles are unsupported ops, else [`Error::Invalid`]; with the op and
    /// its location.
    pub fn import_stablehlo(&self, module: &Body) -> Result<Body, Error> {
        let described = self.options.numerics.is_some().then(|| {
            let mut module = module.duplicate();
            self.describe_numerics(&mut module);
            module
        });
        tf_import::stablehlo::import(described.as_ref().unwrap_or(module)).map_err(|errors| {
            let unsupported = errors.iter().all(|e| e.refusal == tf_import::Refusal::Unsupported);
            let found: Vec<_> = errors.into_iter().map(|e| e.diagnostic).collect();
            let text = render(&self.ctx, &Sources::default(), &found);
            if unsupported { Error::Unsupported(text) } else { Error::Invalid(text) }
        })
    }

    /// Compiles a program given as StableHLO text, in generic form or in the form that JAX prints.
    ///
    /// ```
    /// # use tensorforge::{Array, Device, Session};
    /// let text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    ///   %y = stablehlo.add %x, %x : tensor<2xf32>
    ///   return %y : tensor<2xf32> }";
    /// let program = Session::new()?.compile_stablehlo(text, &Device::interp())?;
    /// let y: Array = program.call(&Array::from_slice(&[2], &[1.0f32, 2.0])?)?;
    /// assert_eq!(y.as_slice::<f32>()?, [2.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::parse`], [`Session::import_stablehlo`] and [`Session::compile`].
    pub fn compile_stablehlo(&self, text: &str, device: &Device) -> Result<Executable, Error> {
        let module = self.parse("<text>", text)?;
        self.compile_module(&self.import_stablehlo(&module)?, device)
    }

    /// Runs a pass pipeline on a program given as text, and returns the resulting text.
    ///
    /// ```
    /// # use tensorforge::Session;
    /// let text = "func.func @f(%x: i32) -> i32 {
    ///     %c = arith.constant 0 : i32
    ///     %y = arith.addi %x, %c : i32
    ///     return %y : i32
    /// }";
    /// let folded = Session::new()?.run_pipeline(text, "canonicalize")?;
    /// assert!(!folded.contains("addi"));
    /// # Ok::<(), tensorforge::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::parse`]; [`Error::Pipeline`], [`Error::Pass`].
    pub fn run_pipeline(&self, text: &str, pipeline: &str) -> Result<String, Error> {
        let mut module = self.parse("<text>", text)?;
        self.run_passes(&mut module, pipeline)?;
        Ok(print_module(&module, &PrintOptions::default()))
    }

    /// Copies an array to a device.
    ///
    /// # Errors
    /// [`Error::Device`]: the device does not exist, or is out of memory.
    pub fn to_device(&self, array: &Array, device: &Device) -> Result<DeviceArray, Error> {
        let Some(on) = self.open(device)? else { return Ok(DeviceArray::here(array.clone(), device)) };
        let memory = on.allocate(array.bytes().len() as u64)?;
        let made = DeviceArray::there(array.layout().clone(), on.clone(), memory);
        on.upload(memory, array.bytes())?;
        Ok(made)
    }

    /// The count of programs compiled so far, without those found in caches.
    pub fn compilations(&self) -> u64 {
        self.compilations.load(Ordering::Relaxed)
    }

    /// How the folder of [`SessionBuilder::cache_dir`] was used so far; all zero without one.
    pub fn cache_use(&self) -> CacheUse {
        let (found, kept) = self.objects.as_ref().map_or((0, 0), |objects| objects.counts());
        CacheUse { found, kept }
    }

    /// The devices available on this machine: `interp` and `simt` always; `cpu` and `simt-compiled` if the
    /// LLVM library can be opened, and then also the GPUs that the driver reports.
    pub fn devices(&self) -> Vec<Device> {
        let mut found = vec![Device::interp(), Device::simt()];
        if self.library().is_ok() {
            found.extend([Device::cpu(), Device::simt_compiled()]);
            let count = self.driver().ok().and_then(|driver| driver.devices().ok());
            found.extend((0..count.unwrap_or(0)).map(Device::cuda));
        }
        found
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.options.limits
    }

    /// The measured schedules of the session.
    pub fn schedules(&self) -> &Schedules {
        &self.options.schedules
    }

    /// Sets the session's numerics mode, if any, on the functions that do not specify one.
    pub(crate) fn describe_numerics(&self, module: &mut Body) {
        let Some(numerics) = self.options.numerics else { return };
        for op in module.child_ops() {
            let Some(function) = module.child_mut(op) else { continue };
            let root = function.root();
            if function.is(root, Func) && function.attr(root, MODE).is_none() {
                let word = function.ctx().string_attr(numerics.name());
                function.set_attr(root, MODE, word);
            }
        }
    }

    /// Sets the session's calibration, if any, on the functions.
    pub(crate) fn describe_rates(&self, module: &mut Body) {
        if let Some(Calibration(rates)) = &self.options.calibration {
            rates.describe_all(module);
        }
    }

    /// The machine for which loops are chosen, if it is not this one.
    pub(crate) fn described_machine(&self) -> Option<Target> {
        self.options.machine
    }

    pub(crate) fn printer(&self) -> &Printer {
        &self.options.printer
    }

    pub(crate) fn is_sanitized(&self) -> bool {
        self.options.sanitized
    }

    /// Rejects code that the sanitizer does not instrument.
    ///
    /// # Errors
    /// [`Error::Build`] in a session with the sanitizer.
    pub(crate) fn without_sanitizer(&self, what: impl std::fmt::Display) -> Result<(), Error> {
        if !self.options.sanitized {
            return Ok(());
        }
        let why = format!(
            "address_sanitizer checks code compiled for the device cpu or ahead of time, not {what}: turn \
             it off here"
        );
        Err(Error::Build(why.into()))
    }

    /// True if calls end at a NaN.
    pub(crate) fn traps_nans(&self) -> bool {
        self.options.nan_traps
    }

    /// True if code measures the time of its loop nests.
    pub(crate) fn profiles(&self) -> bool {
        self.options.profile
    }

    /// The pass pipeline for a device.
    ///
    /// # Errors
    /// [`Error::Pipeline`]: it does not support an option of the session.
    pub(crate) fn pipeline(&self, device: &Device) -> Result<String, Error> {
        let refused = |why: String| Error::Pipeline(why.into());
        if self.options.nan_traps && self.options.profile {
            let why = "nan_traps and profile cannot be combined: code that checks for NaN is several times \
                       slower";
            return Err(refused(why.to_string()));
        }
        let own = match (device.kind(), self.options.nan_traps) {
            _ if self.options.profile => device.profiled_pipeline().map_err(refused)?,
            (Kind::Cuda(number), traps) if !device.has_own_pipeline() => {
                // Open the GPU first: if there is none, report that before anything else.
                let gpu = self.gpu(number)?.0;
                let name = arch(&gpu)?.name();
                pipelines::device_of(&mapping(&gpu, name), traps)
            }
            (_, true) => device.trapping_pipeline().map_err(refused)?,
            (_, false) if self.links_routines(device) => {
                pipelines::cpu_linked(self.routine_folder().is_some())
            }
            (_, false) => device.pipeline(),
        };
        Ok(self.settled(own))
    }

    /// True if programs for a device are linked with the library's routines. Programs that are checked, or
    /// transformed by passes of others, have the code of routines in them.
    pub(crate) fn links_routines(&self, device: &Device) -> bool {
        let plain = !self.options.sanitized && !self.options.checked && !self.is_extended();
        device.kind() == Kind::Cpu && !device.has_own_pipeline() && plain
    }

    /// The folder of compiled routines: the session's own, or the one next to the LLVM library, if it exists.
    pub(crate) fn routine_folder(&self) -> Option<PathBuf> {
        let shipped = || {
            let folder = self.library().ok()?.path().parent()?.join(routines::FOLDER);
            folder.is_dir().then_some(folder)
        };
        self.options.routines.clone().or_else(shipped)
    }

    /// A pipeline with the passes that the session requires before it.
    pub(crate) fn settled(&self, own: String) -> String {
        match (self.options.checked, own.is_empty()) {
            (false, _) => own,
            (true, true) => pipelines::checked().to_string(),
            (true, false) => format!("{},{own}", pipelines::checked()),
        }
    }

    /// True if the session has extra dialects or passes.
    pub(crate) fn is_extended(&self) -> bool {
        self.options.is_extended()
    }

    pub(crate) fn is_checked(&self) -> bool {
        self.options.checked
    }

    pub(crate) fn verify_each(&self) -> bool {
        self.options.verify_each
    }

    /// The LLVM library, opened on first use. A failure is not cached, since the library may be built later.
    pub(crate) fn library(&self) -> Result<Arc<Library>, LibraryError> {
        let mut library = self.library.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = &*library {
            return Ok(library.clone());
        }
        Ok(library.insert(Library::open(self.options.llvm.as_deref())?).clone())
    }

    /// A diagnostic as a build error.
    pub(crate) fn refused(&self, error: tf_ir::diag::Diagnostic) -> Error {
        Error::Build(render(&self.ctx, &Sources::default(), &[error]))
    }

    /// The GPU driver.
    fn driver(&self) -> Result<Arc<dyn Driver>, DeviceError> {
        self.options.driver.0.clone().map_or_else(tf_nvptx::cuda::driver, Ok)
    }

    /// A GPU, opened on first use, and reopened after it was lost.
    pub(crate) fn gpu(&self, number: u32) -> Result<(Arc<Gpu>, Arc<OpenDevice>), DeviceError> {
        let mut gpus = self.gpus.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gpu) = gpus.get(&number).filter(|(gpu, _)| !gpu.is_lost()) {
            return Ok(gpu.clone());
        }
        gpus.remove(&number);
        let options = tf_nvptx::Options {
            store: self.objects.clone().map(|objects| objects as Arc<dyn CodeStore>),
            time: self.options.kernel_time,
            ..tf_nvptx::Options::default()
        };
        let gpu = Arc::new(Gpu::open(self.driver()?, number, options)?);
        let open = OpenDevice::new(Device::cuda(number), gpu.clone())?;
        Ok(gpus.entry(number).insert_entry((gpu, open)).get().clone())
    }

    /// The processor as a device for kernels.
    pub(crate) fn processor(&self) -> Result<(Arc<Processor>, Arc<OpenDevice>), DeviceError> {
        let mut processor = self.processor.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = &*processor {
            return Ok(found.clone());
        }
        let made = Arc::new(Processor::new(&self.runtime()));
        let open = OpenDevice::new(Device::simt_compiled(), made.clone())?;
        Ok(processor.insert((made, open)).clone())
    }

    /// A device with separate memory; `None` for devices that compute in host memory.
    ///
    /// # Errors
    /// The device does not exist.
    pub(crate) fn open(&self, device: &Device) -> Result<Option<Arc<OpenDevice>>, DeviceError> {
        Ok(match device.kind() {
            Kind::Interpreter | Kind::Cpu | Kind::Simt => None,
            Kind::SimtCompiled => Some(self.processor()?.1),
            Kind::Cuda(number) => Some(self.gpu(number)?.1),
        })
    }

    pub(crate) fn runtime(&self) -> Arc<Runtime> {
        let make = || match self.options.threads {
            Some(threads) => Arc::new(runtime::Builder::default().threads(threads).build()),
            None => Runtime::shared(),
        };
        self.runtime.get_or_init(make).clone()
    }
}
