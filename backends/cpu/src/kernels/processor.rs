//! The processor as a [`Runtime`].

use super::SIZES;
use super::memory::Blocks;
use crate::exec::{EntryId, Executable, RunError};
use crate::runtime::Runtime as Pool;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tf_device::kernels::KernelInfo;
use tf_device::{
    Argument, Code, DeviceError, DeviceInfo, Event, Fault, Launch, Memory, Module, Oversight, Reading,
    Runtime, Stream, Trap,
};
use tf_dialects::kernel::{BLOCK_THREADS, DYNAMIC_SHARED_BYTES, SHARED_BYTES};

/// This machine's processor, which distributes the blocks of a kernel over a thread pool. Calls run one after
/// the other.
pub struct Processor {
    info: DeviceInfo,
    state: Mutex<State>,
    next: AtomicU64,
}

#[derive(Default)]
struct State {
    blocks: Blocks,
    modules: HashMap<Module, Arc<Kernels>>,
}

/// The kernels of a module.
struct Kernels {
    code: Executable,
    entries: Vec<(EntryId, KernelInfo)>,
}

impl Processor {
    /// The processor as a device, whose kernels run in a thread pool.
    pub fn new(pool: &Pool) -> Processor {
        let info = DeviceInfo {
            name: "processor".to_string(),
            arch: std::env::consts::ARCH.to_string(),
            memory: u64::MAX,
            shared: SHARED_BYTES + DYNAMIC_SHARED_BYTES,
            threads: BLOCK_THREADS as u32,
            processors: pool.threads() as u32,
            gpu: None,
        };
        Processor { info, state: Mutex::default(), next: AtomicU64::new(1) }
    }

    /// Adopts kernels that were compiled in this process.
    ///
    /// # Errors
    /// A kernel is not in the code, or has other parameters.
    pub fn adopt(&self, code: Executable, kernels: &[KernelInfo]) -> Result<Module, DeviceError> {
        let mut entries = Vec::new();
        for info in kernels {
            let entry = code.entry(&info.name).filter(|entry| {
                let signature = code.signature(*entry);
                signature.params().len() == info.params.len() + SIZES && signature.results().is_empty()
            });
            let entry = entry.ok_or_else(|| {
                DeviceError::new(Fault::Unsupported, format!("the code has no kernel '@{}'", info.name))
            })?;
            entries.push((entry, info.clone()));
        }
        let module = Module(self.next.fetch_add(1, Ordering::Relaxed));
        self.lock().modules.insert(module, Arc::new(Kernels { code, entries }));
        Ok(module)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The words of a kernel's function: its extent symbols, its arguments, the sizes of the launch.
    fn words(
        state: &State,
        info: &KernelInfo,
        launch: &Launch<'_>,
    ) -> Result<SmallVec<[u64; 64]>, DeviceError> {
        let misuse = || {
            DeviceError::new(
                Fault::Misuse,
                format!("'@{}' is launched with other arguments than it has", info.name),
            )
        };
        if launch.arguments.len() != info.params.len() || launch.extents.len() != info.order.len() {
            return Err(misuse());
        }
        let mut words: SmallVec<[u64; 64]> = launch.extents.iter().map(|extent| *extent as u64).collect();
        for (argument, needed) in launch.arguments.iter().zip(info.bytes(launch.extents)?) {
            match (argument, needed) {
                (Argument::Memory(memory, axes), Some(bytes)) => {
                    words.push(state.blocks.at(*memory, 0, bytes)?.expose_provenance() as u64);
                    // Extents and strides: the code computes them from the symbols.
                    words.extend((0..2 * axes).map(|_| 0));
                }
                (Argument::Scalar(bits, _), None) => words.push(*bits),
                _ => return Err(misuse()),
            }
        }
        words.extend(launch.grid.iter().chain(&launch.block).map(|n| u64::from(*n)));
        words.push(u64::from(launch.shared));
        Ok(words)
    }
}

impl Runtime for Processor {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn open_stream(&self) -> Result<Stream, DeviceError> {
        Ok(Stream(self.next.fetch_add(1, Ordering::Relaxed)))
    }

    fn close_stream(&self, _stream: Stream) -> Result<(), DeviceError> {
        Ok(())
    }

    fn lend(&self, memory: Memory) -> Result<(), DeviceError> {
        self.lock().blocks.lent.lend(memory)
    }

    fn leave(&self, memory: Memory) {
        self.lock().blocks.lent.leave(memory);
    }

    fn allocate(
        &self,
        _stream: Stream,
        bytes: u64,
        _oversight: Oversight<'_>,
    ) -> Result<Memory, DeviceError> {
        self.lock().blocks.allocate(bytes)
    }

    fn release(&self, _stream: Stream, memory: Memory) -> Result<(), DeviceError> {
        self.lock().blocks.release(memory)
    }

    fn upload(
        &self,
        _stream: Stream,
        to: Memory,
        offset: u64,
        bytes: &[u8],
        _oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        let state = self.lock();
        let to = state.blocks.at(to, offset, bytes.len() as u64)?;
        // SAFETY: the block has that many bytes, which only the holder of the lock accesses; `bytes` is
        // memory of the caller.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Ok(())
    }

    fn download(
        &self,
        _stream: Stream,
        readings: &mut [Reading<'_>],
        _oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        let state = self.lock();
        for Reading { from, offset, bytes } in readings {
            let from = state.blocks.at(*from, *offset, bytes.len() as u64)?;
            // SAFETY: the block has that many bytes, which only the holder of the lock accesses, and which
            // were initialized to 0.
            unsafe { bytes.as_mut_ptr().copy_from_nonoverlapping(from, bytes.len()) };
        }
        Ok(())
    }

    fn copy(&self, _stream: Stream, from: Memory, to: Memory, bytes: u64) -> Result<(), DeviceError> {
        let state = self.lock();
        let (from, to) = (state.blocks.at(from, 0, bytes)?, state.blocks.at(to, 0, bytes)?);
        // SAFETY: both have that many bytes, which only the holder of the lock accesses; a block may be
        // copied to itself.
        unsafe { to.copy_from(from, bytes as usize) };
        Ok(())
    }

    fn load(&self, code: Code<'_>, _kernels: &[KernelInfo]) -> Result<Module, DeviceError> {
        let form = code.form;
        Err(DeviceError::new(Fault::Unsupported, format!("a CPU does not run code in the form '{form}'")))
    }

    fn unload(&self, module: Module) -> Result<(), DeviceError> {
        let found = self.lock().modules.remove(&module);
        found.map(drop).ok_or_else(|| DeviceError::new(Fault::Misuse, "there is no such module"))
    }

    fn launch(&self, _stream: Stream, launch: &Launch<'_>) -> Result<(), DeviceError> {
        let state = self.lock();
        let kernels = state.modules.get(&launch.kernel.module).cloned();
        let none = || DeviceError::new(Fault::Misuse, "there is no such kernel");
        let kernels = kernels.ok_or_else(none)?;
        let (entry, info) = kernels.entries.get(launch.kernel.at as usize).ok_or_else(none)?;
        let sizes = [launch.grid, launch.block].map(|sizes| sizes.map(i64::from));
        let checked = info.check(sizes[0], sizes[1], launch.shared.into());
        checked.map_err(|why| {
            DeviceError::new(Fault::Resources, format!("the launch of '@{}' {why}", info.name))
        })?;
        let words = Self::words(&state, info, launch)?;
        // SAFETY: the words are those of the entry, by the check of `adopt`; the blocks of its pointers have
        // the bytes of the arguments, and only the holder of the lock accesses them. The code checks its
        // accesses.
        let done = unsafe { kernels.code.call_words(*entry, &words, launch.oversight) };
        done.map_err(failure)
    }

    fn record(&self, _stream: Stream) -> Result<Event, DeviceError> {
        Ok(Event(0))
    }

    fn wait_for(&self, _stream: Stream, _event: Event) -> Result<(), DeviceError> {
        Ok(())
    }

    fn synchronize(&self, _stream: Stream) -> Result<(), DeviceError> {
        Ok(())
    }
}

/// The error of a kernel that stopped.
fn failure(error: RunError) -> DeviceError {
    match error {
        RunError::Trap { code, message, location, .. } => {
            DeviceError::trapped(Trap { status: code, message, place: location })
        }
        other => DeviceError::new(Fault::Other, other.to_string()),
    }
}
