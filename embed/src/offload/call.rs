//! Calls of programs on a device, with arrays of the caller and arrays on the device.

use super::{Function, Offloaded, Target};
use crate::call::device_array::{DeviceArray, Input, elsewhere};
use crate::error::Error;
use smallvec::SmallVec;
use std::borrow::Cow;
use tf_cpu::exec::{Argument, RunError, Watch};
use tf_device::Memory;
use tf_device::host::{Passed, RunFailure};
use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut, Layout};
use tf_dialects::limits::Interrupt;
use tf_dialects::signature::{CallError, Given as Shape, Signature};

/// The elements of an array, dense.
fn packed<'a>(view: &ArrayView<'a>) -> Result<Cow<'a, [u8]>, Error> {
    let layout = view.layout();
    let bytes = layout.dense_bytes().unwrap_or(0);
    let whole = view.bytes();
    let starts = whole.as_ptr() == view.first() && whole.len() >= bytes;
    if layout.is_dense() && starts {
        return Ok(Cow::Borrowed(&whole[..bytes]));
    }
    let mut out = vec![0; bytes];
    view.pack_into(&mut out)?;
    Ok(Cow::Owned(out))
}

/// An argument in host memory.
enum Here<'a> {
    Given(Input<'a>),
    Copied(Array),
}

fn plain<'h>(signature: &Signature, arguments: &'h [Here<'_>]) -> Result<Vec<Argument<'h>>, Error> {
    let one = |(at, argument): (usize, &'h Here<'_>)| match argument {
        Here::Given(input) => input.clone().plain(signature, at),
        Here::Copied(array) => Ok(Argument::Tensor(array.view())),
    };
    arguments.iter().enumerate().map(one).collect()
}

/// An argument that is ready for the device.
enum Ready<'a> {
    Bits(u64),
    Bytes(Cow<'a, [u8]>),
    There(Memory),
}

impl Ready<'_> {
    fn passed(&self) -> Passed<'_> {
        match self {
            Ready::Bits(bits) => Passed::Scalar(*bits),
            Ready::Bytes(bytes) => Passed::Bytes(bytes),
            Ready::There(memory) => Passed::Held(*memory),
        }
    }
}

fn no_memory(signature: &Signature, at: usize, error: ArrayError) -> Error {
    match error {
        ArrayError::TooLarge { dtype, extents } => {
            Error::Run(RunError::no_memory(signature, &signature.results()[at].name, dtype, &extents))
        }
        error => error.into(),
    }
}

impl Offloaded {
    /// Calls an entry; results are new arrays.
    pub(crate) fn call(
        &self,
        entry: usize,
        watch: &Watch,
        inputs: &[Input<'_>],
    ) -> Result<Vec<Array>, Error> {
        match &self.targets[entry] {
            Target::Whole(function) => self.call_function(*function, watch, inputs),
            Target::Staged(staged) => {
                let here = self.on_host(inputs)?;
                let arguments = plain(staged.signature(), &here)?;
                staged.call(self, watch, &arguments)
            }
        }
    }

    /// Calls an entry, writing to arrays of the caller.
    pub(crate) fn call_into(
        &self,
        entry: usize,
        watch: &Watch,
        inputs: &[Input<'_>],
        outputs: &mut [ArrayViewMut<'_>],
    ) -> Result<(), Error> {
        match &self.targets[entry] {
            Target::Whole(function) => self.call_function_into(*function, watch, inputs, outputs),
            Target::Staged(staged) => {
                let here = self.on_host(inputs)?;
                let arguments = plain(staged.signature(), &here)?;
                staged.call_into(self, watch, &arguments, outputs)
            }
        }
    }

    /// Calls an entry; results are arrays that stay on the device.
    pub(crate) fn call_on_device(
        &self,
        entry: usize,
        watch: &Watch,
        inputs: &[Input<'_>],
    ) -> Result<Vec<DeviceArray>, Error> {
        let Target::Whole(function) = &self.targets[entry] else {
            // The host computes the extents of the results, so they are known only afterwards.
            let arrays = self.call(entry, watch, inputs)?;
            return arrays.into_iter().map(|array| self.bring(&array)).collect();
        };
        let function = &self.functions[*function];
        let symbols = function.bind(inputs)?;
        let ready = self.ready(&function.signature, inputs)?;
        let results = self.rooms(function, watch, inputs, &symbols)?;
        let mut passed: Vec<Passed<'_>> = ready.iter().map(Ready::passed).collect();
        passed.extend(results.iter().map(|(_, memory)| Passed::Held(*memory)));
        self.perform(function, watch, &symbols, &mut passed)?;
        Ok(results.into_iter().map(|(array, _)| array).collect())
    }

    /// Memory for the results of a call: that of donated arguments if the function may write there, else new
    /// memory.
    fn rooms(
        &self,
        function: &Function,
        watch: &Watch,
        inputs: &[Input<'_>],
        symbols: &[i64],
    ) -> Result<Vec<(DeviceArray, Memory)>, Error> {
        let signature = &function.signature;
        let mut taken: SmallVec<[usize; 4]> = SmallVec::new();
        let mut rooms = Vec::with_capacity(signature.results().len());
        for (at, result) in signature.results().iter().enumerate() {
            let extents = signature.result_extents(at, symbols)?;
            let failed = |error| no_memory(signature, at, error);
            let layout = Layout::dense(result.r#type.dtype, &extents).map_err(failed)?;
            let bytes = layout.dense_bytes().unwrap_or(usize::MAX);
            let fits = |(number, input): (usize, &Input<'_>)| match input {
                Input::Held(array, true) if !taken.contains(&number) => {
                    let memory =
                        array.memory_on(&self.device).filter(|memory| memory.bytes == bytes as u64)?;
                    let may = function.host.host().may_donate(inputs.len() + at, number);
                    may.then(|| (number, array.with_layout(&layout), memory))
                }
                _ => None,
            };
            if let Some((number, array, memory)) = inputs.iter().enumerate().find_map(fits) {
                taken.push(number);
                rooms.push((array, memory));
                continue;
            }
            watch.take(bytes)?;
            let memory = self.device.allocate(bytes as u64)?;
            rooms.push((DeviceArray::there(layout, self.device.clone(), memory), memory));
        }
        Ok(rooms)
    }

    /// Copies an array to the device.
    fn bring(&self, array: &Array) -> Result<DeviceArray, Error> {
        let memory = self.device.allocate(array.bytes().len() as u64)?;
        let made = DeviceArray::there(array.layout().clone(), self.device.clone(), memory);
        self.device.upload(memory, array.bytes())?;
        Ok(made)
    }

    /// The arguments in host memory; those on this device are copied.
    fn on_host<'a>(&self, inputs: &[Input<'a>]) -> Result<Vec<Here<'a>>, Error> {
        let one = |input: &Input<'a>| match input {
            Input::Held(array, _) if array.memory_on(&self.device).is_some() => {
                Ok(Here::Copied(array.to_array()?))
            }
            other => Ok(Here::Given(other.clone())),
        };
        inputs.iter().map(one).collect()
    }

    pub(super) fn call_function(
        &self,
        function: usize,
        watch: &Watch,
        inputs: &[Input<'_>],
    ) -> Result<Vec<Array>, Error> {
        let function = &self.functions[function];
        let symbols = function.bind(inputs)?;
        let mut results = Vec::with_capacity(function.signature.results().len());
        for (at, result) in function.signature.results().iter().enumerate() {
            let extents = function.signature.result_extents(at, &symbols)?;
            let failed = |error| no_memory(&function.signature, at, error);
            let bytes = Layout::dense(result.r#type.dtype, &extents).map_err(failed)?.dense_bytes();
            watch.take(bytes.unwrap_or(usize::MAX))?;
            results.push(Array::for_result(result.r#type.dtype, &extents).map_err(failed)?);
        }
        let ready = self.ready(&function.signature, inputs)?;
        let mut passed: Vec<Passed<'_>> = ready.iter().map(Ready::passed).collect();
        passed.extend(results.iter_mut().map(|array| Passed::Result(array.bytes_mut())));
        self.perform(function, watch, &symbols, &mut passed)?;
        drop(passed);
        Ok(results)
    }

    pub(super) fn call_function_into(
        &self,
        function: usize,
        watch: &Watch,
        inputs: &[Input<'_>],
        outputs: &mut [ArrayViewMut<'_>],
    ) -> Result<(), Error> {
        let signature = &self.functions[function].signature;
        let symbols = self.functions[function].bind(inputs)?;
        if outputs.len() != signature.results().len() {
            let (expected, found) = (signature.results().len(), outputs.len());
            let entry = signature.title().to_string();
            return Err(CallError::ResultCount { entry, expected, found }.into());
        }
        for (at, output) in outputs.iter().enumerate() {
            signature.check_result(at, output.layout(), &symbols)?;
        }
        let made = self.call_function(function, watch, inputs)?;
        for (output, array) in outputs.iter_mut().zip(made) {
            output.unpack_from(array.bytes())?;
        }
        Ok(())
    }

    fn ready<'a>(&self, signature: &Signature, inputs: &'a [Input<'_>]) -> Result<Vec<Ready<'a>>, Error> {
        let one = |(at, input): (usize, &'a Input<'_>)| match input {
            Input::Plain(Argument::Scalar(scalar)) => Ok(Ready::Bits(scalar.bits())),
            Input::Plain(Argument::Tensor(view)) => packed(view).map(Ready::Bytes),
            Input::Held(array, _) => match (array.memory_on(&self.device), array.view()) {
                (Some(memory), _) => Ok(Ready::There(memory)),
                (None, Some(view)) => packed(&view).map(Ready::Bytes),
                (None, None) => Err(elsewhere(signature, at, array, &format!("on {}", self.device.device()))),
            },
        };
        inputs.iter().enumerate().map(one).collect()
    }

    fn perform(
        &self,
        function: &Function,
        watch: &Watch,
        symbols: &[i64],
        passed: &mut [Passed<'_>],
    ) -> Result<(), Error> {
        self.with_stream(|stream| {
            let ran = function.host.call(stream, symbols, passed, watch.oversight());
            ran.map_err(|failure| failed(watch, &function.signature, failure))
        })
    }
}

impl Function {
    fn bind(&self, inputs: &[Input<'_>]) -> Result<Vec<i64>, CallError> {
        let shapes: SmallVec<[Shape<'_>; 8]> = inputs.iter().map(Input::shape).collect();
        self.signature.bind(&shapes).map(|symbols| symbols.to_vec())
    }
}

/// The caller's error for a failed run.
fn failed(watch: &Watch, signature: &Signature, failure: RunFailure) -> Error {
    let before = |place: &str| if place.is_empty() { String::new() } else { format!("{place}: ") };
    match failure {
        RunFailure::Bytes => watch.too_many_bytes().into(),
        RunFailure::Trap { .. } if watch.is_out_of_bytes() => watch.too_many_bytes().into(),
        RunFailure::Trap { status, message, place } => Error::Run(RunError::Trap {
            entry: signature.title().to_string(),
            trap: u32::try_from(status).ok().and_then(tf_abi::call::Trap::from_code),
            code: status,
            message,
            location: place,
        }),
        RunFailure::Stopped => watch
            .outcome()
            .err()
            .map_or_else(|| Error::interrupted(Interrupt::Cancelled, String::new()), Error::from),
        RunFailure::Launch { message, place } => {
            Error::Stopped(format!("{}{message}", before(&place)).into())
        }
        RunFailure::Device { error, place } if place.is_empty() => Error::Device(error),
        RunFailure::Device { error, place } => Error::Device(error.during(place)),
    }
}
