//! Calls with arrays of shapes that are known beforehand: what follows from the shapes is worked out once.

use super::executable::bound;
use super::words::Words;
use super::{EntryId, Executable, RawArgument, RawTensor, RunError, Watch};
use smallvec::SmallVec;
use tf_dialects::array::{Layout, element_bytes};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::ParamType;

/// A call of an entry of one executable whose arrays have certain extents, without gaps.
#[derive(Debug)]
pub struct Prepared {
    /// Which executable it is of.
    number: u64,
    entry: EntryId,
    /// The words of the call, with holes for addresses and numbers.
    words: SmallVec<[u64; 32]>,
    arguments: SmallVec<[Place; 8]>,
    results: SmallVec<[Place; 2]>,
    layouts: Vec<Layout>,
}

/// An argument or a result: which word it is, or its address.
#[derive(Debug)]
struct Place {
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
    /// A number of the type of its parameter.
    Number(Scalar),
}

impl Prepared {
    /// The results, as the extents of the arguments have them.
    pub fn results(&self) -> &[Layout] {
        &self.layouts
    }
}

impl Executable {
    /// A call of an entry with arrays of these layouts, and with numbers where there are none; nothing where the entry does not take them, an array has gaps or
    /// an extent follows from a number.
    pub fn prepare(&self, entry: EntryId, arguments: &[Option<Layout>]) -> Option<Prepared> {
        let signature = self.signature(entry);
        let params = signature.params();
        if arguments.len() != params.len() || (0..params.len()).any(|at| signature.number(at).is_some()) {
            return None;
        }
        let given = params.iter().zip(arguments).map(|(param, layout)| match (&param.r#type, layout) {
            (ParamType::Scalar(dtype), None) => Some(RawArgument::Scalar(Scalar::from_bits(*dtype, 0))),
            (ParamType::Tensor(_), Some(layout)) if layout.is_dense() => {
                Some(RawArgument::Tensor(nowhere(layout)))
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
        let results: SmallVec<[_; 4]> = layouts.iter().map(nowhere).collect();
        // SAFETY: arrays without gaps are neither read nor written here: only their addresses become words.
        let words = unsafe { Words::new(&Watch::none(), signature, &symbols, &given, &results) };
        let words = words.ok()?.into_words();
        let mut next = symbols.len();
        let arguments =
            given.iter().map(|argument| Place::after(&mut next, argument)).collect::<Option<_>>()?;
        let places = results.iter().map(|result| Place::after(&mut next, &RawArgument::Tensor(*result)));
        let places = places.collect::<Option<_>>()?;
        drop(results);
        Some(Prepared { number: self.number(), entry, words, arguments, results: places, layouts })
    }

    /// Makes a call on memory of arrays, in the order of the signature. What the results hold after an error is not said.
    ///
    /// # Errors
    /// [`RunError`]: the program stopped itself, or is stopped.
    ///
    /// # Panics
    /// If the call is one of another executable, or an argument or result is not as it was prepared for: of another kind, size or alignment.
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
        // SAFETY: the words are those that the signature asks for with these extents; the memory is borrowed, and has the size of the arrays.
        let done = unsafe { self.call_words(call.entry, &words, watch.oversight()) };
        watch.outcome()?;
        match done {
            Err(_) if watch.is_out_of_bytes() => Err(watch.too_many_bytes()),
            done => done,
        }
    }
}

/// An array whose memory is not known yet.
fn nowhere(layout: &Layout) -> RawTensor<'_> {
    RawTensor { first: std::ptr::null_mut(), layout }
}

impl Place {
    /// The place after others, which are so many words.
    fn after(words: &mut usize, argument: &RawArgument<'_>) -> Option<Place> {
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
        Some(Place { word, kind })
    }

    fn filled(&self, argument: &Filling<'_>) -> u64 {
        match (&self.kind, argument) {
            (_, Filling::Array(memory)) => self.address(memory.as_ptr(), memory.len()),
            (Kind::Number(dtype), Filling::Number(scalar)) if *dtype == scalar.dtype() => scalar.bits(),
            (kind, _) => panic!("the call is prepared for {kind:?}, and gets {argument:?}"),
        }
    }

    /// The word for an array that is in memory of so many bytes.
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
