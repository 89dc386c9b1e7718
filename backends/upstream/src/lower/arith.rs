//! Lowering of arith and math: the same ops upstream, with `index` as `i64`.

use crate::emitter::{Emitter, Result};
use crate::kernel::is_cut;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::elementwise::constant;
use tf_dialects::math;
use tf_ir::OpKind;
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::body::Op;
use tf_ir::context::Context;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// The flags that LLVM may see. Its estimates of reciprocals and roots give NaN for 0 and infinity. So `arcp`
/// and `afn` reach LLVM only if neither NaN nor infinity matters; our passes have already used them.
fn machine_flags(ctx: &Context, attr: Attribute) -> Attribute {
    let Some(flags) = FastMath::from_attr(ctx, attr) else { return attr };
    if flags.has(FastMath::NNAN.with(FastMath::NINF)) {
        return attr;
    }
    let estimates = FastMath::ARCP.with(FastMath::AFN).bits();
    FastMath::from_bits(flags.bits() & !estimates).attr(ctx)
}

/// The bits of a float constant.
fn bits(ctx: &Context, value: Attribute) -> Option<u64> {
    constant::uniform(ctx, value).map(|scalar| scalar.bits())
}

/// Math ops that LLVM selects on every target without a library.
const PRIMITIVE_MATH: &[OpKind] = &[
    math::Absf::KIND,
    math::Absi::KIND,
    math::Ceil::KIND,
    math::Copysign::KIND,
    math::Ctlz::KIND,
    math::Ctpop::KIND,
    math::Cttz::KIND,
    math::Floor::KIND,
    math::Fma::KIND,
    math::Roundeven::KIND,
    math::Rsqrt::KIND,
    math::Sqrt::KIND,
    math::Trunc::KIND,
];

impl Emitter<'_, '_> {
    pub(crate) fn arith(&mut self, op: Op) -> Result<()> {
        let (info, kind) = (self.source.info(op), self.source.kind(op));
        if info.dialect() == "math" && !PRIMITIVE_MATH.contains(&kind) {
            return Err(self.refuse(op, "has no upstream form: expand it first (math-expand)"));
        }
        match kind {
            arith::Constant::KIND => self.constant(op),
            arith::IndexCast::KIND | arith::IndexCastui::KIND => self.index_cast(op),
            arith::Bitcast::KIND => self.bitcast(op),
            math::Rsqrt::KIND => self.rsqrt(op),
            math::Sqrt::KIND if self.threads => self.thread_root(op),
            arith::Divf::KIND => match self.quotient(op)? {
                Some(value) => {
                    self.set_results(op, &[value]);
                    Ok(())
                }
                None => self.copy(op),
            },
            arith::Mulf::KIND if self.power_of_root(op)? => Ok(()),
            arith::Ori::KIND if self.joined_word(op)? => Ok(()),
            arith::Addi::KIND | arith::Addf::KIND if self.sum_with_dot(op)? => Ok(()),
            _ => self.copy(op),
        }
    }

    /// The same op on the new operands: all ops of these dialects are pure.
    pub(crate) fn copy(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let ctx = self.ctx();
        let mut attrs: Vec<(&str, Attribute)> = self.source.inherent(op).collect();
        for (_, value) in attrs.iter_mut().filter(|(name, _)| *name == FastMath::ATTR) {
            *value = machine_flags(&ctx, *value);
        }
        self.pure_results(op, self.source.name(op), &operands, &attrs);
        Ok(())
    }

    /// No op, if both types are the same in generated code.
    fn bitcast(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        if self.b.body.ty(operands[0]) == self.ty(self.source.result(op, 0)) {
            self.set_results(op, &operands);
            return Ok(());
        }
        let from_float =
            self.ctx().is_float(self.ctx().elem_type(self.source.ty(self.source.operand(op, 0))));
        if self.threads && from_float && is_cut(self.source, self.source.result(op, 0)) {
            return self.moved_bits(op);
        }
        self.copy(op)
    }

    fn constant(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let value = self.source.attr(op, "value").ok_or_else(|| self.refuse(op, "has no value"))?;
        let ty = self.ty(self.source.result(op, 0));
        let value = match ctx.attr_data(value) {
            AttrData::Integer(_, v) => ctx.int_attr(ty, *v),
            AttrData::Float(..) if !ctx.is_float(ty) => match bits(&ctx, value) {
                Some(bits) => ctx.int_attr(ty, i128::from(bits as i16)),
                None => return Err(self.refuse(op, "has no bits")),
            },
            AttrData::Dense(dense) if dense.ty != ty => {
                ctx.intern_attr(AttrData::Dense(DenseData { ty, ..dense.clone() }))
            }
            _ => value,
        };
        let new = self.constant_of(ty, value);
        self.set_results(op, &[new]);
        Ok(())
    }

    /// `index` is 64 bits: the cast extends or truncates to the other width.
    fn index_cast(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let operands = self.operands(op)?;
        let from = self.b.body.ty(operands[0]);
        let to = self.ty(self.source.result(op, 0));
        let width = |ty: Type| ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(64);
        let value = match width(from).cmp(&width(to)) {
            std::cmp::Ordering::Equal => operands[0],
            std::cmp::Ordering::Less => match self.source.kind(op) {
                arith::IndexCastui::KIND => arith::extui(self, operands[0], to),
                _ => arith::extsi(self, operands[0], to),
            },
            std::cmp::Ordering::Greater => arith::trunci(self, operands[0], to),
        };
        self.set_results(op, &[value]);
        Ok(())
    }
}
