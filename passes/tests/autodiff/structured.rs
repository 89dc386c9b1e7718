//! Folds of every kind, conditionals, small arrays, loops forwards, transforms of transforms.

use super::harness::Case;

fn check(inputs: &[(&str, &[usize])], outputs: &[&str], code: &str, range: (f64, f64)) -> String {
    (0..3).map(|seed| Case { inputs, outputs, code, range }.check(seed)).next_back().unwrap()
}

const ROWS: (&str, &[usize]) = ("tensor<?{n}x4xf64>", &[3, 4]);

fn fold(kind: &str, then: &str) -> String {
    format!(
        "  %y0 = tensor.compute (%i) in [n] {{\n    %f = tensor.fold (%k) = 0 to 4 {kind} {{\n      %a = tensor.at %x0[%i, %k] : tensor<?{{n}}x4xf64>\n      %b = math.sin %a : f64\n      tensor.yield %b : f64\n    }} : f64\n    {then}\n    tensor.yield %e : f64\n  }} : tensor<?{{n}}xf64>"
    )
}

#[test]
fn folds_of_every_kind() {
    for kind in ["add", "mul", "maximumf", "minimumf", "maxnumf", "minnumf"] {
        check(&[ROWS], &["tensor<?{n}xf64>"], &fold(kind, "%e = math.exp %f : f64"), (-1.0, 1.0));
    }
}

#[test]
fn folds_that_use_outer_values() {
    let then = "%p = tensor.at %x0[%i, 1] : tensor<?{n}x4xf64>\n    %q = arith.mulf %f, %p : f64\n    %e = tensor.fold (%m) = 0 to 3 add {\n      %r = tensor.at %x0[%i, %m + 1] : tensor<?{n}x4xf64>\n      %s = arith.mulf %r, %q : f64\n      %t = math.sin %s : f64\n      %u = arith.mulf %t, %p : f64\n      tensor.yield %u : f64\n    } : f64";
    check(&[ROWS], &["tensor<?{n}xf64>"], &fold("add", then), (-1.0, 1.0));
    check(&[ROWS], &["tensor<?{n}xf64>"], &fold("mul", then), (-1.0, 1.0));
}

#[test]
fn folds_in_folds() {
    let code = "  %y0 = tensor.compute (%i) in [n] {\n    %f = tensor.fold (%k) = 0 to 4 add {\n      %a = tensor.at %x0[%i, %k] : tensor<?{n}x4xf64>\n      %g = tensor.fold (%m) = 0 to %k + 1 mul {\n        %b = tensor.at %x0[%i, %m] : tensor<?{n}x4xf64>\n        %c = arith.addf %a, %b : f64\n        tensor.yield %c : f64\n      } : f64\n      %h = math.sin %g : f64\n      tensor.yield %h : f64\n    } : f64\n    tensor.yield %f : f64\n  } : tensor<?{n}xf64>";
    check(&[ROWS], &["tensor<?{n}xf64>"], code, (0.2, 1.0));
}

#[test]
fn products_with_zeros() {
    // One zero, and two: the product of the others, and nothing.
    let code = "  %z = arith.constant dense<[[0.0, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 1.0, 1.0]]> : tensor<3x4xf64>\n  %p = arith.mulf %x0, %z : tensor<3x4xf64>\n  %y0 = tensor.reduce mul %p dims = [1] : tensor<3x4xf64> to tensor<3xf64>";
    check(&[("tensor<3x4xf64>", &[3, 4])], &["tensor<3xf64>"], code, (0.5, 2.0));
}

#[test]
fn softmax() {
    let code = "  %y0 = tensor.compute (%i, %j) in [n, 4] {\n    %mx = tensor.fold (%k) = 0 to 4 maximumf {\n      %p = tensor.at %x0[%i, %k] : tensor<?{n}x4xf64>\n      tensor.yield %p : f64\n    } : f64\n    %f = tensor.fold (%k) = 0 to 4 add {\n      %p = tensor.at %x0[%i, %k] : tensor<?{n}x4xf64>\n      %q = arith.subf %p, %mx : f64\n      %e = math.exp %q : f64\n      tensor.yield %e : f64\n    } : f64\n    %p = tensor.at %x0[%i, %j] : tensor<?{n}x4xf64>\n    %q = arith.subf %p, %mx : f64\n    %e = math.exp %q : f64\n    %r = arith.divf %e, %f : f64\n    tensor.yield %r : f64\n  } : tensor<?{n}x4xf64>";
    check(&[ROWS], &["tensor<?{n}x4xf64>"], code, (-2.0, 2.0));
}

#[test]
fn conditionals() {
    let code = "  %z = arith.constant 0.0 : f64\n  %y0 = tensor.compute (%i, %j) in [n, 4] {\n    %a = tensor.at %x0[%i, %j] : tensor<?{n}x4xf64>\n    %c = arith.cmpf ogt, %a, %z : f64\n    %r = loop.if %c -> (f64) {\n      %b = tensor.at %x0[%i, 0] : tensor<?{n}x4xf64>\n      %s = arith.mulf %a, %b : f64\n      loop.yield %s : f64\n    } else {\n      %b = tensor.at %x0[%i, 3 - %j] : tensor<?{n}x4xf64>\n      %s = math.sin %b : f64\n      loop.yield %s : f64\n    }\n    tensor.yield %r : f64\n  } : tensor<?{n}x4xf64>";
    check(&[ROWS], &["tensor<?{n}x4xf64>"], code, (-1.0, 1.0));
}

#[test]
fn folds_under_conditions() {
    let code = "  %z = arith.constant 0.0 : f64\n  %y0 = tensor.compute (%i, %j) in [n, 4] {\n    %a = tensor.at %x0[%i, %j] : tensor<?{n}x4xf64>\n    %c = arith.cmpf ogt, %a, %z : f64\n    %r = loop.if %c -> (f64) {\n      %f = tensor.fold (%k) = 0 to %j + 1 add {\n        %b = tensor.at %x0[%i, %k] : tensor<?{n}x4xf64>\n        %s = arith.mulf %a, %b : f64\n        tensor.yield %s : f64\n      } : f64\n      %q = math.sin %f : f64\n      loop.yield %q : f64\n    } else {\n      %f = tensor.fold (%k) = 0 to 4 mul {\n        %b = tensor.at %x0[%i, %k] : tensor<?{n}x4xf64>\n        tensor.yield %b : f64\n      } : f64\n      loop.yield %f : f64\n    }\n    tensor.yield %r : f64\n  } : tensor<?{n}x4xf64>";
    check(&[ROWS], &["tensor<?{n}x4xf64>"], code, (-1.0, 1.0));
}

#[test]
fn conditions_in_folds() {
    let code = "  %z = arith.constant 0.0 : f64\n  %y0 = tensor.compute (%i) in [n] {\n    %f = tensor.fold (%k) = 0 to 4 add {\n      %a = tensor.at %x0[%i, %k] : tensor<?{n}x4xf64>\n      %c = arith.cmpf ogt, %a, %z : f64\n      %r = loop.if %c -> (f64) {\n        %g = tensor.fold (%m) = 0 to %k + 1 maximumf {\n          %b = tensor.at %x0[%i, %m] : tensor<?{n}x4xf64>\n          tensor.yield %b : f64\n        } : f64\n        %h = arith.mulf %g, %a : f64\n        loop.yield %h : f64\n      } else {\n        loop.yield %a : f64\n      }\n      tensor.yield %r : f64\n    } : f64\n    tensor.yield %f : f64\n  } : tensor<?{n}xf64>";
    check(&[ROWS], &["tensor<?{n}xf64>"], code, (-1.0, 1.0));
}

#[test]
fn loops_forwards() {
    let ctx = crate::common::context();
    // Newton's method for the square root, while it changes much; and a counted loop.
    let text = "func.func @main(%x: f64, %t: f64) -> (f64, f64) {\n  %y, %dy = tensor.jvp (%v = %x) tangent(%t) : (f64) -> (f64) {\n    %one = arith.constant 1.0 : f64\n    %half = arith.constant 0.5 : f64\n    %eps = arith.constant 1.0e-12 : f64\n    %r:2 = loop.while (%a = %v, %d = %one) : (f64, f64) -> (f64, f64) {\n      %m = math.absf %d : f64\n      %c = arith.cmpf ogt, %m, %eps : f64\n      loop.condition %c, %a, %d : f64, f64\n    } do (%a: f64, %d: f64) {\n      %q = arith.divf %v, %a : f64\n      %s = arith.addf %a, %q : f64\n      %h = arith.mulf %s, %half : f64\n      %e = arith.subf %h, %a : f64\n      loop.yield %h, %e : f64, f64\n    }\n    %c0 = arith.constant 0 : index\n    %c3 = arith.constant 3 : index\n    %c1 = arith.constant 1 : index\n    %p = loop.for %i = %c0 to %c3 step %c1 iter_args(%a = %r#0) -> (f64) {\n      %b = arith.mulf %a, %v : f64\n      loop.yield %b : f64\n    }\n    tensor.yield %p : f64\n  }\n  return %y, %dy : f64, f64\n}";
    let mut module = crate::common::parse(&ctx, text);
    crate::common::run(&ctx, &mut module, "autodiff");
    let bits = |x: f64| tf_interp::Datum::Bits(x.to_bits());
    let results = crate::common::interpret(&module, &[bits(2.0), bits(1.0)]).unwrap();
    let found: Vec<f64> = results.iter().map(|d| super::harness::Vector::of(d).1[0]).collect();
    // x^3.5 and 3.5 x^2.5.
    assert!((found[0] - 2f64.powf(3.5)).abs() < 1e-11, "{found:?}");
    assert!((found[1] - 3.5 * 2f64.powf(2.5)).abs() < 1e-10, "{found:?}");
}

#[test]
fn counted_loops_left_early_forwards() {
    let ctx = crate::common::context();
    // The cube: the loop is left when two factors have been multiplied to the first.
    let text = "
func.func @main(%x: f64, %t: f64) -> (f64, f64) {
  %y, %dy = tensor.jvp (%v = %x) tangent(%t) : (f64) -> (f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %p = loop.for %i = %c0 to %c9 step %c1 iter_args(%a = %v) -> (f64) {
      %b = arith.mulf %a, %v : f64
      %go = arith.cmpi slt, %i, %c1 : index
      loop.condition %go, %b : f64
    }
    tensor.yield %p : f64
  }
  return %y, %dy : f64, f64
}";
    let mut module = crate::common::parse(&ctx, text);
    crate::common::run(&ctx, &mut module, "autodiff");
    let bits = |x: f64| tf_interp::Datum::Bits(x.to_bits());
    let results = crate::common::interpret(&module, &[bits(2.0), bits(1.0)]).unwrap();
    let found: Vec<f64> = results.iter().map(|d| super::harness::Vector::of(d).1[0]).collect();
    assert_eq!(found, [8.0, 12.0]);
}

#[test]
fn small_arrays() {
    let code = "  %y0 = tensor.compute (%i) in [n] {\n    %a = tensor.at %x0[%i, 0] : tensor<?{n}x4xf64>\n    %b = tensor.at %x0[%i, 1] : tensor<?{n}x4xf64>\n    %c = arith.mulf %a, %b : f64\n    %v = tensor.from_elements %a, %b, %c : tensor<3xf64>\n    %d = tensor.at %v[%i mod 3] : tensor<3xf64>\n    %e = math.sin %d : f64\n    %w = tensor.from_elements %e, %d : tensor<2xf64>\n    tensor.yield %w : tensor<2xf64>\n  } : tensor<?{n}x2xf64>";
    check(&[ROWS], &["tensor<?{n}x2xf64>"], code, (-1.0, 1.0));
}

#[test]
fn scalars_from_outside() {
    let code = "  %y0 = tensor.compute (%i, %j) in [n, 4] {\n    %a = tensor.at %x0[%i, %j] : tensor<?{n}x4xf64>\n    %b = arith.mulf %a, %x1 : f64\n    %c = math.sin %b : f64\n    tensor.yield %c : f64\n  } : tensor<?{n}x4xf64>";
    check(&[ROWS, ("f64", &[])], &["tensor<?{n}x4xf64>"], code, (-1.0, 1.0));
}

#[test]
fn named_ops() {
    let code = "  %a = tensor.transpose %x0 perm = [1, 0] : tensor<?{n}x4xf64> to tensor<4x?{n}xf64>\n  %b = tensor.reduce add %a dims = [0] : tensor<4x?{n}xf64> to tensor<?{n}xf64>\n  %c = tensor.broadcast %b dims = [0] : tensor<?{n}xf64> to tensor<?{n}x4xf64>\n  %d = arith.divf %x0, %c : tensor<?{n}x4xf64>\n  %e = tensor.reshape %d : tensor<?{n}x4xf64> to tensor<?{4*n}xf64>\n  %y0 = tensor.slice %e [1:4*n:3] : tensor<?{4*n}xf64> to tensor<?{(4*n + 1) floordiv 3}xf64>";
    check(&[ROWS], &["tensor<?{(4*n + 1) floordiv 3}xf64>"], code, (0.5, 2.0));
}

#[test]
fn detached_values_are_constants() {
    let text = "func.func @main(%x: f64, %g: f64) -> (f64, f64) {\n  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f64) -> (f64) {\n    %d = tensor.detach %v : f64\n    %m = arith.mulf %d, %v : f64\n    %r = math.floor %v : f64\n    %s = tensor.straight_through %r, %v : f64\n    %t = arith.addf %m, %s : f64\n    tensor.yield %t : f64\n  }\n  return %y, %dx : f64, f64\n}";
    let ctx = crate::common::context();
    let mut module = crate::common::parse(&ctx, text);
    crate::common::run(&ctx, &mut module, "autodiff");
    let bits = |x: f64| tf_interp::Datum::Bits(x.to_bits());
    let results = crate::common::interpret(&module, &[bits(2.5), bits(1.0)]).unwrap();
    let found: Vec<f64> = results.iter().map(|d| super::harness::Vector::of(d).1[0]).collect();
    assert_eq!(found, [2.5 * 2.5 + 2.0, 2.5 + 1.0]);
}

#[test]
fn second_derivatives_by_transforms_of_transforms() {
    // d/dx of the gradient of Σ sin(x)·x, in each combination of modes.
    let inner = |mode: &str| match mode {
        "vjp" => {
            "    %o = arith.constant 1.0 : f64\n    %q, %y0 = tensor.vjp (%v = %x0) seed(%o) : (f64) -> (f64) {\n      %s = math.sin %v : f64\n      %t = arith.mulf %s, %v : f64\n      tensor.yield %t : f64\n    }"
        }
        _ => {
            "    %o = arith.constant 1.0 : f64\n    %q, %y0 = tensor.jvp (%v = %x0) tangent(%o) : (f64) -> (f64) {\n      %s = math.sin %v : f64\n      %t = arith.mulf %s, %v : f64\n      tensor.yield %t : f64\n    }"
        }
    };
    for mode in ["vjp", "jvp"] {
        check(&[("f64", &[])], &["f64"], inner(mode), (-1.0, 1.0));
    }
    let code = "    %o = arith.constant dense<1.0> : tensor<6xf64>\n    %q, %y0 = tensor.vjp (%v = %x0) seed(%o) : (tensor<8xf64>) -> (tensor<6xf64>) {\n      %s = tensor.compute (%i) in [6] {\n        %f = tensor.fold (%k) = 0 to 3 add {\n          %a = tensor.at %v[%i + %k] : tensor<8xf64>\n          %b = tensor.at %v[%k] : tensor<8xf64>\n          %c = arith.mulf %a, %b : f64\n          %d = math.exp %c : f64\n          tensor.yield %d : f64\n        } : f64\n        tensor.yield %f : f64\n      } : tensor<6xf64>\n      tensor.yield %s : tensor<6xf64>\n    }";
    check(&[("tensor<8xf64>", &[8])], &["tensor<8xf64>"], code, (-1.0, 1.0));
}

#[test]
fn scans_of_every_kind() {
    let ty = "tensor<?{n}x4xf64>";
    for kind in ["add", "mul", "maximumf", "minimumf"] {
        for way in ["", " reverse", " exclusive", " reverse exclusive"] {
            let code =
                format!("  %a = math.exp %x0 : {ty}\n  %y0 = tensor.scan {kind} %a dim = 1{way} : {ty}");
            if kind.ends_with('f') && way.contains("exclusive") {
                // The first element is infinite.
                continue;
            }
            check(&[ROWS], &[ty], &code, (-1.0, 1.0));
        }
    }
}

/// Windows with strides and dilations, second order too: many conditions on one index.
#[test]
fn windows_of_products() {
    let code = "  %y0 = tensor.reduce_window mul %x0 init(%x1) window = [1, 3] strides = [1, 3] base_dilations = [1, 2] window_dilations = [1, 2] low = [0, 2] high = [0, 1] : tensor<1x6xf64> to tensor<1x4xf64>";
    let inputs: &[(&str, &[usize])] = &[("tensor<1x6xf64>", &[1, 6]), ("f64", &[])];
    let outputs = &["tensor<1x4xf64>"];
    check(inputs, outputs, code, (0.3, 1.2));
    Case { inputs, outputs, code, range: (0.3, 1.2) }.check_second(7);
}
