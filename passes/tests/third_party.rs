//! Ops of a dialect that nobody here knows take part in queries about indices and iteration domains, if they
//! declare their semantics.

use crate::common::{parse, print, run};
use tf_dialects::shared::tileable::{Structure, Tileable};
use tf_dialects::tensor::constraints::TENSOR;
use tf_ir::affine::AffineExpr;
use tf_ir::arithmetic::{Arithmetic, IndexArithmetic, Rounding, Signedness};
use tf_ir::builtin::ANY_TYPE;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Registry;

/// The second operand without the first.
#[op(
    "t.without",
    traits(PURE),
    operands(part: ANY_TYPE, whole: ANY_TYPE),
    results(result: ANY_TYPE),
    interfaces(IndexArithmetic),
)]
struct Without;

impl IndexArithmetic for Without {
    fn arithmetic<'a>(&self, op: OpRef<'a>) -> Option<Arithmetic<'a>> {
        Some(Arithmetic::Difference(op.operand(1), op.operand(0)))
    }
}

/// The remainder between 0 and the divisor, for any sign of the dividend.
#[op(
    "t.modulo",
    traits(PURE),
    operands(dividend: ANY_TYPE, divisor: ANY_TYPE),
    results(result: ANY_TYPE),
    interfaces(IndexArithmetic),
)]
struct Modulo;

impl IndexArithmetic for Modulo {
    fn arithmetic<'a>(&self, op: OpRef<'a>) -> Option<Arithmetic<'a>> {
        Some(Arithmetic::Remainder(op.operand(0), op.operand(1), Rounding::Floor, Signedness::Signed))
    }
}

/// Declares nothing about its semantics.
#[op("t.silent", traits(PURE), operands(a: ANY_TYPE, b: ANY_TYPE), results(result: ANY_TYPE))]
struct Silent;

/// The tensor with its two axes swapped.
#[op("t.swap", traits(PURE), operands(input: TENSOR), results(result: TENSOR), interfaces(Tileable))]
struct Swap;

impl Tileable for Swap {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        Structure::moving(op, Ok(vec![AffineExpr::dim(1), AffineExpr::dim(0)]), Vec::new())
    }
}

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    registry.dialect("t", "A third party's ops");
    for info in [Without::info(), Modulo::info(), Silent::info(), Swap::info()] {
        registry.op(info);
    }
    Context::new(registry)
}

/// A compute over `[n]` that reads `%x` at `op` of its index (or `%any`) and `%last`, after `passes`.
fn after(passes: &str, op: &str, operands: &str) -> String {
    let ctx = context();
    let text = format!(
        "func.func @f(%x: tensor<?{{n}}xf32>, %any: index) -> tensor<?{{n}}xf32> {{
           %c = tensor.compute (%i) in [n] {{
             %n = tensor.extent [n] : index
             %last = tensor.extent [n - 1] : index
             %k = \"{op}\"({operands}) : (index, index) -> index
             %v = tensor.at %x[%k] clamp : tensor<?{{n}}xf32>
             tensor.yield %v : f32
           }} : tensor<?{{n}}xf32>
           return %c : tensor<?{{n}}xf32>
         }}"
    );
    let mut module = parse(&ctx, &text);
    run(&ctx, &mut module, passes);
    print(&module)
}

#[test]
fn arithmetic_of_others_moves_into_subscripts_and_proves_them() {
    let text = after("canonicalize", "t.without", "%i, %last");
    assert!(!text.contains("t.without") && !text.contains("clamp"), "{text}");
}

#[test]
fn remainders_of_others_bound_subscripts() {
    let text = after("canonicalize", "t.modulo", "%any, %n");
    assert!(text.contains("t.modulo") && !text.contains("clamp"), "{text}");
}

#[test]
fn unstated_properties_are_unknown() {
    let text = after("canonicalize", "t.silent", "%i, %last");
    assert!(text.contains("t.silent") && text.contains("clamp"), "{text}");
    let text = after("canonicalize", "t.without", "%any, %last");
    assert!(text.contains("clamp"), "{text}");
}

#[test]
fn ops_of_others_with_an_iteration_domain_decompose_and_fuse() {
    let ctx = context();
    let text = "func.func @f(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{m}x?{n}xf32> {
        %y = math.exp %x : tensor<?{n}x?{m}xf32>
        %z = \"t.swap\"(%y) : (tensor<?{n}x?{m}xf32>) -> tensor<?{m}x?{n}xf32>
        return %z : tensor<?{m}x?{n}xf32>
      }";
    let mut module = parse(&ctx, text);
    run(&ctx, &mut module, "tensor-decompose,choose-fusion,apply-fusion,canonicalize");
    let text = print(&module);
    assert!(text.contains("tensor.compute (%i, %j) in [m, n]"), "{text}");
    assert!(text.contains("tensor.at %arg0[%j, %i]") && !text.contains("t.swap"), "{text}");
}
