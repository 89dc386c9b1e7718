//! Host functions whose kernels and constants are loaded on a device.

use super::call::Memo;
use super::code::Host;
use super::failure::RunFailure;
use super::run::Run;
use crate::error::DeviceError;
use crate::runtime::{Cache, Kernel, Memory, Module, Oversight, Runtime, Stream};
use std::sync::{Arc, Weak};

/// An argument of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// Memory that holds an array.
    Memory(Memory),
    /// The bits of a scalar.
    Scalar(u64),
}

/// A host function whose kernels and constants are loaded on a device.
pub struct Loaded {
    runtime: Arc<dyn Runtime>,
    host: Arc<Host>,
    pub(super) kernels: Vec<Kernel>,
    pub(super) constants: Vec<Memory>,
    memo: Arc<Memo>,
}

impl Loaded {
    /// Uploads the constants of a host function to a device that has loaded its kernels.
    ///
    /// # Errors
    /// The device has no memory for them.
    pub fn new(
        runtime: Arc<dyn Runtime>,
        host: Arc<Host>,
        module: Option<Module>,
        stream: Stream,
    ) -> Result<Loaded, DeviceError> {
        let kernels = match module {
            Some(module) => (0..host.kernels.len() as u32).map(|at| Kernel { module, at }).collect(),
            None => Vec::new(),
        };
        let mut loaded = Loaded { runtime, host, kernels, constants: Vec::new(), memo: Arc::default() };
        if let Err(error) = loaded.bring_constants(stream) {
            loaded.unload(stream).ok();
            return Err(error);
        }
        let memo: Arc<dyn Cache> = loaded.memo.clone();
        let memo: Weak<dyn Cache> = Arc::downgrade(&memo);
        loaded.runtime.register(memo);
        Ok(loaded)
    }

    fn bring_constants(&mut self, stream: Stream) -> Result<(), DeviceError> {
        for (_, bytes) in &self.host.clone().constants {
            let memory = self.runtime.allocate(stream, bytes.len() as u64, Oversight::default())?;
            self.constants.push(memory);
            self.runtime.upload(stream, memory, 0, bytes, Oversight::default())?;
        }
        self.runtime.synchronize(stream)
    }

    /// The host function.
    pub fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// The device.
    pub fn runtime(&self) -> &Arc<dyn Runtime> {
        &self.runtime
    }

    pub(super) fn memo(&self) -> &Memo {
        &self.memo
    }

    /// Frees the memory of constants and of remembered calls.
    ///
    /// # Errors
    /// The device failed before.
    pub fn unload(mut self, stream: Stream) -> Result<(), DeviceError> {
        self.memo.clear(&*self.runtime, stream);
        let constants = std::mem::take(&mut self.constants).into_iter();
        // Also after a failure: the others are freed.
        constants.map(|memory| self.runtime.release(stream, memory)).fold(Ok(()), Result::and)
    }

    /// Runs the function: puts its work into the stream. `symbols` are the values of [`Host::symbols`]; each
    /// argument matches one of [`Host::arguments`], with memory for all of its elements. The run ends early
    /// if `oversight` requests it.
    ///
    /// Results must not be used before the stream has reached this work.
    ///
    /// # Errors
    /// [`RunFailure`]. All memory of the run has been freed then.
    pub fn run(
        &self,
        stream: Stream,
        symbols: &[i64],
        arguments: &[Given],
        oversight: Oversight<'_>,
    ) -> Result<(), RunFailure> {
        let mut run = Run::new(self, stream, oversight);
        let done = run.begin(symbols, arguments).and_then(|()| run.commands(0, self.host.commands.len()));
        // Allocations of a failed run are still live.
        let given_back = run.end();
        done.and(given_back)
    }
}
