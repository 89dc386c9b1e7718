//! Code on a GPU: translation by the driver, and the kernels of a module.

use crate::gpu::{Function, Gpu, Loaded, cuda_name};
use crate::split;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use tf_device::kernels::KernelInfo;
use tf_device::{Code, DeviceError, Fault, Module, Oversight};
use tf_dialects::kernel::PLAIN_PARAMETER_BYTES;

/// The first driver that accepts kernels with more than [`PLAIN_PARAMETER_BYTES`] of parameters.
const LARGE_PARAMETERS: u32 = 12010;

/// The most threads that translate the kernels of a module.
const MOST_THREADS: usize = 8;

/// The module of a part of a text, with its kernels.
type Part = Result<(u64, Vec<Function>), DeviceError>;

impl Gpu {
    pub(crate) fn load_code(&self, code: Code<'_>, kernels: &[KernelInfo]) -> Result<Module, DeviceError> {
        if code.form != "ptx" {
            let form = code.form;
            return Err(DeviceError::new(
                Fault::Unsupported,
                format!("a GPU does not run code in the form '{form}'"),
            ));
        }
        kernels.iter().try_for_each(|kernel| self.check_limits(kernel))?;
        let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        let parts = split::parts(code.bytes, threads);
        let loaded = match parts.as_slice() {
            [part] => vec![self.load_part(part, kernels)],
            parts => self.load_parts(parts, kernels),
        };
        let mut all = Loaded { handles: Vec::new(), functions: Vec::new() };
        let mut failed = None;
        for part in loaded {
            match part {
                Ok((handle, functions)) => {
                    all.handles.push(handle);
                    all.functions.extend(functions);
                }
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        let is_there = |info: &&KernelInfo| all.functions.iter().any(|found| found.info.name == info.name);
        if let Some(missing) = kernels.iter().find(|info| !is_there(info)) {
            let text = format!("the code has no kernel '@{}'", missing.name);
            failed = failed.or(Some(DeviceError::new(Fault::Unsupported, text)));
        }
        if let Some(error) = failed {
            let unload = |handle| self.call("unloading kernels", |driver| driver.unload(handle));
            all.handles.into_iter().for_each(|handle| drop(unload(handle)));
            return Err(error);
        }
        // The kernels of a module are counted in the order in which the caller lists them.
        all.functions.sort_by_key(|function| kernels.iter().position(|info| info.name == function.info.name));
        let module = self.next.fetch_add(1, Ordering::Relaxed);
        self.state.with(|state| state.modules.insert(module, all));
        Ok(Module(module))
    }

    /// Loads the parts of a text at the same time: the driver translates each on the calling thread.
    fn load_parts(&self, parts: &[Vec<u8>], kernels: &[KernelInfo]) -> Vec<Part> {
        thread::scope(|scope| {
            let load = |part: &'_ Vec<u8>| {
                let own = kernels.iter().filter(|info| split::has_kernel(part, &info.name)).cloned();
                self.load_part(part, &own.collect::<Vec<KernelInfo>>())
            };
            let threads: Vec<_> = parts.iter().map(|part| scope.spawn(move || load(part))).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, Part>| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        })
    }

    fn load_part(&self, ptx: &[u8], kernels: &[KernelInfo]) -> Part {
        let image = self.assembled(ptx)?;
        let load = || self.call("loading kernels", |driver| driver.load(&image));
        let handle = self.with_relief(None, Oversight::default(), load)?;
        match self.functions(handle, kernels) {
            Ok(functions) => Ok((handle, functions)),
            Err(error) => {
                self.call("unloading kernels", |driver| driver.unload(handle)).ok();
                Err(error)
            }
        }
    }

    pub(crate) fn unload_code(&self, module: Module) -> Result<(), DeviceError> {
        let found = self.state.with(|state| state.modules.remove(&module.0));
        let found = found.ok_or_else(|| DeviceError::new(Fault::Misuse, "there is no such module"))?;
        let unload = |handle| self.call("unloading kernels", |driver| driver.unload(handle));
        found.handles.into_iter().map(unload).fold(Ok(()), Result::and)
    }

    /// Checks a kernel against the limits of this GPU and its driver, before the driver rejects it without
    /// saying which limit it exceeds.
    fn check_limits(&self, kernel: &KernelInfo) -> Result<(), DeviceError> {
        let name = &kernel.name;
        if kernel.shared > self.info.shared {
            let (needed, most) = (kernel.shared, self.info.shared);
            let text =
                format!("'@{name}' takes {needed} bytes of shared memory: a block of this GPU has {most}");
            return Err(DeviceError::new(Fault::Resources, text));
        }
        if kernel.parameter_bytes > PLAIN_PARAMETER_BYTES && self.version < LARGE_PARAMETERS {
            let (bytes, found, least) =
                (kernel.parameter_bytes, cuda_name(self.version), cuda_name(LARGE_PARAMETERS));
            let text = format!(
                "'@{name}' has {bytes} bytes of parameters, but the driver, which supports CUDA {found}, \
                 allows {PLAIN_PARAMETER_BYTES}: install a driver for CUDA {least} or later, or pass \
                 fewer arrays"
            );
            return Err(DeviceError::new(Fault::Unsupported, text));
        }
        Ok(())
    }

    /// The machine code of a PTX text: from the store, or from the driver.
    fn assembled(&self, ptx: &[u8]) -> Result<Vec<u8>, DeviceError> {
        let Some(store) = &self.options.store else { return self.translated(ptx) };
        // The driver's result is a function of the text, the architecture and its version.
        let key = [format!("cubin\n{}\n{}\n", self.info.arch, self.version).as_bytes(), ptx].concat();
        if let Some(found) = store.find(&key) {
            return Ok(found);
        }
        let code = self.translated(ptx)?;
        store.keep(&key, &code);
        Ok(code)
    }

    fn translated(&self, ptx: &[u8]) -> Result<Vec<u8>, DeviceError> {
        self.call("translating kernels", |driver| driver.assemble(ptx))
    }

    fn functions(&self, handle: u64, kernels: &[KernelInfo]) -> Result<Vec<Function>, DeviceError> {
        let one = |info: &KernelInfo| {
            let find = |driver: &dyn crate::Driver| {
                let function = driver.function(handle, &info.name)?;
                Ok((function, driver.usage(function)?))
            };
            let (function, usage) = self.call(&format!("loading the kernel '@{}'", info.name), find)?;
            Ok(Function {
                handle: function,
                threads: usage.threads,
                registers: usage.registers,
                info: Arc::new(info.clone()),
            })
        };
        kernels.iter().map(one).collect()
    }
}
