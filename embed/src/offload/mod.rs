//! Offloaded programs: host functions, and a device that runs the kernels that they launch.

mod build;
mod call;

pub(crate) use build::{LoadError, build, kernels_alone, load};

use crate::call::device_array::Input;
use crate::compile::staged::{Code, Staged};
use crate::session::open::OpenDevice;
use std::sync::{Arc, Mutex, PoisonError};
use tf_device::host::Loaded;
use tf_device::{DeviceError, Module, Stream};
use tf_dialects::signature::Signature;

/// A program on a device.
pub(crate) struct Offloaded {
    device: Arc<OpenDevice>,
    module: Option<Module>,
    functions: Vec<Function>,
    /// By the index of the entry.
    targets: Vec<Target>,
    streams: Mutex<Vec<Stream>>,
}

/// A function of a program.
struct Function {
    signature: Signature,
    host: Loaded,
}

/// How an entry runs.
enum Target {
    /// As the function with this index.
    Whole(usize),
    /// Stage by stage.
    Staged(Staged<usize>),
}

impl Offloaded {
    /// Runs `run` with a separate stream, which is cached for the next call.
    fn with_stream<T, E: From<DeviceError>>(&self, run: impl FnOnce(Stream) -> Result<T, E>) -> Result<T, E> {
        let kept = self.streams.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let stream = match kept {
            Some(stream) => stream,
            None => self.device.runtime().open_stream()?,
        };
        let done = run(stream);
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).push(stream);
        done
    }

    /// True if the device has failed permanently.
    pub(crate) fn is_lost(&self) -> bool {
        self.device.runtime().is_lost()
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.functions.iter().position(|function| function.signature.name() == name)
    }
}

impl Code for Offloaded {
    type Id = usize;

    fn entry(&self, name: &str) -> Option<usize> {
        self.find(name)
    }

    fn signature(&self, id: usize) -> &Signature {
        &self.functions[id].signature
    }

    fn call(
        &self,
        watch: &tf_cpu::exec::Watch,
        id: usize,
        arguments: &[tf_cpu::exec::Argument<'_>],
    ) -> Result<Vec<tf_dialects::array::Array>, crate::error::Error> {
        self.call_function(id, watch, &Input::all(arguments))
    }

    fn call_into(
        &self,
        watch: &tf_cpu::exec::Watch,
        id: usize,
        arguments: &[tf_cpu::exec::Argument<'_>],
        outputs: &mut [tf_dialects::array::ArrayViewMut<'_>],
    ) -> Result<(), crate::error::Error> {
        self.call_function_into(id, watch, &Input::all(arguments), outputs)
    }
}

impl Drop for Offloaded {
    fn drop(&mut self) {
        // Errors are ignored: a failed device has nothing to free, and its errors were reported when they
        // occurred.
        let runtime = self.device.runtime().clone();
        let streams = std::mem::take(self.streams.get_mut().unwrap_or_else(PoisonError::into_inner));
        let stream = match streams.first() {
            Some(stream) => Ok(*stream),
            None => runtime.open_stream(),
        };
        if let Ok(stream) = stream {
            for function in self.functions.drain(..) {
                function.host.unload(stream).ok();
            }
            let _ = runtime.synchronize(stream);
            if streams.is_empty() {
                runtime.close_stream(stream).ok();
            }
        }
        streams.into_iter().for_each(|stream| drop(runtime.close_stream(stream)));
        if let Some(module) = self.module {
            runtime.unload(module).ok();
        }
    }
}
