//! What calls give back.

use crate::error::Error;
use smallvec::{SmallVec, smallvec};
use tf_dialects::array::{Array, ArrayViewMut};

/// The results of a call: one [`Array`], a tuple, an array or a vector of them.
pub trait Results: Sized {
    /// From the arrays in order.
    ///
    /// # Errors
    /// [`Error::Results`] for another number of them.
    fn from_arrays(arrays: Vec<Array>) -> Result<Self, Error>;
}

/// Exactly `N` arrays.
fn exactly<const N: usize>(arrays: Vec<Array>) -> Result<[Array; N], Error> {
    arrays.try_into().map_err(|arrays: Vec<Array>| Error::Results { wanted: N, found: arrays.len() })
}

impl Results for Vec<Array> {
    fn from_arrays(arrays: Vec<Array>) -> Result<Self, Error> {
        Ok(arrays)
    }
}

impl Results for Array {
    fn from_arrays(arrays: Vec<Array>) -> Result<Self, Error> {
        exactly::<1>(arrays).map(|[array]| array)
    }
}

impl<const N: usize> Results for [Array; N] {
    fn from_arrays(arrays: Vec<Array>) -> Result<Self, Error> {
        exactly(arrays)
    }
}

macro_rules! tuples {
    ($($n:literal: $($name:ident $type:ty),*;)*) => {
        $(impl Results for ($($type,)*) {
            fn from_arrays(arrays: Vec<Array>) -> Result<Self, Error> {
                let [$($name),*] = exactly::<$n>(arrays)?;
                Ok(($($name,)*))
            }
        })*
    };
}
tuples! {
    1: a Array;
    2: a Array, b Array;
    3: a Array, b Array, c Array;
    4: a Array, b Array, c Array, d Array;
    5: a Array, b Array, c Array, d Array, e Array;
    6: a Array, b Array, c Array, d Array, e Array, f Array;
}

/// Arrays that results are written to.
pub type Outputs<'a> = SmallVec<[ArrayViewMut<'a>; 4]>;

/// Where a call writes its results: arrays of the caller, one per result.
pub trait ResultsInto<'a> {
    /// The arrays in order.
    ///
    /// # Errors
    /// [`Error::Run`] for an array that cannot be written to as it is.
    fn outputs(self) -> Result<Outputs<'a>, Error>;
}

impl<'a> ResultsInto<'a> for &'a mut Array {
    fn outputs(self) -> Result<Outputs<'a>, Error> {
        Ok(smallvec![self.view_mut()])
    }
}

impl<'a> ResultsInto<'a> for ArrayViewMut<'a> {
    fn outputs(self) -> Result<Outputs<'a>, Error> {
        Ok(smallvec![self])
    }
}

impl<'a> ResultsInto<'a> for Vec<ArrayViewMut<'a>> {
    fn outputs(self) -> Result<Outputs<'a>, Error> {
        Ok(self.into_iter().collect())
    }
}

impl<'a> ResultsInto<'a> for &'a mut [Array] {
    fn outputs(self) -> Result<Outputs<'a>, Error> {
        Ok(self.iter_mut().map(Array::view_mut).collect())
    }
}

macro_rules! output_tuples {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<'a, $($name: ResultsInto<'a>),*> ResultsInto<'a> for ($($name,)*) {
                fn outputs(self) -> Result<Outputs<'a>, Error> {
                    let ($($name,)*) = self;
                    let mut all = Outputs::new();
                    $(all.extend($name.outputs()?);)*
                    Ok(all)
                }
            }
        )*
    };
}
output_tuples! { A; A B; A B C; A B C D; A B C D E; A B C D E F; }
