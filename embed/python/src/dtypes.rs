//! Element types by their Python names and NumPy's `typenum`.

use crate::numpy;
use ::numpy::npyffi::NPY_TYPES;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use tensorforge::{DType, Elem};

/// Python names; Tensorforge's names come first.
const NAMES: [(&str, &str, Elem); 14] = [
    ("bool", "bool", Elem::Bool),
    ("i8", "int8", Elem::Int(8)),
    ("i16", "int16", Elem::Int(16)),
    ("i32", "int32", Elem::Int(32)),
    ("i64", "int64", Elem::Int(64)),
    ("u8", "uint8", Elem::UInt(8)),
    ("u16", "uint16", Elem::UInt(16)),
    ("u32", "uint32", Elem::UInt(32)),
    ("u64", "uint64", Elem::UInt(64)),
    ("f16", "float16", Elem::F16),
    ("bf16", "bfloat16", Elem::BF16),
    ("f32", "float32", Elem::F32),
    ("f64", "float64", Elem::F64),
    ("index", "index", Elem::Index),
];

/// The element type of a name.
pub(crate) fn by_name(name: &str) -> PyResult<Elem> {
    let found = NAMES.iter().find(|(own, numpy, _)| *own == name || *numpy == name);
    found.map(|row| row.2).ok_or_else(|| {
        let names: Vec<&str> = NAMES.iter().map(|row| row.0).collect();
        PyTypeError::new_err(format!("'{name}' is not an element type; supported are {}", names.join(", ")))
    })
}

/// The element type of an object: a name, a type of the package (`f32`), one of NumPy's, or Python's `bool`,
/// `int` and `float`, which are i64 and f32.
pub(crate) fn of_object(object: &Bound<'_, PyAny>) -> PyResult<Elem> {
    if let Ok(name) = object.extract::<String>() {
        return by_name(&name);
    }
    for attribute in ["dtype", "name", "__name__"] {
        let name = object.getattr_opt(attribute)?.and_then(|name| name.extract::<String>().ok());
        match name.as_deref() {
            Some("int") => return Ok(Elem::Int(64)),
            Some("float") => return Ok(Elem::F32),
            Some(name) => return by_name(name),
            None => {}
        }
    }
    by_name(&object.to_string())
}

/// As [`of_object`]; f32 by default.
pub(crate) fn or_f32(object: Option<&Bound<'_, PyAny>>) -> PyResult<Elem> {
    object.map_or(Ok(Elem::F32), of_object)
}

/// The element type for NumPy's `typenum`; bfloat16 of `ml_dtypes` has no fixed one.
pub(crate) fn of_type_number(number: i32) -> Option<DType> {
    /// The integer type of the width of a C type.
    fn int<T>(unsigned: bool) -> DType {
        let bits = 8 * size_of::<T>() as u8;
        if unsigned { DType::UInt(bits) } else { DType::Int(bits) }
    }
    use std::ffi::{c_int, c_long, c_longlong};
    const NUMBERS: [NPY_TYPES; 14] = {
        use NPY_TYPES::*;
        [
            NPY_BOOL,
            NPY_BYTE,
            NPY_UBYTE,
            NPY_SHORT,
            NPY_USHORT,
            NPY_INT,
            NPY_UINT,
            NPY_LONG,
            NPY_ULONG,
            NPY_LONGLONG,
            NPY_ULONGLONG,
            NPY_HALF,
            NPY_FLOAT,
            NPY_DOUBLE,
        ]
    };
    let at = NUMBERS.iter().position(|known| *known as i32 == number)?;
    Some(match at {
        0 => DType::I1,
        1 => DType::I8,
        2 => DType::U8,
        3 => DType::I16,
        4 => DType::U16,
        5 | 6 => int::<c_int>(at == 6),
        7 | 8 => int::<c_long>(at == 8),
        9 | 10 => int::<c_longlong>(at == 10),
        11 => DType::F16,
        12 => DType::F32,
        _ => DType::F64,
    })
}

/// NumPy's `typenum` for an element type; none for bfloat16.
pub(crate) fn number(dtype: DType) -> Option<i32> {
    use NPY_TYPES::*;
    let number = match dtype {
        DType::I1 => NPY_BOOL,
        DType::Int(8) => NPY_BYTE,
        DType::UInt(8) => NPY_UBYTE,
        DType::Int(16) => NPY_SHORT,
        DType::UInt(16) => NPY_USHORT,
        DType::Int(32) => NPY_INT,
        DType::UInt(32) => NPY_UINT,
        DType::Int(64) | DType::Index => NPY_LONGLONG,
        DType::UInt(64) => NPY_ULONGLONG,
        DType::F16 => NPY_HALF,
        DType::F32 => NPY_FLOAT,
        DType::F64 => NPY_DOUBLE,
        _ => return None,
    };
    // Of two C types of 64 bits, `long` is the one that NumPy calls int64 where it has them.
    let number = match number {
        NPY_LONGLONG if size_of::<std::ffi::c_long>() == 8 => NPY_LONG,
        NPY_ULONGLONG if size_of::<std::ffi::c_long>() == 8 => NPY_ULONG,
        number => number,
    };
    Some(number as i32)
}

/// NumPy's name of an element type; bfloat16 exists only in `ml_dtypes`.
pub(crate) fn numpy_name(dtype: DType) -> String {
    match dtype {
        DType::I1 => "bool".to_string(),
        DType::Index => "int64".to_string(),
        DType::Int(bits) => format!("int{bits}"),
        DType::UInt(bits) => format!("uint{bits}"),
        DType::BF16 => "bfloat16".to_string(),
        dtype => format!("float{}", dtype.bits()),
    }
}

/// An element type as NumPy's `np.dtype(…)`.
pub(crate) fn numpy_dtype<'py>(py: Python<'py>, dtype: DType) -> PyResult<Bound<'py, PyAny>> {
    if dtype == DType::BF16 {
        return numpy::bfloat16(py);
    }
    numpy::module(py)?.getattr("dtype")?.call1((numpy_name(dtype),))
}
