//! Devices that are open: one for each that a session uses, shared by its programs and its arrays.

use crate::session::device::Device;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tf_cpu::ptx::Arch;
use tf_device::{DeviceError, Fault, Memory, Runtime, Stream};
use tf_nvptx::Gpu;

/// A device that programs and arrays of a session are on.
pub(crate) struct OpenDevice {
    device: Device,
    runtime: Arc<dyn Runtime>,
    /// For what belongs to no call: copies of arrays, and memory that is given back.
    stream: Stream,
    /// Small memory that was given back, by its bytes: to ask the device takes longer than a small call.
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    free: HashMap<u64, Vec<Memory>>,
    bytes: u64,
}

/// The largest memory that is kept, and how many bytes all of it may have.
const SMALL: u64 = 1 << 20;
const MOST_KEPT: u64 = 64 << 20;

impl Kept {
    fn take(&mut self, bytes: u64) -> Option<Memory> {
        let memory = self.free.get_mut(&bytes)?.pop()?;
        self.bytes -= bytes;
        Some(memory)
    }

    /// Whether it was kept.
    fn keep(&mut self, memory: Memory) -> bool {
        let fits = memory.bytes <= SMALL && self.bytes + memory.bytes <= MOST_KEPT;
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
    /// The device cannot.
    pub(crate) fn new(device: Device, runtime: Arc<dyn Runtime>) -> Result<Arc<OpenDevice>, DeviceError> {
        let stream = runtime.open_stream()?;
        Ok(Arc::new(OpenDevice { device, runtime, stream, kept: Mutex::default() }))
    }

    /// Which one it is.
    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn runtime(&self) -> &Arc<dyn Runtime> {
        &self.runtime
    }

    /// New memory, for whoever waits for the device before another stream uses it.
    ///
    /// # Errors
    /// There is not so much.
    pub(crate) fn allocate(&self, bytes: u64) -> Result<Memory, DeviceError> {
        if let Some(memory) = self.kept().take(bytes).filter(|_| !self.runtime.is_lost()) {
            return Ok(memory);
        }
        let memory = self.runtime.allocate(self.stream, bytes)?;
        self.runtime.synchronize(self.stream)?;
        Ok(memory)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives memory back that no stream uses any more. A device that has failed has nothing left to take.
    pub(crate) fn release(&self, memory: Memory) {
        if !self.kept().keep(memory) {
            self.runtime.release(self.stream, memory).ok();
        }
    }

    /// The number by which others on the device know the stream.
    pub(crate) fn stream_number(&self) -> Option<u64> {
        self.runtime.stream_number(self.stream)
    }

    /// Waits until the stream has nothing to do.
    ///
    /// # Errors
    /// What its work did wrong.
    pub(crate) fn synchronize(&self) -> Result<(), DeviceError> {
        self.runtime.synchronize(self.stream)
    }

    /// Brings bytes to memory, and waits until they are there.
    ///
    /// # Errors
    /// They do not fit, or the device failed.
    pub(crate) fn upload(&self, to: Memory, bytes: &[u8]) -> Result<(), DeviceError> {
        self.runtime.upload(self.stream, to, 0, bytes)?;
        self.runtime.synchronize(self.stream)
    }

    /// Brings bytes to the host.
    ///
    /// # Errors
    /// There are not so many, or the device failed.
    pub(crate) fn download(&self, from: Memory, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.runtime.download(self.stream, from, 0, bytes)
    }
}

impl Drop for OpenDevice {
    fn drop(&mut self) {
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        for memory in kept.free.drain().flat_map(|(_, all)| all) {
            self.runtime.release(self.stream, memory).ok();
        }
        self.runtime.close_stream(self.stream).ok();
    }
}

/// The newest architecture that we make code for and a GPU runs.
///
/// # Errors
/// It runs none.
pub(crate) fn arch(gpu: &Gpu) -> Result<Arch, DeviceError> {
    let name = &gpu.info().arch;
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
