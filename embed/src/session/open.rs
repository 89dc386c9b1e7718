//! Open devices: one per device of a session, shared by its programs and arrays.

use crate::session::device::Device;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tf_cpu::ptx::Arch;
use tf_device::{Cache, DeviceError, Fault, Memory, Oversight, Reading, Runtime, Stream};
use tf_nvptx::Gpu;

/// A device that holds programs and arrays of a session.
pub(crate) struct OpenDevice {
    device: Device,
    runtime: Arc<dyn Runtime>,
    /// The stream for work outside of calls: copies of arrays, and freed memory.
    stream: Stream,
    /// A cache of small freed allocations, by size: an allocation on the device takes longer than a small
    /// call.
    cache: Arc<FreeLists>,
}

/// Freed allocations of a device.
#[derive(Default)]
struct FreeLists(Mutex<FreeList>);

#[derive(Default)]
struct FreeList {
    free: HashMap<u64, Vec<Memory>>,
    bytes: u64,
}

/// The maximum size of a cached allocation, and of all together, in bytes.
const SMALL: u64 = 1 << 20;
const MOST_CACHED: u64 = 64 << 20;

impl FreeList {
    fn take(&mut self, bytes: u64) -> Option<Memory> {
        let memory = self.free.get_mut(&bytes)?.pop()?;
        self.bytes -= bytes;
        Some(memory)
    }

    /// Caches the memory if it fits; true if it did.
    fn keep(&mut self, memory: Memory) -> bool {
        let fits = memory.bytes <= SMALL && self.bytes + memory.bytes <= MOST_CACHED;
        if fits {
            self.bytes += memory.bytes;
            self.free.entry(memory.bytes).or_default().push(memory);
        }
        fits
    }
}

impl FreeLists {
    fn lock(&self) -> MutexGuard<'_, FreeList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cache for FreeLists {
    fn clear(&self, runtime: &dyn Runtime, stream: Stream) {
        let all = std::mem::take(&mut *self.lock());
        all.free.into_values().flatten().for_each(|memory| drop(runtime.release(stream, memory)));
    }
}

impl OpenDevice {
    /// Opens a stream on a device.
    ///
    /// # Errors
    /// The device fails to open one.
    pub(crate) fn new(device: Device, runtime: Arc<dyn Runtime>) -> Result<Arc<OpenDevice>, DeviceError> {
        let stream = runtime.open_stream()?;
        let cache: Arc<FreeLists> = Arc::default();
        let registered: Arc<dyn Cache> = cache.clone();
        let registered: Weak<dyn Cache> = Arc::downgrade(&registered);
        runtime.register(registered);
        Ok(Arc::new(OpenDevice { device, runtime, stream, cache }))
    }

    /// The device.
    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn runtime(&self) -> &Arc<dyn Runtime> {
        &self.runtime
    }

    /// Allocates memory; synchronize the device before another stream uses it.
    ///
    /// # Errors
    /// The device is out of memory.
    pub(crate) fn allocate(&self, bytes: u64) -> Result<Memory, DeviceError> {
        if let Some(memory) = self.cache.lock().take(bytes).filter(|_| !self.runtime.is_lost()) {
            return Ok(memory);
        }
        let memory = self.runtime.allocate(self.stream, bytes, Oversight::default())?;
        self.runtime.synchronize(self.stream)?;
        Ok(memory)
    }

    /// Frees memory that no stream uses any more. Errors are ignored: a failed device has already lost its
    /// memory.
    pub(crate) fn release(&self, memory: Memory) {
        if !self.cache.lock().keep(memory) {
            self.runtime.release(self.stream, memory).ok();
        }
    }

    /// The integer that identifies the stream to other libraries on the device.
    pub(crate) fn stream_number(&self) -> Option<u64> {
        self.runtime.stream_number(self.stream)
    }

    /// Waits until the stream is idle.
    ///
    /// # Errors
    /// An error of its work.
    pub(crate) fn synchronize(&self) -> Result<(), DeviceError> {
        self.runtime.synchronize(self.stream)
    }

    /// Copies bytes to device memory, and waits for completion.
    ///
    /// # Errors
    /// They do not fit, or the device failed.
    pub(crate) fn upload(&self, to: Memory, bytes: &[u8]) -> Result<(), DeviceError> {
        self.runtime.upload(self.stream, to, 0, bytes, Oversight::default())?;
        self.runtime.synchronize(self.stream)
    }

    /// Copies bytes from device memory to the host.
    ///
    /// # Errors
    /// The memory is too small, or the device failed.
    pub(crate) fn download(&self, from: Memory, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.runtime.download(self.stream, &mut [Reading { from, offset: 0, bytes }], Oversight::default())
    }
}

impl Drop for OpenDevice {
    fn drop(&mut self) {
        self.cache.clear(&*self.runtime, self.stream);
        self.runtime.close_stream(self.stream).ok();
    }
}

/// The newest architecture that both the code generator and a GPU support.
///
/// # Errors
/// There is none.
pub(crate) fn arch(gpu: &Gpu) -> Result<Arch, DeviceError> {
    let name = &gpu.info().arch;
    let number: u32 = name.trim_start_matches("sm_").parse().unwrap_or(0);
    Arch::newest(number).ok_or_else(|| {
        let text = format!("this GPU has the architecture {name}, but sm_75 (T4, RTX 20) or later is needed");
        DeviceError::new(Fault::Unsupported, text)
    })
}

/// The options of the pass `set-gpu` for a GPU whose code is of this architecture.
pub(crate) fn mapping(gpu: &Gpu, arch: &str) -> String {
    let Some(found) = &gpu.info().gpu else { return format!("arch={arch}") };
    format!(
        "arch={arch} multiprocessors={} threads={} registers={} shared-bytes={} block-shared-bytes={} \
         cache-bytes={} bandwidth={}",
        found.multiprocessors,
        found.threads,
        found.registers,
        found.shared_bytes,
        found.block_shared_bytes,
        found.cache_bytes,
        found.bandwidth
    )
}
