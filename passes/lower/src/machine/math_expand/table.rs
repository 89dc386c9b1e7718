//! The table of math functions that have an expansion, each with its code.

use super::emit::{Emit, Helpers};
use super::integer;
use tf_dialects::math::{
    Acos, Acosh, Asin, Asinh, Atan, Atan2, Atanh, Cbrt, Clampf, Cos, Cosh, Erf, Erfc, Exp, Exp2, Expm1,
    Fpowi, Ipowi, Isfinite, Isinf, Isnan, Isnormal, Log, Log1p, Log2, Log10, Powf, Round, Rsqrt, Sin, Sincos,
    Sinh, Tan, Tanh,
};
use tf_dialects::scalar::expand as f;
use tf_ir::OpKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Builds the results of a function, with operands of the type that it computes in.
pub(super) type Formula = fn(&mut Builder<'_>, Helpers<'_>, &[Value]) -> Vec<Value>;

/// The expansion of a function.
#[derive(Clone, Copy)]
pub(super) enum Expansion {
    /// A classification of a float, in its own type: [`integer::classify`].
    Test,
    /// Arithmetic, in f32 for narrower floats.
    Formula(Formula),
}

/// An expansion of functions of floats, with the builder `$e` and the operands `$x`.
macro_rules! floats {
    (|$e:ident, $x:ident| $results:expr) => {
        Expansion::Formula(|b, means, $x| {
            let ty = b.body.ty($x[0]);
            let $e = &Emit::new(b, means, ty);
            $results.to_vec()
        })
    };
}

/// A function of one float, with the same name in `scalar::expand`.
macro_rules! unary {
    ($name:ident) => {
        floats!(|e, x| [f::$name(e, x[0])])
    };
}

impl Expansion {
    /// The expansion of ops of this kind; `None` if they stay.
    pub(super) fn of(kind: OpKind) -> Option<Expansion> {
        Some(match kind {
            Isfinite::KIND | Isinf::KIND | Isnan::KIND | Isnormal::KIND => Expansion::Test,
            Acos::KIND => unary!(acos),
            Acosh::KIND => unary!(acosh),
            Asin::KIND => unary!(asin),
            Asinh::KIND => unary!(asinh),
            Atan::KIND => unary!(atan),
            Atan2::KIND => floats!(|e, x| [f::atan2(e, x[0], x[1])]),
            Atanh::KIND => unary!(atanh),
            Cbrt::KIND => unary!(cbrt),
            Clampf::KIND => floats!(|e, x| [integer::clamp(e, x[0], x[1], x[2])]),
            Cos::KIND => unary!(cos),
            Cosh::KIND => unary!(cosh),
            Erf::KIND => unary!(erf),
            Erfc::KIND => unary!(erfc),
            Exp::KIND => unary!(exp),
            Exp2::KIND => unary!(exp2),
            Expm1::KIND => unary!(expm1),
            Fpowi::KIND => floats!(|e, x| [f::fpowi(e, x[0], x[1])]),
            Ipowi::KIND => Expansion::Formula(|b, _, x| vec![integer::ipowi(b, x[0], x[1])]),
            Log::KIND => unary!(log),
            Log10::KIND => unary!(log10),
            Log1p::KIND => unary!(log1p),
            Log2::KIND => unary!(log2),
            Powf::KIND => floats!(|e, x| [f::powf(e, x[0], x[1])]),
            Round::KIND => floats!(|e, x| [integer::round(e, x[0])]),
            Rsqrt::KIND => unary!(rsqrt),
            Sin::KIND => unary!(sin),
            Sincos::KIND => floats!(|e, x| [f::sin(e, x[0]), f::cos(e, x[0])]),
            Sinh::KIND => unary!(sinh),
            Tan::KIND => unary!(tan),
            Tanh::KIND => unary!(tanh),
            _ => return None,
        })
    }
}
