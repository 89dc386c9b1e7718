//! Calls compiled code with the arguments of an interpreter run, and returns its answer in the same form.

use tensorforge::{Argument, Array, Entry};
use tf_dialects::array::ArrayError;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::ParamType;
use tf_generate::{Answer, Run};
use tf_interp::{Datum, Dense};

/// The answer of compiled code for the arguments of a run.
///
/// # Errors
/// [`ArrayError`]: an array cannot hold an argument.
pub fn answer(entry: &Entry<'_>, run: &Run) -> Result<Answer, ArrayError> {
    let signature = entry.signature();
    let mut arrays = Vec::new();
    for datum in &run.args {
        arrays.push(match datum {
            Datum::Dense(dense) => Some(array(dense)?),
            _ => None,
        });
    }
    let arguments =
        arrays.iter().zip(&run.args).zip(signature.params()).map(|((array, datum), param)| {
            match (array, &param.r#type) {
                (Some(array), _) => Argument::Tensor(array.view()),
                (None, ParamType::Scalar(dtype)) => Argument::Scalar(Scalar::from_bits(*dtype, datum.bits())),
                (None, ParamType::Tensor(_)) => unreachable!("inputs are made for the signature"),
            }
        });
    let results: Vec<Array> = match entry.call(arguments.collect::<Vec<_>>()) {
        Ok(results) => results,
        Err(error) => return Ok(Err(error.to_string())),
    };
    Ok(Ok(results.iter().map(datum).collect()))
}

pub(crate) fn array(dense: &Dense) -> Result<Array, ArrayError> {
    let scalars: Vec<Scalar> = dense.data.iter().map(|b| Scalar::from_bits(dense.dtype, *b)).collect();
    Array::from_scalars(dense.dtype, &dense.extents, &scalars)
}

pub(crate) fn datum(array: &Array) -> (Option<DType>, Datum) {
    let data = array.scalars().map(Scalar::bits).collect();
    let dense = Dense { dtype: array.dtype(), extents: array.extents().to_vec(), data };
    (Some(array.dtype()), dense.into())
}
