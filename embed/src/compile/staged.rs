//! Calls of functions in stages, whose extents depend on data: `split-at-binds` makes the stages.

use crate::error::Error;
use std::borrow::Cow;
use tf_cpu::exec::{Argument, EntryId, Executable, Watch};
use tf_dialects::array::{Array, ArrayError, ArrayViewMut};
use tf_dialects::func::plan::{Plan, Stage};
use tf_dialects::scalar::Scalar;
use tf_dialects::signature::{CallError, Given, Param, ParamType, Signature};

/// Code that runs stages: machine code, or a program on a device.
pub(crate) trait Code {
    /// The id of a function.
    type Id: Copy;

    /// The function with this name.
    fn entry(&self, name: &str) -> Option<Self::Id>;

    /// Its arguments and results.
    fn signature(&self, id: Self::Id) -> &Signature;

    /// Calls it; results are new arrays.
    fn call(&self, watch: &Watch, id: Self::Id, arguments: &[Argument<'_>]) -> Result<Vec<Array>, Error>;

    /// Calls it, writing to arrays of the caller.
    fn call_into(
        &self,
        watch: &Watch,
        id: Self::Id,
        arguments: &[Argument<'_>],
        outputs: &mut [ArrayViewMut<'_>],
    ) -> Result<(), Error>;
}

impl Code for Executable {
    type Id = EntryId;

    fn entry(&self, name: &str) -> Option<EntryId> {
        self.entry(name)
    }

    fn signature(&self, id: EntryId) -> &Signature {
        self.signature(id)
    }

    fn call(&self, watch: &Watch, id: EntryId, arguments: &[Argument<'_>]) -> Result<Vec<Array>, Error> {
        Ok(self.call_watched(watch, id, arguments)?)
    }

    fn call_into(
        &self,
        watch: &Watch,
        id: EntryId,
        arguments: &[Argument<'_>],
        outputs: &mut [ArrayViewMut<'_>],
    ) -> Result<(), Error> {
        Ok(self.call_into_watched(watch, id, arguments, outputs)?)
    }
}

/// The stages of a function in compiled code.
pub(crate) struct Staged<I> {
    signature: Signature,
    /// Each stage with the indices of its argument values; see [`Plan`].
    stages: Vec<(I, Vec<usize>)>,
    results: Vec<usize>,
}

/// A value between stages.
enum Value<'a> {
    /// An argument of the call.
    Given(Argument<'a>),
    /// A result of a stage, or a packed copy of an argument.
    Made(Array),
}

impl<I: Copy> Staged<I> {
    /// The stages of a plan for a function with this signature; `None` if the code lacks one.
    pub(crate) fn new(code: &impl Code<Id = I>, signature: &Signature, plan: &Plan) -> Option<Staged<I>> {
        let one = |stage: &Stage| Some((code.entry(&stage.function)?, stage.takes.clone()));
        let stages = plan.stages.iter().map(one).collect::<Option<_>>()?;
        Some(Staged { signature: signature.clone(), stages, results: plan.results.clone() })
    }

    /// The signature of the whole function.
    pub(crate) fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Calls the function; results are new arrays.
    ///
    /// # Errors
    /// As for a function of one piece.
    pub(crate) fn call(
        &self,
        code: &impl Code<Id = I>,
        watch: &Watch,
        arguments: &[Argument<'_>],
    ) -> Result<Vec<Array>, Error> {
        let signature = &self.signature;
        let mut values = begin(signature, arguments)?;
        for stage in 0..self.stages.len() {
            let arguments = self.arguments(code, stage, &values)?;
            let made = code.call(watch, self.stages[stage].0, &arguments)?;
            values.extend(made.into_iter().map(Value::Made));
        }
        let mut values: Vec<Option<Value<'_>>> = values.into_iter().map(Some).collect();
        let mut results = Vec::with_capacity(self.results.len());
        for (at, number) in self.results.iter().enumerate() {
            let result = match &mut values[*number] {
                Some(value) if self.results[at + 1..].contains(number) => value.array()?.into_owned(),
                // This is the last use of the value.
                last => match last.take().expect("a value is taken at its last use") {
                    Value::Made(array) => array,
                    value => value.array()?.into_owned(),
                },
            };
            results.push(result.reinterpret(signature.results()[at].r#type.dtype)?);
        }
        Ok(results)
    }

    /// Calls the function; results are written to the caller's arrays, whose extents are checked as soon as
    /// they are known: before the last stage. The last stage writes its results there directly.
    ///
    /// # Errors
    /// As for a function of one piece.
    pub(crate) fn call_into(
        &self,
        code: &impl Code<Id = I>,
        watch: &Watch,
        arguments: &[Argument<'_>],
        outputs: &mut [ArrayViewMut<'_>],
    ) -> Result<(), Error> {
        let signature = &self.signature;
        let (expected, found) = (signature.results().len(), outputs.len());
        if expected != found {
            return Err(
                CallError::ResultCount { entry: signature.title().to_string(), expected, found }.into()
            );
        }
        check_known(signature, arguments, outputs)?;
        let mut values = begin(signature, arguments)?;
        let (last, before) = self.stages.split_last().expect("a plan has a stage");
        for stage in 0..before.len() {
            let arguments = self.arguments(code, stage, &values)?;
            let made = code.call(watch, self.stages[stage].0, &arguments)?;
            values.extend(made.into_iter().map(Value::Made));
        }
        let taken = self.arguments(code, before.len(), &values)?;
        let own = code.signature(last.0);
        let symbols = own.bind(&taken.iter().map(given).collect::<Vec<_>>())?;
        // The results of the last stage are exactly the function's results that it computes, one each.
        for (at, number) in self.results.iter().enumerate() {
            let extents = match number.checked_sub(values.len()) {
                Some(result) => own.result_extents(result, &symbols)?.to_vec(),
                None => values[*number].array()?.extents().to_vec(),
            };
            signature.check_result_extents(at, outputs[at].layout(), &extents)?;
        }
        let (mut direct, mut copied) = (Vec::new(), Vec::new());
        for (output, number) in outputs.iter_mut().zip(&self.results) {
            match number.checked_sub(values.len()) {
                Some(result) => direct.push((result, output)),
                None => copied.push((*number, output)),
            }
        }
        direct.sort_by_key(|(result, _)| *result);
        let mut written: Vec<ArrayViewMut<'_>> =
            direct.into_iter().map(|(_, output)| output.reborrow()).collect();
        code.call_into(watch, last.0, &taken, &mut written)?;
        for (number, output) in copied {
            output.unpack_from(values[number].array()?.bytes())?;
        }
        Ok(())
    }

    /// The arguments of a stage.
    fn arguments<'v>(
        &self,
        code: &impl Code<Id = I>,
        stage: usize,
        values: &'v [Value<'_>],
    ) -> Result<Vec<Argument<'v>>, Error> {
        let (entry, takes) = &self.stages[stage];
        let params = code.signature(*entry).params();
        let one = |(number, param): (&usize, &Param)| match (&values[*number], &param.r#type) {
            (Value::Given(argument), _) => Ok(argument.clone()),
            // Values between stages take the signedness that the stage's parameter declares.
            (Value::Made(array), ParamType::Tensor(tensor)) => {
                Ok(Argument::Tensor(array.view().reinterpret(tensor.dtype)?))
            }
            (Value::Made(array), ParamType::Scalar(dtype)) => {
                let bits = array.scalars().next().map_or(0, Scalar::bits);
                Ok(Argument::Scalar(Scalar::from_bits(*dtype, bits)))
            }
        };
        takes.iter().zip(params).map(one).collect()
    }
}

impl Value<'_> {
    /// The value as an array; a scalar has rank 0.
    fn array(&self) -> Result<Cow<'_, Array>, ArrayError> {
        match self {
            Value::Made(array) => Ok(Cow::Borrowed(array)),
            Value::Given(Argument::Scalar(scalar)) => {
                Ok(Cow::Owned(Array::from_scalars(scalar.dtype(), &[], &[*scalar])?))
            }
            Value::Given(Argument::Tensor(view)) => {
                let mut array = Array::zeros(view.layout().dtype(), view.layout().extents())?;
                view.pack_into(array.bytes_mut())?;
                Ok(Cow::Owned(array))
            }
        }
    }
}

fn given<'a>(argument: &'a Argument<'_>) -> Given<'a> {
    match argument {
        Argument::Scalar(scalar) => Given::Scalar(*scalar),
        Argument::Tensor(view) => Given::Tensor(view.layout()),
    }
}

/// Checks the arguments against the signature of the whole function, and returns them as the first values.
/// Arrays with gaps are packed once, for all stages.
fn begin<'a>(signature: &Signature, arguments: &'a [Argument<'_>]) -> Result<Vec<Value<'a>>, Error> {
    signature.bind(&arguments.iter().map(given).collect::<Vec<_>>())?;
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let value = Value::Given(argument.clone());
        let gaps = matches!(argument, Argument::Tensor(view) if !view.layout().is_dense());
        values.push(if gaps { Value::Made(value.array()?.into_owned()) } else { value });
    }
    Ok(values)
}

/// Checks the results whose extents follow from the arguments, before any stage runs.
fn check_known(
    signature: &Signature,
    arguments: &[Argument<'_>],
    outputs: &[ArrayViewMut<'_>],
) -> Result<(), CallError> {
    let symbols = signature.bind(&arguments.iter().map(given).collect::<Vec<_>>())?;
    let known = outputs.iter().enumerate().filter(|(at, _)| signature.is_known_before(*at));
    known.into_iter().try_for_each(|(at, output)| signature.check_result(at, output.layout(), &symbols))
}
