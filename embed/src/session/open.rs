//! Open devices: one per device of a session, shared by its programs and arrays.

use crate::session::device::Device;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tf_cpu::ptx::Arch;
use tf_device::{DeviceError, Fault, Memory, Runtime, Stream};
use tf_nvptx::Gpu;

/// A device that holds programs and arrays of a session.
pub(crate) struct OpenDevice {
    device: Device,
    runtime: Arc<dyn Runtime>,
    /// The stream for work outside of calls: copies of arrays, and freed memory.
    stream: Stream,
    /// A cache of small freed allocations, by size: an allocation on the device takes longer than a small
    /// call.
    cache: Mutex<FreeList>,
}

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

impl OpenDevice {
    /// Opens a stream on a device.
    ///
    /// # Errors
    /// The device fails to open one.
    pub(crate) fn new(device: Device, runtime: Arc<dyn Runtime>) -> Result<Arc<OpenDevice>, DeviceError> {
        let stream = runtime.open_stream()?;
        Ok(Arc::new(OpenDevice { device, runtime, stream, cache: Mutex::default() }))
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
        if let Some(memory) = self.cached().take(bytes).filter(|_| !self.runtime.is_lost()) {
            return Ok(memory);
        }
        let memory = self.runtime.allocate(self.stream, bytes)?;
        self.runtime.synchronize(self.stream)?;
        Ok(memory)
    }

    fn cached(&self) -> MutexGuard<'_, FreeList> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees memory that no stream uses any more. Errors are ignored: a failed device has already lost its
    /// memory.
    pub(crate) fn release(&self, memory: Memory) {
        if !self.cached().keep(memory) {
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
        self.runtime.upload(self.stream, to, 0, bytes)?;
        self.runtime.synchronize(self.stream)
    }

    /// Copies bytes from device memory to the host.
    ///
    /// # Errors
    /// The memory is too small, or the device failed.
    pub(crate) fn download(&self, from: Memory, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.runtime.download(self.stream, from, 0, bytes)
    }
}

impl Drop for OpenDevice {
    fn drop(&mut self) {
        let cache = self.cache.get_mut().unwrap_or_else(PoisonError::into_inner);
        for memory in cache.free.drain().flat_map(|(_, all)| all) {
            self.runtime.release(self.stream, memory).ok();
        }
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
    match number {
        90 => Ok(Arch::Sm90a),
        91.. => Ok(Arch::Sm90),
        80..90 => Ok(Arch::Sm80),
        _ => {
            let text =
                format!("this GPU has the architecture {name}, but sm_80 (A100, RTX 30) or later is needed");
            Err(DeviceError::new(Fault::Unsupported, text))
        }
    }
}
