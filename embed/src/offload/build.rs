//! From a module of host functions and kernels to a program on a device.

use super::Offloaded;
use crate::device::{Device, Kind};
use crate::error::{Error, render};
use crate::session::Session;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tf_cpu::kernels::{self, Processor};
use tf_cpu::library::Phases;
use tf_cpu::ptx::Arch;
use tf_device::host::{Host, Loaded};
use tf_device::kernels::{KernelInfo, of_module};
use tf_device::{Code, DeviceError, Fault, Module, Runtime};
use tf_dialects::signature::Signature;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::diag::{Diagnostic, Sources};

/// The phase in which kernels become functions of a processor.
const KERNELS: &str = "kernels";
/// The phase in which a GPU takes them.
const LOAD: &str = "load";

fn refused(module: &Body, error: Diagnostic) -> Error {
    Error::Build(render(module.ctx(), &Sources::default(), &[error]))
}

/// Why a program is not loaded.
pub(crate) enum LoadError {
    /// There is no code for its kernels.
    NoCode,
    /// Anything else.
    Failed(Error),
}

impl<E: Into<Error>> From<E> for LoadError {
    fn from(error: E) -> LoadError {
        LoadError::Failed(error.into())
    }
}

/// The functions of these signatures, which are in the form that hosts run, with the kernels of their module.
pub(crate) fn build(
    session: &Session,
    module: &Body,
    device: &Device,
    entries: &[Signature],
) -> Result<(Offloaded, Phases), Error> {
    let kernels: Arc<[KernelInfo]> = of_module(module).map_err(|error| refused(module, error))?.into();
    let hosts = hosts(module, entries, &kernels)?;
    let (runtime, loaded, phases) = match device.kind() {
        Kind::Cuda(number) => gpu(session, module, number, &kernels)?,
        _ => processor(session, module, device, &kernels)?,
    };
    Ok((assemble(runtime, hosts, loaded)?, phases))
}

/// As [`build`], with code that was made before.
pub(crate) fn load(
    module: &Body,
    entries: &[Signature],
    runtime: Arc<dyn Runtime>,
    code: Option<Code<'_>>,
) -> Result<Offloaded, LoadError> {
    let kernels: Arc<[KernelInfo]> = of_module(module).map_err(|error| refused(module, error))?.into();
    let hosts = hosts(module, entries, &kernels)?;
    let loaded = match (kernels.is_empty(), code) {
        (true, _) => None,
        (false, Some(code)) => Some(runtime.load(code, &kernels)?),
        (false, None) => return Err(LoadError::NoCode),
    };
    Ok(assemble(runtime, hosts, loaded)?)
}

fn hosts(module: &Body, entries: &[Signature], kernels: &Arc<[KernelInfo]>) -> Result<Vec<Host>, Error> {
    entries.iter().map(|entry| host(module, entry.name(), kernels)).collect()
}

fn assemble(runtime: Arc<dyn Runtime>, hosts: Vec<Host>, module: Option<Module>) -> Result<Offloaded, Error> {
    let stream = runtime.open_stream()?;
    let load = |host| Loaded::new(runtime.clone(), Arc::new(host), module, stream);
    let hosts = hosts.into_iter().map(load).collect::<Result<_, _>>()?;
    Ok(Offloaded { runtime, module, hosts, streams: Mutex::new(vec![stream]) })
}

fn host(module: &Body, name: &str, kernels: &Arc<[KernelInfo]>) -> Result<Host, Error> {
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let found = functions.into_iter().find(|f| symbol_name(f, f.root()) == Some(name));
    let function = found.ok_or_else(|| Error::NoEntry(name.to_string()))?;
    if tf_dialects::func::plan::Plan::of(function).is_some() {
        let why = format!(
            "'{name}' binds extents to numbers that it computes (tensor.bind), which no device with kernels runs yet: use the device cpu, \
             or make two functions of it"
        );
        return Err(Error::Build(why.into()));
    }
    Host::of(function, kernels).map_err(|error| refused(module, error))
}

type Placed = (Arc<dyn Runtime>, Option<Module>, Phases);

/// The processor, with the kernels as code for it.
fn processor(
    session: &Session,
    module: &Body,
    device: &Device,
    kernels: &[KernelInfo],
) -> Result<Placed, Error> {
    let pool = session.runtime();
    let processor = Processor::new(&pool);
    if kernels.is_empty() {
        return Ok((Arc::new(processor), None, Phases::new()));
    }
    let start = Instant::now();
    let names: Vec<String> = kernels.iter().map(|kernel| kernel.name.clone()).collect();
    let mut code = kernels_alone(module, kernels);
    session.run_passes(&mut code, &tf_passes::kernel_to_loops::pipeline())?;
    let mut phases: Vec<(String, Duration)> = vec![(KERNELS.to_string(), start.elapsed())];
    let built = kernels::build(&session.library()?, pool, &code, &names, device.level());
    let built = built.map_err(|error| Error::build(code.ctx(), error))?;
    phases.extend(built.phases().iter().cloned());
    let loaded = processor.adopt(built, kernels)?;
    Ok((Arc::new(processor), Some(loaded), phases))
}

/// The kernels of a module. Host functions would only be in the way of passes: their launches are no calls.
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

/// The newest architecture that we make code for and a GPU runs.
fn arch(name: &str) -> Result<Arch, DeviceError> {
    let number: u32 = name.trim_start_matches("sm_").parse().unwrap_or(0);
    match number {
        90 => Ok(Arch::Sm90a),
        91.. => Ok(Arch::Sm90),
        80..90 => Ok(Arch::Sm80),
        _ => {
            let text = format!(
                "this GPU is of the architecture {name}: code is made for sm_80 (A100, RTX 30) and later ones"
            );
            Err(DeviceError::new(Fault::Unsupported, text))
        }
    }
}

/// A GPU, with the kernels as code for it.
fn gpu(session: &Session, module: &Body, number: u32, kernels: &[KernelInfo]) -> Result<Placed, Error> {
    // First of all: where there is no GPU, nothing else is worth saying.
    let gpu = session.gpu(number)?;
    if kernels.is_empty() {
        return Ok((gpu, None, Phases::new()));
    }
    let arch = arch(&gpu.info().arch)?;
    let start = Instant::now();
    let mut code = kernels_alone(module, kernels);
    session.run_passes(&mut code, &crate::pipelines::gpu())?;
    let mut phases: Phases = vec![(KERNELS.to_string(), start.elapsed())];
    let ptx = tf_cpu::ptx::ptx(&session.library()?, &code, arch);
    let ptx = ptx.map_err(|error| Error::build(code.ctx(), error))?;
    phases.extend(ptx.phases.iter().cloned());
    let start = Instant::now();
    let loaded = gpu.load(Code { form: "ptx", bytes: &ptx.bytes }, kernels)?;
    phases.push((LOAD.to_string(), start.elapsed()));
    Ok((gpu, Some(loaded), phases))
}
