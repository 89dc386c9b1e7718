//! Python bindings of data movement, grids, windows and linear algebra.

use super::dim;
use super::handle::run;
use super::options::{self, norm};
use super::tensor::{Axis, Tensor};
use super::tracer::Tracer;
use super::values::{Value, leaves, list, value};
use crate::dtypes;
use crate::error::TraceError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use tensorforge::{Elem, Pad, Triangular};

/// Data movement, grids and linear algebra.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Moves;

#[pymethods]
impl Moves {
    /// A function of a value with axes and a scalar, by name.
    #[staticmethod]
    fn along<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        name: &str,
        x: &Bound<'py, PyAny>,
        numbers: Vec<i64>,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let x = tracer.value(value(tracer, x)?);
            Ok(match (name, &numbers[..]) {
                ("tril", [k]) => x.tril(*k),
                ("triu", [k]) => x.triu(*k),
                ("diagonal", [k]) => x.diagonal(*k),
                ("diag", [k]) => x.diag(*k),
                ("trace", [k]) => x.trace(*k),
                ("moveaxis", [from, to]) => x.move_axis(*from, *to),
                ("swapaxes", [a, b]) => x.swap_axes(*a, *b),
                ("rot90", [turns, a, b]) => x.rot90(*turns, [*a, *b]),
                _ => return Err(TraceError::new_err(format!("there is no function '{name}'"))),
            })
        })
    }

    /// Several results of one value, by name: `qr`, `lu`, `svd`, `eigh`, `eig`, `schur`, `slogdet`, `modf`.
    #[staticmethod]
    fn several<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        name: &str,
        x: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(py, |tracer, _| {
            let x = tracer.value(value(tracer, x)?);
            let (first, second) = match name {
                "qr" => x.qr(),
                "qr_complete" => x.qr_complete(),
                "lu" => x.lu(),
                "eigh" => x.eigh(),
                "eig" => {
                    let ((x, y), (u, v)) = x.eig();
                    return Ok(vec![x, y, u, v]);
                }
                "eigvals" => x.eigvals(),
                "schur" => x.schur(),
                "slogdet" => x.slogdet(),
                "modf" => x.modf(),
                "svd" => return Ok(<[tensorforge::Tensor; 3]>::from(x.svd()).to_vec()),
                "svd_complete" => return Ok(<[tensorforge::Tensor; 3]>::from(x.svd_complete()).to_vec()),
                _ => return Err(TraceError::new_err(format!("there is no function '{name}'"))),
            };
            Ok(vec![first, second])
        })
    }

    /// Solves tridiagonal systems.
    #[staticmethod]
    fn tridiagonal_solve<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        lower: &Bound<'py, PyAny>,
        diagonal: &Bound<'py, PyAny>,
        upper: &Bound<'py, PyAny>,
        right: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let (lower, upper) = (value(tracer, lower)?, value(tracer, upper)?);
            let (diagonal, right) = (tracer.value(value(tracer, diagonal)?), value(tracer, right)?);
            Ok(diagonal.tridiagonal_solve(lower, upper, right))
        })
    }

    /// Solves triangular systems.
    #[staticmethod]
    #[pyo3(signature = (tracer, a, b, left, lower, transposed, unit))]
    #[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn triangular_solve<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        left: bool,
        lower: bool,
        transposed: bool,
        unit: bool,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let system = Triangular { left, lower, transposed, unit };
            Ok(tracer.value(value(tracer, a)?).triangular_solve(value(tracer, b)?, system))
        })
    }

    /// Rotates the elements along an axis; elements that leave at the end reappear at the start.
    #[staticmethod]
    fn roll<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        axis: i64,
        offset: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).roll(axis, value(tracer, offset)?)))
    }

    /// Pads an axis on both sides, with a value or by the mode.
    #[staticmethod]
    fn pad<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        axis: i64,
        ends: [Bound<'py, PyAny>; 2],
        mode: &str,
        fill: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let [before, after] = [dim::taken(&ends[0])?, dim::taken(&ends[1])?];
        tracer.one(py, |tracer, _| {
            let mode = match mode {
                "constant" => Pad::constant(value(tracer, fill)?),
                "edge" => Pad::Edge,
                "wrap" => Pad::Wrap,
                "reflect" => Pad::Reflect,
                "symmetric" => Pad::Symmetric,
                _ => {
                    return Err(TraceError::new_err(format!(
                        "the mode of pad is constant, edge, wrap, reflect or symmetric, not '{mode}'"
                    )));
                }
            };
            let (before, after) = (dim::dim(tracer, &before), dim::dim(tracer, &after));
            Ok(tracer.value(value(tracer, x)?).pad_with(axis, before, after, &mode))
        })
    }

    /// Repeats the elements along an axis: each by itself, or all of them one after the other.
    #[staticmethod]
    fn repeat<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        axis: i64,
        times: &Bound<'py, PyAny>,
        whole: bool,
    ) -> PyResult<Bound<'py, Tensor>> {
        let times = dim::taken(times)?;
        tracer.one(py, |tracer, _| {
            let (x, times) = (tracer.value(value(tracer, x)?), dim::dim(tracer, &times));
            Ok(if whole { x.tile(axis, times) } else { x.repeat(axis, times) })
        })
    }

    /// Splits an axis into parts of equal extent, or at positions.
    #[staticmethod]
    fn split<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        parts: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        let equal = parts.extract::<usize>().ok();
        let positions = if equal.is_some() { Vec::new() } else { dim::shape(parts)? };
        tracer.several(py, |tracer, _| {
            let x = tracer.value(value(tracer, x)?);
            Ok(match equal {
                Some(parts) => x.split(axis, parts),
                None => x.split_at(axis, dim::dims(tracer, &positions)),
            })
        })
    }

    /// Picks elements along an axis, by an index for each.
    #[staticmethod]
    fn take_along_axis<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let indices = tracer.value(value(tracer, indices)?);
            Ok(tracer.value(value(tracer, x)?).take_along_axis(axis, indices))
        })
    }

    /// The tensor with this shape: extents that cannot be proved are checked when the program is called.
    #[staticmethod]
    fn with_shape<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        shape: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let shape = dim::shape(shape)?;
        tracer.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).with_shape(dim::dims(tracer, &shape))))
    }

    /// Evenly spaced values between two ends, both included.
    #[staticmethod]
    fn linspace<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        ends: [Bound<'py, PyAny>; 2],
        n: &Bound<'py, PyAny>,
        dtype: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let (n, elem) = (dim::taken(n)?, dtypes::of_object(dtype)?);
        tracer.one(py, |tracer, _| {
            let (start, stop) = (value(tracer, &ends[0])?, value(tracer, &ends[1])?);
            let n = dim::dim(tracer, &n);
            Ok(match elem {
                Elem::F32 => tracer.linspace::<f32>(start, stop, n),
                elem => {
                    let spaced = tracer.linspace::<f64>(start, stop, n);
                    if elem.is_float() { spaced.cast(elem) } else { spaced.floor().cast(elem) }
                }
            })
        })
    }

    /// The matrix of ones on the `k`-th diagonal and zeros elsewhere.
    #[staticmethod]
    fn eye<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        extents: [Bound<'py, PyAny>; 2],
        k: i64,
        dtype: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let (n, m, elem) = (dim::taken(&extents[0])?, dim::taken(&extents[1])?, dtypes::of_object(dtype)?);
        tracer.one(py, |tracer, _| {
            Ok(tracer.eye::<bool>(dim::dim(tracer, &n), dim::dim(tracer, &m), k).cast(elem))
        })
    }

    /// The coordinates of a grid, one tensor per vector.
    #[staticmethod]
    fn meshgrid<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        vectors: &Bound<'py, PyAny>,
        ij: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(py, |tracer, _| {
            let vectors = leaves(tracer, vectors)?.0;
            Ok(if ij { tracer.meshgrid_ij(vectors) } else { tracer.meshgrid(vectors) })
        })
    }

    /// The `k` greatest or least elements along an axis, and their indices.
    #[staticmethod]
    fn extremes<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        at: (usize, i64),
        greatest: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let (k, axis) = at;
        tracer.several(py, |tracer, _| {
            let x = tracer.value(value(tracer, x)?);
            let (values, places) = if greatest { x.top_k(k, axis) } else { x.least_k(k, axis) };
            Ok(vec![values, places])
        })
    }

    /// The indices of the elements with these ranks along an axis.
    #[staticmethod]
    fn ranked_at<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        rank: &Bound<'py, PyAny>,
        axis: i64,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).ranked_at(value(tracer, rank)?, axis)))
    }

    /// The insertion positions of queries in a sorted table.
    #[staticmethod]
    fn searchsorted<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        table: &Bound<'py, PyAny>,
        queries: &Bound<'py, PyAny>,
        right: bool,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            Ok(tracer.value(value(tracer, table)?).searchsorted(value(tracer, queries)?, right))
        })
    }

    /// Counts the elements of each value below `n`.
    #[staticmethod]
    fn bincount<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        n: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let n = dim::taken(n)?;
        tracer.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).bincount(dim::dim(tracer, &n))))
    }

    /// Counts the elements in each of `n` equal bins of a range.
    #[staticmethod]
    fn histogram<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        n: usize,
        range: (f64, f64),
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).histogram(n, range.0, range.1)))
    }

    /// The sum of products over pairs of axes.
    #[staticmethod]
    fn tensordot<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        axes: (Vec<i64>, Vec<i64>),
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            Ok(tracer.value(value(tracer, a)?).tensordot(value(tracer, b)?, axes.0, axes.1))
        })
    }

    /// Statistics with an additional scalar, by name: `var`, `std`, `norm`, `average`.
    #[staticmethod]
    fn statistic<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        name: &str,
        x: &Bound<'py, PyAny>,
        axis: Option<Axis>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let (x, axes) = (tracer.value(value(tracer, x)?), axis.unwrap_or(Axis(None)));
            Ok(match name {
                "var" => x.var_ddof(axes, other.extract()?),
                "std" => x.std_ddof(axes, other.extract()?),
                "norm" => x.norm_of(axes, norm(other)?),
                "average" => x.average(axes, value(tracer, other)?),
                _ => return Err(TraceError::new_err(format!("there is no function '{name}'"))),
            })
        })
    }

    /// Interpolates between elements, at fractional coordinates: linearly, or by cubics.
    #[staticmethod]
    fn sample<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        position: &Bound<'py, PyAny>,
        cubic: bool,
        outside: (Option<String>, Option<Bound<'py, PyAny>>),
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let x = tracer.value(value(tracer, x)?);
            let position: Vec<Value> = leaves(tracer, position)?.0;
            let outside = super::index::outside(tracer, (outside.0.as_deref(), outside.1.as_ref()))?;
            let outside = outside.unwrap_or_default();
            Ok(if cubic { x.cubic_with(position, &outside) } else { x.linear_with(position, &outside) })
        })
    }

    /// Reinterprets the bits as another element type of the same width.
    #[staticmethod]
    fn bitcast<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        x: &Bound<'py, PyAny>,
        dtype: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let elem = dtypes::of_object(dtype)?;
        tracer.one(py, |tracer, _| Ok(tracer.value(value(tracer, x)?).bitcast_to(elem)))
    }

    /// Whether two values are close to each other.
    #[staticmethod]
    fn isclose<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        tolerances: (f64, f64),
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            Ok(tracer.value(value(tracer, a)?).is_close(value(tracer, b)?, tolerances.0, tolerances.1))
        })
    }

    /// A function of three values, by name: `fma`, `lerp`, `smoothstep`.
    #[staticmethod]
    fn ternary<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        name: &str,
        values: [Bound<'py, PyAny>; 3],
    ) -> PyResult<Bound<'py, Tensor>> {
        tracer.one(py, |tracer, _| {
            let [a, b, c] = &values;
            let (a, b, c) = (tracer.value(value(tracer, a)?), value(tracer, b)?, value(tracer, c)?);
            Ok(match name {
                "fma" => a.fma(b, c),
                "lerp" => a.lerp(b, c),
                "smoothstep" => a.smoothstep(b, c),
                _ => return Err(TraceError::new_err(format!("there is no function '{name}'"))),
            })
        })
    }

    /// Pooling over the spatial axes of `[batch, …, features]`, by name: `max`, `sum`, `mean`.
    #[staticmethod]
    #[pyo3(signature = (tracer, name, x, window, strides, padding))]
    fn pool<'py>(
        py: Python<'py>,
        tracer: &Tracer,
        name: &str,
        x: &Bound<'py, PyAny>,
        window: Vec<i64>,
        strides: Vec<i64>,
        padding: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let padding = options::padding(padding)?;
        tracer.one(py, |tracer, _| {
            let x = tracer.value(value(tracer, x)?);
            Ok(match name {
                "max" => x.max_pool(&window, &strides, padding),
                "sum" => x.sum_pool(&window, &strides, padding),
                _ => x.mean_pool(&window, &strides, padding),
            })
        })
    }

    /// Sorts tensors of one shape together along an axis; a function of two elements of each tensor returns
    /// whether the first ones go first.
    #[staticmethod]
    fn sort_by<'py>(
        tracer: &Tracer,
        tensors: &Bound<'py, PyAny>,
        axis: i64,
        before: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = before.py();
        let made = run(py, tracer.0.get()?, |tracer, raised| {
            let before = super::functions::Function { tracer, raised, function: before };
            Ok(tracer.sort(axis, leaves(tracer, tensors)?, |a, b| before.call_one([a, b].concat())))
        })?;
        list(py, made)
    }
}
