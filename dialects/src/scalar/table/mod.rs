//! The one table of elementwise ops: name, kind of operands and results, algebra, cost and scalar function.
//!
//! Dialect definitions, folder, interpreter and code generators are derived from it. `arith.constant` is not
//! in it: it computes nothing.

mod arith;
mod class;
mod kinds;
mod math;
mod vector;

pub(crate) use arith::arith_rows;
pub(crate) use math::math_rows;
pub(crate) use vector::vector_rows;

pub use arith::ARITH;
pub use class::Class;
pub use kinds::{Cast, Kind, SignatureError};
pub use math::MATH;
use tf_ir::OpKind;
pub use vector::VECTOR;

use smallvec::{SmallVec, smallvec};
use tf_ir::arithmetic::Arithmetic;

use super::dtype::{DType, Scalar};
use super::kernel::{Ctx, Kernel, ScalarFn};

/// Scalar functions by float format: f16, bf16, f32, f64 (see [`DType::float_slot`]).
pub type ByFormat = [ScalarFn; 4];

/// The scalar functions of an op and how its types select among them.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// One function per result, for integers of any width.
    Int(&'static [ScalarFn]),
    /// One row per result, by the format of operand 0.
    Float(&'static [ByFormat]),
    /// By the format of the result.
    ToFloat(ByFormat),
    /// By the format of the operand, then of the result.
    FloatToFloat(&'static [ByFormat; 4]),
    /// By predicate.
    CmpI(&'static [ScalarFn; 10]),
    /// By predicate, then by the format of operand 0.
    CmpF(&'static [ByFormat; 16]),
}

/// Whether `f(f(a, b), c) = f(a, f(b, c))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Associativity {
    /// No.
    None,
    /// Bit for bit.
    Exact,
    /// Up to rounding: only where flags allow reassociation.
    Rounded,
}

/// The value `e` with `f(e, x) = x` for every `x`, NaN and both zeros included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// Integer 0.
    Zero,
    /// Integer or float 1.
    One,
    /// All bits set: −1, or the largest unsigned value.
    AllOnes,
    /// The smallest signed integer.
    SignedMin,
    /// The largest signed integer.
    SignedMax,
    /// −0.0 (+0.0 would turn −0.0 into +0.0).
    NegativeZero,
    /// +∞.
    PositiveInfinity,
    /// −∞.
    NegativeInfinity,
    /// NaN: `minnumf` and `maxnumf` ignore it.
    NaN,
}

impl Identity {
    /// The identity at an element type.
    pub fn at(self, dtype: DType) -> Scalar {
        match self {
            Identity::Zero => Scalar::from_i64(dtype, 0),
            Identity::One => Scalar::from_i64(dtype, 1),
            Identity::AllOnes => Scalar::from_bits(dtype, u64::MAX),
            Identity::SignedMin => Scalar::from_bits(dtype, 1 << (dtype.bits() - 1)),
            Identity::SignedMax => Scalar::from_bits(dtype, dtype.mask() >> 1),
            Identity::NegativeZero => Scalar::from_f64(dtype, -0.0),
            Identity::PositiveInfinity => Scalar::from_f64(dtype, f64::INFINITY),
            Identity::NegativeInfinity => Scalar::from_f64(dtype, f64::NEG_INFINITY),
            Identity::NaN => Scalar::from_f64(dtype, f64::NAN),
        }
    }
}

/// The optional attributes an op carries upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// None.
    None,
    /// `fastmath<…>`.
    FastMath,
    /// `fastmath<…>` and a rounding mode.
    FastMathAndRounding,
    /// `overflow<nsw, nuw>`.
    Overflow,
    /// `exact`.
    Exact,
}

/// One op of the table.
#[derive(Clone, Copy)]
pub struct OpSpec {
    /// Full name, as in `arith.addf`.
    pub name: &'static str,
    /// The kind of the op.
    pub op: OpKind,
    /// Operand and result types.
    pub kind: Kind,
    /// `f(a, b) = f(b, a)` (of the first two operands), up to NaN payloads.
    pub commutative: bool,
    /// Whether a chain may be reassociated.
    pub associativity: Associativity,
    /// `f(a, a) = a`, or `f(f(a)) = f(a)` for one operand.
    pub idempotent: bool,
    /// The initial value of a reduction with this op.
    pub identity: Option<Identity>,
    /// Attributes besides the operands.
    pub attribute: Attribute,
    /// Estimated cost of one element of a vector loop, relative to an add.
    pub cost: u16,
    /// The scalar functions.
    pub meaning: Meaning,
    /// The derivative: per result, per operand, a formula of [`crate::differentiate::rule`]; `None` for
    /// conversions between floats, whose derivative is the conversion, and for ops whose results are not
    /// floats.
    pub derivative: Option<&'static [&'static [&'static str]]>,
    /// The op as integer arithmetic on operands by position, if index analyses support it.
    pub integer: Option<Arithmetic<'static, usize>>,
}

impl OpSpec {
    pub(super) const fn new(name: &'static str, kind: Kind, cost: u16, meaning: Meaning) -> Self {
        OpSpec {
            name,
            op: OpKind::of(name),
            kind,
            commutative: false,
            associativity: Associativity::None,
            idempotent: false,
            identity: None,
            attribute: if kind.computes_on_floats() { Attribute::FastMath } else { Attribute::None },
            cost,
            meaning,
            derivative: None,
            integer: None,
        }
    }

    /// Marks the op as commutative.
    const fn commutes(mut self) -> Self {
        self.commutative = true;
        self
    }

    const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// Marks the op as a reduction: commutative, associative to this degree, with this identity.
    const fn reduces(mut self, associativity: Associativity, identity: Identity) -> Self {
        self.commutative = true;
        self.associativity = associativity;
        self.identity = Some(identity);
        self
    }

    /// Sets the derivative, for one result: a formula per operand.
    const fn derives(mut self, formulas: &'static [&'static [&'static str]]) -> Self {
        self.derivative = Some(formulas);
        self
    }

    /// Sets the integer arithmetic on the operands.
    const fn integer(mut self, arithmetic: Arithmetic<'static, usize>) -> Self {
        self.integer = Some(arithmetic);
        self
    }

    const fn with(mut self, attribute: Attribute) -> Self {
        self.attribute = attribute;
        self
    }

    /// The name without its dialect.
    pub fn mnemonic(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, m)| m)
    }

    /// The number of operands.
    pub fn operands(&self) -> usize {
        self.kind.operands()
    }

    /// The number of results.
    pub fn results(&self) -> usize {
        self.kind.results()
    }

    /// The count of predicates, if the op has a predicate attribute.
    pub fn predicates(&self) -> Option<u8> {
        match self.meaning {
            Meaning::CmpI(_) => Some(10),
            Meaning::CmpF(_) => Some(16),
            _ => None,
        }
    }

    /// The scalar functions for these types; comparisons need the value of their predicate.
    pub fn kernel(
        &self,
        operands: &[DType],
        results: &[DType],
        predicate: Option<u8>,
    ) -> Result<Kernel, SignatureError> {
        let refuse = || SignatureError::new(self, operands, results);
        if !self.kind.accepts(operands, results) {
            return Err(refuse());
        }
        let known = match (self.predicates(), predicate) {
            (None, None) => true,
            (Some(n), Some(p)) => p < n,
            _ => false,
        };
        if !known {
            return Err(SignatureError::predicate(self, predicate));
        }
        let p = usize::from(predicate.unwrap_or(0));
        let slot = |d: &DType| d.float_slot().ok_or_else(refuse);
        let functions: SmallVec<[ScalarFn; 2]> = match self.meaning {
            Meaning::Int(f) => SmallVec::from_slice(f),
            Meaning::Float(rows) => {
                let s = slot(&operands[0])?;
                rows.iter().map(|row| row[s]).collect()
            }
            Meaning::ToFloat(row) => smallvec![row[slot(&results[0])?]],
            Meaning::FloatToFloat(rows) => smallvec![rows[slot(&operands[0])?][slot(&results[0])?]],
            Meaning::CmpI(rows) => smallvec![rows[p]],
            Meaning::CmpF(rows) => smallvec![rows[p][slot(&operands[0])?]],
        };
        let last = operands[operands.len() - 1];
        Ok(Kernel::new(Ctx::new(last, results[0]), functions, results))
    }
}

/// The table row of an op; `None` for ops outside the table.
pub fn row(op: OpKind) -> Option<&'static OpSpec> {
    all().find(|spec| spec.op == op)
}

/// The table row of an op by its full name.
pub fn lookup(name: &str) -> Option<&'static OpSpec> {
    let table = match name.split_once('.')?.0 {
        "arith" => ARITH,
        "math" => MATH,
        "vector" => VECTOR,
        _ => return None,
    };
    table.binary_search_by(|spec| spec.name.cmp(name)).ok().map(|i| &table[i])
}

/// Every op of the table.
pub fn all() -> impl Iterator<Item = &'static OpSpec> {
    ARITH.iter().chain(MATH).chain(VECTOR)
}

/// A function at each of the four float formats.
macro_rules! formats {
    ($f:path) => {{
        use $crate::scalar::format::{Bf16, F16};
        use $f as f;
        [f::<F16>, f::<Bf16>, f::<f32>, f::<f64>] as $crate::scalar::table::ByFormat
    }};
}
use formats;

/// The scalar functions of a row.
macro_rules! meaning {
    (Int $($f:path),+) => { Meaning::Int(&[$($f),+]) };
    (Float $($f:path),+) => { Meaning::Float(&[$($crate::scalar::table::formats!($f)),+]) };
    (ToFloat $f:path) => { Meaning::ToFloat($crate::scalar::table::formats!($f)) };
    ($by:ident $table:path) => { Meaning::$by(&$table) };
}
use meaning;

/// The rows of a dialect as [`OpSpec`]s.
macro_rules! specs {
    ($dialect:literal; $(
        $ty:ident $name:ident: $kind:ident $(($cast:ident))?, $cost:literal, $by:ident($($f:path),+)
            $(.$law:ident($($arg:expr),*))*;
    )*) => {{
        use $crate::scalar::table::{Kind, Meaning, meaning};
        &[$(
            OpSpec::new(
                concat!($dialect, ".", stringify!($name)),
                Kind::$kind $(($crate::scalar::table::Cast::$cast))?,
                $cost,
                meaning!($by $($f),+),
            )
            $(.$law($($arg),*))*
        ),*]
    }};
}
use specs;

#[cfg(test)]
mod cost_tests;
#[cfg(test)]
mod integer_tests;
#[cfg(test)]
mod tests;
