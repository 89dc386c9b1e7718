//! Python bindings of the front end's layers, losses and optimizers.

use super::options::padding;
use super::random::Random;
use super::tensor::Tensor;
use super::tracer::Tracer;
use super::values::{list, own, value};
use crate::dtypes;
use crate::error::TraceError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tensorforge::nn::{self, Adam, Clip, Moments, RmsProp, Sgd};

/// Layers, losses and optimizers.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Nn;

/// An optimizer with its hyperparameters.
enum Optimizer {
    Sgd(Sgd),
    Adam(Adam),
    RmsProp(RmsProp),
}

/// The state of an optimizer: steps, means of gradients, means of their squares.
type Memory<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);
type Made<'py> = (Bound<'py, PyList>, Bound<'py, PyList>, Bound<'py, PyList>, Bound<'py, PyList>);

impl Optimizer {
    fn new(kind: &str, numbers: &Bound<'_, PyDict>) -> PyResult<Optimizer> {
        let number = |name: &str| -> PyResult<f64> {
            let found = numbers.get_item(name)?.map_or(Ok(0.0), |number| number.extract());
            found
                .map_err(|_| TraceError::new_err(format!("'{name}' of an optimizer must be a Python number")))
        };
        let limit = |name: &str| -> PyResult<Option<f64>> {
            match numbers.get_item(name)?.filter(|limit| !limit.is_none()) {
                Some(limit) => limit.extract().map(Some),
                None => Ok(None),
            }
        };
        let clip = match (limit("clip_value")?, limit("clip_norm")?) {
            (Some(_), Some(_)) => {
                return Err(TraceError::new_err("clip gradients by value or by norm, not both"));
            }
            (Some(limit), None) => Clip::Value(limit),
            (None, Some(limit)) => Clip::Norm(limit),
            (None, None) => Clip::None,
        };
        let (rate, epsilon) = (number("rate")?, number("epsilon")?);
        let (l1, l2, decay) = (number("l1")?, number("l2")?, number("decay")?);
        Ok(match kind {
            "sgd" => Optimizer::Sgd(Sgd { rate, momentum: number("momentum")?, l1, l2, decay, clip }),
            "adam" => {
                let betas = [number("beta1")?, number("beta2")?];
                Optimizer::Adam(Adam { rate, betas, epsilon, l1, l2, decay, clip })
            }
            "rmsprop" => {
                Optimizer::RmsProp(RmsProp { rate, beta: number("beta")?, epsilon, l1, l2, decay, clip })
            }
            _ => return Err(TraceError::new_err(format!("there is no optimizer '{kind}'"))),
        })
    }

    fn start(&self, p: &tensorforge::Tracer, parameters: &Vec<tensorforge::Tensor>) -> Moments {
        match self {
            Optimizer::Sgd(it) => it.start(p, parameters),
            Optimizer::Adam(it) => it.start(p, parameters),
            Optimizer::RmsProp(it) => it.start(p, parameters),
        }
    }

    fn step(
        &self,
        parameters: &Vec<tensorforge::Tensor>,
        gradients: Vec<tensorforge::Tensor>,
        state: Moments,
    ) -> (Vec<tensorforge::Tensor>, Moments) {
        match self {
            Optimizer::Sgd(it) => it.step(parameters, gradients, state),
            Optimizer::Adam(it) => it.step(parameters, gradients, state),
            Optimizer::RmsProp(it) => it.step(parameters, gradients, state),
        }
    }
}

const NO_TENSOR: &str =
    "an optimizer takes traced values: parameters must be arguments of the program, or created in it";

fn given<'py>(py: Python<'py>, parameters: Vec<tensorforge::Tensor>, state: Moments) -> PyResult<Made<'py>> {
    let [steps, first, second] = [vec![state.steps], state.first, state.second];
    Ok((list(py, parameters)?, list(py, steps)?, list(py, first)?, list(py, second)?))
}

#[pymethods]
impl Nn {
    /// The initial state of an optimizer for parameters.
    #[staticmethod]
    fn start<'py>(
        tracer: &Tracer,
        kind: &str,
        numbers: &Bound<'py, PyDict>,
        parameters: &Bound<'py, PyAny>,
    ) -> PyResult<Made<'py>> {
        let (py, optimizer) = (numbers.py(), Optimizer::new(kind, numbers)?);
        let parameters = own(parameters, NO_TENSOR)?;
        let state = super::handle::run(py, tracer.0.get()?, |p, _| Ok(optimizer.start(p, &parameters)))?;
        given(py, Vec::new(), state)
    }

    /// A step: returns the new parameters and state.
    #[staticmethod]
    fn step<'py>(
        tracer: &Tracer,
        kind: &str,
        numbers: &Bound<'py, PyDict>,
        parameters: &Bound<'py, PyAny>,
        gradients: &Bound<'py, PyAny>,
        state: Memory<'py>,
    ) -> PyResult<Made<'py>> {
        let (py, optimizer) = (numbers.py(), Optimizer::new(kind, numbers)?);
        let (parameters, gradients) = (own(parameters, NO_TENSOR)?, own(gradients, NO_TENSOR)?);
        let steps = own(PyList::new(py, [state.0])?.as_any(), NO_TENSOR)?.swap_remove(0);
        let state = Moments { steps, first: own(&state.1, NO_TENSOR)?, second: own(&state.2, NO_TENSOR)? };
        let made = super::handle::run(py, tracer.0.get()?, |_, _| {
            Ok(optimizer.step(&parameters, gradients, state))
        })?;
        given(py, made.0, made.1)
    }

    /// Uniform random initial weights, which preserve the variance of values that pass the layer.
    #[staticmethod]
    fn xavier<'py>(
        py: Python<'py>,
        random: &Random,
        shape: Vec<usize>,
        ends: [usize; 2],
        dtype: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let elem = dtypes::of_object(dtype)?;
        random.draw(py, |_, random| Ok(nn::xavier_of(elem, random, &shape, ends)))
    }

    /// `x W + b` on the last axis.
    #[staticmethod]
    fn dense<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        weight: &Bound<'py, PyAny>,
        bias: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let of = |object| Ok::<_, PyErr>(tracer.value(value(tracer, object)?));
            let layer = nn::Dense { weight: of(weight)?, bias: of(bias)? };
            Ok(layer.apply(&of(x)?))
        })
    }

    /// A convolution with a bias.
    #[staticmethod]
    fn conv<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        kernel: &Bound<'py, PyAny>,
        bias: &Bound<'py, PyAny>,
        strides: Vec<i64>,
        padding: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let padding = self::padding(padding)?;
        tracer.one(py, |tracer, _| {
            let of = |object| Ok::<_, PyErr>(tracer.value(value(tracer, object)?));
            let layer = nn::Conv { kernel: of(kernel)?, bias: of(bias)? };
            Ok(layer.apply(&of(x)?, &strides, padding))
        })
    }

    /// A loss, by name.
    #[staticmethod]
    fn loss<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        name: &str,
        found: &Bound<'py, PyAny>,
        wanted: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let (found, wanted) = (tracer.value(value(tracer, found)?), tracer.value(value(tracer, wanted)?));
            Ok(match name {
                "softmax_cross_entropy" => nn::softmax_cross_entropy(&found, &wanted),
                "cross_entropy" => nn::cross_entropy(&found, &wanted),
                "mean_squared_error" => nn::mean_squared_error(&found, &wanted),
                _ => return Err(TraceError::new_err(format!("there is no loss '{name}'"))),
            })
        })
    }
}
