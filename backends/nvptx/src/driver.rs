//! The subset of the CUDA driver API in use, as a trait.

use std::fmt;
use std::sync::atomic::AtomicU32;
use tf_device::kernels::Swizzle;
use tf_dialects::gpu::Gpu;

/// A call that failed: the driver's error code, its name, and the driver's log, if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The error code, as in `cuda.h`.
    pub code: u32,
    /// The name, such as `CUDA_ERROR_OUT_OF_MEMORY`.
    pub name: String,
    /// The driver's log; may be empty.
    pub log: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.code)?;
        match self.log.trim() {
            "" => Ok(()),
            log => write!(f, ": {log}"),
        }
    }
}

/// The result of a driver call.
pub type Call<T> = Result<T, Failure>;

/// The context of a device: all of its objects are made and used while it is current on the calling thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context(pub u64);

impl Context {
    /// No context.
    pub const NONE: Context = Context(0);
}

/// Properties of a device.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    /// Its name.
    pub name: String,
    /// Its compute capability: 9, 0 for `sm_90`.
    pub capability: (u32, u32),
    /// Size of its memory in bytes.
    pub memory: u64,
    /// Maximum shared memory in bytes that a kernel may opt in to.
    pub shared: u64,
    /// Maximum number of threads of a block.
    pub threads: u32,
    /// Multiprocessors.
    pub processors: u32,
    /// Threads that a multiprocessor runs at a time.
    pub processor_threads: u32,
    /// 32-bit registers of a multiprocessor.
    pub processor_registers: u32,
    /// Shared memory of a multiprocessor in bytes.
    pub processor_shared: u64,
    /// Size of the L2 cache in bytes.
    pub cache: u64,
    /// Peak bandwidth of its memory in bytes per second; 0 if the driver does not report it.
    pub bandwidth: u64,
}

impl Attributes {
    /// The properties for the mapping of loops to threads. What the driver does not report is that of the
    /// architecture, or of an H100 if that is unknown.
    pub(crate) fn describe(&self) -> Gpu {
        let (major, minor) = self.capability;
        let usual = Gpu::named(&format!("sm_{major}{minor}")).unwrap_or_default();
        let large = |found: u64, usual| if found > 0 { found } else { usual };
        let small = |found: u32, usual| if found > 0 { found } else { usual };
        Gpu {
            multiprocessors: small(self.processors, usual.multiprocessors),
            threads: small(self.processor_threads, usual.threads),
            registers: small(self.processor_registers, usual.registers),
            shared_bytes: large(self.processor_shared, usual.shared_bytes),
            block_shared_bytes: large(self.shared, usual.block_shared_bytes),
            cache_bytes: large(self.cache, usual.cache_bytes),
            bandwidth: large(self.bandwidth, usual.bandwidth),
        }
    }
}

/// Host memory that the device accesses directly. This value owns it.
#[derive(Debug)]
pub struct Staging {
    pub(crate) pointer: *mut u8,
    pub(crate) bytes: usize,
}

// SAFETY: a block of memory with one owner.
unsafe impl Send for Staging {}

impl Staging {
    /// Takes memory that the driver allocated.
    ///
    /// # Safety
    /// `pointer` is the first of `bytes` initialised bytes that nothing else uses.
    pub unsafe fn new(pointer: *mut u8, bytes: usize) -> Staging {
        Staging { pointer, bytes }
    }

    /// Its size in bytes.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether its size is 0.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Its first byte.
    pub fn as_ptr(&self) -> *mut u8 {
        self.pointer
    }

    /// A 32-bit word of it, which the device may read at any time.
    ///
    /// # Panics
    /// The memory has fewer words.
    pub fn word(&self, at: usize) -> &AtomicU32 {
        assert!((at + 1) * size_of::<u32>() <= self.bytes, "the memory has {} bytes", self.bytes);
        // SAFETY: the word is inside the memory, which is aligned to a page or at least to a word; the borrow
        // of `self` prevents other writes to the bytes.
        unsafe { AtomicU32::from_ptr(self.pointer.cast::<u32>().add(at)) }
    }

    /// The bytes. No copy by the device may be in progress.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: promised in `new`; the owner waits for copies before it accesses the bytes.
        unsafe { std::slice::from_raw_parts_mut(self.pointer, self.bytes) }
    }
}

/// The sizes of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Blocks of a cluster.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
}

/// What a kernel uses, as the assembler determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Registers of a thread.
    pub registers: u32,
    /// The most threads of a block that have enough registers.
    pub threads: u32,
}

/// An array from which a kernel copies boxes to shared memory. All extents are outermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boxed {
    /// Address of the first byte.
    pub address: u64,
    /// Bytes of an element.
    pub elem: u64,
    /// Its extents, each at least 1; rows of arrays with several are multiples of 16 bytes.
    pub extents: Vec<u64>,
    /// The extents of a box.
    pub box_extents: Vec<u64>,
    /// The layout of rows in shared memory.
    pub swizzle: Swizzle,
}

/// The device's description of a [`Boxed`] array (a tensor map): a parameter of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct BoxMap(pub [u64; 16]);

/// The driver. Handles are the driver's own, as integers; a wrong one fails on the device and does not crash
/// the process.
#[allow(clippy::missing_errors_doc, reason = "each call fails with the driver's error")]
pub trait Driver: Send + Sync {
    /// Its version: 13000 for CUDA 13.0.
    fn version(&self) -> Call<u32>;
    /// The number of devices.
    fn devices(&self) -> Call<u32>;
    /// The properties of a device.
    fn attributes(&self, device: u32) -> Call<Attributes>;
    /// The device's primary context, shared by the whole process.
    fn retain(&self, device: u32) -> Call<Context>;
    /// Releases the context.
    fn release(&self, device: u32) -> Call<()>;
    /// The context that is current on the calling thread; [`Context::NONE`] without one.
    fn current(&self) -> Call<Context>;
    /// Makes a context current on the calling thread. All functions below are for the current context.
    fn set_current(&self, context: Context) -> Call<()>;
    /// Creates a memory pool of the device that keeps freed memory.
    fn pool(&self, device: u32) -> Call<u64>;
    /// Destroys a memory pool whose memory is freed.
    fn drop_pool(&self, pool: u64) -> Call<()>;
    /// Returns unused memory of a pool, and of the device's graphs, to the device.
    fn trim(&self, device: u32, pool: u64) -> Call<()>;

    /// Creates a stream.
    fn stream(&self) -> Call<u64>;
    /// Destroys a stream.
    fn drop_stream(&self, stream: u64) -> Call<()>;
    /// Whether a stream is idle.
    fn is_done(&self, stream: u64) -> Call<bool>;
    /// Waits for a stream.
    fn synchronize(&self, stream: u64) -> Call<()>;

    /// Allocates memory of a pool, in stream order.
    fn allocate(&self, pool: u64, stream: u64, bytes: u64) -> Call<u64>;
    /// Frees memory, in stream order.
    fn free(&self, stream: u64, address: u64) -> Call<()>;
    /// Allocates zeroed host memory that the device accesses directly.
    fn staging(&self, bytes: usize) -> Call<Staging>;
    /// Frees it.
    fn free_staging(&self, staging: Staging) -> Call<()>;
    /// Copies bytes to the device; the copy may continue after the return.
    fn upload(&self, stream: u64, to: u64, from: &Staging, bytes: usize) -> Call<()>;
    /// Copies bytes from the device to host memory from `at` on; the copy may continue after the return.
    fn download(&self, stream: u64, to: &mut Staging, at: usize, from: u64, bytes: usize) -> Call<()>;
    /// Copies on the device.
    fn copy(&self, stream: u64, from: u64, to: u64, bytes: u64) -> Call<()>;

    /// Compiles PTX, a text without a zero byte, to machine code of the device.
    fn assemble(&self, ptx: &[u8]) -> Call<Vec<u8>>;
    /// Loads machine code.
    fn load(&self, image: &[u8]) -> Call<u64>;
    /// Unloads it.
    fn unload(&self, module: u64) -> Call<()>;
    /// A kernel of a module.
    fn function(&self, module: u64, name: &str) -> Call<u64>;
    /// What the assembler determined for a kernel.
    fn usage(&self, function: u64) -> Call<Usage>;
    /// Allows a kernel this many bytes of dynamic shared memory.
    fn allow_shared(&self, function: u64, bytes: u32) -> Call<()>;
    /// Allows a kernel clusters of more blocks than every GPU supports.
    fn allow_large_clusters(&self, function: u64) -> Call<()>;
    /// Creates the tensor map of an array from which boxes are copied.
    fn box_map(&self, boxed: &Boxed) -> Call<BoxMap>;
    /// Launches a kernel with the words of its parameters, followed by the tensor maps.
    fn launch(&self, stream: u64, function: u64, config: Config, words: &[u64], maps: &[BoxMap]) -> Call<()>;

    /// Creates an event.
    fn event(&self) -> Call<u64>;
    /// Moves an event to the current end of a stream.
    fn record(&self, stream: u64, event: u64) -> Call<()>;
    /// Whether a stream has reached the event that was last recorded.
    fn is_reached(&self, event: u64) -> Call<bool>;
    /// Waits until a stream has reached the event that was last recorded.
    fn await_event(&self, event: u64) -> Call<()>;
    /// Makes a stream wait for an event.
    fn wait_for(&self, stream: u64, event: u64) -> Call<()>;
    /// Destroys an event.
    fn drop_event(&self, event: u64) -> Call<()>;

    /// Begins to record the work that the calling thread puts into a stream.
    fn begin_capture(&self, stream: u64) -> Call<()>;
    /// Ends the recording and returns a graph that can be launched.
    fn end_capture(&self, stream: u64) -> Call<u64>;
    /// Launches a graph.
    fn replay(&self, stream: u64, graph: u64) -> Call<()>;
    /// Destroys a graph.
    fn drop_graph(&self, graph: u64) -> Call<()>;
}
