//! Matches terms that are products for a dot-product instruction, which multiplies and adds several at once.

use super::instruction::Instruction;
use super::nest::{Dims, Nest};
use super::refusal::ProductRefusal;
use tf_dialects::arith;
use tf_dialects::target::Target;
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;
use tf_ir::text::type_to_string;
use tf_ir::types::FloatKind;

/// A factor of the terms.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    /// The operand of the product.
    pub wide: Value,
    /// The operand before widening.
    pub narrow: Value,
    /// It is a signed integer.
    pub signed: bool,
    /// The dimensions that it depends on.
    pub dims: Dims,
    /// It must be zero past the end of the fold, as the other factor may have any value there.
    pub ends: bool,
}

/// An offset of one byte factor by 128, which gives it the signedness that an instruction needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fix {
    /// The other factor: the result is off by 128 times its sum.
    pub summed: usize,
    /// The offset is +128, not -128.
    pub moved_up: bool,
}

/// Sums of products, with several terms of a fold per instruction.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    /// The dimension of the fold.
    pub dim: usize,
    pub terms: i64,
    pub instruction: Instruction,
    /// In the operand order of the instruction.
    pub factors: [Factor; 2],
    pub fix: Option<Fix>,
    /// The count of words in the range of the fold.
    pub groups: Extent,
    /// The last word may be partial.
    pub is_ragged: bool,
}

impl Product {
    /// The products of a nest, if the target has an instruction that adds up `terms` terms of a dimension.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn of(
        body: &Body,
        nest: &Nest,
        (dim, terms): (usize, i64),
        target: &Target,
    ) -> Result<Product, ProductRefusal> {
        if nest.kind != CombiningKind::Add {
            return Err(ProductRefusal::Kind { kind: nest.kind });
        }
        if !nest.reorders {
            return Err(ProductRefusal::FixedOrder);
        }
        let [one, other] = factors(body, nest, terms)?;
        if [&one, &other].iter().any(|factor| factor.dims & (1 << dim) == 0) {
            return Err(ProductRefusal::Factors);
        }
        let instruction = instruction(body, &one, terms);
        if !instruction.is_on(target) {
            return Err(ProductRefusal::NoInstruction { instruction });
        }
        let (mut factors, fix) = match instruction {
            Instruction::Bytes => signs(nest, [one, other]),
            _ => ([one, other], None),
        };
        // For integers, one zero factor is enough; a float may be NaN, and 0 times NaN is NaN.
        let last = nest.rank.checked_sub(1).map_or(0, |lane| 1 << lane);
        let all = instruction == Instruction::Floats
            || factors.iter().filter(|own| own.dims & last != 0).count() != 1;
        factors.iter_mut().for_each(|own| own.ends = all || own.dims & last != 0);
        let extent = &nest.dims[dim].extent;
        let groups = extent.ceildiv(terms).map_err(|_| ProductRefusal::Extent)?;
        let is_ragged = extent.as_const().is_none_or(|n| n % terms != 0);
        Ok(Product { dim, terms, instruction, factors, fix, groups, is_ragged })
    }
}

/// The two factors of the terms, each widened from a type that is narrow enough for a word to hold all terms.
fn factors(body: &Body, nest: &Nest, terms: i64) -> Result<[Factor; 2], ProductRefusal> {
    let ctx = body.ctx();
    let ty = body.ty(nest.term);
    let def = body.def_op(nest.term).filter(|op| body.is(*op, arith::Muli) || body.is(*op, arith::Mulf));
    let product = def.ok_or(ProductRefusal::NotProducts)?;
    if ty != ctx.i32() && ty != ctx.f32() {
        return Err(ProductRefusal::Type { ty: type_to_string(ctx, ty) });
    }
    let factor = |at: usize| {
        let wide = body.operand(product, at);
        let op = body.def_op(wide);
        let is = |what| op.is_some_and(|op| body.kind(op) == what);
        let (signed, unsigned, float) =
            (is(arith::Extsi::KIND), is(arith::Extui::KIND), is(arith::Extf::KIND));
        let narrow = op.filter(|_| signed || unsigned || float).map(|op| body.operand(op, 0));
        let bits = narrow.and_then(|value| ctx.scalar_width(body.ty(value)));
        let bits = bits.map(i64::from).filter(|bits| fits(*bits, unsigned, terms));
        let known = narrow
            .zip(bits)
            .filter(|(value, _)| !float || terms == 2 && body.ty(*value) == ctx.float(FloatKind::BF16));
        let (narrow, _) = known?;
        Some(Factor { wide, narrow, signed, dims: nest.depends_on(wide), ends: true })
    };
    match (factor(0), factor(1)) {
        (Some(one), Some(other)) => Ok([one, other]),
        _ => Err(ProductRefusal::Width { terms, is_float: ctx.is_float(ty) }),
    }
}

/// True if a word holds `terms` values of this width; in pairs, unsigned values need a free sign bit.
fn fits(bits: i64, unsigned: bool, terms: i64) -> bool {
    let room = 32 / terms;
    if terms == 2 && unsigned { bits < room } else { bits <= room }
}

/// The instruction that adds up terms of these factors.
fn instruction(body: &Body, factor: &Factor, terms: i64) -> Instruction {
    match terms {
        _ if body.ctx().is_float(body.ty(factor.wide)) => Instruction::Floats,
        2 => Instruction::Shorts,
        _ => Instruction::Bytes,
    }
}

/// Orders byte factors as the instruction takes them: the unsigned one first. If both have the same
/// signedness, the factor that does not depend on the last axis gets an offset, so that the compensation is
/// the same for all rows.
fn signs(nest: &Nest, [one, other]: [Factor; 2]) -> ([Factor; 2], Option<Fix>) {
    let lane = nest.rank.checked_sub(1).map_or(0, |lane| 1 << lane);
    let [moved, fixed] = if one.dims & lane == 0 { [one, other] } else { [other, one] };
    match (moved.signed, fixed.signed) {
        (false, true) => ([moved, fixed], None),
        (true, false) => ([fixed, moved], None),
        (true, true) => ([moved, fixed], Some(Fix { summed: 1, moved_up: true })),
        (false, false) => ([fixed, moved], Some(Fix { summed: 0, moved_up: false })),
    }
}
