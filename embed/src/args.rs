//! What programs are called with.

use smallvec::SmallVec;
use tf_cpu::exec::Argument;
use tf_dialects::array::{Array, ArrayView};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::{ParamType, Signature};

/// An argument as it is passed on.
#[derive(Debug)]
pub enum Passed<'a> {
    /// Borrowed, or a number.
    Plain(Argument<'a>),
    /// A copy, where elements cannot be borrowed.
    Copied(Array),
}

/// Arguments of a call.
pub type Arguments<'a> = SmallVec<[Passed<'a>; 8]>;

/// One argument: a borrowed array (of any strides) or a number.
pub trait IntoArgument<'a> {
    /// The argument.
    fn into_argument(self) -> Passed<'a>;
}

impl<'a> IntoArgument<'a> for &'a Array {
    fn into_argument(self) -> Passed<'a> {
        Passed::Plain(Argument::Tensor(self.view()))
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
    u8 => DType::I8, u64::from;
    i16 => DType::I16, |v| v as u16 as u64;
    u16 => DType::I16, u64::from;
    i32 => DType::I32, |v| v as u32 as u64;
    u32 => DType::I32, u64::from;
    i64 => DType::I64, |v| v as u64;
    u64 => DType::I64, |v| v;
    usize => DType::I64, |v| v as u64;
    half::f16 => DType::F16, |v| v.to_bits().into();
    half::bf16 => DType::BF16, |v| v.to_bits().into();
    f32 => DType::F32, |v| v.to_bits().into();
    f64 => DType::F64, f64::to_bits;
}

/// All arguments of a call: arrays and numbers, in tuples, lists, and structs with `derive(Args)`, nested as one likes.
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

/// Runs a call with the arguments as code takes them. Numbers take the type of their parameter, where that holds them
/// without loss: a Rust literal is `i32` or `f64`.
pub(crate) fn with_arguments<R>(
    signature: &Signature,
    passed: Arguments<'_>,
    call: impl FnOnce(&[Argument<'_>]) -> R,
) -> R {
    let arguments = passed.iter().zip(0..).map(|(passed, at)| match passed {
        Passed::Plain(Argument::Scalar(scalar)) => {
            let wanted = signature.params().get(at).map(|param| &param.r#type);
            let converted = match wanted {
                Some(ParamType::Scalar(dtype)) => convert(*scalar, *dtype),
                _ => None,
            };
            Argument::Scalar(converted.unwrap_or(*scalar))
        }
        Passed::Plain(argument) => argument.clone(),
        Passed::Copied(array) => Argument::Tensor(array.view()),
    });
    call(&arguments.collect::<SmallVec<[Argument<'_>; 8]>>())
}

fn convert(value: Scalar, to: DType) -> Option<Scalar> {
    let from = value.dtype();
    if from == to || from == DType::I1 || to == DType::I1 {
        return None;
    }
    let converted = match (from.is_float(), to.is_float()) {
        (true, true) => Scalar::from_f64(to, value.to_f64()),
        (false, false) => Scalar::from_i64(to, value.to_i64()),
        (false, true) => Scalar::from_f64(to, value.to_i64() as f64),
        (true, false) => return None,
    };
    // A float literal is meant for the precision it meets.
    let kept = match (from.is_float(), to.is_float()) {
        (true, _) => true,
        (false, false) => converted.to_i64() == value.to_i64(),
        (false, true) => converted.to_f64() as i64 == value.to_i64(),
    };
    kept.then_some(converted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(dtype: DType, value: i64) -> Scalar {
        Scalar::from_i64(dtype, value)
    }

    #[test]
    fn numbers_adapt_without_loss() {
        assert_eq!(convert(int(DType::I32, -5), DType::I64), Some(int(DType::I64, -5)));
        assert_eq!(convert(int(DType::I32, 5), DType::I8), Some(int(DType::I8, 5)));
        assert_eq!(convert(int(DType::I32, 300), DType::I8), None);
        assert_eq!(convert(int(DType::I32, 3), DType::F32), Some(Scalar::from_f64(DType::F32, 3.0)));
        assert_eq!(convert(int(DType::I64, (1 << 53) + 1), DType::F64), None);
        assert_eq!(
            convert(Scalar::from_f64(DType::F64, 0.1), DType::F32),
            Some(Scalar::from_f64(DType::F32, 0.1))
        );
        assert_eq!(convert(Scalar::from_f64(DType::F64, 1.0), DType::I32), None);
        assert_eq!(convert(Scalar::from_bool(true), DType::I32), None);
    }
}
