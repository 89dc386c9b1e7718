//! The functions that have an expansion, each with the code that it becomes.

use super::emit::Emit;
use super::integer;
use super::shared::Shared;
use tf_dialects::scalar::expand as f;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Builds the values of a function of the operands, which are of a type that it computes on.
pub(super) type Code = fn(&mut Builder<'_>, &Shared<'_>, &[Value]) -> Vec<Value>;

/// What a function becomes.
#[derive(Clone, Copy)]
pub(super) enum Expansion {
    /// A test of what a float is, on the float's own type: [`integer::classify`].
    Test,
    /// Arithmetic, which computes in f32 on narrower floats.
    Code(Code),
}

/// Code with the builder `$e` of functions of floats, and the operands `$x`.
macro_rules! floats {
    (|$e:ident, $x:ident| $results:expr) => {
        Expansion::Code(|b, shared, $x| {
            let ty = b.body.ty($x[0]);
            let $e = &Emit::new(b, shared, ty);
            $results.to_vec()
        })
    };
}

/// A function of one float, which has the same name in `scalar::expand`.
macro_rules! unary {
    ($name:ident) => {
        floats!(|e, x| [f::$name(e, x[0])])
    };
}

impl Expansion {
    /// The expansion of the function of this name, without its dialect; nothing for one that stays.
    pub(super) fn of(name: &str) -> Option<Expansion> {
        Some(match name {
            "isfinite" | "isinf" | "isnan" | "isnormal" => Expansion::Test,
            "acos" => unary!(acos),
            "acosh" => unary!(acosh),
            "asin" => unary!(asin),
            "asinh" => unary!(asinh),
            "atan" => unary!(atan),
            "atan2" => floats!(|e, x| [f::atan2(e, x[0], x[1])]),
            "atanh" => unary!(atanh),
            "cbrt" => unary!(cbrt),
            "clampf" => floats!(|e, x| [integer::clamp(e, x[0], x[1], x[2])]),
            "cos" => unary!(cos),
            "cosh" => unary!(cosh),
            "erf" => unary!(erf),
            "erfc" => unary!(erfc),
            "exp" => unary!(exp),
            "exp2" => unary!(exp2),
            "expm1" => unary!(expm1),
            "fpowi" => floats!(|e, x| [f::fpowi(e, x[0], x[1])]),
            "ipowi" => Expansion::Code(|b, _, x| vec![integer::ipowi(b, x[0], x[1])]),
            "log" => unary!(log),
            "log10" => unary!(log10),
            "log1p" => unary!(log1p),
            "log2" => unary!(log2),
            "powf" => floats!(|e, x| [f::powf(e, x[0], x[1])]),
            "round" => floats!(|e, x| [integer::round(e, x[0])]),
            "rsqrt" => unary!(rsqrt),
            "sin" => unary!(sin),
            "sincos" => floats!(|e, x| [f::sin(e, x[0]), f::cos(e, x[0])]),
            "sinh" => unary!(sinh),
            "tan" => unary!(tan),
            "tanh" => unary!(tanh),
            _ => return None,
        })
    }
}
