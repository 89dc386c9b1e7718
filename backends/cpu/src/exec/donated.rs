//! Calls whose results may use the memory of donated arguments.

use super::executable::{bound, no_memory};
use super::{Argument, EntryId, Executable, RawArgument, RawTensor, RunError, Watch};
use smallvec::SmallVec;
use tf_dialects::array::{Array, ArrayError, ArrayViewMut, Layout};
use tf_dialects::signature::Signature;

/// An argument of a call that may donate its memory.
#[derive(Debug)]
pub enum Offered<'a> {
    /// An argument that is only read.
    Lent(Argument<'a>),
    /// The call owns its memory: a result may be written there, and it is freed after the call.
    Donated(Array),
}

/// The destination of a result.
enum Room {
    /// A new array.
    New(Array),
    /// The memory of this argument.
    Taken(usize),
}

impl Executable {
    /// Calls an entry and returns its results. A result gets the memory of a donated argument of the same
    /// size in bytes, if the signature lets the result use it; otherwise a new array. Donated arguments are
    /// consumed, even if the call fails.
    ///
    /// # Errors
    /// As [`Executable::call`], and if the run is stopped.
    pub fn call_taking(
        &self,
        watch: &Watch,
        entry: EntryId,
        mut offered: SmallVec<[Offered<'_>; 8]>,
    ) -> Result<Vec<Array>, RunError> {
        let signature = self.signature(entry);
        let layouts: SmallVec<[Option<Layout>; 8]> = offered.iter().map(layout_of).collect();
        let mut raw = SmallVec::<[RawArgument<'_>; 8]>::with_capacity(offered.len());
        for (argument, layout) in offered.iter_mut().zip(&layouts) {
            raw.push(match (argument, layout) {
                (Offered::Donated(array), Some(layout)) => {
                    RawArgument::Tensor(RawTensor { first: array.bytes_mut().as_mut_ptr(), layout })
                }
                (Offered::Lent(argument), _) => argument.raw(),
                (Offered::Donated(_), None) => unreachable!("a donated array has a layout"),
            });
        }
        let symbols = bound(signature, &raw)?;
        let (mut rooms, shapes) = rooms(watch, signature, &symbols, &layouts)?;
        let mut results = SmallVec::<[RawTensor<'_>; 4]>::with_capacity(rooms.len());
        for (room, layout) in rooms.iter_mut().zip(&shapes) {
            let first = match (room, &raw) {
                (Room::New(array), _) => array.bytes_mut().as_mut_ptr(),
                (Room::Taken(at), raw) => match &raw[*at] {
                    RawArgument::Tensor(tensor) => tensor.first,
                    RawArgument::Scalar(_) => unreachable!("a scalar is not donated"),
                },
            };
            results.push(RawTensor { first, layout });
        }
        // SAFETY: views cover their elements, and no code writes to lent arguments. Donated and new arrays
        // belong to the call alone, and each result is in one of them. A result may share the memory of an
        // argument only by the signature.
        unsafe { self.call_bound(watch, entry, &symbols, &raw, &results)? };
        drop((raw, results));
        let mut offered: SmallVec<[Option<Offered<'_>>; 8]> = offered.into_iter().map(Some).collect();
        let arrays = rooms.into_iter().zip(&shapes).map(|(room, layout)| match room {
            Room::New(array) => Ok(array),
            Room::Taken(at) => match offered[at].take() {
                Some(Offered::Donated(array)) => {
                    array.reused(layout).map_err(|_| ArrayError::SelfOverlap.into())
                }
                _ => Err(ArrayError::SelfOverlap.into()),
            },
        });
        arrays.collect()
    }
}

/// The layout of a donated array.
fn layout_of(argument: &Offered<'_>) -> Option<Layout> {
    match argument {
        Offered::Donated(array) => Some(array.layout().clone()),
        Offered::Lent(_) => None,
    }
}

/// The destinations of the results and their layouts. A result gets the memory of a donated argument if it
/// may; each argument serves one result.
fn rooms(
    watch: &Watch,
    signature: &Signature,
    symbols: &[i64],
    donated: &[Option<Layout>],
) -> Result<(Vec<Room>, Vec<Layout>), RunError> {
    let mut taken: SmallVec<[usize; 4]> = SmallVec::new();
    let (mut rooms, mut layouts) = (Vec::new(), Vec::new());
    for (at, result) in signature.results().iter().enumerate() {
        let no_memory = |error: ArrayError| no_memory(signature, at, error);
        let layout =
            Layout::dense(result.r#type.dtype, &signature.result_extents(at, symbols)?).map_err(no_memory)?;
        let bytes = layout.dense_bytes();
        let fits = |own: &Layout| own.dense_bytes() == bytes && !own.is_empty();
        let is_free = |at: &&usize| {
            let own = donated.get(**at).and_then(Option::as_ref);
            own.is_some_and(fits) && !taken.contains(*at)
        };
        let free = result.reuses.iter().find(is_free).copied();
        rooms.push(match free {
            Some(argument) => {
                taken.push(argument);
                Room::Taken(argument)
            }
            None => {
                watch.take(bytes.unwrap_or(usize::MAX))?;
                Room::New(Array::for_result(layout.dtype(), layout.extents()).map_err(no_memory)?)
            }
        });
        layouts.push(layout);
    }
    Ok((rooms, layouts))
}

/// An argument of a call that results may overwrite.
#[derive(Debug)]
pub enum Overwritable<'a> {
    /// An argument that is only read.
    Lent(Argument<'a>),
    /// A result may be written here.
    Mutable(ArrayViewMut<'a>),
}

/// The destination of a result of a call.
#[derive(Debug)]
pub enum Destination<'a> {
    /// Separate memory.
    Own(ArrayViewMut<'a>),
    /// The memory of the argument with this index, which must be [`Overwritable::Mutable`].
    Over(usize),
}

impl Executable {
    /// As [`Executable::call_into_watched`], but results may overwrite arguments that the signature donates
    /// to them.
    ///
    /// # Errors
    /// As there. A result that overwrites a lent argument, or one that the signature does not donate to it,
    /// is an overlap error.
    pub fn call_over(
        &self,
        watch: &Watch,
        entry: EntryId,
        arguments: &mut [Overwritable<'_>],
        results: &mut [Destination<'_>],
    ) -> Result<(), RunError> {
        let signature = self.signature(entry);
        let mut raw = SmallVec::<[RawArgument<'_>; 8]>::with_capacity(arguments.len());
        let mut is_mutable = SmallVec::<[bool; 8]>::with_capacity(arguments.len());
        for argument in arguments {
            is_mutable.push(matches!(argument, Overwritable::Mutable(_)));
            raw.push(match argument {
                Overwritable::Lent(argument) => argument.raw(),
                Overwritable::Mutable(view) => {
                    RawArgument::Tensor(RawTensor { first: view.first(), layout: view.layout() })
                }
            });
        }
        let mut targets = SmallVec::<[RawTensor<'_>; 4]>::with_capacity(results.len());
        for (at, place) in results.iter_mut().enumerate() {
            targets.push(match place {
                Destination::Own(view) => RawTensor { first: view.first(), layout: view.layout() },
                Destination::Over(argument) => match raw.get(*argument) {
                    Some(RawArgument::Tensor(tensor)) if is_mutable[*argument] => *tensor,
                    _ => return Err(not_there(signature, at, *argument)),
                },
            });
        }
        let symbols = bound(signature, &raw)?;
        // SAFETY: views cover their elements, and those of results are borrowed exclusively; the call lets a
        // result overwrite an argument only if the signature does.
        unsafe { self.call_bound(watch, entry, &symbols, &raw, &targets) }
    }
}

fn not_there(signature: &Signature, result: usize, argument: usize) -> RunError {
    let name = |name: Option<&String>, at: usize| name.map_or_else(|| format!("#{at}"), String::clone);
    RunError::Overlap {
        entry: signature.title().to_owned(),
        result: name(signature.results().get(result).map(|result| &result.name), result),
        other: name(signature.params().get(argument).map(|param| &param.name), argument),
    }
}
