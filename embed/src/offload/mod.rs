//! Programs whose work is kernels: a host function for each entry, and a device that runs what it launches.

mod build;
mod call;

pub(crate) use build::{LoadError, build, kernels_alone, load};

use std::sync::{Arc, Mutex, PoisonError};
use tf_device::host::Loaded;
use tf_device::{DeviceError, Module, Runtime, Stream};

/// A program on a device.
pub(crate) struct Offloaded {
    runtime: Arc<dyn Runtime>,
    module: Option<Module>,
    /// By the number of the entry.
    hosts: Vec<Loaded>,
    streams: Mutex<Vec<Stream>>,
}

impl Offloaded {
    /// Runs something with a stream of its own, which is kept for the next call.
    fn with_stream<T, E: From<DeviceError>>(&self, run: impl FnOnce(Stream) -> Result<T, E>) -> Result<T, E> {
        let kept = self.streams.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let stream = match kept {
            Some(stream) => stream,
            None => self.runtime.open_stream()?,
        };
        let done = run(stream);
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        done
    }
}

impl Drop for Offloaded {
    fn drop(&mut self) {
        // A device that has failed has nothing left to give back: its errors were said where they came up.
        let streams = std::mem::take(self.streams.get_mut().unwrap_or_else(PoisonError::into_inner));
        let stream = match streams.first() {
            Some(stream) => Ok(*stream),
            None => self.runtime.open_stream(),
        };
        if let Ok(stream) = stream {
            for host in self.hosts.drain(..) {
                host.unload(stream).ok();
            }
            let _ = self.runtime.synchronize(stream);
            if streams.is_empty() {
                self.runtime.close_stream(stream).ok();
            }
        }
        streams.into_iter().for_each(|stream| drop(self.runtime.close_stream(stream)));
        if let Some(module) = self.module {
            self.runtime.unload(module).ok();
        }
    }
}
