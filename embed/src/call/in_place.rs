//! Calls with results written over arguments, for bindings whose callers share memory between both.

use crate::call::args::adapted;
use crate::call::executable::{Artifact, Entry, Target};
use crate::error::Error;
use tf_cpu::exec::{Argument, RunError};
pub use tf_cpu::exec::{Destination, Overwritable};
use tf_dialects::array::{Array, ArrayView, ArrayViewMut, Layout};

impl Entry<'_> {
    /// Calls the function; each result is written to separate memory, or over an argument without gaps that
    /// has its element type and extents. A result is computed directly in the argument's memory if all reads
    /// of the argument come before the writes; otherwise it is computed elsewhere and copied after the call.
    /// After an error, the contents of such an argument are unspecified.
    ///
    /// # Errors
    /// As [`Entry::call_into`], and for a result over an argument that is not mutable.
    pub fn call_over(
        &self,
        mut arguments: Vec<Overwritable<'_>>,
        results: Vec<Destination<'_>>,
    ) -> Result<(), Error> {
        for (at, argument) in arguments.iter_mut().enumerate() {
            if let Overwritable::Lent(Argument::Scalar(scalar)) = argument {
                *scalar = adapted(self.signature(), at, *scalar)?;
            }
        }
        // Two results over one argument are rejected by the call.
        let over = |place: &Destination<'_>| match place {
            Destination::Over(argument) => Some(*argument),
            Destination::Own(_) => None,
        };
        let targets: Vec<Option<usize>> = results.iter().map(over).collect();
        let mut apart = Vec::with_capacity(results.len());
        for (at, argument) in targets.iter().enumerate() {
            let is_first = !targets[..at].contains(argument);
            let layout =
                argument.filter(|_| is_first).and_then(|argument| layout_of(arguments.get(argument)?));
            let made = layout.filter(|_| argument.is_some_and(|argument| !self.reuses(at, argument)));
            let made = made.map(|layout| Array::for_result(layout.dtype(), layout.extents()));
            apart.push(made.transpose()?);
        }
        let places = results.into_iter().zip(&mut apart);
        let places = places
            .map(|(place, apart)| apart.as_mut().map_or(place, |array| Destination::Own(array.view_mut())));
        self.call_at(&mut arguments, places.collect())?;
        for (argument, array) in targets.into_iter().zip(apart) {
            let (Some(argument), Some(array)) = (argument, array) else { continue };
            if let Overwritable::Mutable(view) = &mut arguments[argument] {
                view.unpack_from(array.bytes())?;
            }
        }
        Ok(())
    }

    fn overlap_error(&self, result: usize, argument: usize) -> Error {
        let signature = self.signature();
        let (result, argument) = (signature.results().get(result), signature.params().get(argument));
        Error::Run(RunError::Overlap {
            entry: signature.title().to_owned(),
            result: result.map_or_else(String::new, |result| result.name.clone()),
            other: argument.map_or_else(String::new, |argument| argument.name.clone()),
        })
    }

    /// True if a result may be computed in an argument's memory.
    fn reuses(&self, result: usize, argument: usize) -> bool {
        let Artifact::Machine(_, targets) = &self.compiled.code else { return false };
        let declared = self.signature().results().get(result);
        matches!(targets[self.at], Target::Whole(_))
            && declared.is_some_and(|result| result.reuses.contains(&argument))
    }

    fn call_at(
        &self,
        arguments: &mut [Overwritable<'_>],
        mut places: Vec<Destination<'_>>,
    ) -> Result<(), Error> {
        if let Artifact::Machine(code, targets) = &self.compiled.code
            && let Target::Whole(id) = &targets[self.at]
        {
            return Ok(code.call_over(&self.watch()?, *id, arguments, &mut places)?);
        }
        let lent: Vec<Argument<'_>> = arguments.iter().map(lent).collect::<Result<_, _>>()?;
        let mut own: Vec<ArrayViewMut<'_>> = Vec::with_capacity(places.len());
        for (at, place) in places.iter_mut().enumerate() {
            match place {
                Destination::Own(view) => own.push(view.reborrow()),
                Destination::Over(argument) => return Err(self.overlap_error(at, *argument)),
            }
        }
        self.call_into(lent, own)
    }
}

/// The layout of a mutable argument.
fn layout_of(argument: &Overwritable<'_>) -> Option<Layout> {
    match argument {
        Overwritable::Mutable(view) => Some(view.layout().clone()),
        Overwritable::Lent(_) => None,
    }
}

/// An argument that no result overwrites.
fn lent<'a>(argument: &'a Overwritable<'_>) -> Result<Argument<'a>, Error> {
    match argument {
        Overwritable::Lent(argument) => Ok(argument.clone()),
        Overwritable::Mutable(view) => {
            let first = view.layout().byte_range().map_or(0, |(low, _)| low.unsigned_abs() as usize);
            Ok(Argument::Tensor(ArrayView::new(view.layout().clone(), view.bytes(), first)?))
        }
    }
}
