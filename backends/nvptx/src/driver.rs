//! The calls of the driver that are used.

use std::fmt;
use std::sync::atomic::AtomicU32;
use tf_device::kernels::Swizzle;

/// A call that failed: the driver's number, its name for it, and what it says in a log, if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The number, as in `cuda.h`.
    pub code: u32,
    /// The name, such as `CUDA_ERROR_OUT_OF_MEMORY`.
    pub name: String,
    /// What the driver wrote into its log; may be empty.
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

/// What a call of the driver gives.
pub type Call<T> = Result<T, Failure>;

/// The context of a device: all that belongs to it is made and used while it is the calling thread's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Context(pub u64);

/// What a device is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attributes {
    /// Its name.
    pub name: String,
    /// Its compute capability: 9, 0 for `sm_90`.
    pub capability: (u32, u32),
    /// Bytes of memory.
    pub memory: u64,
    /// The most bytes of shared memory that a kernel may opt in to.
    pub shared: u64,
    /// The most threads of a block.
    pub threads: u32,
    /// Multiprocessors.
    pub processors: u32,
}

/// Host memory that the device reads and writes directly. Whoever has it owns it.
#[derive(Debug)]
pub struct Staging {
    pub(crate) pointer: *mut u8,
    pub(crate) bytes: usize,
}

// SAFETY: it is a block of memory with one owner.
unsafe impl Send for Staging {}

impl Staging {
    /// Memory that the driver gave.
    ///
    /// # Safety
    /// `pointer` is the first of `bytes` bytes that nobody else uses, and that have a value.
    pub unsafe fn new(pointer: *mut u8, bytes: usize) -> Staging {
        Staging { pointer, bytes }
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Its first byte.
    pub fn as_ptr(&self) -> *mut u8 {
        self.pointer
    }

    /// A word of it that the device may read at any time.
    ///
    /// # Panics
    /// There are not as many words.
    pub fn word(&self, at: usize) -> &AtomicU32 {
        assert!((at + 1) * size_of::<u32>() <= self.bytes, "the memory has {} bytes", self.bytes);
        // SAFETY: the word lies in the memory, which begins at a multiple of a page or of what an allocator gives words at; the borrow of
        // `self` keeps others from writing the bytes otherwise.
        unsafe { AtomicU32::from_ptr(self.pointer.cast::<u32>().add(at)) }
    }

    /// The bytes. No copy of the device may be under way.
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        // SAFETY: promised where it was made; the owner waits for copies before it looks.
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

/// An array of which a kernel copies boxes to shared memory. All extents are outermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boxed {
    /// Its first byte.
    pub address: u64,
    /// Bytes of an element.
    pub elem: u64,
    /// Its extents, none of them 0; rows of arrays with several are multiples of 16 bytes.
    pub extents: Vec<u64>,
    /// The extents of a box.
    pub box_extents: Vec<u64>,
    /// How rows stand in shared memory.
    pub swizzle: Swizzle,
}

/// What the device knows a [`Boxed`] array by: a parameter of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct BoxMap(pub [u64; 16]);

/// The driver. Handles are the driver's own, as numbers; a wrong one is the device's failure, not the process's.
#[allow(clippy::missing_errors_doc, reason = "each call fails as the driver says")]
pub trait Driver: Send + Sync {
    /// Its version: 13000 for CUDA 13.0.
    fn version(&self) -> Call<u32>;
    /// How many devices there are.
    fn devices(&self) -> Call<u32>;
    /// What a device is.
    fn attributes(&self, device: u32) -> Call<Attributes>;
    /// The device's context, shared with everybody in the process.
    fn retain(&self, device: u32) -> Call<Context>;
    /// Gives the context back.
    fn release(&self, device: u32) -> Call<()>;
    /// Has the pool of the device keep memory that was freed.
    fn keep_pool(&self, device: u32) -> Call<()>;

    /// A stream.
    fn stream(&self, context: Context) -> Call<u64>;
    /// Ends a stream.
    fn drop_stream(&self, context: Context, stream: u64) -> Call<()>;
    /// Whether a stream has nothing to do.
    fn is_done(&self, context: Context, stream: u64) -> Call<bool>;
    /// Waits for a stream.
    fn synchronize(&self, context: Context, stream: u64) -> Call<()>;

    /// Memory, in stream order.
    fn allocate(&self, context: Context, stream: u64, bytes: u64) -> Call<u64>;
    /// Gives memory back, in stream order.
    fn free(&self, context: Context, stream: u64, address: u64) -> Call<()>;
    /// Host memory that the device reaches, filled with zeros.
    fn staging(&self, context: Context, bytes: usize) -> Call<Staging>;
    /// Gives it back.
    fn free_staging(&self, context: Context, staging: Staging) -> Call<()>;
    /// Copies bytes to the device, which may go on when this returns.
    fn upload(&self, context: Context, stream: u64, to: u64, from: &Staging, bytes: usize) -> Call<()>;
    /// Copies bytes from the device, which may go on when this returns.
    fn download(&self, context: Context, stream: u64, to: &mut Staging, from: u64, bytes: usize) -> Call<()>;
    /// Copies on the device.
    fn copy(&self, context: Context, stream: u64, from: u64, to: u64, bytes: u64) -> Call<()>;

    /// Translates PTX, a text without a zero byte, to machine code of the device.
    fn assemble(&self, context: Context, ptx: &[u8]) -> Call<Vec<u8>>;
    /// Loads machine code.
    fn load(&self, context: Context, image: &[u8]) -> Call<u64>;
    /// Unloads it.
    fn unload(&self, context: Context, module: u64) -> Call<()>;
    /// A kernel of a module.
    fn function(&self, context: Context, module: u64, name: &str) -> Call<u64>;
    /// Lets a kernel use so many bytes of dynamic shared memory.
    fn allow_shared(&self, context: Context, function: u64, bytes: u32) -> Call<()>;
    /// Lets a kernel have clusters of more blocks than every GPU promises.
    fn allow_large_clusters(&self, context: Context, function: u64) -> Call<()>;
    /// Describes an array of which boxes are copied.
    fn box_map(&self, context: Context, boxed: &Boxed) -> Call<BoxMap>;
    /// Launches a kernel on the words of its parameters, and the maps behind them.
    fn launch(
        &self,
        context: Context,
        stream: u64,
        function: u64,
        config: Config,
        words: &[u64],
        maps: &[BoxMap],
    ) -> Call<()>;

    /// An event at the end of what is in a stream now.
    fn record(&self, context: Context, stream: u64) -> Call<u64>;
    /// Has a stream wait for an event.
    fn wait_for(&self, context: Context, stream: u64, event: u64) -> Call<()>;
    /// Forgets an event.
    fn drop_event(&self, context: Context, event: u64) -> Call<()>;

    /// Begins to record the work of a stream, of the calling thread alone.
    fn begin_capture(&self, context: Context, stream: u64) -> Call<()>;
    /// Ends it: a graph that can be launched.
    fn end_capture(&self, context: Context, stream: u64) -> Call<u64>;
    /// Launches a graph.
    fn replay(&self, context: Context, stream: u64, graph: u64) -> Call<()>;
    /// Forgets a graph.
    fn drop_graph(&self, context: Context, graph: u64) -> Call<()>;
}
