//! Implements [`Runtime`] for a GPU.

use crate::driver::{Call, Context, Driver};
use crate::error::{explained, lost};
use crate::memory::Table;
use crate::staging::{PIECE, Pieces};
use crate::words::Words;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tf_device::CodeStore;
use tf_device::kernels::KernelInfo;
use tf_device::{
    Code, DeviceError, DeviceInfo, Event, Fault, Launch, Memory, Module, Oversight, Recording, Runtime,
    Stream,
};

/// Options for opening a GPU.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Storage for machine code; without it, only the driver's own cache is used.
    pub store: Option<Arc<dyn CodeStore>>,
    /// Maximum time to wait for work. After that, kernels are told to end; if they do not, the context is
    /// given up.
    pub time: Option<Duration>,
    /// Maximum time for work to end after it was told to end, or is not needed any more; 10 s by default.
    pub grace: Option<Duration>,
}

/// The oldest supported driver, as [`Driver::version`] counts.
const LEAST_DRIVER: u32 = 12000;

/// A GPU.
pub struct Gpu {
    driver: Arc<dyn Driver>,
    device: u32,
    pub(crate) context: Context,
    pub(crate) info: DeviceInfo,
    pub(crate) has_clusters: bool,
    version: u32,
    pub(crate) options: Options,
    state: Mutex<State>,
    next: AtomicU64,
    /// The first failure that ended the context.
    lost: OnceLock<String>,
    /// Whether work never ends: the driver would wait for it before it releases the context.
    pub(crate) hangs: AtomicBool,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) memory: Table,
    pub(crate) pieces: Pieces,
    pub(crate) words: Words,
    pub(crate) modules: HashMap<u64, Loaded>,
}

pub(crate) struct Loaded {
    pub(crate) handle: u64,
    pub(crate) functions: Vec<Function>,
}

#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) handle: u64,
    pub(crate) info: Arc<KernelInfo>,
}

impl Gpu {
    /// Opens a device of a driver by its index.
    ///
    /// # Errors
    /// The device does not exist, or the driver refuses.
    pub fn open(driver: Arc<dyn Driver>, device: u32, options: Options) -> Result<Gpu, DeviceError> {
        let ask = |call: &str, failure| explained(&failure, call);
        let version = driver.version().map_err(|f| ask("querying the driver's version", f))?;
        if version < LEAST_DRIVER {
            let major_minor = |version: u32| format!("{}.{}", version / 1000, version % 1000 / 10);
            let (found, least) = (major_minor(version), major_minor(LEAST_DRIVER));
            let text = format!(
                "the CUDA driver of this machine supports CUDA {found}, but {least} or later is needed: \
                 install a newer NVIDIA driver, or use another device, such as cpu"
            );
            return Err(DeviceError::new(Fault::NoDriver, text));
        }
        let count = driver.devices().map_err(|f| ask("looking for GPUs", f))?;
        if device >= count {
            let there = match count {
                0 => "there is no NVIDIA GPU in this machine, or none that this process may use".to_string(),
                1 => "there is one GPU, cuda:0".to_string(),
                n => format!("there are {n} GPUs, cuda:0 to cuda:{}", n - 1),
            };
            return Err(DeviceError::new(
                Fault::NoDevice,
                format!("there is no device cuda:{device}: {there}"),
            ));
        }
        let found = driver.attributes(device).map_err(|f| ask("querying the GPU's properties", f))?;
        let context = driver.retain(device).map_err(|f| ask("opening the GPU", f))?;
        let (major, minor) = found.capability;
        let info = DeviceInfo {
            name: found.name,
            arch: format!("sm_{major}{minor}"),
            memory: found.memory,
            shared: found.shared,
            threads: found.threads,
            processors: found.processors,
        };
        let gpu = Gpu {
            driver,
            device,
            context,
            info,
            has_clusters: major >= 9,
            version,
            options,
            state: Mutex::default(),
            next: AtomicU64::new(1),
            lost: OnceLock::new(),
            hangs: AtomicBool::new(false),
        };
        gpu.call("configuring the memory pool", |driver| driver.keep_pool(device))?;
        Ok(gpu)
    }

    /// True if the context is lost; opening the device again may work.
    pub fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls the driver, unless an earlier failure ended the context.
    pub(crate) fn call<T>(
        &self,
        doing: &str,
        call: impl FnOnce(&dyn Driver) -> Call<T>,
    ) -> Result<T, DeviceError> {
        if let Some(first) = self.lost.get() {
            return Err(lost(first));
        }
        call(&*self.driver).map_err(|failure| self.seen(explained(&failure, doing)))
    }

    pub(crate) fn seen(&self, error: DeviceError) -> DeviceError {
        if error.is_final() {
            // Only the first counts.
            let _ = self.lost.set(error.message.clone());
        }
        error
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
        self.call("translating kernels", |driver| driver.assemble(self.context, ptx))
    }

    fn functions(&self, handle: u64, kernels: &[KernelInfo]) -> Result<Vec<Function>, DeviceError> {
        let one = |info: &KernelInfo| {
            if info.shared > self.info.shared {
                let (name, needed, most) = (&info.name, info.shared, self.info.shared);
                let text = format!(
                    "'@{name}' takes {needed} bytes of shared memory: a block of this GPU has {most}"
                );
                return Err(DeviceError::new(Fault::Resources, text));
            }
            let find = |driver: &dyn Driver| driver.function(self.context, handle, &info.name);
            let function = self.call(&format!("loading the kernel '@{}'", info.name), find)?;
            Ok(Function { handle: function, info: Arc::new(info.clone()) })
        };
        kernels.iter().map(one).collect()
    }
}

impl Runtime for Gpu {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    fn open_stream(&self) -> Result<Stream, DeviceError> {
        self.call("opening a stream", |driver| driver.stream(self.context)).map(Stream)
    }

    fn close_stream(&self, stream: Stream) -> Result<(), DeviceError> {
        self.synchronize(stream)?;
        self.lock().words.close(stream.0);
        self.call("closing a stream", |driver| driver.drop_stream(self.context, stream.0))
    }

    fn allocate(&self, stream: Stream, bytes: u64) -> Result<Memory, DeviceError> {
        let doing = format!("allocating {bytes} bytes");
        // Memory without bytes gets a unique address, too.
        let address = self.call(&doing, |driver| driver.allocate(self.context, stream.0, bytes.max(1)))?;
        let memory = Memory { address, bytes };
        self.lock().memory.insert(memory);
        Ok(memory)
    }

    fn release(&self, stream: Stream, memory: Memory) -> Result<(), DeviceError> {
        self.lock().memory.remove(memory)?;
        self.call("freeing memory", |driver| driver.free(self.context, stream.0, memory.address))
    }

    fn lend(&self, memory: Memory) -> Result<(), DeviceError> {
        if let Some(first) = self.lost.get() {
            return Err(lost(first));
        }
        self.lock().memory.lent.lend(memory)
    }

    fn leave(&self, memory: Memory) {
        self.lock().memory.lent.leave(memory);
    }

    fn stream_number(&self, stream: Stream) -> Option<u64> {
        Some(stream.0)
    }

    fn upload(&self, stream: Stream, to: Memory, offset: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        const DOING: &str = "copying to the GPU";
        let to = self.lock().memory.at(to, offset, bytes.len() as u64)?;
        for (at, part) in bytes.chunks(PIECE).enumerate() {
            let mut state = self.lock();
            let mut piece = self.call(DOING, |driver| state.pieces.take(driver, self.context))?;
            piece.as_mut_slice()[..part.len()].copy_from_slice(part);
            let to = to + (at * PIECE) as u64;
            let copied = self.call(DOING, |driver| {
                driver.upload(self.context, stream.0, to, &piece, part.len())?;
                driver.record(self.context, stream.0)
            });
            match copied {
                Ok(until) => state.pieces.busy(piece, stream.0, until),
                // The copy may be in progress: the buffer is neither reused nor freed.
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn download(
        &self,
        stream: Stream,
        from: Memory,
        offset: u64,
        bytes: &mut [u8],
    ) -> Result<(), DeviceError> {
        const DOING: &str = "copying from the GPU";
        let from = self.lock().memory.at(from, offset, bytes.len() as u64)?;
        for (at, part) in bytes.chunks_mut(PIECE).enumerate() {
            let piece = {
                let mut state = self.lock();
                self.call(DOING, |driver| state.pieces.take(driver, self.context))
            };
            let mut piece = piece?;
            let from = from + (at * PIECE) as u64;
            let copied = self
                .call(DOING, |driver| driver.download(self.context, stream.0, &mut piece, from, part.len()))
                .and_then(|()| self.wait(stream.0, Oversight::default()));
            // After a failure, the copy may be in progress: the buffer is neither reused nor freed.
            copied?;
            part.copy_from_slice(&piece.as_mut_slice()[..part.len()]);
            self.lock().pieces.give(piece);
        }
        self.synchronize(stream)
    }

    fn copy(&self, stream: Stream, from: Memory, to: Memory, bytes: u64) -> Result<(), DeviceError> {
        let (from, to) = {
            let state = self.lock();
            (state.memory.at(from, 0, bytes)?, state.memory.at(to, 0, bytes)?)
        };
        self.call("copying on the GPU", |driver| driver.copy(self.context, stream.0, from, to, bytes))
    }

    fn load(&self, code: Code<'_>, kernels: &[KernelInfo]) -> Result<Module, DeviceError> {
        if code.form != "ptx" {
            let form = code.form;
            return Err(DeviceError::new(
                Fault::Unsupported,
                format!("a GPU does not run code in the form '{form}'"),
            ));
        }
        let image = self.assembled(code.bytes)?;
        let handle = self.call("loading kernels", |driver| driver.load(self.context, &image))?;
        let functions = match self.functions(handle, kernels) {
            Ok(functions) => functions,
            Err(error) => {
                self.driver.unload(self.context, handle).ok();
                return Err(error);
            }
        };
        let module = self.next.fetch_add(1, Ordering::Relaxed);
        self.lock().modules.insert(module, Loaded { handle, functions });
        Ok(Module(module))
    }

    fn unload(&self, module: Module) -> Result<(), DeviceError> {
        let found = self.lock().modules.remove(&module.0);
        let found = found.ok_or_else(|| DeviceError::new(Fault::Misuse, "there is no such module"))?;
        self.call("unloading kernels", |driver| driver.unload(self.context, found.handle))
    }

    fn launch(&self, stream: Stream, launch: &Launch<'_>) -> Result<(), DeviceError> {
        self.launch_on(stream, launch)
    }

    fn record(&self, stream: Stream) -> Result<Event, DeviceError> {
        self.call("recording an event", |driver| driver.record(self.context, stream.0)).map(Event)
    }

    fn wait_for(&self, stream: Stream, event: Event) -> Result<(), DeviceError> {
        self.call("waiting for an event", |driver| {
            driver.wait_for(self.context, stream.0, event.0)?;
            driver.drop_event(self.context, event.0)
        })
    }

    fn synchronize(&self, stream: Stream) -> Result<(), DeviceError> {
        self.await_work(stream, Oversight::default())
    }

    fn await_work(&self, stream: Stream, oversight: Oversight<'_>) -> Result<(), DeviceError> {
        self.wait(stream.0, oversight)?;
        let mut state = self.lock();
        self.call("waiting for the GPU", |driver| state.pieces.done(driver, self.context, stream.0))
    }

    fn records(&self) -> bool {
        true
    }

    fn begin_recording(&self, stream: Stream) -> Result<(), DeviceError> {
        const DOING: &str = "recording work";
        let mut state = self.lock();
        self.call(DOING, |driver| state.words.begin(driver, self.context, stream.0))?;
        let begun = self.call(DOING, |driver| driver.begin_capture(self.context, stream.0));
        if begun.is_err() {
            state.words.end(stream.0, None);
        }
        begun
    }

    fn end_recording(&self, stream: Stream) -> Result<Recording, DeviceError> {
        let made = self.call("recording work", |driver| driver.end_capture(self.context, stream.0));
        self.lock().words.end(stream.0, made.as_ref().ok().copied());
        made.map(Recording)
    }

    fn replay(&self, stream: Stream, recording: Recording) -> Result<(), DeviceError> {
        self.lock().words.replay(stream.0, recording.0);
        self.call("repeating recorded work", |driver| driver.replay(self.context, stream.0, recording.0))
    }

    fn forget(&self, recording: Recording) {
        self.lock().words.forget(recording.0);
        // A failure here cannot be handled.
        self.driver.drop_graph(self.context, recording.0).ok();
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.lost.get().is_none() {
            state.pieces.clear(&*self.driver, self.context);
            state.words.clear(&*self.driver, self.context);
            for module in state.modules.values() {
                self.driver.unload(self.context, module.handle).ok();
            }
        }
        if !self.hangs.load(Ordering::Relaxed) {
            self.driver.release(self.device).ok();
        }
    }
}
