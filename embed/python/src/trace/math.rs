//! Python names of the front end's functions.

use super::tensor::Axis;
use super::values::Value;
use crate::error::TraceError;
use pyo3::prelude::*;
use tensorforge::{Arg, Tensor};

/// A function of one value.
///
/// # Errors
/// [`TraceError`] for an unknown name: a defect of the package.
pub(crate) fn unary(name: &str, x: &Tensor) -> PyResult<Tensor> {
    macro_rules! table {
        ($($name:ident $method:ident),* $(,)?) => {
            match name { $(stringify!($name) => x.$method(),)* _ => return Err(no_function(name)) }
        };
    }
    Ok(table! {
        abs abs, sign sign, square square, reciprocal recip, sqrt sqrt, cbrt cbrt, rsqrt rsqrt, exp exp, exp2 exp2,
        expm1 exp_m1, log log, log2 log2, log10 log10, log1p log1p, sin sin, cos cos, tan tan, arcsin asin, arccos acos,
        arctan atan, sinh sinh, cosh cosh, tanh tanh, arcsinh asinh, arccosh acosh, arctanh atanh, erf erf, erfc erfc,
        erfinv erf_inv, i0e bessel_i0e, i1e bessel_i1e, gammaln lgamma, digamma digamma, floor floor, ceil ceil, trunc trunc, rint round_even,
        isnan is_nan, isfinite is_finite, isinf is_infinite, degrees degrees, radians radians, sinc sinc,
        sigmoid sigmoid, softplus softplus, relu relu, gelu gelu, silu silu, nan_to_num nan_to_num, detach detach,
        logical_not logical_not_of, flatnonzero flatnonzero, unique unique, cholesky cholesky, inv inverse, flatten flatten,
        inverse_upper inverse_upper, det det, fract fract, saturate saturate, pcg pcg, pcgf pcgf, count_ones count_ones,
        leading_zeros leading_zeros, trailing_zeros trailing_zeros, reverse_bits reverse_bits,
    })
}

/// Negation of truth values.
trait LogicalNot {
    fn logical_not_of(&self) -> Tensor;
}

impl LogicalNot for Tensor {
    fn logical_not_of(&self) -> Tensor {
        !self.cast(tensorforge::Elem::Bool)
    }
}

/// NumPy's argument order: the order of the derivative first.
trait Polygamma {
    fn polygamma_at(&self, x: Value) -> Tensor;
}

impl Polygamma for Tensor {
    fn polygamma_at(&self, x: Value) -> Tensor {
        as_tensor(x, self).polygamma(self)
    }
}

/// The values of one tensor with the derivative of another (straight-through).
trait Through {
    fn through(&self, other: Value) -> Tensor;
}

impl Through for Tensor {
    fn through(&self, other: Value) -> Tensor {
        self.straight_through(&as_tensor(other, self))
    }
}

/// A function of two values.
///
/// # Errors
/// As [`unary`].
pub(crate) fn binary(name: &str, a: Value, b: Value) -> PyResult<Tensor> {
    let tensor = match (&a.0, &b.0) {
        (Arg::Tensor(tensor), _) | (_, Arg::Tensor(tensor)) => tensor.clone(),
        _ => {
            return Err(TraceError::new_err(format!(
                "{name} needs a traced value; for Python numbers, use the math module"
            )));
        }
    };
    let a = as_tensor(a, &tensor);
    macro_rules! table {
        ($($name:ident $method:ident),* $(,)?) => {
            match name { $(stringify!($name) => a.$method(b),)* _ => return Err(no_function(name)) }
        };
    }
    Ok(table! {
        maximum max, minimum min, power pow, arctan2 atan2, copysign copysign, hypot hypot, logaddexp logaddexp,
        matmul matmul, dot dot, outer outer, inner inner, kron kron, cross cross, floor_divide floor_div,
        remainder modulo, logical_and logical_and, logical_or logical_or, logical_xor logical_xor, heaviside heaviside,
        nextafter next_after, zeta zeta, polygamma polygamma_at, solve solve, vdot vdot, straight_through through,
    })
}

/// A reduction along axes.
///
/// # Errors
/// As [`unary`].
pub(crate) fn reduction(x: &Tensor, name: &str, axis: Axis, keepdims: bool) -> PyResult<Tensor> {
    let rank = x.rank() as i64;
    let mut dropped: Vec<i64> = axis.0.clone().unwrap_or_else(|| (0..rank).collect());
    let axes = match axis.0 {
        Some(axes) => Axis(Some(axes)),
        None => Axis(None),
    };
    macro_rules! table {
        ($($name:ident $method:ident),* $(,)?) => {
            match name { $(stringify!($name) => x.$method(axes),)* _ => return Err(no_function(name)) }
        };
    }
    let reduced = table! {
        sum sum, prod prod, mean mean, min min_along, max max_along, all all, any any, norm norm, median median,
        argmin argmin, argmax argmax, var var, std std, ptp ptp, count_nonzero count_nonzero, logsumexp logsumexp,
    };
    if !keepdims || reduced.is_poisoned() {
        return Ok(reduced);
    }
    dropped.iter_mut().for_each(|axis| *axis += if *axis < 0 { rank } else { 0 });
    dropped.sort_unstable();
    Ok(dropped.into_iter().fold(reduced, |kept, axis| kept.expand(axis)))
}

/// A function along one axis, or more where it takes several, that keeps the shape.
///
/// # Errors
/// As [`unary`].
pub(crate) fn along(x: &Tensor, name: &str, axis: i64) -> PyResult<Tensor> {
    macro_rules! table {
        ($($name:ident $method:ident),* $(,)?) => {
            match name { $(stringify!($name) => x.$method(axis),)* _ => return Err(no_function(name)) }
        };
    }
    Ok(table! {
        cumsum cumsum, cumprod cumprod, cummax cummax, cummin cummin, sort sort, argsort argsort, sort_descending sort_descending,
        argsort_descending argsort_descending, diff diff,
        softmax softmax, log_softmax log_softmax, flip flip, expand_dims expand, squeeze squeeze, diagonal diagonal,
        tril tril, triu triu,
    })
}

fn no_function(name: &str) -> PyErr {
    TraceError::new_err(format!("there is no function '{name}'"))
}

/// A left operand as a tensor; a scalar takes the type of the tensor on the right.
pub(crate) fn as_tensor(value: Value, tensor: &Tensor) -> Tensor {
    match value.0 {
        Arg::Tensor(value) => value,
        Arg::Number(number) => tensor.tracer().value(number).cast(number.beside(tensor.elem())),
        other => tensor.tracer().value(Value(other)),
    }
}

/// The values as floats, for true division.
pub(crate) fn floating(x: &Tensor) -> Tensor {
    x.cast(x.elem().to_float())
}

/// Python's `/`: a float for integers.
pub(crate) fn quotient(a: &Tensor, b: Value) -> Tensor {
    let float = match &b.0 {
        Arg::Tensor(b) => b.elem().is_float(),
        _ => false,
    };
    if float { a / b } else { floating(a) / b }
}
