//! Loops at points of comprehensions, and accumulating results.

use super::harness::Case;

fn check(inputs: &[(&str, &[usize])], outputs: &[&str], code: &str, range: (f64, f64)) -> String {
    (0..3).map(|seed| Case { inputs, outputs, code, range }.check(seed)).next_back().unwrap()
}

/// Only ⟨u, Jv⟩ = ⟨Jᵀu, v⟩, if finite differences do not exist.
fn check_pairing(inputs: &[(&str, &[usize])], outputs: &[&str], code: &str, range: (f64, f64)) {
    Case { inputs, outputs, code, range }.check_pairing(1);
}

const T: &str = "tensor<?{n}xf64>";

/// A loop of `trips` iterations at each point: reads at the point, at the iteration, at a computed index; a
/// value from outside.
fn counted(trips: &str) -> String {
    format!(
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n{trips}  %y0 = tensor.compute (%i) in [n] {{\n    %s = tensor.at %x0[%i] : tensor<?{{n}}xf64>\n    %e = arith.mulf %s, %x2 : f64\n    %r = loop.for %k = %c0 to %hi step %c1 iter_args(%a = %s) -> (f64) {{\n      %p = tensor.at %x1[%k] wrap : tensor<5xf64>\n      %j = arith.muli %k, %i : index\n      %q = tensor.at %x0[%j] wrap : tensor<?{{n}}xf64>\n      %b = math.sin %a : f64\n      %c = arith.mulf %b, %p : f64\n      %d = arith.mulf %q, %e : f64\n      %f = arith.addf %c, %d : f64\n      loop.yield %f : f64\n    }}\n    %t = math.exp %r : f64\n    tensor.yield %t : f64\n  }} : tensor<?{{n}}xf64>"
    )
}

#[test]
fn counted_loops_at_points() {
    for trips in [0, 1, 7, 8, 9, 70, 600] {
        for n in [0, 1, 3] {
            let code = counted(&format!("  %hi = arith.constant {trips} : index\n"));
            check(&[(T, &[n]), ("tensor<5xf64>", &[5]), ("f64", &[])], &[T], &code, (0.1, 0.6));
        }
    }
}

#[test]
fn bounds_known_when_running() {
    for n in [0, 1, 4, 11] {
        let code = counted("  %hi = tensor.extent [n * 3] : index\n");
        check(&[(T, &[n]), ("tensor<5xf64>", &[5]), ("f64", &[])], &[T], &code, (0.1, 0.6));
    }
}

#[test]
fn repeated_loops_at_points() {
    // Iterates until the value is large, as the Mandelbrot set does: a different trip count at each point.
    let code = "  %two = arith.constant 40.0 : f64\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %y0 = tensor.compute (%i) in [n] {\n    %c = tensor.at %x0[%i] : tensor<?{n}xf64>\n    %r:2 = loop.while (%a = %c, %k = %c0) : (f64, index) -> (f64, index) {\n      %m = math.absf %a : f64\n      %g = arith.cmpf olt, %m, %two : f64\n      loop.condition %g, %a, %k : f64, index\n    } do (%a: f64, %k: index) {\n      %p = tensor.at %x1[%k] wrap : tensor<5xf64>\n      %q = arith.mulf %a, %a : f64\n      %s = arith.mulf %q, %p : f64\n      %u = arith.addf %s, %a : f64\n      %t = arith.addf %u, %c : f64\n      %l = arith.addi %k, %c1 : index\n      loop.yield %t, %l : f64, index\n    }\n    %v = math.sqrt %r#0 : f64\n    tensor.yield %v : f64\n  } : tensor<?{n}xf64>";
    for n in [0, 5] {
        check(&[(T, &[n]), ("tensor<5xf64>", &[5])], &[T], code, (0.05, 0.5));
    }
}

#[test]
fn loops_folds_and_conditionals_nested() {
    let code = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c3 = arith.constant 3 : index\n  %half = arith.constant 0.4 : f64\n  %y0 = tensor.compute (%i) in [n] {\n    %f = tensor.fold (%m) = 0 to 3 add {\n      %s = tensor.at %x0[%i] : tensor<?{n}xf64>\n      %o = tensor.at %x1[%m] : tensor<5xf64>\n      %r = loop.for %k = %c0 to %m step %c1 iter_args(%a = %s) -> (f64) {\n        %g = arith.cmpf ogt, %a, %half : f64\n        %q = loop.if %g -> (f64) {\n          %p = tensor.at %x1[%k] wrap : tensor<5xf64>\n          %z = arith.mulf %p, %a : f64\n          loop.yield %z : f64\n        } else {\n          %w = tensor.fold (%l) = 0 to 5 add {\n            %p = tensor.at %x1[%l] : tensor<5xf64>\n            %z = arith.mulf %p, %a : f64\n            %zz = arith.mulf %z, %o : f64\n            tensor.yield %zz : f64\n          } : f64\n          loop.yield %w : f64\n        }\n        loop.yield %q : f64\n      }\n      %u = arith.mulf %r, %o : f64\n      tensor.yield %u : f64\n    } : f64\n    tensor.yield %f : f64\n  } : tensor<?{n}xf64>";
    for n in [0, 4] {
        check(&[(T, &[n]), ("tensor<5xf64>", &[5])], &[T], code, (0.3, 0.9));
    }
}

/// Puts of products into elements that two points share, also in a loop.
fn accumulated(how: &str) -> String {
    format!(
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c2 = arith.constant 2 : index\n  %y0 = tensor.compute (%i) in [n] accumulate({how} %r = %x1 : tensor<5xf64>) {{\n    %s = tensor.at %x0[%i] : tensor<?{{n}}xf64>\n    %h = math.sin %s : f64\n    tensor.put %h into %r[%i floordiv 2] drop : memref<5xf64>\n    loop.for %k = %c0 to %c2 step %c1 {{\n      %q = tensor.at %x0[%k] wrap : tensor<?{{n}}xf64>\n      %v = arith.mulf %q, %s : f64\n      tensor.put %v into %r[%k + %i] wrap : memref<5xf64>\n      loop.yield\n    }}\n    tensor.yield\n  }}"
    )
}

#[test]
fn accumulating_results_of_every_kind() {
    for how in ["add", "mul", "maximumf", "minimumf", "maxnumf", "minnumf"] {
        for n in [0, 1, 6] {
            let inputs: &[(&str, &[usize])] = &[(T, &[n]), ("tensor<5xf64>", &[5])];
            check(inputs, &["tensor<5xf64>"], &accumulated(how), (0.3, 1.2));
            let (outputs, code) = (&["tensor<5xf64>"], &accumulated(how));
            Case { inputs, outputs, code, range: (0.3, 1.2) }.check_second(n as u64);
        }
    }
}

/// Products with zeros, and equal greatest values: forwards as backwards.
#[test]
fn puts_with_zeros_and_ties() {
    let zeros = "  %z = arith.constant dense<[0.0, 1.0, 0.0, 0.0, 1.0]> : tensor<5xf64>
  %p = arith.mulf %x0, %z : tensor<5xf64>
  %y0 = tensor.compute (%i) in [5] accumulate(mul %r = %x1 : tensor<3xf64>) {
    %s = tensor.at %p[%i] : tensor<5xf64>
    tensor.put %s into %r[%i floordiv 2] : memref<3xf64>
    tensor.yield
  }";
    let inputs: &[(&str, &[usize])] = &[("tensor<5xf64>", &[5]), ("tensor<3xf64>", &[3])];
    check(inputs, &["tensor<3xf64>"], zeros, (0.5, 1.5));
    // Both directions distribute among equal terms, so that their products agree.
    let ties = "  %h = arith.constant 0.0 : f64
  %y0 = tensor.compute (%i) in [5] accumulate(maximumf %r = %x1 : tensor<3xf64>) {
    %s = tensor.at %x0[%i] : tensor<5xf64>
    %d = tensor.detach %s : f64
    %e = arith.subf %s, %d : f64
    tensor.put %e into %r[%i floordiv 2] : memref<3xf64>
    tensor.yield
  }";
    check_pairing(inputs, &["tensor<3xf64>"], ties, (-1.0, -0.5));
}

#[test]
fn single_assignments_are_replaced() {
    let code = "  %y0 = tensor.compute (%i) in [3] accumulate(set unique %r = %x1 : tensor<5xf64>) {\n    %s = tensor.at %x0[%i] : tensor<3xf64>\n    %h = math.sin %s : f64\n    tensor.put %h into %r[2 * %i] : memref<5xf64>\n    tensor.yield\n  }\n  %y1 = math.exp %y0 : tensor<5xf64>";
    check(
        &[("tensor<3xf64>", &[3]), ("tensor<5xf64>", &[5])],
        &["tensor<5xf64>", "tensor<5xf64>"],
        code,
        (0.3, 1.2),
    );
}

/// Several points, and several puts at one point, set the same elements; some of them only under a condition.
const SET_AGAIN: &str = "
  %limit = arith.constant 0.7 : f64
  %y0 = tensor.compute (%i, %j) in [n, 2] accumulate(set %r = %x1 : tensor<7xf64>) {
    %s = tensor.at %x0[%i] : tensor<?{n}xf64>
    %h = math.sin %s : f64
    tensor.put %h into %r[%i floordiv 2 + %j] drop : memref<7xf64>
    %c = arith.cmpf ogt, %s, %limit : f64
    loop.if %c {
      %e = arith.mulf %s, %s : f64
      tensor.put %e into %r[2 * %i - %j] wrap : memref<7xf64>
      loop.yield
    } else {
      tensor.put %s into %r[%j - %i + 3] clamp : memref<7xf64>
      loop.yield
    }
    tensor.yield
  }
  %y1 = math.exp %y0 : tensor<7xf64>";

#[test]
fn the_last_write_counts() {
    for n in [0, 1, 2, 5, 9] {
        check(
            &[(T, &[n]), ("tensor<7xf64>", &[7])],
            &["tensor<7xf64>", "tensor<7xf64>"],
            SET_AGAIN,
            (0.3, 1.2),
        );
    }
}

#[test]
fn running_sums_products_and_greatest_values() {
    for kind in ["add", "mul", "maximumf", "minimumf"] {
        for flags in ["", " reverse", " exclusive init(%one)"] {
            for n in [0, 1, 19] {
                let (init, words) = match flags {
                    "" | " reverse" => ("", flags),
                    _ => (" init(%one)", " exclusive"),
                };
                let code = format!(
                    "  %one = arith.constant 0.7 : f64\n  %y0 = tensor.scan {kind} %x0{init} dim = 0{words} : tensor<?{{n}}x2xf64>"
                );
                check(&[("tensor<?{n}x2xf64>", &[n, 2])], &["tensor<?{n}x2xf64>"], &code, (0.4, 1.3));
            }
        }
    }
}

#[test]
fn sorts_move_cotangents_with_elements() {
    let code = "  %k:2 = tensor.sort %x0, %x1 dim = 0 by (%a: f64, %b: f64, %c: f64, %d: f64) {\n    %l = arith.cmpf olt, %a, %b : f64\n    tensor.yield %l : i1\n  } : tensor<?{n}x2xf64>, tensor<?{n}x2xf64>\n  %y0 = arith.mulf %k#0, %k#1 : tensor<?{n}x2xf64>";
    for n in [0, 1, 7] {
        let inputs: &[(&str, &[usize])] = &[("tensor<?{n}x2xf64>", &[n, 2]), ("tensor<?{n}x2xf64>", &[n, 2])];
        check(inputs, &["tensor<?{n}x2xf64>"], code, (0.4, 1.3));
    }
}

#[test]
fn folds_with_combiners() {
    // A continued fraction: neither associative nor commutative.
    let code = "  %one = arith.constant 1.0 : f64\n  %y0 = tensor.compute (%i) in [n] {\n    %m = tensor.fold (%k) = 0 to %i + 1 init(%one) {\n      %v = tensor.at %x0[%k] : tensor<?{n}xf64>\n      tensor.yield %v : f64\n    } combine (%a: f64, %b: f64) {\n      %q = arith.divf %b, %a : f64\n      %s = arith.addf %q, %b : f64\n      tensor.yield %s : f64\n    } : f64\n    tensor.yield %m : f64\n  } : tensor<?{n}xf64>";
    for n in [0, 1, 6] {
        check(&[(T, &[n])], &[T], code, (0.5, 1.5));
    }
}

#[test]
fn second_derivatives_through_puts_in_folds() {
    // The loop has cotangents put in the fold; those of the first comprehension follow from them.
    let code = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c3 = arith.constant 3 : index\n  %v = tensor.compute (%i) in [n] {\n    %a = tensor.at %x0[%i] : tensor<?{n}xf64>\n    %b = math.sin %a : f64\n    tensor.yield %b : f64\n  } : tensor<?{n}xf64>\n  %y0 = tensor.compute (%i) in [n] {\n    %s = tensor.at %v[%i] : tensor<?{n}xf64>\n    %f = tensor.fold (%m) = 0 to 3 maximumf {\n      %r = loop.for %k = %c0 to %c3 step %c1 iter_args(%a = %s) -> (f64) {\n        %p = tensor.at %v[%k + %m] wrap : tensor<?{n}xf64>\n        %q = arith.mulf %p, %a : f64\n        %t = math.cos %q : f64\n        loop.yield %t : f64\n      }\n      tensor.yield %r : f64\n    } : f64\n    tensor.yield %f : f64\n  } : tensor<?{n}xf64>";
    for (seed, n) in [1, 3, 4].into_iter().enumerate() {
        Case { inputs: &[(T, &[n])], outputs: &[T], code, range: (0.2, 1.2) }.check_second(seed as u64);
    }
}

/// What loops keep at a point are small tensors; differentiated again, they are carried as their elements.
#[test]
fn second_derivatives_through_loops_at_points() {
    for trips in [0, 2, 9] {
        let code = counted(&format!("  %hi = arith.constant {trips} : index\n"));
        for n in [0, 2] {
            let inputs: &[(&str, &[usize])] = &[(T, &[n]), ("tensor<5xf64>", &[5]), ("f64", &[])];
            Case { inputs, outputs: &[T], code: &code, range: (0.1, 0.6) }.check_second(trips as u64);
        }
    }
}

/// A small tensor at a point: read where data say, in a conditional, a fold and a loop; carried by the loop,
/// and chosen.
const SMALL: &str = "  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %half = arith.constant 0.45 : f64
  %y0 = tensor.compute (%i) in [n] {
    %a = tensor.at %x0[%i] : tensor<?{n}xf64>
    %b = tensor.at %x1[%i] wrap : tensor<5xf64>
    %s = math.sin %a : f64
    %t = tensor.from_elements %a, %b, %s : tensor<3xf64>
    %l = loop.for %k = %c0 to %c3 step %c1 iter_args(%u = %t) -> (tensor<3xf64>) {
      %p = tensor.at %u[%k] wrap : tensor<3xf64>
      %q = tensor.at %u[%k + 1] wrap : tensor<3xf64>
      %o = tensor.at %t[%i + %k] wrap : tensor<3xf64>
      %m = arith.mulf %p, %q : f64
      %v = arith.addf %m, %o : f64
      %w = math.cos %v : f64
      %x = tensor.from_elements %q, %w, %p : tensor<3xf64>
      loop.yield %x : tensor<3xf64>
    }
    %g = arith.cmpf ogt, %a, %half : f64
    %c = loop.if %g -> (tensor<3xf64>) {
      %p = tensor.at %t[%i] clamp : tensor<3xf64>
      %x = tensor.from_elements %p, %b, %p : tensor<3xf64>
      loop.yield %x : tensor<3xf64>
    } else {
      loop.yield %l : tensor<3xf64>
    }
    %f = tensor.fold (%k) = 0 to 3 add {
      %p = tensor.at %c[%k + %i] wrap : tensor<3xf64>
      %q = tensor.at %l[%k] : tensor<3xf64>
      %r = arith.mulf %p, %q : f64
      tensor.yield %r : f64
    } : f64
    tensor.yield %f : f64
  } : tensor<?{n}xf64>";

#[test]
fn small_tensors_are_carried_as_elements() {
    for n in [0, 1, 4] {
        let inputs: &[(&str, &[usize])] = &[(T, &[n]), ("tensor<5xf64>", &[5])];
        let text = check(inputs, &[T], SMALL, (0.2, 0.8));
        assert!(!text.contains("cannot"), "{text}");
        Case { inputs, outputs: &[T], code: SMALL, range: (0.2, 0.8) }.check_second(n as u64);
    }
}

#[test]
fn choices_among_many_regions_at_points() {
    let code = "  %y0 = tensor.compute (%i) in [n] {
    %a = tensor.at %x0[%i] : tensor<?{n}xf64>
    %r = loop.switch %i -> (f64) case 0 {
      %s = math.sin %a : f64
      loop.yield %s : f64
    } case 2 {
      %b = tensor.at %x1[%i] wrap : tensor<5xf64>
      %s = arith.mulf %a, %b : f64
      loop.yield %s : f64
    } default {
      %b = tensor.at %x0[0] : tensor<?{n}xf64>
      %s = arith.mulf %a, %b : f64
      loop.yield %s : f64
    }
    tensor.yield %r : f64
  } : tensor<?{n}xf64>";
    for n in [1, 5] {
        let inputs: &[(&str, &[usize])] = &[(T, &[n]), ("tensor<5xf64>", &[5])];
        check(inputs, &[T], code, (0.2, 0.8));
        Case { inputs, outputs: &[T], code, range: (0.2, 0.8) }.check_second(n as u64);
    }
}
