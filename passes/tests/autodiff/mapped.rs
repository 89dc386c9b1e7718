//! Mapped code against the same code, one slice after the other; mapped code has no loop over slices.

use crate::common::{context, interpret, parse, print, run, tensor};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tf_dialects::scalar::DType;
use tf_interp::{Datum, Dense};

const SLICES: usize = 5;

/// A tensor of f64 with a leading axis for the slices, and its slices.
fn random(extents: &[usize], rng: &mut SmallRng) -> (Datum, Vec<Datum>) {
    let count: usize = extents.iter().product();
    let data: Vec<u64> = (0..SLICES * count).map(|_| rng.random_range(-1.0..1.0f64).to_bits()).collect();
    let dense = |extents: Vec<usize>, data: &[u64]| -> Datum {
        Dense { dtype: DType::F64, extents, data: data.to_vec() }.into()
    };
    let slices = data.chunks(count).map(|part| dense(extents.to_vec(), part)).collect();
    (dense([&[SLICES], extents].concat(), &data), slices)
}

fn numbers(datum: &Datum) -> Vec<f64> {
    match datum {
        Datum::Dense(dense) => dense.data.iter().map(|bits| f64::from_bits(*bits)).collect(),
        other => panic!("{other:?} is no tensor"),
    }
}

/// Maps code from `%x` to `%y`, tensors of these types, and compares; gives the expanded text.
fn check(input: (&str, &[usize]), output: &str, code: &str) -> String {
    let with_axis = |ty: &str| ty.replacen("tensor<", &format!("tensor<{SLICES}x"), 1);
    let (ty, extents) = input;
    let (tys, outs) = (with_axis(ty), with_axis(output));
    let one = format!("func.func @main(%x: {ty}) -> {output} {{\n{code}\nreturn %y : {output}\n}}");
    let all = format!(
        "func.func @main(%all: {tys}) -> {outs} {{\n%r = tensor.vmap (%x = %all) axes [0] -> [0] : ({tys}) -> ({outs}) {{\n{code}\n\
         tensor.yield %y : {output}\n}}\nreturn %r : {outs}\n}}"
    );
    let ctx = context();
    let (plain, mut mapped) = (parse(&ctx, &one), parse(&ctx, &all));
    run(&ctx, &mut mapped, "autodiff,canonicalize,cse");
    let text = print(&mapped);
    for seed in 0..4 {
        let (whole, slices) = random(extents, &mut SmallRng::seed_from_u64(seed));
        let found = numbers(&interpret(&mapped, &[whole]).unwrap_or_else(|e| panic!("{e}\n{text}"))[0]);
        let wanted: Vec<f64> = slices
            .iter()
            .flat_map(|x| numbers(&interpret(&plain, std::slice::from_ref(x)).expect("it runs")[0]))
            .collect();
        assert_eq!(found, wanted, "{text}");
    }
    text
}

#[test]
fn scans_start_per_slice() {
    for flags in ["", " reverse", " exclusive", " reverse exclusive"] {
        let code = format!(
            "%i = tensor.at %x[2, 1] : tensor<3x2xf64>
             %y = tensor.scan add %x init(%i) dim = 0{flags} : tensor<3x2xf64>"
        );
        let text = check(("tensor<3x2xf64>", &[3, 2]), "tensor<3x2xf64>", &code);
        assert!(!text.contains("loop.for"), "{text}");
    }
}

/// Slices leave a loop in different iterations, and keep their values.
#[test]
fn slices_leave_loops_early() {
    let code = "%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c9 = arith.constant 9 : index
%most = arith.constant 2.0 : f64
%s = tensor.at %x[0] : tensor<2xf64>
%r:2 = loop.for %i = %c0 to %c9 step %c1 iter_args(%a = %s, %h = %x) -> (f64, tensor<2xf64>) {
  %e = math.exp %a : f64
  %b = arith.addf %a, %e : f64
  %g = arith.addf %h, %x : tensor<2xf64>
  %go = arith.cmpf olt, %b, %most : f64
  loop.condition %go, %b, %g : f64, tensor<2xf64>
}
%t = tensor.splat %r#0 : tensor<2xf64>
%y = arith.addf %t, %r#1 : tensor<2xf64>";
    let text = check(("tensor<2xf64>", &[2]), "tensor<2xf64>", code);
    assert_eq!(text.matches("loop.for").count(), 1, "{text}");
}

/// Only the slices that chose a branch say how long its loop runs: for the others it would never end.
#[test]
fn loops_in_branches_run_for_those_that_chose_them() {
    let code = "%zero = arith.constant 0.0 : f64
%one = arith.constant 1.0 : f64
%s = tensor.at %x[0] : tensor<2xf64>
%c = arith.cmpf ogt, %s, %zero : f64
%y = loop.if %c -> (tensor<2xf64>) {
  %w:2 = loop.while (%a = %s, %h = %x) : (f64, tensor<2xf64>) -> (f64, tensor<2xf64>) {
    %go = arith.cmpf olt, %a, %one : f64
    loop.condition %go, %a, %h : f64, tensor<2xf64>
  } do (%b: f64, %g: tensor<2xf64>) {
    %d = arith.addf %b, %s : f64
    %n = arith.addf %g, %x : tensor<2xf64>
    loop.yield %d, %n : f64, tensor<2xf64>
  }
  loop.yield %w#1 : tensor<2xf64>
} else {
  %w:2 = loop.while (%a = %s, %h = %x) : (f64, tensor<2xf64>) -> (f64, tensor<2xf64>) {
    %go = arith.cmpf olt, %a, %zero : f64
    loop.condition %go, %a, %h : f64, tensor<2xf64>
  } do (%b: f64, %g: tensor<2xf64>) {
    %u = arith.constant 0.25 : f64
    %d = arith.addf %b, %u : f64
    %n = arith.mulf %g, %x : tensor<2xf64>
    loop.yield %d, %n : f64, tensor<2xf64>
  }
  loop.yield %w#1 : tensor<2xf64>
}";
    let text = check(("tensor<2xf64>", &[2]), "tensor<2xf64>", code);
    assert!(!text.contains("loop.for"), "{text}");
    assert_eq!(text.matches("loop.while").count(), 2, "{text}");
}

/// Deeper in a branch, a loop runs for one slice after the other.
#[test]
fn loops_deeper_in_branches_run_slice_by_slice() {
    let code = "%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%zero = arith.constant 0.0 : f64
%one = arith.constant 1.0 : f64
%s = tensor.at %x[0] : tensor<2xf64>
%c = arith.cmpf ogt, %s, %zero : f64
%y = loop.if %c -> (tensor<2xf64>) {
  %f = loop.for %i = %c0 to %c2 step %c1 iter_args(%m = %s) -> (f64) {
    %w = loop.while (%a = %m) : (f64) -> (f64) {
      %go = arith.cmpf olt, %a, %one : f64
      loop.condition %go, %a : f64
    } do (%b: f64) {
      %d = arith.addf %b, %s : f64
      loop.yield %d : f64
    }
    %o = arith.mulf %w, %s : f64
    loop.yield %o : f64
  }
  %t = tensor.splat %f : tensor<2xf64>
  loop.yield %t : tensor<2xf64>
} else {
  loop.yield %x : tensor<2xf64>
}";
    let text = check(("tensor<2xf64>", &[2]), "tensor<2xf64>", code);
    assert!(text.contains("loop.for"), "{text}");
}

/// Named ops are mapped as ops or as comprehensions.
#[test]
fn windows_convolutions_and_gathers_are_no_loops() {
    let conv = "%k = arith.constant dense<[[[1.5, -2.0]], [[0.5, 3.0]]]> : tensor<2x1x2xf64>
%y = tensor.conv \"b0f,0io->b0f\" %x, %k : (tensor<1x6x1xf64>, tensor<2x1x2xf64>) -> tensor<1x5x2xf64>";
    let kernel = "%i = arith.constant dense<2.0> : tensor<1x6x2xf64>
%y = tensor.conv \"b0f,0io->b0f\" %i, %x : (tensor<1x6x2xf64>, tensor<3x2x1xf64>) -> tensor<1x4x1xf64>";
    let window = "%y = tensor.reduce_window maximumf %x window = [2, 3] : tensor<4x5xf64> to tensor<3x3xf64>";
    let gather = "%k = arith.constant dense<[[2], [0]]> : tensor<2x1xi32>
%y = tensor.gather %x at %k window_dims = [1] collapsed_dims = [0] index_map = [0] index_vector_dim = 1 sizes = [1, 3] : tensor<4x3xf64>, tensor<2x1xi32> to tensor<2x3xf64>";
    for (input, output, code) in [
        (("tensor<1x6x1xf64>", &[1, 6, 1][..]), "tensor<1x5x2xf64>", conv),
        (("tensor<3x2x1xf64>", &[3, 2, 1]), "tensor<1x4x1xf64>", kernel),
        (("tensor<4x5xf64>", &[4, 5]), "tensor<3x3xf64>", window),
        (("tensor<4x3xf64>", &[4, 3]), "tensor<2x3xf64>", gather),
    ] {
        let text = check(input, output, code);
        assert!(!text.contains("loop.for"), "{text}");
    }
}

/// A loop at a point starts from a small tensor of the slice, a conditional gives it.
#[test]
fn loops_and_conditionals_at_points_carry_slices() {
    let code = "%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c5 = arith.constant 5 : index
%y = tensor.compute (%i) in [3] {
  %c = arith.cmpi eq, %i, %c1 : index
  %r = loop.for %u = %c0 to %c5 step %c1 iter_args(%g = %x) -> (tensor<3x2xf64>) {
    %a = tensor.at %g[%u, 0] wrap : tensor<3x2xf64>
    %b = tensor.at %x[%i, 1] : tensor<3x2xf64>
    %d = arith.addf %a, %b : f64
    %e = tensor.from_elements %a, %d, %b, %d, %b, %a : tensor<3x2xf64>
    loop.yield %e : tensor<3x2xf64>
  }
  %s = loop.if %c -> (tensor<3x2xf64>) {
    loop.yield %x : tensor<3x2xf64>
  } else {
    loop.yield %r : tensor<3x2xf64>
  }
  %z = tensor.at %s[%i, 1] : tensor<3x2xf64>
  tensor.yield %z : f64
} : tensor<3xf64>";
    check(("tensor<3x2xf64>", &[3, 2]), "tensor<3xf64>", code);
}

/// Of a tensor that is mapped, slices and the whole may be read by the same code.
#[test]
fn mapped_values_may_be_used_whole() {
    let code = "  %y = tensor.compute (%i) in [3] {
    %f = tensor.fold (%k) = 0 to 3 add {
      %a = tensor.at %s[%k] : tensor<3xf64>
      %b = tensor.at %whole[%i, %k] : tensor<3x3xf64>
      %c = arith.mulf %a, %b : f64
      tensor.yield %c : f64
    } : f64
    tensor.yield %f : f64
  } : tensor<3xf64>
  %e = tensor.at %whole[0, 1] : tensor<3x3xf64>
  %g = tensor.at %s[1] : tensor<3xf64>
  %h = arith.addf %e, %g : f64
  %t = tensor.splat %h : tensor<3xf64>
  %z = arith.addf %y, %t : tensor<3xf64>
";
    let mapped = |x: &str| {
        format!(
            "func.func @main(%whole: tensor<3x3xf64>, %other: tensor<3x3xf64>) -> tensor<3x3xf64> {{
  %r = tensor.vmap (%s = {x}) axes [0] -> [0] : (tensor<3x3xf64>) -> (tensor<3x3xf64>) {{
{code}    tensor.yield %z : tensor<3xf64>
  }}
  return %r : tensor<3x3xf64>
}}"
        )
    };
    let ctx = context();
    let x = tensor(DType::F64, &[3, 3], 5);
    let answers = ["%whole", "%other"].map(|bound| {
        let mut module = parse(&ctx, &mapped(bound));
        run(&ctx, &mut module, "autodiff");
        interpret(&module, &[x.clone(), x.clone()]).expect("it runs")
    });
    assert_eq!(numbers(&answers[0][0]), numbers(&answers[1][0]));
}
