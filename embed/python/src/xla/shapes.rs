//! Result types of a program for argument types alone, as when JAX traces.

use crate::dtypes;
use crate::error::CallError;
use pyo3::prelude::*;
use tensorforge::{DType, Elem, Layout, ParamType, Scalar, Signature};
use tf_dialects::signature::Given;

/// Element types, by name, and extents.
type Types = Vec<(String, Vec<usize>)>;

/// The types of the results for arguments of these types.
///
/// # Errors
/// [`CallError`] for arguments that do not fit, and where the results depend on more than the types.
pub(super) fn results(signature: &Signature, arguments: &Types) -> PyResult<Types> {
    let layouts = arguments.iter().enumerate().map(|(at, own)| layout(signature, at, own));
    let layouts = layouts.collect::<PyResult<Vec<_>>>()?;
    let refused = |error: &dyn std::fmt::Display| CallError::new_err(error.to_string());
    if let Some(at) = (0..signature.params().len()).find(|at| signature.number(*at).is_some()) {
        return Err(refused(&format!(
            "the extents of '{}' depend on the value of its argument '{}', which is not known while JAX \
             traces",
            signature.title(),
            signature.params()[at].name
        )));
    }
    let given: Vec<Given<'_>> = layouts
        .iter()
        .enumerate()
        .map(|(at, layout)| match signature.params().get(at).map(|param| &param.r#type) {
            Some(ParamType::Scalar(_)) if layout.rank() == 0 => {
                Given::Scalar(Scalar::from_bits(layout.dtype(), 0))
            }
            _ => Given::Tensor(layout),
        })
        .collect();
    let values = signature.bind(&given).map_err(|error| refused(&error))?;
    let types = signature.results().iter().enumerate().map(|(at, result)| {
        let extents = signature.result_extents(at, &values).map_err(|error| refused(&error))?;
        Ok((dtypes::numpy_name(result.r#type.dtype), extents.to_vec()))
    });
    types.collect()
}

/// The layout of an argument.
fn layout(signature: &Signature, at: usize, (name, extents): &(String, Vec<usize>)) -> PyResult<Layout> {
    let mut dtype = dtypes::by_name(name).map(Elem::dtype)?;
    let index = signature.params().get(at).is_some_and(|param| match &param.r#type {
        ParamType::Scalar(wanted) => *wanted == DType::Index,
        ParamType::Tensor(tensor) => tensor.dtype == DType::Index,
    });
    if dtype == DType::I64 && index {
        dtype = DType::Index;
    }
    Layout::dense(dtype, extents).map_err(|error| CallError::new_err(error.to_string()))
}
