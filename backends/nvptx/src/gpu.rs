//! A GPU: its context, who uses it, and what happens after failures.

use crate::driver::{Call, Context, Driver};
use crate::error::{explained, lost};
use crate::guard::{self, Guarded};
use crate::memory::Table;
use crate::staging::Pieces;
use crate::waiting::{GRACE, NAP};
use crate::words::Words;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::thread;
use std::time::{Duration, Instant};
use tf_device::kernels::KernelInfo;
use tf_device::{Cache, CodeStore, DeviceError, DeviceInfo, Fault};

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
    pub(crate) device: u32,
    context: Context,
    pub(crate) info: DeviceInfo,
    pub(crate) has_clusters: bool,
    pub(crate) version: u32,
    pub(crate) options: Options,
    /// The memory pool: no other library of the process allocates from it.
    pub(crate) pool: u64,
    pub(crate) state: Guarded<State>,
    pub(crate) next: AtomicU64,
    /// The first failure that ended the context.
    lost: OnceLock<String>,
    /// Whether work never ends: the driver would wait for it before it releases the context.
    pub(crate) hangs: AtomicBool,
    /// How many threads use the context or its host memory.
    users: AtomicUsize,
    /// Whether the context is released.
    released: AtomicBool,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) memory: Table,
    /// Memory that could not be freed.
    pub(crate) unfreed: Vec<u64>,
    pub(crate) pieces: Pieces,
    pub(crate) words: Words,
    pub(crate) modules: HashMap<u64, Loaded>,
    pub(crate) streams: HashSet<u64>,
    /// Events that are not in use.
    pub(crate) events: Vec<u64>,
    pub(crate) caches: Vec<Weak<dyn Cache>>,
}

pub(crate) struct Loaded {
    pub(crate) handles: Vec<u64>,
    pub(crate) functions: Vec<Function>,
}

#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) handle: u64,
    /// The most threads of a block that have enough registers, and the registers of a thread.
    pub(crate) threads: u32,
    pub(crate) registers: u32,
    pub(crate) info: Arc<KernelInfo>,
}

/// A thread's use of a context, which is not released before the end of the use.
pub(crate) struct User<'g>(&'g Gpu);

impl Drop for User<'_> {
    fn drop(&mut self) {
        if self.0.users.fetch_sub(1, Ordering::SeqCst) == 1 && self.0.is_given_up() {
            self.0.release_context();
        }
    }
}

/// The context as the current one of this thread; at the end, the former one is current again.
struct Entered<'g> {
    former: Option<Context>,
    user: User<'g>,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if let Some(former) = self.former {
            // A failure here cannot be handled: the next call reports what is wrong.
            self.user.0.driver.set_current(former).ok();
        }
    }
}

impl Gpu {
    /// Opens a device of a driver by its index.
    ///
    /// # Errors
    /// The device does not exist, or the driver refuses.
    pub fn open(driver: Arc<dyn Driver>, device: u32, options: Options) -> Result<Gpu, DeviceError> {
        let ask = |call: &str, failure| explained(&failure, call);
        let version = driver.version().map_err(|f| ask("querying the driver's version", f))?;
        check_version(version)?;
        let count = driver.devices().map_err(|f| ask("looking for GPUs", f))?;
        if device >= count {
            return Err(missing_device(device, count));
        }
        let found = driver.attributes(device).map_err(|f| ask("querying the GPU's properties", f))?;
        let context = driver.retain(device).map_err(|f| ask("opening the GPU", f))?;
        let (major, minor) = found.capability;
        let gpu = found.describe();
        let info = DeviceInfo {
            name: found.name,
            arch: format!("sm_{major}{minor}"),
            memory: found.memory,
            shared: found.shared,
            threads: found.threads,
            processors: found.processors,
            gpu: Some(gpu),
        };
        let mut gpu = Gpu {
            driver,
            device,
            context,
            info,
            has_clusters: major >= 9,
            version,
            options,
            pool: 0,
            state: Guarded::default(),
            next: AtomicU64::new(1),
            lost: OnceLock::new(),
            hangs: AtomicBool::new(false),
            users: AtomicUsize::new(0),
            released: AtomicBool::new(false),
        };
        gpu.pool = gpu.call("creating the memory pool", |driver| driver.pool(device))?;
        Ok(gpu)
    }

    /// True if the context is lost; opening the device again may work.
    pub fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    fn is_given_up(&self) -> bool {
        self.is_lost() && !self.hangs.load(Ordering::SeqCst)
    }

    /// Releases a lost context as soon as no thread uses it, even if arrays and programs of it still exist:
    /// the device can be opened again only when nothing refers to the broken context any more.
    fn release_context(&self) {
        if !self.released.swap(true, Ordering::SeqCst) {
            self.driver.release(self.device).ok();
        }
    }

    /// Keeps the context, with its host memory, while the result exists.
    pub(crate) fn use_context(&self) -> Result<User<'_>, DeviceError> {
        self.users.fetch_add(1, Ordering::SeqCst);
        let user = User(self);
        match self.lost.get() {
            Some(first) => Err(lost(first)),
            None => Ok(user),
        }
    }

    fn enter(&self) -> Result<Entered<'_>, DeviceError> {
        self.enter_as(self.use_context()?)
    }

    fn enter_as<'g>(&'g self, user: User<'g>) -> Result<Entered<'g>, DeviceError> {
        const DOING: &str = "entering the GPU's context";
        guard::check_free();
        let failed = |failure| self.seen(explained(&failure, DOING));
        let former = self.driver.current().map_err(failed)?;
        let changes = former != self.context;
        if changes {
            self.driver.set_current(self.context).map_err(failed)?;
        }
        Ok(Entered { former: changes.then_some(former), user })
    }

    /// Calls the driver in the GPU's context, unless an earlier failure ended it. The context that is current
    /// on this thread stays so.
    pub(crate) fn call<T>(
        &self,
        doing: &str,
        call: impl FnOnce(&dyn Driver) -> Call<T>,
    ) -> Result<T, DeviceError> {
        let _entered = self.enter()?;
        call(&*self.driver).map_err(|failure| self.seen(explained(&failure, doing)))
    }

    /// Begins a use of the context that [`Gpu::end_use`] ends.
    pub(crate) fn begin_use(&self) -> Result<(), DeviceError> {
        self.use_context().map(std::mem::forget)
    }

    /// Ends a use of the context by a call, which is made even if the context is lost.
    pub(crate) fn end_use<T>(
        &self,
        doing: &str,
        call: impl FnOnce(&dyn Driver) -> Call<T>,
    ) -> Result<T, DeviceError> {
        let _entered = self.enter_as(User(self))?;
        call(&*self.driver).map_err(|failure| self.seen(explained(&failure, doing)))
    }

    pub(crate) fn seen(&self, error: DeviceError) -> DeviceError {
        if error.is_final() {
            // Only the first counts.
            let _ = self.lost.set(error.message.clone());
        }
        error
    }

    /// An event that is not in use.
    pub(crate) fn event(&self, doing: &str) -> Result<u64, DeviceError> {
        match self.state.with(|state| state.events.pop()) {
            Some(event) => Ok(event),
            None => self.call(doing, |driver| driver.event()),
        }
    }

    /// Marks the current end of a stream.
    pub(crate) fn mark(&self, doing: &str, stream: u64) -> Result<u64, DeviceError> {
        let event = self.event(doing)?;
        let marked = self.call(doing, |driver| driver.record(stream, event));
        match marked {
            Ok(()) => Ok(event),
            Err(error) => {
                self.state.with(|state| state.events.push(event));
                Err(error)
            }
        }
    }

    /// Whether all streams are idle, or become so in time.
    fn ends(&self, streams: &HashSet<u64>) -> bool {
        let (start, grace) = (Instant::now(), self.options.grace.unwrap_or(GRACE));
        let is_done = |stream| self.call("closing the GPU", |driver| driver.is_done(stream));
        streams.iter().all(|stream| {
            loop {
                match is_done(*stream) {
                    Ok(true) => return true,
                    Err(error) if error.is_final() => return true,
                    _ if start.elapsed() > grace => return false,
                    // A failure may be one of the look alone.
                    _ => thread::sleep(NAP),
                }
            }
        })
    }

    /// Returns everything to the driver. Failures cannot be handled here.
    fn close(&mut self) {
        let state = std::mem::take(self.state.get_mut());
        let State { memory, unfreed, mut pieces, mut words, modules, streams, events, .. } = state;
        if !self.ends(&streams) {
            self.hangs.store(true, Ordering::SeqCst);
        }
        if self.hangs.load(Ordering::SeqCst) {
            return;
        }
        let Ok(entered) = self.enter() else { return };
        let driver = &*self.driver;
        streams.into_iter().for_each(|stream| drop(driver.drop_stream(stream)));
        let (buffers, used) = pieces.drain();
        events.into_iter().chain(used).for_each(|event| drop(driver.drop_event(event)));
        let pages = buffers.into_iter().chain(words.drain());
        pages.for_each(|page| drop(driver.free_staging(page)));
        memory.addresses().chain(unfreed).for_each(|address| drop(driver.free(0, address)));
        let handles = modules.into_values().flat_map(|module| module.handles);
        handles.for_each(|module| drop(driver.unload(module)));
        driver.drop_pool(self.pool).ok();
        drop(entered);
    }
}

fn check_version(version: u32) -> Result<(), DeviceError> {
    if version >= LEAST_DRIVER {
        return Ok(());
    }
    let (found, least) = (cuda_name(version), cuda_name(LEAST_DRIVER));
    let text = format!(
        "the CUDA driver of this machine supports CUDA {found}, but {least} or later is needed: install a \
         newer NVIDIA driver, or use another device, such as cpu"
    );
    Err(DeviceError::new(Fault::NoDriver, text))
}

/// The name of a version of CUDA.
pub(crate) fn cuda_name(version: u32) -> String {
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

fn missing_device(device: u32, count: u32) -> DeviceError {
    let there = match count {
        0 => "there is no NVIDIA GPU in this machine, or none that this process may use".to_string(),
        1 => "there is one GPU, cuda:0".to_string(),
        n => format!("there are {n} GPUs, cuda:0 to cuda:{}", n - 1),
    };
    DeviceError::new(Fault::NoDevice, format!("there is no device cuda:{device}: {there}"))
}

impl Drop for Gpu {
    fn drop(&mut self) {
        if !self.is_lost() {
            self.close();
        }
        if !self.hangs.load(Ordering::SeqCst) {
            self.release_context();
        }
    }
}
