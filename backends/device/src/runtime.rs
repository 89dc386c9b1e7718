//! What a program asks of a device.

use crate::error::DeviceError;
use crate::kernels::KernelInfo;
use std::sync::atomic::{AtomicI64, Ordering};
use tf_dialects::limits::StopWord;
use tf_dialects::prints::Printer;

/// What a device is and allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceInfo {
    /// Its name, as its maker calls it.
    pub name: String,
    /// The generation that code is made for, such as `sm_90`.
    pub arch: String,
    /// Bytes of its memory.
    pub memory: u64,
    /// The most bytes of shared memory of a block, static and dynamic together.
    pub shared: u64,
    /// The most threads of a block.
    pub threads: u32,
    /// Multiprocessors, or cores.
    pub processors: u32,
}

/// A queue of work: what is put in runs in order; different streams run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stream(pub u64);

/// A point in a stream's work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event(pub u64);

/// Memory of a device, by the address that kernels know it by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Memory {
    /// Its first byte.
    pub address: u64,
    /// Its bytes.
    pub bytes: u64,
}

/// Code that was loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Module(pub u64);

/// A kernel of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kernel {
    /// The module.
    pub module: Module,
    /// The kernel's position among those that were asked for.
    pub at: u32,
}

/// Code as a compiler makes it.
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
    /// Memory that holds an array of so many axes.
    Memory(Memory, u32),
    /// The bits of a scalar, and how many bytes of them the kernel takes.
    Scalar(u64, u32),
}

/// Who looks after a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Oversight<'a> {
    /// What ends the run when it says so.
    pub stop: Option<&'a StopWord>,
    /// Who gets what the run prints; nobody without one.
    pub printer: Option<&'a Printer>,
    /// The bytes that the run may still take; below 0 if it asked for more.
    pub bytes: Option<&'a AtomicI64>,
}

impl Oversight<'_> {
    /// True if the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(StopWord::is_stopped)
    }

    /// Takes bytes from those that are left. False if there were not so many.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.bytes.is_none_or(|left| left.fetch_sub(bytes, Ordering::Relaxed) >= bytes)
    }
}

/// A launch of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// Which kernel.
    pub kernel: Kernel,
    /// Blocks along x, y and z; none is 0.
    pub grid: [u32; 3],
    /// Threads of a block along x, y and z.
    pub block: [u32; 3],
    /// Blocks of a cluster along x, y and z: 1 where the kernel forms none.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// What the kernel declares, in order.
    pub arguments: &'a [Argument],
    /// The values of its extent symbols, sorted by name.
    pub extents: &'a [i64],
    /// A device that can look at it ends the launch when it says so, and hands on what the kernel prints.
    pub oversight: Oversight<'a>,
}

/// Work that was recorded to be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Recording(pub u64);

/// A device. Every function may be called from any thread; work that belongs together is put into one stream.
///
/// Failures may come late: what a kernel did wrong is said by the next call that waits for its stream.
pub trait Runtime: Send + Sync {
    /// What the device is.
    fn info(&self) -> &DeviceInfo;

    /// True if an earlier failure has ended the device's context: nothing can be done on it any more.
    fn is_lost(&self) -> bool {
        false
    }

    /// A new stream.
    ///
    /// # Errors
    /// [`DeviceError`], as for all functions here.
    fn open_stream(&self) -> Result<Stream, DeviceError>;

    /// Waits for a stream, and ends it.
    ///
    /// # Errors
    /// What its work did wrong.
    fn close_stream(&self, stream: Stream) -> Result<(), DeviceError>;

    /// Memory that work put into the stream from now on may use; it holds anything.
    ///
    /// # Errors
    /// There is not enough.
    fn allocate(&self, stream: Stream, bytes: u64) -> Result<Memory, DeviceError>;

    /// Gives memory back as soon as the work in the stream is done.
    ///
    /// # Errors
    /// It is none of this device.
    fn release(&self, stream: Stream, memory: Memory) -> Result<(), DeviceError>;

    /// Has memory of somebody else's on this device stand for memory of its own until [`Runtime::leave`] is called as often: nothing is copied, and
    /// nobody frees it here. The caller promises that it is there so long.
    ///
    /// # Errors
    /// Kernels cannot use memory that begins there.
    fn lend(&self, memory: Memory) -> Result<(), DeviceError>;

    /// Ends what [`Runtime::lend`] began, when no work uses the memory any more.
    fn leave(&self, memory: Memory);

    /// The number by which others on the device know a stream, if there are others.
    fn stream_number(&self, _stream: Stream) -> Option<u64> {
        None
    }

    /// Writes bytes from `offset` on. The bytes may change when this returns.
    ///
    /// # Errors
    /// They do not fit.
    fn upload(&self, stream: Stream, to: Memory, offset: u64, bytes: &[u8]) -> Result<(), DeviceError>;

    /// Reads bytes from `offset` on, after all work in the stream.
    ///
    /// # Errors
    /// There are not as many, or what the work did wrong.
    fn download(
        &self,
        stream: Stream,
        from: Memory,
        offset: u64,
        bytes: &mut [u8],
    ) -> Result<(), DeviceError>;

    /// Copies the first bytes of one memory to another that does not overlap it.
    ///
    /// # Errors
    /// One of them is too small.
    fn copy(&self, stream: Stream, from: Memory, to: Memory, bytes: u64) -> Result<(), DeviceError>;

    /// Loads code and finds these kernels in it.
    ///
    /// # Errors
    /// The device does not take the code, or a kernel is missing.
    fn load(&self, code: Code<'_>, kernels: &[KernelInfo]) -> Result<Module, DeviceError>;

    /// Unloads code when no stream uses it any more.
    ///
    /// # Errors
    /// There is no such module.
    fn unload(&self, module: Module) -> Result<(), DeviceError>;

    /// Launches a kernel.
    ///
    /// # Errors
    /// The device cannot run it in this form.
    fn launch(&self, stream: Stream, launch: &Launch<'_>) -> Result<(), DeviceError>;

    /// Marks the end of what is in a stream now.
    ///
    /// # Errors
    /// [`DeviceError`].
    fn record(&self, stream: Stream) -> Result<Event, DeviceError>;

    /// Has a stream wait for an event of another, which is used up by it.
    ///
    /// # Errors
    /// There is no such event.
    fn wait_for(&self, stream: Stream, event: Event) -> Result<(), DeviceError>;

    /// Waits until a stream has nothing to do.
    ///
    /// # Errors
    /// What its work did wrong.
    fn synchronize(&self, stream: Stream) -> Result<(), DeviceError>;

    /// Waits until a stream has nothing to do. If its run is to end, its kernels are told to; a device on which they go on for ever gives up its
    /// context.
    ///
    /// # Errors
    /// What its work did wrong, or that it did not end.
    fn await_work(&self, stream: Stream, _oversight: Oversight<'_>) -> Result<(), DeviceError> {
        self.synchronize(stream)
    }

    /// Whether work can be recorded.
    fn records(&self) -> bool {
        false
    }

    /// From now on, work put into the stream is recorded instead of done.
    ///
    /// # Errors
    /// The device records nothing.
    fn begin_recording(&self, _stream: Stream) -> Result<(), DeviceError> {
        Err(DeviceError::new(crate::Fault::Unsupported, "this device records no work"))
    }

    /// Ends a recording. Nothing of it was done yet.
    ///
    /// # Errors
    /// Something that was put into the stream cannot be recorded.
    fn end_recording(&self, _stream: Stream) -> Result<Recording, DeviceError> {
        Err(DeviceError::new(crate::Fault::Unsupported, "this device records no work"))
    }

    /// Puts recorded work into a stream.
    ///
    /// # Errors
    /// There is no such recording.
    fn replay(&self, _stream: Stream, _recording: Recording) -> Result<(), DeviceError> {
        Err(DeviceError::new(crate::Fault::Unsupported, "this device records no work"))
    }

    /// Forgets recorded work.
    fn forget(&self, _recording: Recording) {}
}
