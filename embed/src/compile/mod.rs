//! Compilation: from a module to an executable.

pub(crate) mod cache;
mod lowered;
pub(crate) mod nesting;
mod own_file;
pub(crate) mod routines;
pub(crate) mod staged;
mod stages;

use crate::call::executable::{Artifact, Compiled, Executable, Target};
use crate::compile::cache::Key;
use crate::compile::lowered::{LOWERED, Lowered, Place};
use crate::compile::nesting::with_stack_for;
use crate::compile::staged::Staged;
use crate::error::{Error, render};
use crate::offload;
use crate::session::Session;
use crate::session::device::{Device, Kind};
use crate::tuning::explain::{self, Explained};
use crate::tuning::schedules::Schedules;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tf_cpu::library::Phases;
use tf_cpu::objects::Objects;
use tf_cpu::unit::{self, Code, EFFORT, EMISSION, Emit};
use tf_dialects::func;
use tf_dialects::func::plan::Plan;
use tf_dialects::kernel;
use tf_dialects::signature::Signature;
use tf_dialects::target::{Level, Target as Machine};
use tf_ir::body::Body;
use tf_ir::builtin::{Module, symbol_name};
use tf_ir::diag::{Diagnostic, Severity, Sources};
use tf_ir::pass::{Event, Instrumentation, PassManager, Pipeline, Verification};
use tf_ir::text::{PrintOptions, attr_to_string, print_module};
use tf_ir::walk::deepest;
use tf_passes::schedule::decide::tuned;

/// The phase of the pass pipeline.
pub(crate) const PIPELINE: &str = "pipeline";

/// The target of compilation: a [`Device`], by value or by reference.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a device",
    label = "not a `Device`",
    note = "devices are `Device::cpu()`, `Device::interp()`, `Device::cuda(0)` and others; \
            `Device::by_name(\"cpu\")` finds one by its name"
)]
pub trait OnDevice {
    /// The device.
    fn as_device(&self) -> &Device;
}

impl OnDevice for Device {
    fn as_device(&self) -> &Device {
        self
    }
}

impl OnDevice for &Device {
    fn as_device(&self) -> &Device {
        self
    }
}

impl Session {
    /// Compiles a module of functions for a device, or returns the cached executable.
    ///
    /// # Errors
    /// [`Error`]: a pass or the code generator failed, or a requirement of the device is missing.
    pub fn compile_module(&self, module: &Body, device: impl OnDevice) -> Result<Executable, Error> {
        let device = device.as_device();
        with_stack_for(module, || self.compile_here(module, device))?
    }

    /// Compiles a module with these schedules, without any cache.
    ///
    /// # Errors
    /// As [`Session::compile_module`].
    pub(crate) fn build_with(
        &self,
        module: &Body,
        device: &Device,
        schedules: &Schedules,
    ) -> Result<Executable, Error> {
        let compiled = with_stack_for(module, || self.build(module, device, schedules))??;
        Ok(self.executable(Arc::new(compiled), device))
    }

    /// Runs a device's passes on a copy of a module with these schedules, observed by `watcher`.
    ///
    /// # Errors
    /// As [`Session::run_passes`].
    pub(crate) fn watch_schedules(
        &self,
        (module, device): (&Body, &Device),
        schedules: &Schedules,
        watcher: Box<dyn Instrumentation>,
    ) -> Result<(), Error> {
        let pipeline = self.pipeline(device)?;
        with_stack_for(module, || {
            let mut module = module.duplicate();
            self.describe_target(&mut module, device, schedules);
            self.run_passes_watched(&mut module, &pipeline, vec![watcher]).map(drop)
        })?
    }

    /// Sets the compilation target and the schedules measured for it on the functions. If the target is this
    /// whole machine, passes query it themselves.
    pub(crate) fn describe_target(&self, module: &mut Body, device: &Device, schedules: &Schedules) {
        self.describe_numerics(module);
        if device.kind() != Kind::Cpu {
            return;
        }
        // A calibration takes precedence over the rates of a described machine.
        self.describe_rates(module);
        let machine = machine(device, self.described_machine());
        if device.level() != Level::Host || self.described_machine().is_some() {
            machine.describe_all(module);
        }
        describe_schedules(module, &machine, schedules);
    }

    /// The name of a device's machine in the text of schedules.
    pub(crate) fn machine(&self, device: &Device) -> String {
        attr_to_string(&self.ctx, machine(device, self.described_machine()).to_attr(&self.ctx))
    }

    fn executable(&self, compiled: Arc<Compiled>, device: &Device) -> Executable {
        Executable {
            compiled,
            limits: self.limits().clone(),
            printer: self.printer().clone(),
            // On `simt`, passes insert traps into kernels instead: masked-off lanes may hold any value.
            nan_traps: self.traps_nans() && (device.kind() != Kind::Simt || device.has_own_pipeline()),
            profiles: self.profiles(),
        }
    }

    fn compile_here(&self, module: &Body, device: &Device) -> Result<Executable, Error> {
        if device.kind() != Kind::Cpu {
            self.without_sanitizer(format_args!("programs on the device {device}"))?;
        }
        let generator = match device.kind() {
            Kind::Interpreter | Kind::Simt => String::new(),
            Kind::Cpu | Kind::SimtCompiled | Kind::Cuda(_) => self.library()?.build_id().to_string(),
        };
        let key = Key {
            text: print_module(module, &PrintOptions::default()),
            device: device.to_string(),
            pipeline: self.pipeline(device)?,
            generator,
        };
        let compiled = self.cache.get(key, || self.build(module, device, self.schedules()))?;
        Ok(self.executable(compiled, device))
    }

    fn build(&self, module: &Body, device: &Device, schedules: &Schedules) -> Result<Compiled, Error> {
        self.compilations.fetch_add(1, Ordering::Relaxed);
        let mut module = module.duplicate();
        self.describe_target(&mut module, device, schedules);
        let unseen = self.unseen_mistakes(&module, device);
        let (Lowered { module, mut warnings, units }, mut phases) = self.lower(module, device)?;
        warnings.extend(unseen);
        let entries = signatures(&module)?;
        let functions = match device.kind() {
            Kind::Interpreter => entries.iter().map(|s| Explained::plain(s.name())).collect(),
            _ => explain::functions(&module),
        };
        let code = match device.kind() {
            Kind::Interpreter | Kind::Simt => {
                let depth = deepest(&module).0;
                Artifact::Module(module, depth)
            }
            Kind::Cpu => {
                let units = units.expect("a program for the CPU has units");
                let (runtime, how) = (self.runtime(), (self.code(device), self.objects.as_deref()));
                let (routines, made) = self.routines_of(&module, device)?;
                phases.extend(made);
                // SAFETY: the units belong to the module: they were generated from it, or cached with it; and
                // the routines were defined for the types that it declares.
                let built =
                    unsafe { unit::build_units(&self.library()?, runtime, (&module, &units), how, routines) };
                let code = built.map_err(|error| Error::build(module.ctx(), error))?;
                phases.extend(code.phases().iter().cloned());
                let target = |s: &Signature| match plan(&module, s.name()) {
                    Some(plan) => Staged::new(&code, s, &plan).map(Target::Staged),
                    None => code.entry(s.name()).map(Target::Whole),
                };
                let found = |s: &Signature| target(s).ok_or_else(|| Error::no_entry(s.name()));
                let targets = entries.iter().map(found).collect::<Result<_, _>>()?;
                Artifact::Machine(code, targets)
            }
            Kind::SimtCompiled | Kind::Cuda(_) => {
                let (program, made) = offload::build(self, &module, device, &entries)?;
                phases.extend(made);
                Artifact::Offloaded(program)
            }
        };
        Ok(Compiled { device: device.clone(), entries, code, phases, functions, warnings })
    }

    /// Explains a module for a device. No code is loaded, so the device may be another machine.
    pub(crate) fn explained(
        &self,
        module: &Body,
        device: &Device,
    ) -> Result<(Vec<Explained>, Phases), Error> {
        with_stack_for(module, || {
            let mut module = module.duplicate();
            self.describe_target(&mut module, device, self.schedules());
            let (lowered, phases) = self.lower(module, device)?;
            Ok((explain::functions(&lowered.module), phases))
        })?
    }

    /// The warning of a checked session about kernels on a device that does not detect their data races.
    fn unseen_mistakes(&self, module: &Body, device: &Device) -> Option<String> {
        if !self.is_checked() || !matches!(device.kind(), Kind::SimtCompiled | Kind::Cuda(_)) {
            return None;
        }
        let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
        let kernel = functions.into_iter().find(|function| function.is(function.root(), kernel::Func))?;
        let what = "data races of kernels and reads of uninitialized memory are not detected";
        let why = format!("checked: {what} on '{}': 'simt' and 'interp' detect them", device.name());
        let warning = Diagnostic::warning(kernel.loc(kernel.root()), why);
        Some(render(module.ctx(), &Sources::default(), &[warning]).to_string())
    }

    /// Runs the passes for a device on a module, and returns the result with the time of each phase. If the
    /// result is cached, no pass runs.
    fn lower(&self, mut module: Body, device: &Device) -> Result<(Lowered, Phases), Error> {
        let start = Instant::now();
        let pipeline = self.pipeline(device)?;
        let place = self.folder_of(device).and_then(|folder| Place::new(folder, &module, device, &pipeline));
        if let Some(lowered) = place.as_ref().and_then(|place| place.get(&module)) {
            return Ok((lowered, vec![(LOWERED.to_string(), start.elapsed())]));
        }
        let warnings = self.run_passes_watched(&mut module, &pipeline, Vec::new())?;
        let mut phases = vec![(PIPELINE.to_string(), start.elapsed())];
        let start = Instant::now();
        let mut units = None;
        if device.kind() == Kind::Cpu {
            units = Some(unit::units(&module, self.code(device)).map_err(|e| Error::build(module.ctx(), e))?);
            phases.push((EMISSION.to_string(), start.elapsed()));
        }
        let lowered = Lowered { module, warnings, units };
        if let Some(place) = place {
            place.put(&lowered);
        }
        Ok((lowered, phases))
    }

    /// The folder that caches lowered programs. There is none for the interpreter, if each pass is verified,
    /// or in sessions with extra passes or dialects, whose code may change while this library does not.
    fn folder_of(&self, device: &Device) -> Option<&Objects> {
        let interpreted = matches!(device.kind(), Kind::Interpreter | Kind::Simt);
        let passes_matter = self.verify_each() || self.is_extended();
        self.objects.as_deref().filter(|_| !interpreted && !passes_matter)
    }

    /// Translates a module for a processor to text: upstream MLIR, LLVM IR or assembly.
    ///
    /// # Errors
    /// As [`Session::compile_module`].
    pub fn translate(&self, module: &Body, device: &Device, form: Emit) -> Result<String, Error> {
        with_stack_for(module, || self.translate_here(module, device, form))?
    }

    fn translate_here(&self, module: &Body, device: &Device, form: Emit) -> Result<String, Error> {
        let mut module = module.duplicate();
        self.describe_target(&mut module, device, self.schedules());
        self.run_passes(&mut module, &self.pipeline(device)?)?;
        let bytes = unit::translate(&self.library()?, &module, (self.code(device), form));
        let bytes = bytes.map_err(|error| Error::build(module.ctx(), error))?.bytes;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The code options of a processor's device.
    fn code(&self, device: &Device) -> Code {
        Code { level: device.level(), sanitized: self.is_sanitized(), effort: EFFORT }
    }

    /// Runs a pass pipeline on a module in place.
    ///
    /// # Errors
    /// [`Error::Pipeline`] if the text is not a pipeline; [`Error::Pass`] with the pass that failed and its
    /// message.
    pub fn run_passes(&self, module: &mut Body, pipeline: &str) -> Result<(), Error> {
        self.run_passes_watched(module, pipeline, Vec::new()).map(drop)
    }

    /// As [`Session::run_passes`], with observers; returns the warnings of passes.
    pub(crate) fn run_passes_watched(
        &self,
        module: &mut Body,
        pipeline: &str,
        watchers: Vec<Box<dyn Instrumentation>>,
    ) -> Result<Vec<String>, Error> {
        if pipeline.is_empty() {
            return Ok(Vec::new());
        }
        let ctx = module.ctx().clone();
        let mut sources = Sources::default();
        sources.add("<pipeline>", pipeline);
        let parsed = Pipeline::parse(&ctx, &self.passes, Module::NAME, pipeline, "<pipeline>");
        let parsed = parsed.map_err(|errors| Error::Pipeline(render(&ctx, &sources, &errors)))?;
        let mut manager = PassManager::new(parsed);
        manager.verification = if self.verify_each() { Verification::EachPass } else { Verification::Never };
        manager.instrumentations = watchers;
        let mut said: Vec<Diagnostic> = Vec::new();
        let report = manager.run(module, &mut |event| {
            if let Event::Diagnostic(diagnostic) = event {
                said.push(diagnostic);
            }
        });
        forget_schedules(module);
        if report.ok {
            let warnings = said.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning);
            let text = |one| render(&ctx, &Sources::default(), std::slice::from_ref(one)).to_string();
            return Ok(warnings.map(text).collect());
        }
        let pass = report.failed_in.map_or_else(String::new, |(pass, _)| pass);
        Err(Error::Pass { pass, message: render(&ctx, &Sources::default(), &said) })
    }
}

/// Sets the schedules measured on a machine on the functions.
pub(crate) fn describe_schedules(module: &mut Body, machine: &Machine, schedules: &Schedules) {
    let ctx = module.ctx().clone();
    let measured = schedules.of(&ctx, &attr_to_string(&ctx, machine.to_attr(&ctx)));
    if measured.is_empty() {
        return;
    }
    let table = tuned::table_attr(&ctx, &measured);
    for op in module.child_ops() {
        if let Some(function) = module.child_mut(op).filter(|f| f.is(f.root(), func::Func)) {
            function.set_attr(function.root(), tuned::ATTR, table);
        }
    }
}

/// The machine that a processor's device is compiled for: caches and cores of this one, or of the described
/// one.
fn machine(device: &Device, described: Option<Machine>) -> Machine {
    let here = match device.level() {
        Level::Host => Machine::host(),
        level => level.target_here(),
    };
    match described {
        None => here,
        Some(Machine { cores, l1_bytes, l2_bytes, caches, rates, .. }) => {
            Machine { cores, l1_bytes, l2_bytes, caches, rates, ..here }
        }
    }
}

/// Removes the measured schedules, which the passes have read.
fn forget_schedules(module: &mut Body) {
    for op in module.child_ops() {
        if let Some(function) = module.child_mut(op) {
            let root = function.root();
            function.remove_attr(root, tuned::ATTR);
        }
    }
}

/// The stages of the function with this name, if it has any.
pub(crate) fn plan(module: &Body, name: &str) -> Option<Plan> {
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    functions.filter(|f| symbol_name(f, f.root()) == Some(name)).find_map(Plan::of)
}

/// The signatures of the callable functions: public, with a body or stages, and no kernels.
pub(crate) fn signatures(module: &Body) -> Result<Vec<Signature>, Error> {
    let mut found = Vec::new();
    for function in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
        let visibility =
            function.attr(function.root(), "sym_visibility").and_then(|a| module.ctx().attr_str(a));
        let runs = function.entry_block().is_some() || Plan::of(function).is_some();
        // Kernels are launched, not called.
        let runs = runs && !function.is(function.root(), kernel::Func);
        if runs && visibility.is_none_or(|v| v == "public") {
            found.push(unit::signature(function).map_err(|error| Error::build(module.ctx(), error))?);
        }
    }
    if found.is_empty() { Err(Error::no_entry("")) } else { Ok(found) }
}
