//! Displays arrays as nested brackets, like NumPy.

use super::Array;
use crate::scalar::{DType, Scalar};
use std::fmt::{self, Write};

/// Arrays of more elements than this are abbreviated.
const THRESHOLD: usize = 1000;

/// The count of elements that an abbreviated array keeps at either end of an axis.
const EDGE: usize = 3;

/// Longer rows are wrapped at this many columns.
const COLUMNS: usize = 100;

/// Floats of at least this magnitude are shown with an exponent, for any precision.
const LARGE: f64 = 1e16;

/// The ellipsis for omitted elements.
const DOTS: &str = "…";

/// Type and shape, then the elements in nested brackets, padded to the width of the widest; arrays of more
/// than 1000 elements show only the first and last three along each axis. `{:.3}` shows floats with three
/// decimal places, `{:#}` shows all elements.
///
/// ```
/// # use tf_dialects::array::Array;
/// let array = Array::from_slice(&[2, 2], &[1.0f32, 0.5, -2.0, 10.0])?;
/// assert_eq!(array.to_string(), "f32[2, 2]\n[[ 1.0,  0.5],\n [-2.0, 10.0]]");
/// assert_eq!(format!("{:.1}", Array::from_slice(&[2], &[0.25f64, 1.0])?), "f64[2] [0.2, 1.0]");
/// # Ok::<(), tf_dialects::array::ArrayError>(())
/// ```
impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents: Vec<String> = self.extents().iter().map(usize::to_string).collect();
        match self.dtype() {
            DType::I1 => f.write_str("bool")?,
            dtype => write!(f, "{dtype}")?,
        }
        if extents.is_empty() {
            return write!(f, " {}", self.get_flat(0).map_or_else(String::new, |v| word(v, f.precision())));
        }
        write!(f, "[{}]{}", extents.join(", "), if extents.len() == 1 { ' ' } else { '\n' })?;
        if self.is_empty() {
            return f.write_str("[]");
        }
        let mut shown = Shown {
            array: self,
            abbreviated: self.len() > THRESHOLD && !f.alternate(),
            precision: f.precision(),
            width: 0,
        };
        shown.width = shown.widest(0, 0);
        let mut text = String::new();
        shown.axis(&mut text, 0, 0)?;
        f.write_str(&text)
    }
}

/// An array that is being shown.
struct Shown<'a> {
    array: &'a Array,
    abbreviated: bool,
    precision: Option<usize>,
    /// Columns of the widest element that is shown.
    width: usize,
}

impl Shown<'_> {
    /// The indices along an axis that are shown, with `None` for the omitted ones.
    fn indices(&self, axis: usize) -> Vec<Option<usize>> {
        let extent = self.array.extents()[axis];
        if !self.abbreviated || extent <= 2 * EDGE {
            return (0..extent).map(Some).collect();
        }
        (0..EDGE).map(Some).chain([None]).chain((extent - EDGE..extent).map(Some)).collect()
    }

    /// The position of the element (or of the first element of a part) at an index of an axis, given the
    /// position of the enclosing part.
    fn position(&self, axis: usize, before: usize, index: usize) -> usize {
        before * self.array.extents()[axis] + index
    }

    fn is_last(&self, axis: usize) -> bool {
        axis + 1 == self.array.extents().len()
    }

    fn word(&self, position: usize) -> String {
        self.array.get_flat(position).map_or_else(String::new, |value| word(value, self.precision))
    }

    /// Columns of the widest element in a part.
    fn widest(&self, axis: usize, before: usize) -> usize {
        let one = |index: usize| match self.position(axis, before, index) {
            position if self.is_last(axis) => self.word(position).len(),
            position => self.widest(axis + 1, position),
        };
        self.indices(axis).into_iter().flatten().map(one).max().unwrap_or(0)
    }

    /// Writes the part of the array along an axis and the inner axes.
    fn axis(&self, out: &mut String, axis: usize, before: usize) -> fmt::Result {
        out.write_char('[')?;
        if self.is_last(axis) {
            self.row(out, axis, before)?;
            return out.write_char(']');
        }
        // Matrices are separated by an empty line, as in NumPy.
        let breaks = self.array.extents().len() - 1 - axis;
        for (at, index) in self.indices(axis).into_iter().enumerate() {
            if at > 0 {
                write!(out, ",{:\n<breaks$}{:axis$} ", "", "")?;
            }
            match index {
                Some(index) => self.axis(out, axis + 1, self.position(axis, before, index))?,
                None => out.write_str(DOTS)?,
            }
        }
        out.write_char(']')
    }

    /// Writes the elements along the last axis.
    fn row(&self, out: &mut String, axis: usize, before: usize) -> fmt::Result {
        let mut column = axis + 1;
        for (at, index) in self.indices(axis).into_iter().enumerate() {
            let width = if index.is_some() { self.width } else { DOTS.chars().count() };
            if at > 0 {
                out.write_char(',')?;
                // The comma, a space, and a possible closing bracket or comma after the element.
                let fits = column + width + 3 <= COLUMNS;
                let indent = if fits { 0 } else { axis + 1 };
                write!(out, "{}{:indent$}", if fits { " " } else { "\n" }, "")?;
                column = if fits { column + 2 } else { axis + 1 };
            }
            column += width;
            match index {
                Some(index) => {
                    write!(out, "{:>width$}", self.word(self.position(axis, before, index)))?;
                }
                None => out.write_str(DOTS)?,
            }
        }
        Ok(())
    }
}

/// A value; floats with this many decimal places.
fn word(value: Scalar, precision: Option<usize>) -> String {
    let Some(digits) = precision.filter(|_| value.dtype().is_float()) else { return value.to_string() };
    match value.to_f64() {
        large if large.is_finite() && large.abs() >= LARGE => format!("{large:.digits$e}"),
        number => format!("{number:.digits$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting(extents: &[usize]) -> Array {
        let elements: Vec<i32> = (0..extents.iter().product::<usize>() as i32).collect();
        Array::from_slice(extents, &elements).unwrap()
    }

    #[test]
    fn ranks_nest() {
        let scalar = Array::from_slice(&[], &[2.5f32]).unwrap();
        assert_eq!((scalar.to_string(), format!("{scalar:.3}")), ("f32 2.5".into(), "f32 2.500".into()));
        assert_eq!(counting(&[3]).to_string(), "i32[3] [0, 1, 2]");
        assert_eq!(counting(&[2, 2]).to_string(), "i32[2, 2]\n[[0, 1],\n [2, 3]]");
        let cube = "i32[2, 2, 3]\n[[[ 0,  1,  2],\n  [ 3,  4,  5]],\n\n [[ 6,  7,  8],\n  [ 9, 10, 11]]]";
        assert_eq!(counting(&[2, 2, 3]).to_string(), cube);
        assert_eq!(counting(&[2, 0, 3]).to_string(), "i32[2, 0, 3]\n[]");
        assert_eq!(Array::zeros(DType::F32, &[0]).unwrap().to_string(), "f32[0] []");
    }

    #[test]
    fn elements_of_every_kind() {
        let truths = Array::from_bools(&[2], &[true, false]).unwrap();
        assert_eq!(truths.to_string(), "bool[2] [ true, false]");
        assert_eq!(Array::from_slice(&[2], &[255u8, 0]).unwrap().to_string(), "u8[2] [255,   0]");
        let floats = [1.0f32, -0.0, f32::NAN, f32::NEG_INFINITY, 1e-7, 1e20];
        let floats = Array::from_slice(&[6], &floats).unwrap();
        assert_eq!(floats.to_string(), "f32[6] [ 1.0, -0.0,  NaN, -inf, 1e-7, 1e20]");
        let wanted = "f32[6] [   1.00,   -0.00,     NaN,    -inf,    0.00, 1.00e20]";
        assert_eq!(format!("{floats:.2}"), wanted);
    }

    #[test]
    fn large_arrays_are_abbreviated() {
        assert!(!counting(&[1000]).to_string().contains(DOTS));
        assert_eq!(counting(&[1001]).to_string(), "i32[1001] [   0,    1,    2, …,  998,  999, 1000]");
        assert_eq!(format!("{:#}", counting(&[1001])).matches(',').count(), 1000);
        let wanted = "i32[500, 4]\n[[   0,    1,    2,    3],\n [   4,    5,    6,    7],\n [   8,    9,   10,   11],\n …,\n \
                      [1988, 1989, 1990, 1991],\n [1992, 1993, 1994, 1995],\n [1996, 1997, 1998, 1999]]";
        assert_eq!(counting(&[500, 4]).to_string(), wanted);
    }

    #[test]
    fn long_rows_go_on_in_another_line() {
        let text = counting(&[2, 100]).to_string();
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        let starts = |line: &&str| line.starts_with("  ") || line.starts_with(" [") || line.starts_with("[[");
        assert!(text.lines().skip(1).all(|line| starts(&line)), "{text}");
        assert!(text.lines().count() > 4, "{text}");
    }
}
