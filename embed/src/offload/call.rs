//! Calls of programs on a device, with arrays of the caller.

use super::Offloaded;
use crate::error::Error;
use smallvec::SmallVec;
use std::borrow::Cow;
use tf_cpu::exec::{Argument, RunError, Watch};
use tf_device::host::{Passed, RunFailure};
use tf_dialects::array::{Array, ArrayView, ArrayViewMut};
use tf_dialects::limits::Interrupt;
use tf_dialects::signature::{CallError, Given as Shape, Signature};

fn shape<'a>(argument: &'a Argument<'_>) -> Shape<'a> {
    match argument {
        Argument::Scalar(scalar) => Shape::Scalar(*scalar),
        Argument::Tensor(view) => Shape::Tensor(view.layout()),
    }
}

/// The elements of an array without gaps.
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

impl Offloaded {
    /// Calls an entry; results are new arrays.
    pub(crate) fn call(
        &self,
        entry: usize,
        watch: &Watch,
        signature: &Signature,
        arguments: &[Argument<'_>],
    ) -> Result<Vec<Array>, Error> {
        let shapes: SmallVec<[Shape<'_>; 8]> = arguments.iter().map(shape).collect();
        let symbols = signature.bind(&shapes)?;
        let mut results = Vec::with_capacity(signature.results().len());
        for (at, result) in signature.results().iter().enumerate() {
            let extents = signature.result_extents(at, &symbols)?;
            results.push(Array::for_result(result.r#type.dtype, &extents)?);
        }
        let mut views: Vec<ArrayViewMut<'_>> = results.iter_mut().map(Array::view_mut).collect();
        self.call_into(entry, watch, signature, arguments, &mut views)?;
        drop(views);
        Ok(results)
    }

    /// Calls an entry, writing to arrays of the caller.
    pub(crate) fn call_into(
        &self,
        entry: usize,
        watch: &Watch,
        signature: &Signature,
        arguments: &[Argument<'_>],
        outputs: &mut [ArrayViewMut<'_>],
    ) -> Result<(), Error> {
        let shapes: SmallVec<[Shape<'_>; 8]> = arguments.iter().map(shape).collect();
        let symbols = signature.bind(&shapes)?;
        if outputs.len() != signature.results().len() {
            let (expected, found) = (signature.results().len(), outputs.len());
            let entry = signature.title().to_string();
            return Err(CallError::ResultCount { entry, expected, found }.into());
        }
        for (at, output) in outputs.iter().enumerate() {
            signature.check_result(at, output.layout(), &symbols)?;
        }
        let elements: Vec<Option<Cow<'_, [u8]>>> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Tensor(view) => packed(view).map(Some),
                Argument::Scalar(_) => Ok(None),
            })
            .collect::<Result<_, _>>()?;
        let room = |output: &ArrayViewMut<'_>| vec![0; output.layout().dense_bytes().unwrap_or(0)];
        let mut made: Vec<Vec<u8>> = outputs.iter().map(room).collect();
        let given = arguments.iter().zip(&elements).map(|(argument, bytes)| match (argument, bytes) {
            (Argument::Scalar(scalar), _) => Passed::Scalar(scalar.bits()),
            (Argument::Tensor(_), bytes) => Passed::Bytes(bytes.as_deref().unwrap_or_default()),
        });
        let mut passed: Vec<Passed<'_>> = given.collect();
        passed.extend(made.iter_mut().map(|bytes| Passed::Result(bytes)));
        self.with_stream(|stream| {
            let ran = self.hosts[entry].call(stream, &symbols, &mut passed, watch.word());
            ran.map_err(|failure| failed(watch, signature, failure))
        })?;
        drop(passed);
        for (output, bytes) in outputs.iter_mut().zip(made) {
            output.unpack_from(&bytes)?;
        }
        Ok(())
    }
}

/// What a run that failed says to the caller.
fn failed(watch: &Watch, signature: &Signature, failure: RunFailure) -> Error {
    let before = |place: &str| if place.is_empty() { String::new() } else { format!("{place}: ") };
    match failure {
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
