//! Traced values in Python: operators and methods, with NumPy's names and meaning.

use super::handle::{Local, POISONED, run};
use super::schedule::Schedule;
use super::values::{Value, is_value, value};
use super::{dim, index, math};
use crate::dtypes;
use crate::error::TraceError;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tensorforge::{Arg, Axes, Tracer};

/// A value of a traced program: a tensor, or a scalar.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Tensor(pub(crate) Local<tensorforge::Tensor>);

/// Iteration over a tensor is limited to this many elements: each is an operation of the program.
const MOST_PARTS: usize = 4096;

/// NumPy's functions for which this class has operators: with a traced value on the left, and on the right.
const OPERATORS: [[&str; 3]; 19] = [
    ["add", "__add__", "__radd__"],
    ["subtract", "__sub__", "__rsub__"],
    ["multiply", "__mul__", "__rmul__"],
    ["divide", "__truediv__", "__rtruediv__"],
    ["floor_divide", "__floordiv__", "__rfloordiv__"],
    ["remainder", "__mod__", "__rmod__"],
    ["power", "__pow__", "__rpow__"],
    ["matmul", "__matmul__", "__rmatmul__"],
    ["bitwise_and", "__and__", "__rand__"],
    ["bitwise_or", "__or__", "__ror__"],
    ["bitwise_xor", "__xor__", "__rxor__"],
    ["left_shift", "__lshift__", "__rlshift__"],
    ["right_shift", "__rshift__", "__rrshift__"],
    ["equal", "__eq__", "__eq__"],
    ["not_equal", "__ne__", "__ne__"],
    ["less", "__lt__", "__gt__"],
    ["less_equal", "__le__", "__ge__"],
    ["greater", "__gt__", "__lt__"],
    ["greater_equal", "__ge__", "__le__"],
];

/// Axes from Python: one, several, or none, which means all.
pub(crate) struct Axis(pub(crate) Option<Vec<i64>>);

impl Axes for Axis {
    fn axes(self) -> Option<Vec<i64>> {
        self.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Axis {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Axis> {
        match object.extract::<i64>() {
            Ok(axis) => Ok(Axis(Some(vec![axis]))),
            Err(_) => integers(&object).map(|axes| Axis(Some(axes))),
        }
    }
}

/// The integers of a tuple or list; other sequences, such as traced values, can be very long and are not
/// read.
fn integers(object: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
        return object.extract();
    }
    Err(PyTypeError::new_err(format!(
        "axes are an integer or a tuple of integers, not {}",
        object.get_type().name()?
    )))
}

/// A tensor for Python.
///
/// # Errors
/// [`TraceError`] for a value that is poisoned by an error, or whose trace has ended.
pub(crate) fn given(py: Python<'_>, tensor: tensorforge::Tensor) -> PyResult<Bound<'_, Tensor>> {
    Bound::new(py, Tensor(Local::new(tensor)))
}

impl Tensor {
    /// The front end's handle.
    pub(crate) fn handle(&self) -> PyResult<&tensorforge::Tensor> {
        self.0.get()
    }

    /// Runs an operation of this value.
    pub(crate) fn apply<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce(&Tracer, &tensorforge::Tensor) -> PyResult<tensorforge::Tensor>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let tensor = self.handle()?;
        let made = run(py, &tensor.tracer(), |tracer, _| make(tracer, tensor))?;
        if made.is_poisoned() {
            return Err(TraceError::new_err(POISONED));
        }
        given(py, made)
    }

    /// Runs an operation of this value and another one.
    fn with<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        make: impl FnOnce(&tensorforge::Tensor, Value) -> tensorforge::Tensor,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !is_value(other)? {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let made = self.apply(py, |tracer, tensor| Ok(make(tensor, value(tracer, other)?)))?;
        Ok(made.into_any())
    }

    /// As [`Tensor::with`], with the other value on the left.
    fn after<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        make: impl FnOnce(Value, &tensorforge::Tensor) -> tensorforge::Tensor,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |tensor, other| make(other, tensor))
    }

    /// A reduction by its name.
    pub(crate) fn reduce<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        axis: Option<Axis>,
        keepdims: bool,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| math::reduction(x, name, axis.unwrap_or(Axis(None)), keepdims))
    }
}

/// An operator whose left operand may be a scalar or an extent, which take the tensor's type.
macro_rules! left {
    ($left:expr, $op:tt, $right:expr) => {
        match $left.0 {
            Arg::Tensor(left) => left $op $right,
            Arg::Number(left) => left $op $right,
            other => $right.tracer().value(Value(other)) $op $right,
        }
    };
}

#[pymethods]
impl Tensor {
    fn __add__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a + b)
    }

    fn __radd__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| left!(a, +, b))
    }

    fn __sub__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a - b)
    }

    fn __rsub__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| left!(a, -, b))
    }

    fn __mul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a * b)
    }

    fn __rmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| left!(a, *, b))
    }

    fn __truediv__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, math::quotient)
    }

    fn __rtruediv__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| left!(a, /, math::floating(b)))
    }

    fn __floordiv__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a.floor_div(b))
    }

    fn __rfloordiv__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| math::as_tensor(a, b).floor_div(b))
    }

    fn __mod__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a.modulo(b))
    }

    fn __rmod__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| math::as_tensor(a, b).modulo(b))
    }

    fn __pow__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if modulus.is_some() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        self.with(py, other, |a, b| a.pow(b))
    }

    fn __rpow__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if modulus.is_some() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        self.after(py, other, |a, b| math::as_tensor(a, b).pow(b))
    }

    fn __matmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a.matmul(b))
    }

    fn __rmatmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| math::as_tensor(a, b).matmul(b))
    }

    fn __and__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a & b)
    }

    fn __rand__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| b & a)
    }

    fn __or__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a | b)
    }

    fn __ror__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| b | a)
    }

    fn __xor__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a ^ b)
    }

    fn __rxor__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| b ^ a)
    }

    fn __lshift__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a << b)
    }

    fn __rlshift__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| math::as_tensor(a, b) << b)
    }

    fn __rshift__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| a >> b)
    }

    fn __rrshift__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.after(py, other, |a, b| math::as_tensor(a, b) >> b)
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(-x))
    }

    fn __pos__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.clone()))
    }

    fn __abs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.abs()))
    }

    fn __invert__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(!x))
    }

    fn __richcmp__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.with(py, other, |a, b| match op {
            CompareOp::Eq => a.eq(b),
            CompareOp::Ne => a.ne(b),
            CompareOp::Lt => a.lt(b),
            CompareOp::Le => a.le(b),
            CompareOp::Gt => a.gt(b),
            CompareOp::Ge => a.ge(b),
        })
    }

    /// `==` compares element by element, so as a key a handle equals only itself.
    fn __hash__(slf: &Bound<'_, Self>) -> usize {
        slf.as_ptr().addr()
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(unknown(
            self.handle()?,
            "its truth value",
            "use tensorforge's where, if_ or while_, & | ~ instead of and, or, not, maximum and minimum \
             instead of max and min",
        ))
    }

    fn __float__(&self) -> PyResult<f64> {
        Err(unknown(
            self.handle()?,
            "its value",
            "return it from the program, and read the result of the call",
        ))
    }

    fn __int__(&self) -> PyResult<i64> {
        Err(unknown(
            self.handle()?,
            "its value",
            "return it from the program, or turn it into an extent with dim_of",
        ))
    }

    fn __index__(&self) -> PyResult<i64> {
        Err(unknown(
            self.handle()?,
            "its value",
            "turn it into an extent with dim_of; as an index use it in [ ] or .at()",
        ))
    }

    #[pyo3(signature = (*_args, **_named))]
    fn __array__(&self, _args: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        Err(unknown(self.handle()?, "its array", "tensorforge has NumPy's functions under the same names"))
    }

    /// Makes NumPy's arrays defer to this class for operators; other functions of NumPy are refused.
    #[pyo3(signature = (function, method, *inputs, **_named))]
    fn __array_ufunc__<'py>(
        &self,
        function: &Bound<'py, PyAny>,
        method: &str,
        inputs: &Bound<'py, PyTuple>,
        _named: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name: String = function.getattr("__name__")?.extract()?;
        let operator = OPERATORS.iter().find(|row| row[0] == name && method == "__call__");
        let (Some([_, plain, reflected]), 2) = (operator, inputs.len()) else {
            let message = format!("NumPy's {name} takes arrays, not traced values: use tensorforge.{name}");
            return Err(TraceError::new_err(message));
        };
        let (left, right) = (inputs.get_item(0)?, inputs.get_item(1)?);
        match left.is_instance_of::<Tensor>() {
            true => left.call_method1(*plain, (right,)),
            false => right.call_method1(*reflected, (left,)),
        }
    }

    fn __setitem__(&self, _key: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(TraceError::new_err(format!(
            "{:?} cannot be changed, since values of a program are immutable: x = x.updated(index, values, \
             \"set\") returns a tensor with elements replaced",
            self.handle()?
        )))
    }

    fn __len__(&self) -> PyResult<usize> {
        let tensor = self.handle()?;
        let Some(first) = tensor.shape().first().copied() else {
            return Err(PyTypeError::new_err("a value without axes has no length"));
        };
        let length = first.as_const().and_then(|length| usize::try_from(length).ok());
        length.ok_or_else(|| unknown(tensor, "its length", "use .shape[0]"))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let length = slf.get().__len__()?;
        if length > MOST_PARTS {
            let cure = "use tensorforge.loop, or an index";
            return Err(TraceError::new_err(format!(
                "{length} elements are too many to unpack one by one: {cure}"
            )));
        }
        let parts: Vec<_> = (0..length).map(|at| slf.get_item(at)).collect::<PyResult<_>>()?;
        Ok(PyTuple::new(slf.py(), parts)?.try_iter()?.into_any())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |tracer, x| index::get(tracer, x, key))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Tensor {:?}>", self.handle()?))
    }

    /// The extents: integers, or `Dim`s for terms over named extents.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let extents = self.handle()?.shape();
        let extents = extents.iter().map(|extent| match extent.to_extent() {
            Some(extent) => dim::given(py, &extent),
            None => Err(TraceError::new_err("an extent is unknown because of an earlier error")),
        });
        PyTuple::new(py, extents.collect::<PyResult<Vec<_>>>()?)
    }

    /// The number of axes.
    #[getter]
    fn ndim(&self) -> PyResult<usize> {
        Ok(self.handle()?.rank())
    }

    /// The name of the element type, as `f32`.
    #[getter]
    fn dtype(&self) -> PyResult<String> {
        Ok(self.handle()?.elem().to_string())
    }

    /// The axes in reverse order.
    #[getter(T)]
    fn transposed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.permute((0..x.rank() as i64).rev().collect::<Vec<_>>())))
    }

    /// Converts the elements to another type: floats to integers towards zero.
    fn astype<'py>(&self, py: Python<'py>, dtype: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        let elem = dtypes::of_object(dtype)?;
        self.apply(py, |_, x| Ok(x.cast(elem)))
    }

    /// The same values, materialized: computed in separate loops and read by their consumers, even if the
    /// compiler considers inlining cheaper.
    fn stored<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.stored()))
    }

    /// The same values, inlined: recomputed at each use, however many there are.
    fn fused<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.fused()))
    }

    /// The same values, computed in bands of rows next to their consumer; rows that two bands need are
    /// recomputed. The whole tensor is never in memory.
    fn in_bands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.in_bands()))
    }

    /// As `in_bands`, but with a sliding window along a band, so that nothing is recomputed within it.
    fn in_window<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.in_window()))
    }

    /// The same values; their loops get these names and run by the schedule.
    #[pyo3(signature = (loops, schedule, folds=None))]
    fn scheduled<'py>(
        &self,
        py: Python<'py>,
        loops: Vec<String>,
        schedule: &Schedule,
        folds: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |_, x| Ok(x.scheduled((loops, folds.unwrap_or_default()), &schedule.0)))
    }

    /// The sum along axes; of all, without any.
    #[pyo3(signature = (axis=None, keepdims=false))]
    fn sum<'py>(&self, py: Python<'py>, axis: Option<Axis>, keepdims: bool) -> PyResult<Bound<'py, Tensor>> {
        self.reduce(py, "sum", axis, keepdims)
    }

    /// The product along axes.
    #[pyo3(signature = (axis=None, keepdims=false))]
    fn prod<'py>(&self, py: Python<'py>, axis: Option<Axis>, keepdims: bool) -> PyResult<Bound<'py, Tensor>> {
        self.reduce(py, "prod", axis, keepdims)
    }

    /// The mean along axes.
    #[pyo3(signature = (axis=None, keepdims=false))]
    fn mean<'py>(&self, py: Python<'py>, axis: Option<Axis>, keepdims: bool) -> PyResult<Bound<'py, Tensor>> {
        self.reduce(py, "mean", axis, keepdims)
    }

    /// The least element along axes.
    #[pyo3(signature = (axis=None, keepdims=false))]
    fn min<'py>(&self, py: Python<'py>, axis: Option<Axis>, keepdims: bool) -> PyResult<Bound<'py, Tensor>> {
        self.reduce(py, "min", axis, keepdims)
    }

    /// The greatest element along axes.
    #[pyo3(signature = (axis=None, keepdims=false))]
    fn max<'py>(&self, py: Python<'py>, axis: Option<Axis>, keepdims: bool) -> PyResult<Bound<'py, Tensor>> {
        self.reduce(py, "max", axis, keepdims)
    }

    /// Whether all elements are true along axes.
    #[pyo3(signature = (axis=None, keepdims=false))]
    fn all<'py>(&self, py: Python<'py>, axis: Option<Axis>, keepdims: bool) -> PyResult<Bound<'py, Tensor>> {
        self.reduce(py, "all", axis, keepdims)
    }

    /// Whether an element is true along axes.
    #[pyo3(signature = (axis=None, keepdims=false))]
    fn any<'py>(&self, py: Python<'py>, axis: Option<Axis>, keepdims: bool) -> PyResult<Bound<'py, Tensor>> {
        self.reduce(py, "any", axis, keepdims)
    }

    /// Reshapes the tensor; one extent may be -1. NumPy's `reshape`.
    #[pyo3(signature = (*shape))]
    fn reshape<'py>(&self, py: Python<'py>, shape: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, Tensor>> {
        let shape = dim::shape(&only(shape)?)?;
        self.apply(py, |tracer, x| Ok(x.reshape(dim::dims(tracer, &shape))))
    }

    /// The axes in another order; in reverse, without one.
    #[pyo3(signature = (*axes))]
    fn transpose<'py>(&self, py: Python<'py>, axes: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, Tensor>> {
        if axes.is_empty() {
            return self.transposed(py);
        }
        let order = integers(&only(axes)?)?;
        self.apply(py, |_, x| Ok(x.permute(order)))
    }

    /// Elements at computed indices, one for each of the first axes; see the guide for the policies of
    /// `outside`.
    #[pyo3(signature = (*indices, outside=None, fill=None))]
    fn at<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyTuple>,
        outside: Option<&str>,
        fill: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |tracer, x| index::at(tracer, x, indices, (outside, fill)))
    }

    /// The tensor with elements at computed indices changed by `update`: `set`, `add`, `mul`, `min`, `max`,
    /// `and`, `or`, `xor`. An index out of bounds changes nothing (`outside="drop"`), or ends the call with
    /// an error (`"check"`).
    #[pyo3(signature = (indices, values, update, outside="drop"))]
    fn updated<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        update: &str,
        outside: &str,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.apply(py, |tracer, x| index::update(tracer, x, (indices, values), (update, outside)))
    }
}

/// The only argument, or all of them.
fn only<'py>(arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    match arguments.len() {
        1 if dim::optional(&arguments.get_item(0)?)?.is_none() => arguments.get_item(0),
        _ => Ok(arguments.clone().into_any()),
    }
}

/// The error for a query of a property that is only known when the program runs.
fn unknown(tensor: &tensorforge::Tensor, what: &str, cure: &str) -> PyErr {
    TraceError::new_err(format!("{tensor:?} is traced: {what} is not known before the program runs; {cure}"))
}
