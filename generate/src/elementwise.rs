//! Elementwise ops: one generator for all rows of the scalar table.

use crate::generators::{Generate, Generators};
use crate::state::{DTYPES, State};
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::scalar::table::Kind;
use tf_dialects::scalar::{DType, OpSpec};
use tf_dialects::tensor::build;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

pub(crate) fn register(generators: &mut Generators) {
    for spec in tf_dialects::scalar::table::all() {
        generators.with(spec.name, Row(spec));
    }
}

/// The op of a row.
struct Row(&'static OpSpec);

impl Generate for Row {
    fn weight(&self) -> u32 {
        2
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let kind = self.0.kind;
        let dtype =
            state.some_dtype(b, |d| DTYPES.iter().any(|other| signature(kind, d, *other).is_some()))?;
        let others: Vec<DType> =
            DTYPES.into_iter().filter(|other| signature(kind, dtype, *other).is_some()).collect();
        let other = *state.random.pick(&others)?;
        let (inputs, outputs) = signature(kind, dtype, other)?;
        let shape = shape(b, state, dtype);
        let mut operands = Vec::new();
        for (i, input) in inputs.iter().enumerate() {
            let scalar = kind == Kind::Select && i == 0 && state.random.chance(30);
            let ty = state.type_of(shape.as_deref().filter(|_| !scalar), *input);
            let operand = state.operand(b, ty);
            operands.push(match kind {
                Kind::WordsToFloat => with_large_halves(b, operand, shape.as_deref().filter(|_| !scalar)),
                _ => operand,
            });
        }
        let results: Vec<_> = outputs.iter().map(|d| state.type_of(shape.as_deref(), *d)).collect();
        let op = b.op(self.0.name, &operands, &results, &[]);
        if let Some(count) = self.0.predicates() {
            let predicate = state.random.below(count.into()) as i64;
            b.body.set_attr(op, "predicate", state.ctx.i64_attr(predicate));
        }
        let same = inputs.iter().all(|d| *d == outputs[0]);
        if same
            && b.body.info(op).slot(FastMath::ATTR).is_some()
            && let Some(flags) = state.some_flags()
        {
            b.body.set_attr(op, FastMath::ATTR, flags);
        }
        Some(b.body.results(op).collect())
    }
}

/// 32-bit lanes whose bf16 halves, and their products, are not subnormal: hardware may flush those to 0 in
/// sums of products.
fn with_large_halves(b: &mut Builder<'_>, words: Value, shape: Option<&[Extent]>) -> Value {
    // A bit of the exponent, so that magnitudes are at least 2.
    const LARGE: i64 = 0x4000_4000;
    let ty = b.ctx().elem_type(b.body.ty(words));
    let mut large = arith::const_int(b, ty, LARGE);
    if let Some(shape) = shape {
        large = build::splat(b, large, shape);
    }
    arith::ori(b, words, large)
}

/// The shape for operands of an element type; `None` for scalars.
fn shape(b: &Builder<'_>, state: &mut State<'_>, dtype: DType) -> Option<Vec<Extent>> {
    if state.scalar_code || state.random.chance(15) {
        return None;
    }
    let like = state.find(b, |state, v| state.dtype(b.body.ty(v)) == Some(dtype))?;
    state.ctx.is_tensor(b.body.ty(like)).then(|| state.shape(b, like))
}

type Types = (Vec<DType>, Vec<DType>);

/// Element types of operands and results, from the two types of a kind of op.
fn signature(kind: Kind, dtype: DType, other: DType) -> Option<Types> {
    let inputs = match kind {
        Kind::Select => vec![DType::I1, dtype, dtype],
        Kind::FloatInt => vec![dtype, other],
        _ => vec![dtype; kind.operands()],
    };
    let outputs = match kind {
        Kind::Cast(_) => vec![other],
        Kind::IntCompare | Kind::FloatTest | Kind::FloatCompare => vec![DType::I1],
        Kind::AddExtended => vec![dtype, DType::I1],
        Kind::WordsToFloat => vec![DType::F32],
        _ => vec![dtype; kind.results()],
    };
    kind.accepts(&inputs, &outputs).then_some((inputs, outputs))
}
