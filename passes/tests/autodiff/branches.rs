//! Backward passes of selections: an operand that is not selected gets no cotangent, for any derivative. An
//! infinite derivative times a cotangent of zero would be NaN.

use super::execute::call;
use super::harness::{Case, Vector, expanded};
use crate::common::{context, parse, print, run};
use tf_ir::body::Body;

/// A point, and the first and the second derivative there.
type Slopes = (f64, f64, f64);

/// First and second derivatives, in each direction and order, of the functions of `module`, with the names of
/// `Case`.
fn compare(module: &Body, points: &[Slopes], is_scalar: bool, shown: &str) {
    let vector = |values: Vec<f64>| Vector(if is_scalar { Vec::new() } else { vec![values.len()] }, values);
    let parts: Vec<&[Slopes]> = if is_scalar { points.chunks(1).collect() } else { vec![points] };
    for part in parts {
        let x = vector(part.iter().map(|p| p.0).collect());
        let ones = vector(vec![1.0; part.len()]);
        let orders = ["jvp_of_vjp", "vjp_of_vjp", "vjp_of_jvp", "jvp_of_jvp"];
        for entry in std::iter::once("vjp").chain(orders) {
            let args: Vec<Vector> = match entry {
                "vjp" => vec![x.clone(), ones.clone()],
                _ => vec![x.clone(), ones.clone(), ones.clone()],
            };
            let found = call(module, entry, &args, shown);
            for (found, (at, first, second)) in found[0].1.iter().zip(part) {
                let wanted = if entry == "vjp" { *first } else { *second };
                assert!(
                    (found - wanted).abs() <= 1e-12 * (1.0 + wanted.abs()),
                    "{entry} at {at}: {found}, not {wanted}\n{shown}"
                );
            }
        }
    }
}

/// Checks code from `%x0` to `%y0`, in which `T` is the type of both, `B` that of truth values and `k(1.5)` a
/// constant: on scalars, and on tensors.
fn check(code: &str, points: &[Slopes]) {
    let n = points.len();
    let tensors = [format!("tensor<{n}xf64>"), format!("tensor<{n}xi1>")];
    for (is_scalar, [ty, truth]) in [(true, ["f64".to_string(), "i1".to_string()]), (false, tensors)] {
        let code = code.replace("B", &truth);
        let code = match is_scalar {
            true => code.replace("k(", "arith.constant (").replace('(', "").replace(')', " : f64"),
            false => code.replace("k(", "arith.constant dense<(").replace('(', "").replace(')', "> : T"),
        };
        let code = code.replace("T", &ty);
        let extents = [n];
        let inputs: &[(&str, &[usize])] = &[(&ty, if is_scalar { &[] } else { &extents })];
        let text = Case { inputs, outputs: &[&ty], code: &code, range: (0.0, 1.0) }.second_module();
        compare(&expanded(&text), points, is_scalar, &text);
    }
}

#[test]
fn a_root_that_is_not_taken_at_zero_gives_nothing() {
    let code = "%z = k(0.0)\n%p = arith.cmpf ogt, %x0, %z : T\n%s = math.sqrt %x0 : T\n%y0 = arith.select %p, %s, %z : B, T";
    check(code, &[(0.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (4.0, 0.25, -1.0 / 32.0)]);
}

#[test]
fn a_logarithm_in_a_product_gives_nothing_at_zero() {
    let code = "%z = k(0.0)\n%p = arith.cmpf ogt, %x0, %z : T\n%l = math.log %x0 : T\n%m = arith.mulf %l, %x0 : T\n\
                %y0 = arith.select %p, %m, %z : B, T";
    check(code, &[(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2.0, 1.0 + 2f64.ln(), 0.5), (-3.0, 0.0, 0.0)]);
}

#[test]
fn a_quotient_has_the_derivative_of_its_series_where_it_is_none() {
    let code = "%z = k(0.0)\n%one = k(1.0)\n%p = arith.cmpf oeq, %x0, %z : T\n%s = math.sin %x0 : T\n%q = arith.divf %s, %x0 : T\n\
                %y0 = arith.select %p, %one, %q : B, T";
    let (sin, cos) = 2f64.sin_cos();
    let second = -sin / 2.0 - 2.0 * (cos / 4.0) + 2.0 * sin / 8.0;
    check(code, &[(0.0, 0.0, 0.0), (2.0, cos / 2.0 - sin / 4.0, second)]);
}

/// Selections in selections, a value that both sides use, and one condition twice.
#[test]
fn conditions_nest_and_meet() {
    let code = "%z = k(0.0)\n%one = k(1.0)\n%p = arith.cmpf ogt, %x0, %z : T\n%q = arith.cmpf ogt, %x0, %one : T\n\
                %s = math.sqrt %x0 : T\n%c = arith.mulf %s, %x0 : T\n%r = arith.select %q, %c, %s : B, T\n\
                %i = arith.divf %one, %x0 : T\n%t = arith.select %p, %r, %x0 : B, T\n%u = arith.select %p, %i, %x0 : B, T\n\
                %y0 = arith.addf %t, %u : T";
    let points = [
        (0.0, 2.0, 0.0),
        (-1.0, 2.0, 0.0),
        (0.25, 1.0 - 16.0, -2.0 + 128.0),
        (4.0, 3.0 - 0.0625, 0.375 + 2.0 / 64.0),
    ];
    check(code, &points);
}

/// The other side is taken under the same condition: nothing is left of either.
#[test]
fn contradictions_give_nothing() {
    let code = "%z = k(0.0)\n%p = arith.cmpf ogt, %x0, %z : T\n%l = math.log %x0 : T\n%a = arith.select %p, %x0, %l : B, T\n\
                %y0 = arith.select %p, %a, %x0 : B, T";
    check(code, &[(0.0, 1.0, 0.0), (3.0, 1.0, 0.0), (-3.0, 1.0, 0.0)]);
}

#[test]
fn the_lesser_of_two_values_gives_nothing() {
    let code = "%one = k(1.0)\n%s = math.sqrt %x0 : T\n%y0 = arith.maximumf %s, %one : T";
    check(code, &[(0.0, 0.0, 0.0), (4.0, 0.25, -1.0 / 32.0)]);
}

/// If slices diverge, conditionals become selections.
#[test]
fn branches_of_mapped_code_have_the_same_results() {
    let code = "%y0 = tensor.vmap (%e = %x0) axes [0] -> [0] : (tensor<3xf64>) -> (tensor<3xf64>) {
  %v = tensor.at %e[] : tensor<f64>
  %z = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %v, %z : f64
  %r = loop.if %p -> (f64) {
    %s = math.sqrt %v : f64
    loop.yield %s : f64
  } else {
    %s = arith.mulf %v, %v : f64
    loop.yield %s : f64
  }
  %w = tensor.splat %r : tensor<f64>
  tensor.yield %w : tensor<f64>
}";
    let ty = "tensor<3xf64>";
    let text = Case { inputs: &[(ty, &[3])], outputs: &[ty], code, range: (0.0, 1.0) }.second_module();
    let points = [(0.0, 0.0, 2.0), (4.0, 0.25, -1.0 / 32.0), (-3.0, -6.0, 2.0)];
    compare(&expanded(&text), &points, false, &text);
}

/// Conditionals that `canonicalize` turned into selections before.
#[test]
fn conditionals_that_became_selections_give_the_same() {
    let code = "%z = arith.constant 0.0 : f64\n%p = arith.cmpf ogt, %x0, %z : f64\n%s = math.sqrt %x0 : f64\n\
                %y0 = loop.if %p -> (f64) {\nloop.yield %s : f64\n} else {\nloop.yield %x0 : f64\n}";
    let text = Case { inputs: &[("f64", &[])], outputs: &["f64"], code, range: (0.0, 1.0) }.second_module();
    let ctx = context();
    let mut module = parse(&ctx, &text);
    run(&ctx, &mut module, "canonicalize");
    assert!(!print(&module).contains("loop.if"), "{}", print(&module));
    run(&ctx, &mut module, "autodiff");
    compare(&module, &[(0.0, 1.0, 0.0), (4.0, 0.25, -1.0 / 32.0)], true, &text);
}

/// Terms below the maximum get no cotangent.
#[test]
fn values_below_the_greatest_give_nothing() {
    let code = "%y0 = tensor.compute (%i) in [1] {
  %m = tensor.fold (%k) = 0 to 3 maximumf {
    %b = tensor.at %x0[%k] : tensor<3xf64>
    %s = math.sqrt %b : f64
    tensor.yield %s : f64
  } : f64
  tensor.yield %m : f64
} : tensor<1xf64>";
    let case =
        Case { inputs: &[("tensor<3xf64>", &[3])], outputs: &["tensor<1xf64>"], code, range: (0.0, 1.0) };
    let module = expanded(&case.module());
    let x = Vector(vec![3], vec![0.0, 4.0, 1.0]);
    let backward = call(&module, "vjp", &[x.clone(), Vector(vec![1], vec![1.0])], "vjp");
    assert_eq!(backward[1].1, [0.0, 0.25, 0.0]);
    let forward = call(&module, "jvp", &[x, Vector(vec![3], vec![1.0; 3])], "jvp");
    assert_eq!(forward[1].1, [0.25]);
}
