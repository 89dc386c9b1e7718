//! Loops and conditionals on tensors and scalars, backwards.

use super::harness::Case;

fn check(inputs: &[(&str, &[usize])], outputs: &[&str], code: &str, range: (f64, f64)) -> String {
    (0..3).map(|seed| Case { inputs, outputs, code, range }.check(seed)).next_back().unwrap()
}

const C: &str = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n";

/// A scalar recurrence of `trips` iterations that uses a value from outside.
fn scalar(trips: i64) -> String {
    format!(
        "{C}  %hi = arith.constant {trips} : index\n  %y0 = loop.for %i = %c0 to %hi step %c1 iter_args(%a = %x0) -> (f64) {{\n    %s = math.sin %a : f64\n    %p = arith.mulf %s, %x1 : f64\n    %q = arith.addf %p, %x1 : f64\n    loop.yield %q : f64\n  }}"
    )
}

#[test]
fn scalars_for_any_trip_count() {
    let inputs: &[(&str, &[usize])] = &[("f64", &[]), ("f64", &[])];
    for trips in [-3, 0, 1, 2, 16, 17, 20, 25, 26, 101] {
        check(inputs, &["f64"], &scalar(trips), (0.2, 1.3));
    }
}

#[test]
fn other_first_indices_and_steps() {
    for (lo, hi, step) in [(2, 13, 3), (-5, 60, 2), (7, 7, 1), (9, 3, 4)] {
        let code = format!(
            "  %lo = arith.constant {lo} : i32\n  %hi = arith.constant {hi} : i32\n  %st = arith.constant {step} : i32\n  %y0 = loop.for %i = %lo to %hi step %st iter_args(%a = %x0) -> (f64) : i32 {{\n    %f = arith.sitofp %i : i32 to f64\n    %t = arith.constant 0.01 : f64\n    %g = arith.mulf %f, %t : f64\n    %s = math.sin %a : f64\n    %p = arith.mulf %s, %x1 : f64\n    %q = arith.addf %p, %g : f64\n    loop.yield %q : f64\n  }}"
        );
        check(&[("f64", &[]), ("f64", &[])], &["f64"], &code, (0.2, 1.3));
    }
}

#[test]
fn tensors_with_weights() {
    // h := tanh(W h + x[t]), and all of them as a sequence.
    let code = format!(
        "{C}  %hi = tensor.extent [t] : index\n  %z = tensor.splat %zero : tensor<?{{t}}x?{{n}}xf64>\n  %r:2 = loop.for %i = %c0 to %hi step %c1 iter_args(%h = %x0, %ys = %z) -> (tensor<?{{n}}xf64>, tensor<?{{t}}x?{{n}}xf64>) {{\n    %w = tensor.contract \"ij,j->i\" %x1, %h : (tensor<?{{n}}x?{{n}}xf64>, tensor<?{{n}}xf64>) -> tensor<?{{n}}xf64>\n    %x = tensor.dynamic_slice %x2[%i, %c0] : tensor<?{{t}}x?{{n}}xf64> to tensor<1x?{{n}}xf64>\n    %v = tensor.reshape %x : tensor<1x?{{n}}xf64> to tensor<?{{n}}xf64>\n    %s = arith.addf %w, %v : tensor<?{{n}}xf64>\n    %k = math.tanh %s : tensor<?{{n}}xf64>\n    %u = tensor.reshape %k : tensor<?{{n}}xf64> to tensor<1x?{{n}}xf64>\n    %new = tensor.update_slice %u, %ys[%i, %c0] : tensor<1x?{{n}}xf64> into tensor<?{{t}}x?{{n}}xf64>\n    loop.yield %k, %new : tensor<?{{n}}xf64>, tensor<?{{t}}x?{{n}}xf64>\n  }}\n  %y0 = math.sin %r#0 : tensor<?{{n}}xf64>\n  %y1 = math.sin %r#1 : tensor<?{{t}}x?{{n}}xf64>"
    );
    let code = code.replace("  %z = tensor", "  %zero = arith.constant 0.0 : f64\n  %z = tensor");
    for (t, n) in [(4, 3), (0, 3), (1, 2), (5, 0)] {
        let inputs: &[(&str, &[usize])] = &[
            ("tensor<?{n}xf64>", &[n]),
            ("tensor<?{n}x?{n}xf64>", &[n, n]),
            ("tensor<?{t}x?{n}xf64>", &[t, n]),
        ];
        check(inputs, &["tensor<?{n}xf64>", "tensor<?{t}x?{n}xf64>"], &code, (-0.9, 0.9));
    }
}

#[test]
fn loops_in_loops() {
    let code = format!(
        "{C}  %c5 = arith.constant 5 : index\n  %c20 = arith.constant 20 : index\n  %y0 = loop.for %i = %c0 to %c20 step %c1 iter_args(%a = %x0) -> (tensor<3xf64>) {{\n    %r = loop.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (tensor<3xf64>) {{\n      %s = math.sin %b : tensor<3xf64>\n      %p = arith.mulf %s, %x1 : tensor<3xf64>\n      %q = loop.for %k = %j to %c5 step %c1 iter_args(%c = %p) -> (tensor<3xf64>) {{\n        %e = math.cos %c : tensor<3xf64>\n        %f = arith.mulf %e, %b : tensor<3xf64>\n        loop.yield %f : tensor<3xf64>\n      }}\n      loop.yield %q : tensor<3xf64>\n    }}\n    %s = arith.addf %r, %x1 : tensor<3xf64>\n    loop.yield %s : tensor<3xf64>\n  }}"
    );
    check(&[("tensor<3xf64>", &[3]), ("tensor<3xf64>", &[3])], &["tensor<3xf64>"], &code, (0.3, 0.9));
}

#[test]
fn bounds_that_are_values() {
    // The trip count depends on the data: nothing is known of it.
    let code = format!(
        "{C}  %k = arith.constant 400.0 : f64\n  %f = arith.mulf %x0, %k : f64\n  %n = arith.fptosi %f : f64 to i64\n  %hi = arith.index_cast %n : i64 to index\n  %y0 = loop.for %i = %c0 to %hi step %c1 iter_args(%a = %x1) -> (f64) {{\n    %s = math.sin %a : f64\n    %p = arith.mulf %s, %x1 : f64\n    %q = arith.addf %p, %x1 : f64\n    loop.yield %q : f64\n  }}"
    );
    let inputs: &[(&str, &[usize])] = &[("f64", &[]), ("f64", &[])];
    for range in [(-0.5, 0.0), (0.001, 0.01), (0.3, 0.35), (0.9, 1.0)] {
        check(inputs, &["f64"], &code, range);
    }
}

#[test]
fn conditionals_of_tensors() {
    let code = "  %z = arith.constant 0.0 : f64\n  %c = arith.cmpf ogt, %x1, %z : f64\n  %y0:2 = loop.if %c -> (tensor<?{n}xf64>, f64) {\n    %s = math.sin %x0 : tensor<?{n}xf64>\n    %p = arith.mulf %s, %x0 : tensor<?{n}xf64>\n    %q = arith.mulf %x1, %x1 : f64\n    loop.yield %p, %q : tensor<?{n}xf64>, f64\n  } else {\n    %s = tensor.splat %x1 : tensor<?{n}xf64>\n    loop.yield %s, %z : tensor<?{n}xf64>, f64\n  }".replace("%y0:2", "%r:2") + "\n  %y0 = math.exp %r#0 : tensor<?{n}xf64>\n  %y1 = math.sin %r#1 : f64";
    for n in [0, 4] {
        let inputs: &[(&str, &[usize])] = &[("tensor<?{n}xf64>", &[n]), ("f64", &[])];
        for range in [(-1.0, -0.1), (0.1, 1.0)] {
            check(inputs, &["tensor<?{n}xf64>", "f64"], &code, range);
        }
    }
}

#[test]
fn conditionals_in_loops() {
    let code = format!(
        "{C}  %c30 = arith.constant 30 : index\n  %z = arith.constant 0.5 : f64\n  %y0:2 = loop.for %i = %c0 to %c30 step %c1 iter_args(%a = %x0, %k = %c0) -> (f64, index) {{\n    %c = arith.cmpf ogt, %a, %z : f64\n    %r:2 = loop.if %c -> (f64, index) {{\n      %s = math.sin %a : f64\n      %p = arith.mulf %s, %x1 : f64\n      %n = arith.addi %k, %c1 : index\n      loop.yield %p, %n : f64, index\n    }} else {{\n      %s = math.cos %a : f64\n      %p = arith.mulf %s, %x1 : f64\n      loop.yield %p, %k : f64, index\n    }}\n    loop.yield %r#0, %r#1 : f64, index\n  }}\n"
    ).replace("%y0:2", "%r:2") + "  %i = arith.index_cast %r#1 : index to i64\n  %f = arith.sitofp %i : i64 to f64\n  %y0 = arith.mulf %f, %r#0 : f64";
    check(&[("f64", &[]), ("f64", &[])], &["f64"], &code, (0.4, 0.9));
}

#[test]
fn while_loops() {
    // Newton's method for the square root of an element, while it changes; any trip count, also 0.
    let code = "  %one = arith.constant 1.0 : f64\n  %half = arith.constant 0.5 : f64\n  %eps = arith.constant 1.0e-3 : f64\n  %v = arith.mulf %x0, %x0 : f64\n  %r:2 = loop.while (%a = %v, %d = %x1) : (f64, f64) -> (f64, f64) {\n    %m = math.absf %d : f64\n    %c = arith.cmpf ogt, %m, %eps : f64\n    %e = arith.mulf %a, %x1 : f64\n    loop.condition %c, %a, %e : f64, f64\n  } do (%a: f64, %e: f64) {\n    %q = arith.divf %v, %a : f64\n    %s = arith.addf %a, %q : f64\n    %h = arith.mulf %s, %half : f64\n    %t = arith.subf %h, %a : f64\n    loop.yield %h, %t : f64, f64\n  }\n  %y0 = arith.mulf %r#0, %one : f64\n  %y1 = arith.mulf %r#1, %r#0 : f64";
    for range in [(0.5, 2.0), (-1e-4, 1e-4)] {
        check(&[("f64", &[]), ("f64", &[])], &["f64", "f64"], code, range);
    }
}

#[test]
fn while_loops_of_tensors() {
    let code = "  %lim = arith.constant 40.0 : f64\n  %zero = arith.constant 0.0 : f64\n  %one = arith.constant 1.0 : f64\n  %r:2 = loop.while (%a = %x0, %k = %zero) : (tensor<?{n}xf64>, f64) -> (tensor<?{n}xf64>, f64) {\n    %c = arith.cmpf olt, %k, %x2 : f64\n    loop.condition %c, %a, %k : tensor<?{n}xf64>, f64\n  } do (%a: tensor<?{n}xf64>, %k: f64) {\n    %s = math.sin %a : tensor<?{n}xf64>\n    %p = arith.mulf %s, %x1 : tensor<?{n}xf64>\n    %q = arith.addf %p, %x1 : tensor<?{n}xf64>\n    %j = arith.addf %k, %one : f64\n    loop.yield %q, %j : tensor<?{n}xf64>, f64\n  }\n  %y0 = math.sin %r#0 : tensor<?{n}xf64>";
    for n in [0, 3] {
        let inputs: &[(&str, &[usize])] =
            &[("tensor<?{n}xf64>", &[n]), ("tensor<?{n}xf64>", &[n]), ("f64", &[])];
        for scale in [0.0, 1.0, 7.0, 300.0] {
            let scaled = code.replace("%x2 : f64\n    loop.condition", "%lim2 : f64\n    loop.condition");
            let scaled = format!(
                "  %sc = arith.constant {scale:?} : f64\n  %lim2 = arith.mulf %x2, %sc : f64\n{scaled}"
            );
            check(inputs, &["tensor<?{n}xf64>"], &scaled, (0.5, 0.9));
        }
    }
}

#[test]
fn loops_left_early() {
    let code = format!(
        "{C}  %hi = arith.constant 40 : index\n  %limit = arith.constant 3.0 : f64\n  %y0 = loop.for %i = %c0 to %hi step %c1 iter_args(%a = %x0) -> (f64) {{\n    %s = math.sin %a : f64\n    %p = arith.mulf %s, %x1 : f64\n    %q = arith.addf %p, %a : f64\n    %go = arith.cmpf olt, %q, %limit : f64\n    loop.condition %go, %q : f64\n  }}"
    );
    for range in [(0.1, 0.2), (0.5, 0.9)] {
        check(&[("f64", &[]), ("f64", &[])], &["f64"], &code, range);
    }
    let points = format!(
        "{C}  %hi = arith.constant 40 : index\n  %limit = arith.constant 3.0 : f64\n  %y0 = tensor.compute (%j) in [n] {{\n    %x = tensor.at %x0[%j] : tensor<?{{n}}xf64>\n    %r = loop.for %i = %c0 to %hi step %c1 iter_args(%a = %x) -> (f64) {{\n      %s = math.sin %a : f64\n      %p = arith.mulf %s, %x1 : f64\n      %q = arith.addf %p, %a : f64\n      %go = arith.cmpf olt, %q, %limit : f64\n      loop.condition %go, %q : f64\n    }}\n    tensor.yield %r : f64\n  }} : tensor<?{{n}}xf64>"
    );
    for n in [0, 4] {
        check(&[("tensor<?{n}xf64>", &[n]), ("f64", &[])], &["tensor<?{n}xf64>"], &points, (0.2, 0.9));
    }
}
