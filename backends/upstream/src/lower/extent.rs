//! Lowering of extent terms: `i64` arithmetic on the function's symbols.

use crate::emitter::{Emitter, Result};
use tf_dialects::arith::{self, CmpI};
use tf_ir::OpDef;
use tf_ir::body::{Op, Value};
use tf_ir::extent::{Atom, Extent};
use tf_ir::rewrite::Rebuild;

impl Emitter<'_, '_> {
    /// The value of an extent term.
    pub fn extent(&mut self, op: Op, extent: &Extent) -> Result<Value> {
        if let Some(n) = extent.as_const() {
            return Ok(self.int(n));
        }
        let mut sum: Option<Value> = None;
        for term in extent.terms() {
            let mut product =
                (term.coefficient() != 1 || term.factors().is_empty()).then(|| self.int(term.coefficient()));
            for atom in term.factors() {
                let value = self.atom(op, atom)?;
                product = Some(product.map_or(value, |product| self.index_op(arith::Muli, product, value)));
            }
            let product = product.expect("a term is a constant or has factors");
            sum = Some(sum.map_or(product, |sum| self.index_op(arith::Addi, sum, product)));
        }
        Ok(sum.unwrap_or_else(|| self.int(0)))
    }

    fn atom(&mut self, op: Op, atom: &Atom) -> Result<Value> {
        match atom {
            Atom::Symbol(symbol) => {
                let Some(at) = self.symbols.iter().position(|s| s == symbol) else {
                    return Err(
                        self.refuse(op, format_args!("needs the extent '{symbol}', which no argument binds"))
                    );
                };
                Ok(self.symbol(at))
            }
            Atom::FloorDiv(value, divisor) => {
                let value = self.extent(op, value)?;
                Ok(self.floor_div_rem(value, *divisor).0)
            }
            Atom::Min(operands) => self.choose(op, arith::Minsi, operands),
            Atom::Max(operands) => self.choose(op, arith::Maxsi, operands),
        }
    }

    fn choose(&mut self, op: Op, what: impl OpDef, operands: &[Extent]) -> Result<Value> {
        let values = operands.iter().map(|e| self.extent(op, e)).collect::<Result<Vec<Value>>>()?;
        let first = values.first().copied().expect("min and max have operands");
        Ok(values[1..].iter().fold(first, |acc, v| self.index_op(what, acc, *v)))
    }

    /// Floor quotient and remainder by a positive constant: `q = a / b - (a % b < 0)`.
    pub fn floor_div_rem(&mut self, value: Value, divisor: i64) -> (Value, Value) {
        let ctx = self.ctx();
        let (divisor, zero) = (self.int(divisor), self.int(0));
        let quotient = self.index_op(arith::Divsi, value, divisor);
        let remainder = self.index_op(arith::Remsi, value, divisor);
        let below = arith::cmpi(self, CmpI::Slt, remainder, zero);
        let borrow = arith::extui(self, below, ctx.i64());
        let quotient = self.index_op(arith::Subi, quotient, borrow);
        let lifted = self.index_op(arith::Addi, remainder, divisor);
        let remainder = arith::select(self, below, lifted, remainder);
        (quotient, remainder)
    }
}
