//! Ops that only say what they decompose into have their meaning from that: with symbols as extents, values
//! that their regions capture, and the fuel of the run.

use tf_dialects::arith;
use tf_dialects::scalar::DType;
use tf_dialects::tensor::build::{at_indices, compute_one};
use tf_dialects::tensor::constraints::ANY;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Decompose, Reverse, combiner};
use tf_interp::{Datum, Dense, Stop, run_entry};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::op;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

/// A tensor plus itself reversed.
#[op("t.mirrored", operands(x: ANY), results(result: ANY), interfaces(Decompose))]
struct Mirrored;

/// The region's code, of each element.
#[op("t.mapped", operands(x: ANY), results(result: ANY), regions(1), interfaces(Decompose))]
struct Mapped;

impl Decompose for Mirrored {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let x = b.body.operand(op, 0);
        let reversed = Reverse::build(b, x, &[0usize][..]);
        Ok(vec![arith::addf(b, x, reversed)])
    }
}

impl Decompose for Mapped {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let (ctx, x) = (b.ctx(), b.body.operand(op, 0));
        let (ty, block) = (b.body.ty(x), b.body.op(op).entry(0).expect("it has a block"));
        let shape = extents(&ctx, ty).expect("its extents have names");
        Ok(vec![compute_one(b, &shape, ctx.elem_type(ty), |b, indices| {
            let element = at_indices(b, x, indices);
            combiner::inline(b, block, &[element])[0]
        })])
    }
}

const PROGRAM: &str = r#"
func.func @main(%x: tensor<?{n}xf32>, %c: f32) -> tensor<?{n}xf32> {
  %m = "t.mirrored"(%x) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
  %r = "t.mapped"(%m) ({
  ^bb0(%v: f32):
    %s = arith.mulf %v, %c : f32
    tensor.yield %s : f32
  }) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}"#;

fn run(fuel: u64) -> Result<Vec<Datum>, Stop> {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    registry.dialect("t", "Test");
    registry.op(Mirrored::info());
    registry.op(Mapped::info());
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test.mlir", PROGRAM, &ParseOptions::default());
    let module = parsed.unwrap_or_else(|errors| panic!("{errors:?}")).body;
    run_entry(&module, "main", &[floats(&[1.0, 2.0, 5.0]), Datum::Bits(10f32.to_bits().into())], fuel)
}

fn floats(values: &[f32]) -> Datum {
    let data = values.iter().map(|value| value.to_bits().into()).collect();
    Dense { dtype: DType::F32, extents: vec![values.len()], data }.into()
}

#[test]
fn decompositions_are_run() {
    assert_eq!(run(1000).expect("it has an answer"), [floats(&[60.0, 40.0, 60.0])]);
    assert!(matches!(run(6), Err(Stop::Interrupted(..))), "what is run inside takes fuel");
}
