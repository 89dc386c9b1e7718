//! Results of calls.

use crate::call::device_array::DeviceArray;
use crate::error::Error;
use smallvec::SmallVec;
use tf_dialects::array::{Array, ArrayViewMut};
use tf_dialects::scalar::DType;

/// The results of a call: an array, a tuple or list of arrays, or a struct with `derive(Results)`, which may
/// hold such structs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the results of a call",
    label = "does not consist of arrays",
    note = "results are an `Array`, a tuple with one element per result, or a `Vec<Array>`: `let (y, sum): \
            (Array, Array) = exe.call(&x)?`",
    note = "read a scalar result with `sum.item::<f32>()?`; a struct of arrays takes results by \
            `#[derive(tensorforge::Results)]`"
)]
pub trait Results: Sized {
    /// Takes its arrays in order; `None` if there are too few. A vector takes all remaining arrays.
    fn take(next: &mut dyn FnMut() -> Option<Array>) -> Option<Self>;
}

/// The results of a call from its arrays.
///
/// # Errors
/// [`Error::Results`] if their count differs.
pub(crate) fn collect<R: Results>(arrays: Vec<Array>) -> Result<R, Error> {
    let found = arrays.len();
    let mut arrays = arrays.into_iter();
    match R::take(&mut || arrays.next()) {
        Some(results) if arrays.len() == 0 => Ok(results),
        _ => Err(Error::Results { wanted: wanted::<R>(), found }),
    }
}

/// The count of arrays that the type takes, if enough are available.
fn wanted<R: Results>() -> usize {
    /// A vector takes all available arrays.
    const ENOUGH: usize = 1 << 16;
    let mut count = 0;
    R::take(&mut || {
        count += 1;
        if count > ENOUGH { None } else { Array::zeros(DType::F32, &[0]).ok() }
    });
    count
}

impl Results for Array {
    fn take(next: &mut dyn FnMut() -> Option<Array>) -> Option<Array> {
        next()
    }
}

impl Results for () {
    fn take(_next: &mut dyn FnMut() -> Option<Array>) -> Option<()> {
        Some(())
    }
}

impl Results for Vec<Array> {
    fn take(next: &mut dyn FnMut() -> Option<Array>) -> Option<Vec<Array>> {
        Some(std::iter::from_fn(next).collect())
    }
}

impl<const N: usize> Results for [Array; N] {
    fn take(next: &mut dyn FnMut() -> Option<Array>) -> Option<[Array; N]> {
        let all: Option<Vec<Array>> = (0..N).map(|_| next()).collect();
        all?.try_into().ok()
    }
}

/// Tuples hold arrays only, so that Rust knows the types in `let (x, v) = program.call(…)?`.
macro_rules! tuples {
    ($($($name:ident $type:ty),*;)*) => {
        $(impl Results for ($($type,)*) {
            fn take(next: &mut dyn FnMut() -> Option<Array>) -> Option<Self> {
                $(let $name = next()?;)*
                Some(($($name,)*))
            }
        })*
    };
}
tuples! {
    a Array;
    a Array, b Array;
    a Array, b Array, c Array;
    a Array, b Array, c Array, d Array;
    a Array, b Array, c Array, d Array, e Array;
    a Array, b Array, c Array, d Array, e Array, f Array;
    a Array, b Array, c Array, d Array, e Array, f Array, g Array;
    a Array, b Array, c Array, d Array, e Array, f Array, g Array, h Array;
}

/// The results of a call that stay on its device: a [`DeviceArray`], or a tuple or list with one for each
/// result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold results of a call that stay on the device",
    label = "does not consist of `DeviceArray`s",
    note = "results are a `DeviceArray`, a tuple with one element per result, or a `Vec<DeviceArray>`"
)]
pub trait DeviceResults: Sized {
    /// Takes its arrays in order; `None` if there are too few or too many.
    fn from_arrays(arrays: Vec<DeviceArray>) -> Option<Self>;

    /// Its count of arrays; `None` if it takes any count.
    const COUNT: Option<usize>;
}

/// As [`collect`], for arrays on a device.
///
/// # Errors
/// As [`collect`].
pub(crate) fn collect_on_device<R: DeviceResults>(arrays: Vec<DeviceArray>) -> Result<R, Error> {
    let found = arrays.len();
    R::from_arrays(arrays).ok_or(Error::Results { wanted: R::COUNT.unwrap_or(found), found })
}

impl DeviceResults for DeviceArray {
    const COUNT: Option<usize> = Some(1);

    fn from_arrays(arrays: Vec<DeviceArray>) -> Option<DeviceArray> {
        let [array] = arrays.try_into().ok()?;
        Some(array)
    }
}

impl DeviceResults for Vec<DeviceArray> {
    const COUNT: Option<usize> = None;

    fn from_arrays(arrays: Vec<DeviceArray>) -> Option<Vec<DeviceArray>> {
        Some(arrays)
    }
}

impl<const N: usize> DeviceResults for [DeviceArray; N] {
    const COUNT: Option<usize> = Some(N);

    fn from_arrays(arrays: Vec<DeviceArray>) -> Option<[DeviceArray; N]> {
        arrays.try_into().ok()
    }
}

macro_rules! device_tuples {
    ($($count:literal $($name:ident $type:ty),*;)*) => {
        $(impl DeviceResults for ($($type,)*) {
            const COUNT: Option<usize> = Some($count);

            fn from_arrays(arrays: Vec<DeviceArray>) -> Option<Self> {
                let [$($name),*] = arrays.try_into().ok()?;
                Some(($($name,)*))
            }
        })*
    };
}
device_tuples! {
    1 a DeviceArray;
    2 a DeviceArray, b DeviceArray;
    3 a DeviceArray, b DeviceArray, c DeviceArray;
    4 a DeviceArray, b DeviceArray, c DeviceArray, d DeviceArray;
    5 a DeviceArray, b DeviceArray, c DeviceArray, d DeviceArray, e DeviceArray;
    6 a DeviceArray, b DeviceArray, c DeviceArray, d DeviceArray, e DeviceArray, f DeviceArray;
}

/// The output arrays of a call.
pub type Outputs<'a> = SmallVec<[ArrayViewMut<'a>; 4]>;

/// The outputs of a call: arrays of the caller, one per result, in tuples, lists, and structs with
/// `derive(Results)`.
#[diagnostic::on_unimplemented(
    message = "results cannot be written to `{Self}`",
    label = "does not consist of mutable arrays",
    note = "results are written to `&mut Array`s: `exe.call_into(&x, (&mut y, &mut sum))`"
)]
pub trait ResultsInto<'a> {
    /// Appends the arrays, in order.
    ///
    /// # Errors
    /// [`Error::Run`] for an array that cannot be written.
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error>;
}

/// The arrays as a list.
pub(crate) fn outputs<'a>(results: impl ResultsInto<'a>) -> Result<Outputs<'a>, Error> {
    let mut out = Outputs::new();
    results.append_outputs(&mut out)?;
    Ok(out)
}

impl<'a> ResultsInto<'a> for &'a mut Array {
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        out.push(self.view_mut());
        Ok(())
    }
}

impl<'a> ResultsInto<'a> for ArrayViewMut<'a> {
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        out.push(self);
        Ok(())
    }
}

impl<'a, R: ResultsInto<'a>> ResultsInto<'a> for Vec<R> {
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        self.into_iter().try_for_each(|result| result.append_outputs(out))
    }
}

impl<'a, T> ResultsInto<'a> for &'a mut [T]
where
    &'a mut T: ResultsInto<'a>,
{
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        self.iter_mut().try_for_each(|result| result.append_outputs(out))
    }
}

impl<'a, T> ResultsInto<'a> for &'a mut Vec<T>
where
    &'a mut T: ResultsInto<'a>,
{
    fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
        self.as_mut_slice().append_outputs(out)
    }
}

macro_rules! output_tuples {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<'a, $($name: ResultsInto<'a>),*> ResultsInto<'a> for ($($name,)*) {
                fn append_outputs(self, out: &mut Outputs<'a>) -> Result<(), Error> {
                    let ($($name,)*) = self;
                    $($name.append_outputs(out)?;)*
                    Ok(())
                }
            }
        )*
    };
}
output_tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
    A B C D E F G H I; A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}
