//! Builds a program on a device from a module of host functions and kernels.

use super::{Function, Offloaded, Target};
use crate::compile::plan;
use crate::compile::staged::Staged;
use crate::error::{Error, render};
use crate::session::Session;
use crate::session::device::{Device, Kind};
use crate::session::open::{OpenDevice, arch};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tf_cpu::kernels;
use tf_cpu::library::Phases;
use tf_cpu::unit;
use tf_device::host::{Host, Loaded};
use tf_device::kernels::{KernelInfo, of_module};
use tf_device::{Code, Module, Runtime};
use tf_dialects::signature::Signature;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::diag::{Diagnostic, Sources};

/// The phase that compiles kernels to functions of a processor.
const KERNELS: &str = "kernels";
/// The phase that loads kernels on a GPU.
const LOAD: &str = "load";

fn refused(module: &Body, error: Diagnostic) -> Error {
    Error::Build(render(module.ctx(), &Sources::default(), &[error]))
}

/// Why a program cannot be loaded.
pub(crate) enum LoadError {
    /// Code for its kernels is missing.
    NoCode,
    /// Anything else.
    Failed(Error),
}

impl<E: Into<Error>> From<E> for LoadError {
    fn from(error: E) -> LoadError {
        LoadError::Failed(error.into())
    }
}

/// Builds the functions of these signatures, which are in host form, and the kernels of their module.
pub(crate) fn build(
    session: &Session,
    module: &Body,
    device: &Device,
    entries: &[Signature],
) -> Result<(Offloaded, Phases), Error> {
    let kernels: Arc<[KernelInfo]> = of_module(module).map_err(|error| refused(module, error))?.into();
    let functions = functions(module, entries, &kernels)?;
    let (open, loaded, phases) = match device.kind() {
        Kind::Cuda(number) => gpu(session, module, number, &kernels)?,
        _ => processor(session, module, device, &kernels)?,
    };
    Ok((assemble(module, entries, (open, functions, loaded))?, phases))
}

/// As [`build`], with existing code.
pub(crate) fn load(
    module: &Body,
    entries: &[Signature],
    open: Arc<OpenDevice>,
    code: Option<Code<'_>>,
) -> Result<Offloaded, LoadError> {
    let kernels: Arc<[KernelInfo]> = of_module(module).map_err(|error| refused(module, error))?.into();
    let functions = functions(module, entries, &kernels)?;
    let loaded = match (kernels.is_empty(), code) {
        (true, _) => None,
        (false, Some(code)) => Some(open.runtime().load(code, &kernels)?),
        (false, None) => return Err(LoadError::NoCode),
    };
    Ok(assemble(module, entries, (open, functions, loaded))?)
}

/// The entries that run in one piece, and the stages of the others.
fn functions(
    module: &Body,
    entries: &[Signature],
    kernels: &Arc<[KernelInfo]>,
) -> Result<Vec<(Signature, Host)>, Error> {
    let mut found = Vec::new();
    for entry in entries {
        let Some(plan) = plan(module, entry.name()) else {
            found.push((entry.clone(), host(named(module, entry.name())?, kernels)?));
            continue;
        };
        for stage in &plan.stages {
            let function = named(module, &stage.function)?;
            let signature = unit::signature(function).map_err(|error| Error::build(module.ctx(), error))?;
            found.push((signature, host(function, kernels)?));
        }
    }
    Ok(found)
}

fn assemble(
    module: &Body,
    entries: &[Signature],
    (device, functions, loaded): (Arc<OpenDevice>, Vec<(Signature, Host)>, Option<Module>),
) -> Result<Offloaded, Error> {
    let stream = device.runtime().open_stream()?;
    let streams = Mutex::new(vec![stream]);
    let mut program =
        Offloaded { device, module: loaded, functions: Vec::new(), targets: Vec::new(), streams };
    for (signature, host) in functions {
        let runtime = program.device.runtime().clone();
        let host = Loaded::new(runtime, Arc::new(host), loaded, stream)?;
        program.functions.push(Function { signature, host });
    }
    for entry in entries {
        let target = match plan(module, entry.name()) {
            Some(plan) => Staged::new(&program, entry, &plan).map(Target::Staged),
            None => program.find(entry.name()).map(Target::Whole),
        };
        program.targets.push(target.ok_or_else(|| Error::no_entry(entry.name()))?);
    }
    Ok(program)
}

fn named<'m>(module: &'m Body, name: &str) -> Result<&'m Body, Error> {
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let found = functions.into_iter().find(|f| symbol_name(f, f.root()) == Some(name));
    found.ok_or_else(|| Error::no_entry(name))
}

fn host(function: &Body, kernels: &Arc<[KernelInfo]>) -> Result<Host, Error> {
    Host::of(function, kernels).map_err(|error| refused(function, error))
}

type Placed = (Arc<OpenDevice>, Option<Module>, Phases);

/// Opens the processor with compiled kernels.
fn processor(
    session: &Session,
    module: &Body,
    device: &Device,
    kernels: &[KernelInfo],
) -> Result<Placed, Error> {
    let (processor, open) = session.processor()?;
    if kernels.is_empty() {
        return Ok((open, None, Phases::new()));
    }
    let start = Instant::now();
    let names: Vec<String> = kernels.iter().map(|kernel| kernel.name.clone()).collect();
    let mut code = kernels_alone(module, kernels);
    session.run_passes(&mut code, &tf_passes::gpu::kernel_to_loops::pipeline())?;
    let mut phases: Vec<(String, Duration)> = vec![(KERNELS.to_string(), start.elapsed())];
    let built = kernels::build(
        &session.library()?,
        session.runtime(),
        &code,
        &names,
        (device.level(), session.objects.as_deref()),
    );
    let built = built.map_err(|error| Error::build(code.ctx(), error))?;
    phases.extend(built.phases().iter().cloned());
    let loaded = processor.adopt(built, kernels)?;
    Ok((open, Some(loaded), phases))
}

/// The kernels of a module. Host functions would only obstruct passes: their launches are not calls.
pub(crate) fn kernels_alone(module: &Body, kernels: &[KernelInfo]) -> Body {
    let mut code = module.duplicate();
    for op in code.child_ops() {
        let name = code.child(op).and_then(|child| symbol_name(child, child.root()));
        if !name.is_some_and(|name| kernels.iter().any(|kernel| kernel.name == name)) {
            code.erase(op);
        }
    }
    code
}

/// Opens a GPU with compiled kernels.
fn gpu(session: &Session, module: &Body, number: u32, kernels: &[KernelInfo]) -> Result<Placed, Error> {
    let (gpu, open) = session.gpu(number)?;
    if kernels.is_empty() {
        return Ok((open, None, Phases::new()));
    }
    let arch = arch(&gpu)?;
    let start = Instant::now();
    let mut code = kernels_alone(module, kernels);
    session.run_passes(&mut code, &crate::pipelines::kernel_code())?;
    let mut phases: Phases = vec![(KERNELS.to_string(), start.elapsed())];
    let ptx = tf_cpu::ptx::cached_ptx(&session.library()?, &code, arch, session.objects.as_deref());
    let ptx = ptx.map_err(|error| Error::build(code.ctx(), error))?;
    phases.extend(ptx.phases.iter().cloned());
    let start = Instant::now();
    let loaded = gpu.load(Code { form: "ptx", bytes: &ptx.bytes }, kernels)?;
    phases.push((LOAD.to_string(), start.elapsed()));
    Ok((open, Some(loaded), phases))
}
