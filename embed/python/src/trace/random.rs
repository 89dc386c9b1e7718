//! Python bindings of random generators, which are values of the program.

use super::dim;
use super::handle::{Local, POISONED, Raised, run};
use super::tensor::{Tensor, given};
use super::tracer::Tracer;
use super::values::{list, own, value};
use crate::dtypes;
use crate::error::TraceError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::cell::RefCell;
use tensorforge::{Arg, Values};

/// A random generator: its results depend only on the seed, the draws before, and the index of each element.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Random {
    tracer: Local<tensorforge::Tracer>,
    pub(crate) inner: Local<RefCell<tensorforge::Random>>,
}

impl Random {
    fn new(tracer: &tensorforge::Tracer, random: tensorforge::Random) -> Random {
        Random { tracer: Local::new(tracer.clone()), inner: Local::new(RefCell::new(random)) }
    }

    /// Runs an operation that draws.
    pub(crate) fn draw<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce(&tensorforge::Tracer, &mut tensorforge::Random) -> PyResult<tensorforge::Tensor>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let (tracer, random) = (self.tracer.get()?, self.inner.get()?);
        let made = run(py, tracer, |tracer, _: &Raised| make(tracer, &mut random.borrow_mut()))?;
        if made.is_poisoned() {
            return Err(TraceError::new_err(POISONED));
        }
        given(py, made)
    }

    fn args(&self) -> PyResult<Vec<Arg>> {
        Ok(self.inner.get()?.borrow().args())
    }
}

#[pymethods]
impl Random {
    /// A generator from a seed, an integer. Equal seeds give equal sequences.
    #[new]
    fn make(py: Python<'_>, tracer: &Tracer, seed: &Bound<'_, PyAny>) -> PyResult<Random> {
        let tracer = tracer.0.get()?;
        let random = run(py, tracer, |tracer, _| Ok(tracer.random(value(tracer, seed)?)))?;
        Ok(Random::new(tracer, random))
    }

    /// The next draw: 32 random bits per element, as u32.
    fn bits<'py>(&self, py: Python<'py>, shape: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        let shape = dim::shape(shape)?;
        self.draw(py, |tracer, random| Ok(random.bits(dim::dims(tracer, &shape))))
    }

    /// Uniform samples from 0 (included) to 1 (excluded).
    #[pyo3(signature = (shape, dtype=None))]
    fn uniform<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let (shape, elem) = (dim::shape(shape)?, dtypes::or_f32(dtype)?);
        self.draw(py, |tracer, random| Ok(random.uniform_of(elem, dim::dims(tracer, &shape))))
    }

    /// Samples of the normal distribution with mean 0 and variance 1.
    #[pyo3(signature = (shape, dtype=None))]
    fn normal<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let (shape, elem) = (dim::shape(shape)?, dtypes::or_f32(dtype)?);
        self.draw(py, |tracer, random| Ok(random.normal_of(elem, dim::dims(tracer, &shape))))
    }

    /// Random integers from `low` (included) to `high` (excluded).
    #[pyo3(signature = (low, high, shape, dtype=None))]
    fn randint<'py>(
        &self,
        py: Python<'py>,
        low: i64,
        high: i64,
        shape: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let shape = dim::shape(shape)?;
        let elem = dtype.map_or(Ok(tensorforge::Elem::Int(64)), dtypes::of_object)?;
        self.draw(py, |tracer, random| Ok(random.randint_of(elem, low, high, dim::dims(tracer, &shape))))
    }

    /// True with this probability.
    fn bernoulli<'py>(
        &self,
        py: Python<'py>,
        probability: &Bound<'py, PyAny>,
        shape: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let shape = dim::shape(shape)?;
        self.draw(py, |tracer, random| {
            Ok(random.bernoulli(value(tracer, probability)?, dim::dims(tracer, &shape)))
        })
    }

    /// A random permutation of the integers below `n`.
    fn permutation<'py>(&self, py: Python<'py>, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        let n = dim::taken(n)?;
        self.draw(py, |tracer, random| Ok(random.permutation::<i64>(dim::dim(tracer, &n))))
    }

    /// Shuffles the tensor along an axis.
    #[pyo3(signature = (x, axis=0))]
    fn shuffle<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.draw(py, |tracer, random| Ok(random.shuffle(&tracer.value(value(tracer, x)?), axis)))
    }

    /// A generator for an index: different indices give independent sequences. For scalar code, one per
    /// element.
    fn fork(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Random> {
        let (tracer, random) = (self.tracer.get()?, self.inner.get()?);
        let made = run(py, tracer, |tracer, _| Ok(random.borrow().fork(value(tracer, index)?)))?;
        Ok(Random::new(tracer, made))
    }

    /// The number of its loop-carried values.
    fn width(&self) -> usize {
        2
    }

    /// Its loop-carried values.
    fn leaves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        run(py, self.tracer.get()?, |tracer, _| {
            list(py, self.args()?.into_iter().map(|arg| tracer.value(super::values::Value(arg))).collect())
        })
    }

    /// The generator with these loop-carried values.
    fn with_leaves(&self, leaves: &Bound<'_, PyAny>) -> PyResult<Random> {
        let tensors =
            own(leaves, "a generator cannot be a result of a program: return the values that it draws")?;
        let tracer = self.tracer.get()?;
        let mut tensors = tensors.into_iter();
        let mut next =
            || tensors.next().unwrap_or_else(|| tracer.refuse("a value of the generator is missing"));
        Ok(Random::new(tracer, self.inner.get()?.borrow().rebuild(&mut next)))
    }
}
