//! Classes of scalar operations, for work counts.

use super::{Cast, Kind, OpSpec};
use crate::scalar::DType;
use crate::{arith, math};

/// The class of a scalar operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Sums, products and operations of similar cost, of floats.
    AddMultiply,
    /// Quotients, remainders and roots of floats and of integers other than indices.
    DivideRoot,
    /// Functions that are expanded into polynomials.
    Transcendental,
    /// Comparisons, choices, minima and maxima of floats and integers.
    Compare,
    /// Arithmetic of integers other than indices.
    Integer,
    /// Arithmetic of indices and of truth values.
    Index,
    /// Conversions between types.
    Conversion,
}

impl Class {
    /// Every class, in the order of a tally.
    pub const ALL: [Class; 7] = [
        Class::AddMultiply,
        Class::DivideRoot,
        Class::Transcendental,
        Class::Compare,
        Class::Integer,
        Class::Index,
        Class::Conversion,
    ];

    /// The name of the class.
    pub fn name(self) -> &'static str {
        match self {
            Class::AddMultiply => "add/multiply",
            Class::DivideRoot => "divide/root",
            Class::Transcendental => "transcendental",
            Class::Compare => "compare/select",
            Class::Integer => "integer",
            Class::Index => "index",
            Class::Conversion => "conversion",
        }
    }
}

/// Float functions of this cost or more are polynomials; see the costs of the table.
const POLYNOMIAL: u16 = 15;
/// Integer operations of this cost or more divide.
const DIVISION: u16 = 20;

impl OpSpec {
    /// The class of the op at the type that it computes on: that of the last operand, which for a selection
    /// is the selected value.
    pub fn class(&self, dtype: DType) -> Class {
        let by_type = |other: Class| match dtype {
            DType::Index | DType::I1 => Class::Index,
            _ => other,
        };
        match self.kind {
            Kind::Cast(Cast::Index) => Class::Index,
            Kind::Cast(_) => by_type(Class::Conversion),
            Kind::IntCompare | Kind::Select => by_type(Class::Compare),
            Kind::FloatCompare | Kind::FloatTest => Class::Compare,
            Kind::IntUnary | Kind::IntBinary if self.cost >= DIVISION => by_type(Class::DivideRoot),
            Kind::IntBinary if self.chooses() => by_type(Class::Compare),
            Kind::IntUnary | Kind::IntBinary | Kind::AddExtended | Kind::MulExtended => {
                by_type(Class::Integer)
            }
            Kind::Words | Kind::WordsToFloat => Class::AddMultiply,
            _ if self.divides() => Class::DivideRoot,
            _ if self.chooses() => Class::Compare,
            _ if self.cost >= POLYNOMIAL => Class::Transcendental,
            _ => Class::AddMultiply,
        }
    }

    fn divides(&self) -> bool {
        [arith::Divf::KIND, arith::Remf::KIND, math::Sqrt::KIND, math::Rsqrt::KIND].contains(&self.op)
    }

    fn chooses(&self) -> bool {
        self.idempotent && self.operands() == 2 && self.identity.is_some() && !self.is_bitwise()
            || self.op == math::Clampf::KIND
    }

    fn is_bitwise(&self) -> bool {
        [arith::Andi::KIND, arith::Ori::KIND].contains(&self.op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::lookup;

    #[test]
    fn every_op_has_the_right_class() {
        let class = |name: &str, dtype| lookup(name).expect("is a row").class(dtype);
        for (name, dtype, wanted) in [
            ("arith.addf", DType::F32, Class::AddMultiply),
            ("math.fma", DType::F64, Class::AddMultiply),
            ("arith.divf", DType::F32, Class::DivideRoot),
            ("math.rsqrt", DType::F32, Class::DivideRoot),
            ("arith.divsi", DType::I32, Class::DivideRoot),
            ("arith.divsi", DType::Index, Class::Index),
            ("math.exp", DType::F32, Class::Transcendental),
            ("math.powf", DType::F32, Class::Transcendental),
            ("arith.maximumf", DType::F32, Class::Compare),
            ("arith.minsi", DType::I32, Class::Compare),
            ("arith.minsi", DType::Index, Class::Index),
            ("arith.cmpf", DType::F32, Class::Compare),
            ("arith.select", DType::F32, Class::Compare),
            ("arith.select", DType::Index, Class::Index),
            ("arith.andi", DType::I1, Class::Index),
            ("arith.andi", DType::I32, Class::Integer),
            ("arith.muli", DType::I64, Class::Integer),
            ("arith.sitofp", DType::I32, Class::Conversion),
            ("arith.index_cast", DType::I32, Class::Index),
        ] {
            assert_eq!(class(name, dtype), wanted, "{name} of {dtype}");
        }
    }
}
