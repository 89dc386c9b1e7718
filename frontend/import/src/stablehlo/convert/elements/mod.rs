//! Elementwise ops, by class of elements: signed, unsigned, boolean, float.

pub(in crate::stablehlo) mod batch_norm;
pub(in crate::stablehlo) mod broadcasting;
pub(in crate::stablehlo) mod compare;
pub(in crate::stablehlo) mod precision;

use super::lower::{Done, Lower, invalid, unsupported};
use super::types::{Class, class};
use tf_dialects::arith;
use tf_ir::OpKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::opref::OpRef;

/// The conversion of an op for one class of elements.
#[derive(Clone, Copy)]
pub(in crate::stablehlo) enum How {
    /// This op.
    Op(OpKind),
    /// A function of one value.
    One(fn(&mut Builder<'_>, Value) -> Value),
    /// A function of two values of one type.
    Two(fn(&mut Builder<'_>, Value, Value) -> Value),
    /// The operand itself.
    Itself,
    /// Undefined.
    No,
}

/// An elementwise op: its operand count, and its conversions for signed, unsigned and boolean elements and
/// for floats.
#[derive(Clone, Copy)]
pub(in crate::stablehlo) struct Elementwise {
    pub(in crate::stablehlo) operands: usize,
    pub(in crate::stablehlo) signed: How,
    pub(in crate::stablehlo) unsigned: How,
    pub(in crate::stablehlo) bool: How,
    pub(in crate::stablehlo) float: How,
}

impl Elementwise {
    /// Converts such an op.
    pub(in crate::stablehlo) fn convert(&self, l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
        let operands = l.operands(op)?;
        let value = self.make(l, op, &operands)?;
        l.define_one(op, value)
    }

    /// The result on values of one shape; the type of the op's first operand determines the class of the
    /// elements.
    pub(super) fn make(&self, l: &mut Lower<'_, '_>, op: OpRef<'_>, operands: &[Value]) -> Done<Value> {
        if operands.len() != self.operands {
            let why = format!("takes {} operand(s), not {}", self.operands, operands.len());
            return Err(invalid(op, why));
        }
        let mut operands = operands.to_vec();
        l.agree(&mut operands);
        if operands.iter().any(|v| l.type_of(*v) != l.type_of(operands[0])) {
            return Err(invalid(op, "takes operands of one type"));
        }
        let how = match class(l.ctx(), op.operand_type(0)) {
            Some(Class::Signed) => self.signed,
            Some(Class::Unsigned) => self.unsigned,
            Some(Class::Bool) => self.bool,
            Some(Class::Float) => self.float,
            None => How::No,
        };
        Ok(match how {
            How::Op(name) => l.apply(name, &operands),
            How::One(make) => make(&mut l.b, operands[0]),
            How::Two(make) => make(&mut l.b, operands[0], operands[1]),
            How::Itself => operands[0],
            How::No => {
                let ty = tf_ir::text::type_to_string(l.ctx(), op.operand_type(0));
                return Err(unsupported(op, format!("takes {ty}")));
            }
        })
    }
}

/// The upper half of the product of signed integers.
pub(in crate::stablehlo) fn high_signed(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    arith::mulsi_extended(b, x, y)[1]
}

/// The upper half of the product of unsigned integers.
pub(in crate::stablehlo) fn high_unsigned(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    arith::mului_extended(b, x, y)[1]
}
