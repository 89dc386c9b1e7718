//! Types that become several, through the ops that hand values on.

use tf_dialects::arith;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::rewrite::convert::{ConversionConfig, ConversionSet, Target, TypeConverter, convert_body};
use tf_ir::text::{PrintOptions, parse_module, print_body};
use tf_ir::verify::verify;

/// Doubled numbers, one f32 as an f32 and what it misses: the sum adds both parts.
const PROGRAM: &str = r"
func.func @f(%x: f64, %n: index, %c: i1) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = loop.for %i = %zero to %n step %one iter_args(%s = %x) -> (f64) {
    %chosen = loop.if %c -> (f64) {
      %t = arith.addf %s, %x : f64
      loop.yield %t : f64
    } else {
      loop.yield %s : f64
    }
    loop.yield %chosen : f64
  }
  %last = arith.select %c, %sum, %x : f64
  %called = func.call @f(%last, %n, %c) : (f64, index, i1) -> f64
  return %called : f64
}";

#[test]
fn loops_conditionals_selects_calls_and_the_signature_take_both_parts() {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "pairs.mlir", PROGRAM, &Default::default());
    let mut module = parsed.expect("valid").body;
    let types = TypeConverter::new()
        .many(|ctx, ty| (ty == ctx.f64()).then(|| [ctx.f32(), ctx.f32()].into_iter().collect()));
    let mut set = ConversionSet::new();
    set.on(arith::Addf, |op, operands, rw| {
        let (a, b) = (operands.values(0).to_vec(), operands.values(1).to_vec());
        let sums = [0, 1].map(|part| arith::addf(rw, a[part], b[part]));
        rw.replace_parts(op, &[&sums]);
        Ok(())
    });
    let (set, config) = (set.freeze(), ConversionConfig { types: Some(&types), keep_casts: false });
    let target = Target::partial().op_where("arith.addf", |op| op.result_type(0) != op.ctx().f64());
    for op in module.child_ops() {
        let mut function = module.take_child(op).expect("a function");
        convert_body(&mut function, &target, &set, config, None).expect("converts");
        module.restore_child(op, function);
    }
    verify(&module).expect("valid");
    let text = print_body(&module, &PrintOptions::default());
    for part in [
        "@f(%arg0: f32, %arg1: f32, %arg2: index, %arg3: i1) -> (f32, f32)",
        "iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (f32, f32)",
        "loop.if %arg3 -> (f32, f32)",
        "arith.select %arg3, %0#0, %arg0 : f32",
        "arith.select %arg3, %0#1, %arg1 : f32",
        "(f32, f32, index, i1) -> (f32, f32)",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    assert!(!text.contains("f64") && !text.contains("cast"), "{text}");
}
