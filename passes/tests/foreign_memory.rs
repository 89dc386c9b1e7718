//! Ops on tensors of a dialect that this project does not know: they specify the memory of their results, and
//! their form on memory.

use crate::common::{interpret, parse, print, tensor, try_run};
use tf_dialects::arith;
use tf_dialects::loops::build::for_loop;
use tf_dialects::mem::{ExtentOf, Load, Store};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::constraints::TENSOR;
use tf_interp::Datum;
use tf_ir::body::{Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Registry;

/// The negative of each element.
#[op("foreign.negate", traits(PURE), operands(input: TENSOR), results(result: TENSOR), interfaces(Bufferizable))]
struct Negate;

/// A tensor with the first half of its elements negated.
#[op("foreign.half", traits(PURE), operands(input: TENSOR), results(result: TENSOR), interfaces(Bufferizable))]
struct Half;

/// An op that specifies the memory of its result, but has no form on memory.
#[op("foreign.vague", traits(PURE), operands(input: TENSOR), results(result: TENSOR), interfaces(Bufferizable))]
struct Vague;

/// An op that specifies nothing.
#[op("foreign.silent", traits(PURE), operands(input: TENSOR), results(result: TENSOR))]
struct Silent;

/// Negates the first elements of a row of `from` into `to`, one of each `part`.
fn negate(b: &mut Builder<'_>, from: Value, to: Value, part: i64) {
    let (ctx, index) = (b.ctx(), b.ctx().index());
    let extent = ctx.dims(b.body.ty(to)).and_then(|dims| dims[0].to_extent()).expect("a row with a name");
    let n = b.value(ExtentOf, &[], index, &[("extent", ctx.extents_attr(&[extent]))]);
    let [zero, one, part] = [0, 1, part].map(|number| arith::const_int(b, index, number));
    let end = arith::divui(b, n, part);
    for_loop(b, zero, end, one, &[], |b, i, _| {
        let x = Load::build(b, from, &[i]);
        let y = arith::negf(b, x);
        Store::build(b, y, to, &[i]);
        Vec::new()
    });
}

impl Bufferizable for Negate {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Given
    }

    fn may_overwrite(&self, _op: OpRef<'_>, _result: usize, _read: Value) -> bool {
        true
    }

    fn on_memory(
        &self,
        b: &mut Builder<'_>,
        _op: Op,
        operands: &[Value],
        destinations: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        negate(b, operands[0], destinations[0], 1);
        Ok(Vec::new())
    }
}

impl Bufferizable for Half {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Init(0)
    }

    fn on_memory(
        &self,
        b: &mut Builder<'_>,
        _op: Op,
        _operands: &[Value],
        destinations: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        negate(b, destinations[0], destinations[0], 2);
        Ok(Vec::new())
    }
}

impl Bufferizable for Vague {
    fn destination(&self, _op: OpRef<'_>, _result: usize) -> Destination {
        Destination::Given
    }
}

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    registry.dialect("foreign", "Ops of somebody else");
    [Negate::info(), Half::info(), Vague::info(), Silent::info()].into_iter().for_each(|op| registry.op(op));
    assert_eq!(tf_ir::check::problems(&registry), [""; 0]);
    Context::new(registry)
}

/// A function of a row and a scalar in the memory stage, or the error.
fn lowered(code: &str) -> Result<(Context, String), String> {
    let ctx = context();
    let text = format!(
        "func.func @main(%x: tensor<?{{n}}xf32>, %t: index) -> tensor<?{{n}}xf32> {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
{code}
  return %r : tensor<?{{n}}xf32>
}}"
    );
    let mut module = parse(&ctx, &text);
    try_run(&ctx, &mut module, "tensor-to-loops")?;
    let text = print(&module);
    Ok((ctx, text))
}

/// The result of the function for the elements 0, 1, 2, 3 and a count of negations.
fn check(code: &str, trips: i64, signs: [f64; 4], copies: usize, buffers: usize) {
    let (ctx, text) = lowered(code).unwrap_or_else(|errors| panic!("{errors}"));
    let count = |what: &str| text.matches(what).count();
    assert_eq!((count("mem.copy"), count("mem.alloc")), (copies, buffers), "{text}");
    let module = parse(&ctx, &text);
    let row = tensor(DType::F32, &[4], 7);
    let Datum::Dense(given) = &row else { panic!("a row is dense") };
    let trips = Datum::Bits(Scalar::from_i64(DType::Index, trips).bits());
    let found = interpret(&module, &[row.clone(), trips]).unwrap_or_else(|stop| panic!("{stop}\n{text}"));
    let Datum::Dense(found) = &found[0] else { panic!("a row is dense") };
    for (i, sign) in signs.into_iter().enumerate() {
        let [was, is] = [given, found].map(|row| Scalar::from_bits(DType::F32, row.data[i]).to_f64());
        assert_eq!(is, sign * was, "element {i}\n{text}");
    }
}

const ALL: [f64; 4] = [-1.0; 4];
const HALF: [f64; 4] = [-1.0, -1.0, 1.0, 1.0];

#[test]
fn a_result_is_computed_where_it_has_to_go() {
    check("  %r = \"foreign.negate\"(%x) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>", 0, ALL, 0, 0);
}

#[test]
fn an_iteration_overwrites_dead_tensors() {
    let code = "  %r = loop.for %i = %zero to %t step %one iter_args(%u = %x) -> (tensor<?{n}xf32>) {
    %v = \"foreign.negate\"(%u) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
    loop.yield %v : tensor<?{n}xf32>
  }";
    check(code, 3, ALL, 1, 0);
}

#[test]
fn initial_arguments_are_copied_and_temporaries_are_not() {
    check("  %r = \"foreign.half\"(%x) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>", 0, HALF, 1, 0);
    let code = "  %v = \"foreign.negate\"(%x) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
  %r = \"foreign.half\"(%v) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>";
    check(code, 0, [1.0, 1.0, -1.0, -1.0], 0, 0);
    // Values with later uses are copied.
    let code = "  %v = \"foreign.negate\"(%x) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
  %w = \"foreign.half\"(%v) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
  %r = tensor.compute (%i) in [n] {
    %a = tensor.at %v[%i] : tensor<?{n}xf32>
    %b = tensor.at %w[%i] : tensor<?{n}xf32>
    %c = arith.addf %a, %b : f32
    %d = arith.subf %c, %b : f32
    tensor.yield %d : f32
  } : tensor<?{n}xf32>";
    check(code, 0, ALL, 1, 2);
}

#[test]
fn ops_without_memory_effects_are_refused() {
    let one = |name: &str| format!("  %r = \"{name}\"(%x) : (tensor<?{{n}}xf32>) -> tensor<?{{n}}xf32>");
    let refused = |name: &str| lowered(&one(name)).map(|(_, text)| text).expect_err("it has no form");
    assert!(refused("foreign.vague").contains("has no form on memory"), "{}", refused("foreign.vague"));
    assert!(refused("foreign.silent").contains("uses a tensor as a whole"), "{}", refused("foreign.silent"));
}
