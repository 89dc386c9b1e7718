//! Checkpoints: derivatives are those of the code, and memory drops.

use super::harness::Case;
use crate::common::{check_steps, context, parse, print, run, tensor};
use tf_dialects::scalar::DType;

/// Two layers; the result is their output times their input.
fn layers(layer: &str) -> String {
    let one = |from: &str, to: &str| layer.replace("FROM", from).replace("TO", to);
    format!("{}\n{}\n%y0 = arith.mulf %h2, %x0 : tensor<3xf64>", one("%x0", "%h1"), one("%h1", "%h2"))
}

const LAYER: &str = "TO = tensor.checkpoint (%a = FROM) : (tensor<3xf64>) -> (tensor<3xf64>) {
  %p = tensor.contract \"ij,j->i\" %x1, %a : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %qq = math.tanh %p : tensor<3xf64>
  %rr = math.exp %qq : tensor<3xf64>
  tensor.yield %rr : tensor<3xf64>
}";

/// A checkpoint that holds a loop of checkpoints, with a conditional in them.
const NESTED: &str =
    "%y0 = tensor.checkpoint (%a = %x0, %b = %x1) : (tensor<3xf64>, f64) -> (tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.1 : f64
  %m:2 = loop.for %i = %c0 to %c5 step %c1 iter_args(%h = %a, %s = %b) -> (tensor<3xf64>, f64) {
    %n:2 = tensor.checkpoint (%u = %h) : (tensor<3xf64>) -> (tensor<3xf64>, f64) {
      %e = tensor.at %u[1] : tensor<3xf64>
      %w = math.sin %u : tensor<3xf64>
      %z = tensor.splat %s : tensor<3xf64>
      %c = arith.cmpf ogt, %e, %zero : f64
      %f = loop.if %c -> (tensor<3xf64>) {
        %g = arith.mulf %w, %z : tensor<3xf64>
        loop.yield %g : tensor<3xf64>
      } else {
        %g = arith.addf %w, %x0 : tensor<3xf64>
        loop.yield %g : tensor<3xf64>
      }
      %t = arith.mulf %e, %s : f64
      tensor.yield %f, %t : tensor<3xf64>, f64
    }
    loop.yield %n#0, %n#1 : tensor<3xf64>, f64
  }
  %l = tensor.splat %m#1 : tensor<3xf64>
  %qq = arith.mulf %m#0, %l : tensor<3xf64>
  tensor.yield %qq : tensor<3xf64>
}";

fn chain() -> Case<'static> {
    let code: &'static str = Box::leak(layers(LAYER).into_boxed_str());
    Case {
        inputs: &[("tensor<3xf64>", &[3]), ("tensor<3x3xf64>", &[3, 3])],
        outputs: &["tensor<3xf64>"],
        code,
        range: (0.2, 0.9),
    }
}

#[test]
fn derivatives_are_those_of_the_code() {
    chain().check(1);
    let nested = Case {
        inputs: &[("tensor<3xf64>", &[3]), ("f64", &[])],
        outputs: &["tensor<3xf64>"],
        code: NESTED,
        range: (0.2, 0.9),
    };
    nested.check(2);
    nested.check_second(3);
}

/// In a loop that runs while a condition holds, and in scalar code outside of comprehensions.
#[test]
fn checkpoints_are_in_every_loop() {
    let code = "%big = arith.constant 3.0 : f64
%rr = loop.while (%a = %x0) : (f64) -> (f64) {
  %go = arith.cmpf olt, %a, %big : f64
  loop.condition %go, %a : f64
} do (%b: f64) {
  %n = tensor.checkpoint (%c = %b) : (f64) -> (f64) {
    %e = math.exp %c : f64
    %s = arith.addf %e, %x1 : f64
    %qq = math.sqrt %s : f64
    %t = arith.addf %qq, %c : f64
    tensor.yield %t : f64
  }
  loop.yield %n : f64
}
%y0 = arith.mulf %rr, %x1 : f64";
    let case = Case { inputs: &[("f64", &[]), ("f64", &[])], outputs: &["f64"], code, range: (0.2, 0.9) };
    case.check(4);
    case.check_second(5);
    // At the points of a comprehension, in a fold.
    let code = "%y0 = tensor.compute (%i) in [4] {
  %f = tensor.fold (%k) = 0 to 3 add {
    %a = tensor.at %x0[%i + %k] : tensor<6xf64>
    %c = tensor.checkpoint (%b = %a) : (f64) -> (f64) {
      %e = math.exp %b : f64
      %s = math.sin %e : f64
      tensor.yield %s : f64
    }
    tensor.yield %c : f64
  } : f64
  tensor.yield %f : f64
} : tensor<4xf64>";
    let case =
        Case { inputs: &[("tensor<6xf64>", &[6])], outputs: &["tensor<4xf64>"], code, range: (0.2, 0.9) };
    case.check(6);
}

/// A gradient of a gradient keeps checkpoints: the inner backward pass is one itself.
#[test]
fn second_derivatives_backwards() {
    let code = |layer: &str| {
        format!(
            "func.func @main(%x: tensor<4xf64>, %g: tensor<4xf64>, %u: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {{
  %r:3 = tensor.vjp (%a = %x) seed(%g, %u) : (tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {{
    %s:2 = tensor.vjp (%b = %a) seed(%g) : (tensor<4xf64>) -> (tensor<4xf64>) {{
      {layer}
      tensor.yield %y : tensor<4xf64>
    }}
    tensor.yield %s#0, %s#1 : tensor<4xf64>, tensor<4xf64>
  }}
  return %r#1, %r#2 : tensor<4xf64>, tensor<4xf64>
}}"
        )
    };
    let body = "%e = math.exp IN : tensor<4xf64>\n%q = math.sin %e : tensor<4xf64>\n%p = arith.mulf %q, IN : tensor<4xf64>";
    let plain = code(&format!("{}\n%y = math.tanh %p : tensor<4xf64>", body.replace("IN", "%b")));
    let kept = code(&format!(
        "%o = tensor.checkpoint (%i = %b) : (tensor<4xf64>) -> (tensor<4xf64>) {{\n{}\ntensor.yield %p : tensor<4xf64>\n}}\n%y = math.tanh %o : tensor<4xf64>",
        body.replace("IN", "%i")
    ));
    let ctx = context();
    let args: Vec<_> = (0..3).map(|seed| tensor(DType::F64, &[4], seed)).collect();
    let answers = [plain, kept].map(|text| {
        let mut module = parse(&ctx, &text);
        run(&ctx, &mut module, "autodiff,canonicalize,cse");
        (crate::common::interpret(&module, &args).expect("it runs"), print(&module))
    });
    let (wanted, found) = (&answers[0].0, &answers[1].0);
    for (a, b) in wanted.iter().zip(found) {
        assert!(crate::common::agree(Some(DType::F64), a, b, 1e-13), "{a:?} {b:?}\n{}", answers[1].1);
    }
    // Inputs wait for the cotangents of the first sweep, and for those of the second.
    assert!(answers[1].1.matches("tensor.after").count() >= 2, "{}", answers[1].1);
    assert!(!answers[1].1.contains("tensor.checkpoint"), "{}", answers[1].1);
}

/// The interpreter runs the region; expanding changes nothing.
#[test]
fn a_checkpoint_means_its_region() {
    let text = "func.func @main(%x: tensor<5xf32>, %w: tensor<5xf32>) -> tensor<5xf32> {
  %y = tensor.checkpoint (%a = %x) : (tensor<5xf32>) -> (tensor<5xf32>) {
    %e = arith.mulf %a, %w : tensor<5xf32>
    tensor.yield %e : tensor<5xf32>
  }
  %z = tensor.after %y behind %x : tensor<5xf32> behind tensor<5xf32>
  return %z : tensor<5xf32>
}";
    let inputs = vec![tensor(DType::F32, &[5], 1), tensor(DType::F32, &[5], 2)];
    let steps = [
        "canonicalize",
        "cse",
        "autodiff",
        "tensor-decompose",
        "choose-fusion,apply-fusion",
        "tensor-to-loops",
    ];
    let loops = check_steps(text, &steps, &[inputs], 0.0);
    assert!(!loops.contains("tensor.after"), "{loops}");
}

/// A gradient through `n` layers, in segments of `each` (0: no checkpoints).
fn deep(n: usize, each: usize) -> String {
    let ty = "tensor<64x64xf32>";
    let mut code = String::new();
    let mut last = "%h".to_string();
    for i in 0..n {
        if each > 0 && i % each == 0 {
            code += &format!(
                "%h{} = tensor.checkpoint (%s{i} = {last}) : ({ty}) -> ({ty}) {{\n",
                (i + each).min(n)
            );
            last = format!("%s{i}");
        }
        let ends = each > 0 && ((i + 1) % each == 0 || i + 1 == n);
        let next = if ends { format!("%t{i}") } else { format!("%h{}", i + 1) };
        code += &format!(
            "%p{i} = tensor.contract \"ij,jk->ik\" %v, {last} : ({ty}, {ty}) -> {ty}\n%q{i} = math.tanh %p{i} : {ty}\n\
             {next} = arith.mulf %q{i}, {last} : {ty}\n"
        );
        last = next.clone();
        if ends {
            code += &format!("tensor.yield {next} : {ty}\n}}\n");
            last = format!("%h{}", i + 1);
        }
    }
    format!(
        "func.func @main(%x: {ty}, %w: {ty}, %g: {ty}) -> {ty} {{\n%y, %dw = tensor.vjp (%v = %w) seed(%g) : ({ty}) -> ({ty}) {{\n{}\
         tensor.yield {last} : {ty}\n}}\nreturn %dw : {ty}\n}}",
        code.replace("%h :", "%x :").replace("%h)", "%x)").replace("%h,", "%x,")
    )
}

/// Bytes of buffers at the memory stage, those that share counted once.
fn bytes(text: &str) -> u64 {
    let ctx = context();
    let mut module = parse(&ctx, text);
    run(&ctx, &mut module, "autodiff,canonicalize,cse");
    let tensors = "tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,tensor-hoist";
    run(
        &ctx,
        &mut module,
        &format!("{tensors},combine-reciprocals,schedule,tensor-to-loops{{share-buffers=true}}"),
    );
    let text = print(&module);
    let size = 64 * 64 * 4;
    text.matches("mem.alloc : memref<64x64xf32>").count() as u64 * size
}

#[test]
fn memory_grows_as_the_square_root_of_the_layers() {
    let plain: Vec<u64> = [16, 64].map(|n| bytes(&deep(n, 0))).to_vec();
    let kept: Vec<u64> = [(16, 4), (64, 8)].map(|(n, each)| bytes(&deep(n, each))).to_vec();
    assert!(plain[1] >= 3 * plain[0], "{plain:?}");
    assert!(2 * kept[0] <= plain[0], "{kept:?} {plain:?}");
    assert!(3 * kept[1] <= plain[1], "{kept:?} {plain:?}");
    assert!(10 * kept[1] <= 25 * kept[0], "{kept:?}");
}
