//! Calls with arrays of fixed shapes: everything that follows from the shapes is computed once.

use super::executable::bound;
use super::words::Words;
use super::{EntryId, Executable, RawArgument, RawTensor, RunError, Watch};
use smallvec::SmallVec;
use tf_dialects::array::{Layout, element_bytes};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::ParamType;

/// A call of an entry of one executable with dense arrays of certain extents.
#[derive(Debug)]
pub struct Prepared {
    /// The id of the executable.
    number: u64,
    entry: EntryId,
    /// The words of the call, with holes for addresses and scalars.
    words: SmallVec<[u64; 32]>,
    arguments: SmallVec<[ArgumentSlot; 8]>,
    results: SmallVec<[ArgumentSlot; 2]>,
    layouts: Vec<Layout>,
}

/// An argument or a result: the index of its word, and its kind.
#[derive(Debug)]
struct ArgumentSlot {
    word: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Array { bytes: usize, alignment: usize },
    Number(DType),
}

/// An argument of a prepared call.
#[derive(Clone, Copy, Debug)]
pub enum Filling<'a> {
    /// The elements of an array.
    Array(&'a [u8]),
    /// A scalar of the type of its parameter.
    Number(Scalar),
}

impl Prepared {
    /// The layouts of the results, for the extents of the arguments.
    pub fn results(&self) -> &[Layout] {
        &self.layouts
    }
}

impl Executable {
    /// Prepares a call of an entry with arrays of these layouts, and scalars for the arguments without one.
    /// `None` if the entry does not take them, an array has gaps or an extent is the value of a scalar
    /// argument.
    pub fn prepare(&self, entry: EntryId, arguments: &[Option<Layout>]) -> Option<Prepared> {
        let signature = self.signature(entry);
        let params = signature.params();
        if arguments.len() != params.len() || (0..params.len()).any(|at| signature.number(at).is_some()) {
            return None;
        }
        let given = params.iter().zip(arguments).map(|(param, layout)| match (&param.r#type, layout) {
            (ParamType::Scalar(dtype), None) => Some(RawArgument::Scalar(Scalar::from_bits(*dtype, 0))),
            (ParamType::Tensor(_), Some(layout)) if layout.is_dense() => {
                Some(RawArgument::Tensor(unallocated(layout)))
            }
            _ => None,
        });
        let given = given.collect::<Option<SmallVec<[_; 8]>>>()?;
        let symbols = bound(signature, &given).ok()?;
        let result = |at: usize| {
            let extents = signature.result_extents(at, &symbols).ok()?;
            Layout::dense(signature.results()[at].r#type.dtype, &extents).ok()
        };
        let layouts = (0..signature.results().len()).map(result).collect::<Option<Vec<_>>>()?;
        let results: SmallVec<[_; 4]> = layouts.iter().map(unallocated).collect();
        // SAFETY: dense arrays are neither read nor written here: only their addresses become words.
        let words = unsafe { Words::new(&Watch::none(), signature, &symbols, &given, &results) };
        let words = words.ok()?.into_words();
        let mut next = symbols.len();
        let arguments =
            given.iter().map(|argument| ArgumentSlot::after(&mut next, argument)).collect::<Option<_>>()?;
        let places =
            results.iter().map(|result| ArgumentSlot::after(&mut next, &RawArgument::Tensor(*result)));
        let places = places.collect::<Option<_>>()?;
        drop(results);
        Some(Prepared { number: self.number(), entry, words, arguments, results: places, layouts })
    }

    /// Makes a call on the memory of arrays, in the order of the signature. The contents of the results after
    /// an error are unspecified.
    ///
    /// # Errors
    /// [`RunError`]: the program trapped, or the run was stopped.
    ///
    /// # Panics
    /// If the call was prepared for another executable, or an argument or result differs in kind, size or
    /// alignment from the prepared one.
    pub fn call_prepared(
        &self,
        watch: &Watch,
        call: &Prepared,
        arguments: &[Filling<'_>],
        results: &mut [&mut [u8]],
    ) -> Result<(), RunError> {
        assert_eq!(call.number, self.number(), "the call is prepared for another executable");
        assert_eq!((arguments.len(), results.len()), (call.arguments.len(), call.results.len()));
        let mut words = call.words.clone();
        for (place, argument) in call.arguments.iter().zip(arguments) {
            words[place.word] = place.filled(argument);
        }
        for (place, memory) in call.results.iter().zip(results) {
            watch.take(memory.len())?;
            words[place.word] = place.address(memory.as_mut_ptr(), memory.len());
        }
        // SAFETY: the words are those of the signature with these extents; the memory is borrowed, and has
        // the size of the arrays.
        let done = unsafe { self.call_words(call.entry, &words, watch.oversight()) };
        watch.outcome()?;
        match done {
            Err(_) if watch.is_out_of_bytes() => Err(watch.too_many_bytes()),
            done => done,
        }
    }
}

/// An array without memory yet.
fn unallocated(layout: &Layout) -> RawTensor<'_> {
    RawTensor { first: std::ptr::null_mut(), layout }
}

impl ArgumentSlot {
    /// The word of an argument; advances the index by the words that the argument takes.
    fn after(words: &mut usize, argument: &RawArgument<'_>) -> Option<ArgumentSlot> {
        let word = *words;
        let (length, kind) = match argument {
            RawArgument::Scalar(scalar) => (1, Kind::Number(scalar.dtype())),
            RawArgument::Tensor(RawTensor { layout, .. }) => {
                let (bytes, alignment) = (layout.dense_bytes()?, element_bytes(layout.dtype())?);
                // An address, the extents, the strides.
                (1 + 2 * layout.rank(), Kind::Array { bytes, alignment })
            }
        };
        *words += length;
        Some(ArgumentSlot { word, kind })
    }

    fn filled(&self, argument: &Filling<'_>) -> u64 {
        match (&self.kind, argument) {
            (_, Filling::Array(memory)) => self.address(memory.as_ptr(), memory.len()),
            (Kind::Number(dtype), Filling::Number(scalar)) if *dtype == scalar.dtype() => scalar.bits(),
            (kind, _) => panic!("the call is prepared for {kind:?}, and gets {argument:?}"),
        }
    }

    /// The word for an array in `length` bytes of memory.
    fn address(&self, first: *const u8, length: usize) -> u64 {
        match self.kind {
            // Memory of no bytes may have any address.
            Kind::Array { bytes, alignment }
                if length == bytes && (bytes == 0 || first.addr().is_multiple_of(alignment)) =>
            {
                first.expose_provenance() as u64
            }
            ref kind => panic!("the call is prepared for {kind:?}, and gets {length} bytes at {first:?}"),
        }
    }
}
