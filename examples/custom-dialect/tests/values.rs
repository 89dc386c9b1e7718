//! Programs give the same before and after the lowering, to the last bit.

use tf_dialects::array::Array;
use tf_interp::{DEFAULT_FUEL, Datum, Dense, run_entry};
use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::pass::{PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

const PROGRAM: &str = "
func.func @main(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %r = tensor.compute (%i) in [n] {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %q = fixed.from_float %v : f32 to !fixed.q<8>
    %two = fixed.constant #fixed.value<2.0> : !fixed.q<8>
    %third = fixed.constant #fixed.value<0.33203125> : !fixed.q<8>
    %a = fixed.mul %q, %two : !fixed.q<8>
    %b = fixed.mul %q, %q : !fixed.q<8>
    %c = fixed.mul %b, %third : !fixed.q<8>
    %d = fixed.add %a, %c : !fixed.q<8>
    %f = fixed.to_float %d : !fixed.q<8> to f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}";

fn passed(pipeline: &str) -> Body {
    let mut dialects = Registry::new();
    tf_dialects::register_all(&mut dialects);
    fixed_dialect::register(&mut dialects);
    let mut passes = PassRegistry::new();
    fixed_dialect::register_passes(&mut passes);
    let ctx = Context::new(dialects);
    let mut module = parse_module(&ctx, "main", PROGRAM, &ParseOptions::default()).unwrap().body;
    let pipeline = Pipeline::parse(&ctx, &passes, Module::NAME, pipeline, "<pipeline>").unwrap();
    assert!(PassManager::new(pipeline).run(&mut module, &mut |_| {}).ok);
    module
}

fn run(module: &Body, x: &[f32]) -> Vec<u64> {
    let array = Array::from_slice(&[x.len()], x).unwrap();
    let data = array.scalars().map(|s| s.bits()).collect();
    let args: [Datum; 1] = [Dense { dtype: array.dtype(), extents: vec![x.len()], data }.into()];
    run_entry(module, "main", &args, DEFAULT_FUEL).unwrap()[0].dense().data.clone()
}

#[test]
fn the_lowering_keeps_every_bit() {
    let x = [
        0.0,
        -0.0,
        1.0,
        1.5,
        -2.75,
        0.001,
        0.001953125,
        0.005859375,
        1e9,
        -1e9,
        f32::INFINITY,
        f32::NAN,
        300.0,
    ];
    let wanted = run(&passed("func.func(fixed-strength{max-shift=0})"), &x);
    assert_eq!(f32::from_bits(wanted[3] as u32), 3.0 + 0.74609375);
    for pipeline in ["func.func(lower-fixed)", "func.func(fixed-strength,lower-fixed)"] {
        assert_eq!(run(&passed(pipeline), &x), wanted, "{pipeline}");
    }
}
