//! Products of small matrices, which all threads of a warp compute together.

use super::copies::check_shared;
use super::fragments::{PRODUCTS, Part, Product};
use super::function::check_inside;
use crate::constraints::UNIT_ATTR;
use crate::scalar::{DType, element_type};
use crate::shared::constraints::{INDEX, MEMREF, VECTOR};
use smallvec::{SmallVec, smallvec};
use tf_ir::attr::Attribute;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::text::{AttrSyntax, type_to_string};
use tf_ir::types::{Type, TypeData};

/// The spellings of the sizes of products.
const SHAPES: [&str; 5] = ["m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", "m8n8k4"];

const SHAPE: AttrSyntax = AttrSyntax::Words("the size of a product", &SHAPES);
const SHAPE_ATTR: AttrConstraint = AttrConstraint {
    summary: "the size of a product: m16n8k4, m16n8k8, m16n8k16, m16n8k32 or m8n8k4",
    check: |ctx, a| size(ctx, a).is_some(),
};

/// m, n and k of a spelling.
fn size(ctx: &Context, attr: Attribute) -> Option<[usize; 3]> {
    match ctx.attr_str(attr)? {
        "m16n8k4" => Some([16, 8, 4]),
        "m16n8k8" => Some([16, 8, 8]),
        "m16n8k16" => Some([16, 8, 16]),
        "m16n8k32" => Some([16, 8, 32]),
        "m8n8k4" => Some([8, 8, 4]),
        _ => None,
    }
}

/// A product of small matrices, which all threads of the warp compute together: `D = A·B + C`.
///
/// Each thread holds its part of the matrices as vectors, in the layouts of `docs/tutorials/kernels.md`. The
/// supported types are f16 and bf16 (m16n8k16, m16n8k8) with sums in f32, f16 with sums in f16, f32 rounded
/// to tf32 (m16n8k8, m16n8k4), i8 (m16n8k32, m16n8k16; unsigned with `unsigned`) with sums in i32, and f64
/// (m8n8k4). Products are exact and are added in the type of the sums, or in f32 for sums in f16; the
/// hardware determines the order and the intermediate precision, so the last bits may differ.
#[op(
    "kernel.mma",
    operands(a: VECTOR, b: VECTOR, c: VECTOR),
    results(d: VECTOR = c),
    attrs(shape: SHAPE_ATTR, unsigned: optional(UNIT_ATTR)),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "as<SHAPE>($shape) $a `,` $b `,` $c attr-dict `:` type($a) `,` type($b) `,` type($c)",
)]
pub struct Mma;

/// Reads 1, 2 or 4 matrices of 8 x 8 elements of 16 bits from shared memory, by all threads of the warp
/// together.
///
/// Lane `8·i + r` provides the address of row `r` of matrix `i`: 8 elements along the last axis, at a
/// multiple of 16 bytes. Each thread gets two elements of each matrix: of row `lane / 4`, columns
/// `2·(lane mod 4)` and the next; with `transposed`, of that column and those rows.
#[op(
    "kernel.load_matrix",
    operands(memref: MEMREF, subscripts: variadic(INDEX) = Context::index),
    results(result: VECTOR),
    attrs(transposed: optional(UNIT_ATTR)),
    interfaces(Verify, Effects),
    asm = "$memref `[` $subscripts `]` attr-dict `:` type($memref) `,` type($result)",
)]
pub struct LoadMatrix;

/// The element type and the lanes of a vector of one axis.
pub(super) fn lanes(ctx: &Context, ty: Type) -> Option<(DType, usize)> {
    let TypeData::Vector { shape, .. } = ctx.type_data(ty) else { return None };
    let [lanes] = shape[..] else { return None };
    Some((element_type(ctx, ty)?, usize::try_from(lanes).ok()?))
}

impl MmaOp<'_> {
    /// The product; `None` if GPUs have no product of these types and this size.
    pub fn product(self) -> Option<Product> {
        let (ctx, body) = (self.op().ctx(), self.op().body());
        let [m, n, k] = self.shape().and_then(|a| size(ctx, a))?;
        let (factors, _) = lanes(ctx, body.ty(self.a()))?;
        let (sums, _) = lanes(ctx, body.ty(self.c()))?;
        let factors = match (factors, self.unsigned()) {
            (DType::Int(8), Some(_)) => DType::UInt(8),
            (other, None) => other,
            _ => return None,
        };
        let wanted = Product { m, n, k, factors, sums };
        let signed = Product { factors: signless(factors), ..wanted };
        let known = |product: &Product| Product { factors: signless(product.factors), ..*product } == signed;
        PRODUCTS.iter().any(known).then_some(wanted)
    }
}

fn signless(dtype: DType) -> DType {
    if dtype == DType::UInt(8) { DType::Int(8) } else { dtype }
}

impl LoadMatrixOp<'_> {
    /// The count of matrices to read.
    pub fn matrices(self) -> usize {
        let body = self.op().body();
        lanes(body.ctx(), body.ty(self.result())).map_or(0, |(_, lanes)| lanes / 2)
    }

    /// Whether the matrices are transposed.
    pub fn is_transposed(self) -> bool {
        self.transposed().is_some()
    }
}

impl Verify for Mma {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        let Some(view) = op.cast(Mma) else { return Ok(()) };
        let ctx = op.ctx();
        let types = [view.a(), view.b(), view.c()].map(|value| op.body().ty(value));
        let words = types.map(|ty| type_to_string(ctx, ty));
        let Some(product) = view.product() else {
            return Err(op.error(format_args!(
                "multiplies {} by {} and adds {}, which this size does not support: supported are f16 and \
                 bf16 (m16n8k16, m16n8k8; sums in f32, of f16 in f16, too), f32 (m16n8k8, m16n8k4), i8 \
                 (m16n8k32, m16n8k16; sums in i32), f64 (m8n8k4)",
                words[0], words[1], words[2]
            )));
        };
        for (part, name, ty) in [(Part::A, "A", types[0]), (Part::B, "B", types[1]), (Part::C, "C", types[2])]
        {
            let held = product.held(part);
            let elem = if part == Part::C { product.sums } else { signless(product.factors) };
            if lanes(ctx, ty) != Some((elem, held)) {
                let found = type_to_string(ctx, ty);
                return Err(op.error(format_args!(
                    "has {found} for {name}: each thread holds vector<{held}x{elem}> of it"
                )));
            }
        }
        if op.result_type(0) != types[2] {
            return Err(op.error("has a result of another type than its third operand"));
        }
        Ok(())
    }
}

impl Verify for LoadMatrix {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        crate::mem::check_subscripts(op, 0, op.operand_count() - 1)?;
        check_shared(op, op.operand(0), "the source")?;
        let (ctx, memref, result) = (op.ctx(), op.operand_type(0), op.result_type(0));
        let elem = element_type(ctx, memref);
        let wide = elem.is_some_and(|elem| elem.bits() == 16);
        if wide
            && matches!(lanes(ctx, result), Some((of, 2 | 4 | 8)) if Some(of) == elem)
            && op.operand_count() > 1
        {
            return Ok(());
        }
        let words = [memref, result].map(|ty| type_to_string(ctx, ty));
        Err(op.error(format_args!(
            "reads {} from {}: each thread reads 2, 4 or 8 elements of 16 bits, of the array's element type",
            words[1], words[0]
        )))
    }
}

impl Effects for Mma {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        // All threads of the warp execute it together.
        smallvec![Effect::Read(None), Effect::Write(None), Effect::Control]
    }
}

impl Effects for LoadMatrix {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Read(None), Effect::Write(None), Effect::Control]
    }
}
