//! Arguments of calls.

use crate::call::device_array::{DeviceArray, Input};
use crate::error::Error;
use smallvec::SmallVec;
use tf_cpu::exec::{Argument, Offered};
use tf_dialects::array::{Array, ArrayError, ArrayView};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::{CallError, ParamType, Signature};

/// An argument as a call receives it.
#[derive(Debug)]
pub enum Passed<'a> {
    /// A borrowed array, or a scalar.
    Plain(Argument<'a>),
    /// An owned array, or a copy if elements cannot be borrowed.
    Owned(Array),
    /// An array on a device.
    Held(&'a DeviceArray),
    /// A donated array on a device: the call owns its memory.
    Donated(DeviceArray),
    /// The error of converting the argument.
    Failed(ArrayError),
}

/// Arguments of a call.
pub type Arguments<'a> = SmallVec<[Passed<'a>; 8]>;

/// One argument: an array, borrowed (of any strides) or donated, or a scalar.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an argument of a call",
    label = "neither an array nor a scalar nor a list of these",
    note = "arguments are arrays, `exe.call(&x)`, scalars, or tuples of these in the order of the inputs: \
            `exe.call((&x, 0.5))`",
    note = "build an array from elements with `Array::from_slice(&[2, 3], &elements)?`, or borrow them with \
            `ArrayView::from_slice`"
)]
pub trait IntoArgument<'a> {
    /// The argument.
    fn into_argument(self) -> Passed<'a>;
}

impl<'a> IntoArgument<'a> for &'a Array {
    fn into_argument(self) -> Passed<'a> {
        Passed::Plain(Argument::Tensor(self.view()))
    }
}

impl<'a> IntoArgument<'a> for Array {
    fn into_argument(self) -> Passed<'a> {
        Passed::Owned(self)
    }
}

impl<'a> IntoArgument<'a> for &'a DeviceArray {
    fn into_argument(self) -> Passed<'a> {
        Passed::Held(self)
    }
}

impl<'a> IntoArgument<'a> for DeviceArray {
    fn into_argument(self) -> Passed<'a> {
        Passed::Donated(self)
    }
}

impl<'a> IntoArgument<'a> for ArrayView<'a> {
    fn into_argument(self) -> Passed<'a> {
        Passed::Plain(Argument::Tensor(self))
    }
}

impl<'a> IntoArgument<'a> for &ArrayView<'a> {
    fn into_argument(self) -> Passed<'a> {
        Passed::Plain(Argument::Tensor(self.clone()))
    }
}

impl<'a> IntoArgument<'a> for Passed<'a> {
    fn into_argument(self) -> Passed<'a> {
        self
    }
}

impl<'a> IntoArgument<'a> for Argument<'a> {
    fn into_argument(self) -> Passed<'a> {
        Passed::Plain(self)
    }
}

macro_rules! numbers {
    ($($type:ty => $dtype:expr, $bits:expr;)*) => {
        $(impl<'a> IntoArgument<'a> for $type {
            fn into_argument(self) -> Passed<'a> {
                let bits: fn($type) -> u64 = $bits;
                Passed::Plain(Argument::Scalar(Scalar::from_bits($dtype, bits(self))))
            }
        }

        impl<'a> IntoArgument<'a> for &$type {
            fn into_argument(self) -> Passed<'a> {
                (*self).into_argument()
            }
        })*
    };
}
numbers! {
    bool => DType::I1, u64::from;
    i8 => DType::I8, |v| v as u8 as u64;
    u8 => DType::U8, u64::from;
    i16 => DType::I16, |v| v as u16 as u64;
    u16 => DType::U16, u64::from;
    i32 => DType::I32, |v| v as u32 as u64;
    u32 => DType::U32, u64::from;
    i64 => DType::I64, |v| v as u64;
    u64 => DType::U64, |v| v;
    usize => DType::U64, |v| v as u64;
    half::f16 => DType::F16, |v| v.to_bits().into();
    half::bf16 => DType::BF16, |v| v.to_bits().into();
    f32 => DType::F32, |v| v.to_bits().into();
    f64 => DType::F64, f64::to_bits;
}

/// All arguments of a call: arrays and scalars, in tuples, lists, and structs with `derive(Args)`, nested to
/// any depth.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an argument of a call",
    label = "neither an array nor a scalar nor a list of these",
    note = "arguments are arrays, `exe.call(&x)`, scalars, or tuples of these in the order of the inputs: \
            `exe.call((&x, 0.5))`",
    note = "a struct of arrays becomes one by `#[derive(tensorforge::Args)]`; pass it by reference to lend \
            it, by value to donate it"
)]
pub trait Args<'a> {
    /// Appends the arguments, in order.
    fn append_arguments(self, out: &mut Arguments<'a>);
}

/// The arguments as a list.
pub(crate) fn arguments<'a>(args: impl Args<'a>) -> Arguments<'a> {
    let mut out = SmallVec::new();
    args.append_arguments(&mut out);
    out
}

impl<'a, T: IntoArgument<'a>> Args<'a> for T {
    fn append_arguments(self, out: &mut Arguments<'a>) {
        out.push(self.into_argument());
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<'a, $($name: Args<'a>),*> Args<'a> for ($($name,)*) {
                fn append_arguments(self, out: &mut Arguments<'a>) {
                    let ($($name,)*) = self;
                    $($name.append_arguments(out);)*
                }
            }
        )*
    };
}
tuples! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
    A B C D E F G H I; A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

impl<'a> Args<'a> for () {
    fn append_arguments(self, _out: &mut Arguments<'a>) {}
}

impl<'a, T: Args<'a>> Args<'a> for Vec<T> {
    fn append_arguments(self, out: &mut Arguments<'a>) {
        self.into_iter().for_each(|argument| argument.append_arguments(out));
    }
}

impl<'a, T: Args<'a>, const N: usize> Args<'a> for [T; N] {
    fn append_arguments(self, out: &mut Arguments<'a>) {
        self.into_iter().for_each(|argument| argument.append_arguments(out));
    }
}

impl<'a, T> Args<'a> for &'a [T]
where
    &'a T: Args<'a>,
{
    fn append_arguments(self, out: &mut Arguments<'a>) {
        self.iter().for_each(|argument| argument.append_arguments(out));
    }
}

impl<'a, T> Args<'a> for &'a Vec<T>
where
    &'a T: Args<'a>,
{
    fn append_arguments(self, out: &mut Arguments<'a>) {
        self.as_slice().append_arguments(out);
    }
}

/// Runs a call with arguments in the form that compiled code takes. Scalars are converted to the type of
/// their parameter if that is lossless: a Rust literal is `i32` or `f64`.
///
/// # Errors
/// [`CallError::Value`] for an integer that its parameter cannot hold.
pub(crate) fn with_arguments<R>(
    signature: &Signature,
    passed: &Arguments<'_>,
    call: impl FnOnce(&[Argument<'_>]) -> Result<R, Error>,
) -> Result<R, Error> {
    let mut arguments = SmallVec::<[Argument<'_>; 8]>::with_capacity(passed.len());
    for (at, passed) in passed.iter().enumerate() {
        arguments.push(input(signature, at, passed)?.plain(signature, at)?);
    }
    call(&arguments)
}

/// The arguments in the form that devices take: see [`with_arguments`].
///
/// # Errors
/// As [`with_arguments`].
pub(crate) fn inputs<'p>(
    signature: &Signature,
    passed: &'p Arguments<'_>,
) -> Result<SmallVec<[Input<'p>; 8]>, Error> {
    passed.iter().enumerate().map(|(at, passed)| input(signature, at, passed)).collect()
}

/// Moves the donated arrays out of the arguments; `None` if there are none.
pub(crate) fn donated(passed: &mut Arguments<'_>) -> Option<SmallVec<[Option<Array>; 8]>> {
    let own = |passed: &Passed<'_>| matches!(passed, Passed::Owned(_) | Passed::Donated(_));
    if !passed.iter().any(own) {
        return None;
    }
    let mut taken: SmallVec<[Option<Array>; 8]> = SmallVec::new();
    for passed in passed.iter_mut() {
        let empty = Passed::Plain(Argument::Scalar(Scalar::from_bool(false)));
        let (rest, array) = match std::mem::replace(passed, empty) {
            Passed::Owned(array) => (None, Some(array)),
            Passed::Donated(held) => match held.into_sole() {
                Ok(array) => (None, Some(array)),
                Err(held) => (Some(Passed::Donated(held)), None),
            },
            other => (Some(other), None),
        };
        rest.into_iter().for_each(|rest| *passed = rest);
        taken.push(array);
    }
    Some(taken)
}

/// The arguments of a call together with the donated arrays, which were moved out of them.
///
/// # Errors
/// As for [`with_arguments`].
pub(crate) fn offered<'p>(
    signature: &Signature,
    passed: &'p Arguments<'_>,
    donated: SmallVec<[Option<Array>; 8]>,
) -> Result<SmallVec<[Offered<'p>; 8]>, Error> {
    let one = |(at, (passed, donated)): (usize, (&'p Passed<'_>, Option<Array>))| match donated {
        Some(array) => Ok(Offered::Donated(array)),
        None => Ok(Offered::Lent(input(signature, at, passed)?.plain(signature, at)?)),
    };
    passed.iter().zip(donated).enumerate().map(one).collect()
}

#[inline]
fn input<'p>(signature: &Signature, at: usize, passed: &'p Passed<'_>) -> Result<Input<'p>, Error> {
    Ok(match passed {
        Passed::Plain(Argument::Scalar(scalar)) => {
            Input::Plain(Argument::Scalar(adapted(signature, at, *scalar)?))
        }
        Passed::Plain(argument) => Input::Plain(argument.clone()),
        Passed::Owned(array) => Input::Plain(Argument::Tensor(array.view())),
        Passed::Held(array) => Input::Held(array, false),
        Passed::Donated(array) => Input::Held(array, array.is_sole()),
        Passed::Failed(error) => return Err(error.clone().into()),
    })
}

/// A scalar converted to the type of its parameter; unchanged if it is of another kind, which the call
/// rejects.
pub(crate) fn adapted(signature: &Signature, at: usize, value: Scalar) -> Result<Scalar, CallError> {
    let Some(param) = signature.params().get(at) else { return Ok(value) };
    let ParamType::Scalar(wanted) = param.r#type else { return Ok(value) };
    match convert(value, wanted) {
        Converted::Fits(converted) => Ok(converted),
        Converted::OtherKind => Ok(value),
        Converted::Lost => Err(CallError::Value {
            entry: signature.title().to_owned(),
            argument: param.name.clone(),
            expected: wanted,
            found: value,
        }),
    }
}

/// The conversion of a scalar to another type.
#[derive(Debug, PartialEq)]
enum Converted {
    /// The value is representable.
    Fits(Scalar),
    /// The type cannot represent it.
    Lost,
    /// The types differ in kind: bool, integer, float (a float never becomes an integer).
    OtherKind,
}

fn convert(value: Scalar, to: DType) -> Converted {
    let from = value.dtype();
    if from == to {
        return Converted::Fits(value);
    }
    if from == DType::I1 || to == DType::I1 || from.is_float() && to.is_int() {
        return Converted::OtherKind;
    }
    let Some(number) = value.to_integer() else {
        // A float literal takes the precision of its parameter, but must not become an infinity there.
        let rounded = Scalar::from_f64(to, value.to_f64());
        let kept = rounded.to_f64().is_finite() || !value.to_f64().is_finite();
        return if kept { Converted::Fits(rounded) } else { Converted::Lost };
    };
    match to.range() {
        Some((least, greatest)) if (least..=greatest).contains(&number) => {
            Converted::Fits(Scalar::from_bits(to, number as u64))
        }
        Some(_) => Converted::Lost,
        None => {
            let rounded = Scalar::from_f64(to, number as f64);
            // The cast saturates infinities to the maximum integer.
            let same = rounded.to_f64().is_finite() && rounded.to_f64() as i128 == number;
            if same { Converted::Fits(rounded) } else { Converted::Lost }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(dtype: DType, value: i64) -> Scalar {
        Scalar::from_i64(dtype, value)
    }

    #[test]
    fn numbers_adapt_without_loss() {
        use Converted::*;
        assert_eq!(convert(int(DType::I32, -5), DType::I64), Fits(int(DType::I64, -5)));
        assert_eq!(convert(int(DType::I32, 5), DType::I8), Fits(int(DType::I8, 5)));
        assert_eq!(convert(int(DType::I32, 300), DType::I8), Lost);
        assert_eq!(convert(int(DType::I32, 3), DType::F32), Fits(Scalar::from_f64(DType::F32, 3.0)));
        assert_eq!(convert(int(DType::I64, (1 << 53) + 1), DType::F64), Lost);
        assert_eq!(convert(int(DType::I32, 1 << 20), DType::F16), Lost);
        assert_eq!(
            convert(Scalar::from_f64(DType::F64, 0.1), DType::F32),
            Fits(Scalar::from_f64(DType::F32, 0.1))
        );
        assert_eq!(convert(Scalar::from_f64(DType::F64, 1e39), DType::F32), Lost);
        let infinity = Scalar::from_f64(DType::F64, f64::INFINITY);
        assert_eq!(convert(infinity, DType::F16), Fits(Scalar::from_f64(DType::F16, f64::INFINITY)));
        assert_eq!(convert(Scalar::from_f64(DType::F64, 1.0), DType::I32), OtherKind);
        assert_eq!(convert(Scalar::from_bool(true), DType::I32), OtherKind);
    }

    #[test]
    fn signs_decide_what_fits() {
        use Converted::*;
        assert_eq!(convert(int(DType::I32, -1), DType::U32), Lost);
        assert_eq!(convert(int(DType::I32, 255), DType::U8), Fits(int(DType::U8, 255)));
        assert_eq!(convert(int(DType::U8, 255), DType::I8), Lost);
        assert_eq!(convert(int(DType::U8, 255), DType::I16), Fits(int(DType::I16, 255)));
        let most = Scalar::from_bits(DType::U64, u64::MAX);
        assert_eq!(convert(most, DType::I64), Lost);
        assert_eq!(convert(most, DType::F64), Lost);
        assert_eq!(
            convert(int(DType::U64, 1 << 40), DType::F32),
            Fits(Scalar::from_f64(DType::F32, 1e12 + 99511627776.0))
        );
    }
}
