//! The interface of a device: memory, streams, code, launches and recordings.

use crate::error::DeviceError;
use crate::kernels::KernelInfo;
use std::sync::Weak;
use std::sync::atomic::{AtomicI64, Ordering};
use tf_dialects::gpu::Gpu;
use tf_dialects::limits::StopWord;
use tf_dialects::prints::Printer;

/// Properties and limits of a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceInfo {
    /// The vendor's name for it.
    pub name: String,
    /// The architecture that code is compiled for, such as `sm_90`.
    pub arch: String,
    /// Size of its memory in bytes.
    pub memory: u64,
    /// Maximum shared memory of a block in bytes, static and dynamic together.
    pub shared: u64,
    /// Maximum number of threads of a block.
    pub threads: u32,
    /// Multiprocessors, or cores.
    pub processors: u32,
    /// Its properties for the mapping of loops to threads, if it is a GPU that reports them.
    pub gpu: Option<Gpu>,
}

/// Bytes of device memory that are copied to the host.
#[derive(Debug)]
pub struct Reading<'a> {
    /// The memory.
    pub from: Memory,
    /// Where the bytes begin in it.
    pub offset: u64,
    /// The destination, which has as many bytes as are copied.
    pub bytes: &'a mut [u8],
}

/// Device memory that is kept for later calls, and can be freed when the device runs out of it.
pub trait Cache: Send + Sync {
    /// Frees the memory in the order of the stream's work. No work in progress uses it.
    fn clear(&self, runtime: &dyn Runtime, stream: Stream);
}

/// A queue of work: the work of a stream runs in order; different streams run concurrently.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stream(pub u64);

/// A point in a stream's work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event(pub u64);

/// Memory of a device, by its device address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Memory {
    /// Address of the first byte.
    pub address: u64,
    /// Size in bytes.
    pub bytes: u64,
}

/// Loaded code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Module(pub u64);

/// A kernel of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kernel {
    /// The module.
    pub module: Module,
    /// The kernel's position in the list given to [`Runtime::load`].
    pub at: u32,
}

/// Compiled code.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    /// The form, such as `ptx` or `shared-object`.
    pub form: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// An argument of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Memory that holds an array of this rank.
    Memory(Memory, u32),
    /// The bits of a scalar, and the size in bytes that the kernel expects.
    Scalar(u64, u32),
}

/// Control over a run: its stop word, output and memory budget.
#[derive(Clone, Copy, Debug, Default)]
pub struct Oversight<'a> {
    /// Ends the run when set.
    pub stop: Option<&'a StopWord>,
    /// Receives the output of the run; without one, the output is dropped.
    pub printer: Option<&'a Printer>,
    /// The bytes that the run may still allocate; below 0 if it requested more.
    pub bytes: Option<&'a AtomicI64>,
}

impl Oversight<'_> {
    /// True if the run has to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(StopWord::is_stopped)
    }

    /// Takes bytes from the budget. False if it does not have as many.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.bytes.is_none_or(|left| left.fetch_sub(bytes, Ordering::Relaxed) >= bytes)
    }
}

/// A launch of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The kernel.
    pub kernel: Kernel,
    /// Blocks along x, y and z; each at least 1.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Blocks of a cluster along x, y and z: 1 without clusters.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// The declared arguments, in order.
    pub arguments: &'a [Argument],
    /// The values of its extent symbols, sorted by name.
    pub extents: &'a [i64],
    /// Control over the run: a device that supports it ends the launch on request, and delivers the kernel's
    /// output.
    pub oversight: Oversight<'a>,
}

/// Recorded work that can be replayed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Recording(pub u64);

/// A device. Every function may be called from any thread; dependent work goes into one stream.
///
/// Failures may arrive late: the next call that waits for a stream reports the faults of its kernels.
pub trait Runtime: Send + Sync {
    /// The properties of the device.
    fn info(&self) -> &DeviceInfo;

    /// True if an earlier failure has ended the device's context: every further call fails.
    fn is_lost(&self) -> bool {
        false
    }

    /// A new stream.
    ///
    /// # Errors
    /// [`DeviceError`], as for all functions here.
    fn open_stream(&self) -> Result<Stream, DeviceError>;

    /// Waits for a stream and destroys it.
    ///
    /// # Errors
    /// A fault of its work.
    fn close_stream(&self, stream: Stream) -> Result<(), DeviceError>;

    /// Uninitialised memory for work that is put into the stream from now on. A device without enough free
    /// memory clears its caches, waits for the stream as long as the oversight allows, and retries.
    ///
    /// # Errors
    /// The device has too little free memory.
    fn allocate(&self, stream: Stream, bytes: u64, oversight: Oversight<'_>) -> Result<Memory, DeviceError>;

    /// Adds a cache to those that are cleared when the device is out of memory.
    fn register(&self, _cache: Weak<dyn Cache>) {}

    /// Frees memory when the work in the stream is done.
    ///
    /// # Errors
    /// The memory does not belong to this device.
    fn release(&self, stream: Stream, memory: Memory) -> Result<(), DeviceError>;

    /// Accepts memory of another owner on this device as if it were allocated here, until [`Runtime::leave`]
    /// has been called as often: nothing is copied, and it is not freed here. The caller promises that it
    /// stays allocated until then.
    ///
    /// # Errors
    /// Kernels cannot use memory that begins there.
    fn lend(&self, memory: Memory) -> Result<(), DeviceError>;

    /// Ends one [`Runtime::lend`], when no work uses the memory any more.
    fn leave(&self, memory: Memory);

    /// The native handle of a stream for other users of the device, if the device has such handles.
    fn stream_number(&self, _stream: Stream) -> Option<u64> {
        None
    }

    /// Writes bytes from `offset` on. The caller may change the bytes when this returns. Large copies wait
    /// for work of the same stream, as long as the oversight allows.
    ///
    /// # Errors
    /// They do not fit.
    fn upload(
        &self,
        stream: Stream,
        to: Memory,
        offset: u64,
        bytes: &[u8],
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError>;

    /// Waits as [`Runtime::await_work`] does, and reads bytes after all work in the stream. They are
    /// unspecified if the run has to end.
    ///
    /// # Errors
    /// The memory is too small, or a fault of the work.
    fn download(
        &self,
        stream: Stream,
        readings: &mut [Reading<'_>],
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError>;

    /// Copies the first bytes of one memory to another that does not overlap it.
    ///
    /// # Errors
    /// One of them is too small.
    fn copy(&self, stream: Stream, from: Memory, to: Memory, bytes: u64) -> Result<(), DeviceError>;

    /// Loads code and finds these kernels in it.
    ///
    /// # Errors
    /// The device rejects the code, or a kernel is missing.
    fn load(&self, code: Code<'_>, kernels: &[KernelInfo]) -> Result<Module, DeviceError>;

    /// Unloads code when no stream uses it any more.
    ///
    /// # Errors
    /// The module does not exist.
    fn unload(&self, module: Module) -> Result<(), DeviceError>;

    /// Launches a kernel.
    ///
    /// # Errors
    /// The device cannot run it in this form.
    fn launch(&self, stream: Stream, launch: &Launch<'_>) -> Result<(), DeviceError>;

    /// Marks the current end of a stream.
    ///
    /// # Errors
    /// [`DeviceError`].
    fn record(&self, stream: Stream) -> Result<Event, DeviceError>;

    /// Makes a stream wait for an event of another, and destroys the event.
    ///
    /// # Errors
    /// The event does not exist.
    fn wait_for(&self, stream: Stream, event: Event) -> Result<(), DeviceError>;

    /// Waits until a stream is idle.
    ///
    /// # Errors
    /// A fault of its work.
    fn synchronize(&self, stream: Stream) -> Result<(), DeviceError>;

    /// Waits until a stream is idle. If its run has to end, its kernels are told to end; a device on which
    /// they never end gives up its context.
    ///
    /// # Errors
    /// A fault of its work, or a timeout.
    fn await_work(&self, stream: Stream, _oversight: Oversight<'_>) -> Result<(), DeviceError> {
        self.synchronize(stream)
    }

    /// Whether the device can record work.
    fn records(&self) -> bool {
        false
    }

    /// From now on, work that is put into the stream is recorded instead of executed.
    ///
    /// # Errors
    /// The device does not support recording.
    fn begin_recording(&self, _stream: Stream) -> Result<(), DeviceError> {
        Err(DeviceError::new(crate::Fault::Unsupported, "this device records no work"))
    }

    /// Ends a recording. None of its work has run yet.
    ///
    /// # Errors
    /// Something in the stream cannot be recorded.
    fn end_recording(&self, _stream: Stream) -> Result<Recording, DeviceError> {
        Err(DeviceError::new(crate::Fault::Unsupported, "this device records no work"))
    }

    /// Puts recorded work into a stream.
    ///
    /// # Errors
    /// The recording does not exist.
    fn replay(
        &self,
        _stream: Stream,
        _recording: Recording,
        _oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        Err(DeviceError::new(crate::Fault::Unsupported, "this device records no work"))
    }

    /// Destroys a recording.
    fn forget(&self, _recording: Recording) {}
}
