//! The programs that XLA calls, each with a call that is prepared for the arrays of its first.

use super::abi::Buffer;
use super::layout;
use crate::interrupt;
use smallvec::SmallVec;
use std::fmt;
use std::sync::OnceLock;
use tensorforge::{
    DType, Entry, Error, Executable, Filling, Layout, Limits, ParamType, PreparedCall, Scalar, Signature,
};

/// A program that XLA may call.
pub(super) struct Program {
    executable: Executable,
    /// The same program for calls that Ctrl-C ends: those of the main thread, if it is whole.
    watched: OnceLock<Executable>,
    /// The index of the called function.
    entry: usize,
    whole: bool,
    prepared: OnceLock<Option<Prepared>>,
}

/// Why a call failed.
pub(super) enum Failure {
    /// The program stopped, or was cancelled.
    Run(Error),
    /// The call does not fit the program.
    Call(String),
}

/// A call for arrays of certain types and extents.
struct Prepared {
    call: PreparedCall,
    arguments: Vec<Expected>,
    results: Vec<Expected>,
}

/// An array of a prepared call.
struct Expected {
    layout: Layout,
    bytes: usize,
    /// The element type, for a parameter that is a scalar.
    scalar: Option<DType>,
}

impl Program {
    pub(super) fn new(executable: Executable, entry: usize, whole: bool) -> Program {
        Program { executable, watched: OnceLock::new(), entry, whole, prepared: OnceLock::new() }
    }

    /// Whether it is all that XLA runs in a call.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// The called function.
    ///
    /// # Errors
    /// If the program does not have it.
    pub(super) fn entry(&self) -> Result<Entry<'_>, Failure> {
        let executable = match self.whole && interrupt::start() {
            false => &self.executable,
            true => self.watched.get_or_init(|| {
                let limits = self.executable.limits().clone();
                self.executable.limited(Limits { cancel: interrupt::handle(), ..limits })
            }),
        };
        let missing = "tensorforge: the program does not have this function";
        executable.entries().nth(self.entry).ok_or_else(|| Failure::from(missing))
    }

    /// Makes the prepared call, if its arrays are of these types and extents; the first call prepares it.
    ///
    /// # Safety
    /// The buffers are XLA's, of a call that is not over: nobody writes to arguments meanwhile, and nothing
    /// else uses the results.
    pub(super) unsafe fn call_prepared(
        &self,
        entry: &Entry<'_>,
        given: &[&Buffer],
        wanted: &[&Buffer],
    ) -> Option<Result<(), Failure>> {
        // SAFETY: promised by the caller.
        let prepared = self.prepared.get_or_init(|| unsafe { Prepared::new(entry, given, wanted) });
        // SAFETY: as above.
        prepared.as_ref().and_then(|prepared| unsafe { prepared.call(entry, given, wanted) })
    }
}

impl Prepared {
    /// # Safety
    /// As [`Program::call_prepared`].
    unsafe fn new(entry: &Entry<'_>, given: &[&Buffer], wanted: &[&Buffer]) -> Option<Prepared> {
        let signature = entry.signature();
        if given.len() != signature.params().len() || wanted.len() != signature.results().len() {
            return None;
        }
        // SAFETY: promised by the caller.
        let arguments =
            given.iter().enumerate().map(|(at, buffer)| unsafe { Expected::new(buffer, signature, at) });
        let arguments = arguments.collect::<Option<Vec<_>>>()?;
        let layouts: Vec<Option<Layout>> = arguments
            .iter()
            .map(|argument| argument.scalar.is_none().then(|| argument.layout.clone()))
            .collect();
        let call = entry.prepare(&layouts)?;
        let results = call.results().iter().map(|layout| {
            Some(Expected { bytes: layout.dense_bytes()?, layout: layout.clone(), scalar: None })
        });
        let results = results.collect::<Option<Vec<_>>>()?;
        Some(Prepared { call, arguments, results })
    }

    /// # Safety
    /// As [`Program::call_prepared`].
    unsafe fn call(
        &self,
        entry: &Entry<'_>,
        given: &[&Buffer],
        wanted: &[&Buffer],
    ) -> Option<Result<(), Failure>> {
        // SAFETY: promised by the caller.
        let fits = unsafe { are_expected(given, &self.arguments) && are_expected(wanted, &self.results) };
        if !fits {
            return None;
        }
        let fillings: SmallVec<[Filling<'_>; 8]> = given
            .iter()
            .zip(&self.arguments)
            .map(|(buffer, expected)| {
                let bytes = match expected.bytes {
                    // Its pointer may be null.
                    0 => &[],
                    // SAFETY: the caller promises buffers, and this one has the expected size.
                    bytes => unsafe { std::slice::from_raw_parts(buffer.data, bytes) },
                };
                match expected.scalar {
                    None => Filling::Array(bytes),
                    Some(dtype) => Filling::Number(element(bytes, dtype)),
                }
            })
            .collect();
        let mut results: SmallVec<[&mut [u8]; 8]> = wanted
            .iter()
            .zip(&self.results)
            .map(|(buffer, expected)| -> &mut [u8] {
                match expected.bytes {
                    0 => &mut [],
                    // SAFETY: promised by the caller.
                    bytes => unsafe { std::slice::from_raw_parts_mut(buffer.data, bytes) },
                }
            })
            .collect();
        Some(entry.call_prepared(&self.call, &fillings, &mut results).map_err(Failure::Run))
    }
}

impl Expected {
    /// The argument of a first call.
    ///
    /// # Safety
    /// As [`Program::call_prepared`].
    unsafe fn new(buffer: &Buffer, signature: &Signature, at: usize) -> Option<Expected> {
        let (wanted, is_scalar) = match &signature.params().get(at)?.r#type {
            ParamType::Scalar(dtype) => (*dtype, true),
            ParamType::Tensor(tensor) => (tensor.dtype, false),
        };
        // SAFETY: promised by the caller.
        let (layout, bytes) = unsafe { layout(buffer, Some(wanted)) }.ok()?;
        // A scalar of another type is converted by the general call.
        let fits = !is_scalar || layout.extents().is_empty() && layout.dtype() == wanted;
        fits.then_some(Expected { layout, bytes, scalar: is_scalar.then_some(wanted) })
    }
}

/// Whether buffers have the types and extents of a prepared call.
///
/// # Safety
/// As [`Program::call_prepared`].
unsafe fn are_expected(buffers: &[&Buffer], expected: &[Expected]) -> bool {
    buffers.len() == expected.len()
        && buffers.iter().zip(expected).all(|(buffer, expected)| {
            let dtype = match expected.layout.dtype() {
                DType::Index => DType::I64,
                dtype => dtype,
            };
            // SAFETY: promised by the caller.
            buffer.dtype() == Some(dtype) && unsafe { buffer.has_extents(expected.layout.extents()) }
        })
}

/// The only element of an array.
fn element(bytes: &[u8], dtype: DType) -> Scalar {
    let mut word = [0; 8];
    let size = bytes.len().min(8);
    word[..size].copy_from_slice(&bytes[..size]);
    Scalar::from_bits(dtype, u64::from_le_bytes(word))
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Run(error) => error.fmt(f),
            Failure::Call(text) => f.write_str(text),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Run(error)
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure::Call(text)
    }
}

impl From<&str> for Failure {
    fn from(text: &str) -> Failure {
        Failure::Call(text.to_string())
    }
}
