//! Affine reads: the cases of the gather form, and random ones.

use super::harness::Case;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

fn check(inputs: &[(&str, &[usize])], output: &str, code: &str) -> String {
    (0..2)
        .map(|seed| Case { inputs, outputs: &[output], code, range: (-1.0, 1.0) }.check(seed))
        .next_back()
        .unwrap()
}

/// `%y0 = f` where `f` is `e(x[subscripts])` over a box, and `e` one of the usual functions.
fn one_read(x: (&str, &[usize]), box_: &[usize], subscripts: &str, policy: &str, function: &str) -> String {
    let indices = ["%i", "%j", "%k"];
    let names = indices[..box_.len()].join(", ");
    let extents: Vec<String> = box_.iter().map(|n| n.to_string()).collect();
    let output = format!("tensor<{}xf64>", extents.join("x"));
    let code = format!(
        "  %z = arith.constant 0.0 : f64\n  %y0 = tensor.compute ({names}) in [{}] {{\n    %a = tensor.at %x0[{subscripts}] {policy} : {}\n    {function}\n    \
         tensor.yield %e : f64\n  }} : {output}",
        extents.join(", "),
        x.0,
    );
    check(&[x], &output, &code)
}

const SIN: &str = "%e = math.sin %a : f64";
const SQUARE: &str = "%e = arith.mulf %a, %a : f64";

#[test]
fn reads_of_one_index_vector() {
    let v = |n: &'static [usize; 1]| {
        (
            ["tensor<8xf64>", "tensor<10xf64>", "tensor<50xf64>", "tensor<40xf64>"][match n[0] {
                8 => 0,
                10 => 1,
                50 => 2,
                _ => 3,
            }],
            &n[..],
        )
    };
    one_read(v(&[8]), &[8], "%i", "", SIN);
    one_read(v(&[40]), &[3, 4], "4*%i + %j", "", SIN);
    one_read(v(&[10]), &[3, 5], "%i + %j", "", SIN);
    one_read(v(&[10]), &[7], "%i + 2", "", SIN);
    one_read(v(&[50]), &[3, 10], "10*%i + %j", "", SQUARE);
    one_read(v(&[50]), &[3, 12], "10*%i + %j", "", SQUARE);
    one_read(v(&[8]), &[7, 5], "%i - 2*%j", "fill(%z)", SIN);
    one_read(v(&[8]), &[7, 5, 4], "%i - 2*%j - 2*%k", "fill(%z)", SIN);
    one_read(v(&[40]), &[5, 3], "2*%i + 4*%j", "", SIN);
    one_read(v(&[50]), &[4, 3], "3*%i + 2*%j", "", SIN);
    one_read(v(&[8]), &[5], "4 - %i", "", SIN);
    one_read(v(&[10]), &[6, 6], "2*%i - 3*%j", "fill(%z)", SIN);
}

#[test]
fn reads_of_several_axes() {
    let square = ("tensor<5x5xf64>", &[5, 5][..]);
    one_read(square, &[5], "%i, %i", "", SQUARE);
    one_read(square, &[3, 4, 2], "%i + 1, %j", "", SIN);
    one_read(square, &[5, 5], "%j, %i", "", SIN);
    one_read(square, &[5, 5], "%i + %j, %i - %j", "fill(%z)", SIN);
    one_read(("tensor<5x4xf64>", &[5, 4]), &[3, 4, 2], "2*%i, %j", "", SIN);
}

#[test]
fn sums_in_the_body() {
    let x = ("tensor<3x10xf64>", &[3, 10][..]);
    let code = "  %y0 = tensor.compute (%i) in [3] {\n    %f = tensor.fold (%k) = 0 to 7 add {\n      %a = tensor.at %x0[%i, %k] : tensor<3x10xf64>\n      %b = math.sin %a : f64\n      tensor.yield %b : f64\n    } : f64\n    tensor.yield %f : f64\n  } : tensor<3xf64>";
    check(&[x], "tensor<3xf64>", code);
    for subscript in ["%k", "%i - %k"] {
        let code = format!(
            "  %y0 = tensor.compute (%i) in [6] {{\n    %f = tensor.fold (%k) = 0 to %i + 1 add {{\n      %a = tensor.at %x0[{subscript}] : tensor<6xf64>\n      %b = arith.mulf %a, %a : f64\n      tensor.yield %b : f64\n    }} : f64\n    %e = math.sin %f : f64\n    tensor.yield %e : f64\n  }} : tensor<6xf64>"
        );
        check(&[("tensor<6xf64>", &[6])], "tensor<6xf64>", &code);
    }
}

#[test]
fn contractions_convolutions_and_several_arguments() {
    let (a, b) = (("tensor<?{n}x?{p}xf64>", &[3, 4][..]), ("tensor<?{p}x?{m}xf64>", &[4, 2][..]));
    let code = "  %y0 = tensor.contract \"ij,jk->ik\" %x0, %x1 : (tensor<?{n}x?{p}xf64>, tensor<?{p}x?{m}xf64>) -> tensor<?{n}x?{m}xf64>";
    check(&[a, b], "tensor<?{n}x?{m}xf64>", code);
    let code = "  %y0 = tensor.compute (%i, %j) in [3, 4] {\n    %f = tensor.fold (%k) = 0 to 5 add {\n      %a = tensor.at %x0[%i, %k] : tensor<3x5xf64>\n      %b = tensor.at %x1[%j, %k] : tensor<4x5xf64>\n      %c = tensor.at %x2[%i, %i] : tensor<3x3xf64>\n      %d = tensor.at %x3[%i + %k] : tensor<8xf64>\n      %s = arith.addf %a, %b : f64\n      %s2 = arith.mulf %s, %s : f64\n      %t = arith.mulf %s2, %c : f64\n      %d2 = arith.mulf %d, %d : f64\n      %d3 = arith.mulf %d2, %d : f64\n      %u = arith.addf %t, %d3 : f64\n      tensor.yield %u : f64\n    } : f64\n    %n = arith.negf %f : f64\n    %e = math.exp %n : f64\n    tensor.yield %e : f64\n  } : tensor<3x4xf64>";
    let inputs = [
        ("tensor<3x5xf64>", &[3, 5][..]),
        ("tensor<4x5xf64>", &[4, 5]),
        ("tensor<3x3xf64>", &[3, 3]),
        ("tensor<8xf64>", &[8]),
    ];
    check(&inputs, "tensor<3x4xf64>", code);
}

#[test]
fn quotients_remainders_and_policies() {
    let v = ("tensor<12xf64>", &[12][..]);
    one_read(v, &[12], "%i floordiv 3", "", SIN);
    one_read(v, &[12], "%i mod 5", "", SIN);
    one_read(v, &[12, 2], "(%i + %j) floordiv 2 + 3*(%i mod 2)", "", SIN);
    one_read(v, &[20], "%i - 3", "clamp", SIN);
    one_read(v, &[20, 3], "2*%i - 5*%j", "clamp", SIN);
    one_read(v, &[30], "%i - 7", "wrap", SIN);
    one_read(("tensor<4x5xf64>", &[4, 5]), &[9, 9], "%i - 2, %j - 2", "clamp", SIN);
}

#[test]
fn symbolic_extents() {
    for n in [1usize, 2, 5] {
        let code = "  %y0 = tensor.compute (%i, %j) in [n, n] {\n    %a = tensor.at %x0[%i + %j] : tensor<?{2*n}xf64>\n    %e = math.sin %a : f64\n    tensor.yield %e : f64\n  } : tensor<?{n}x?{n}xf64>";
        let keep = format!("{code}\n  %u = arith.mulf %x1, %x1 : tensor<?{{n}}xf64>");
        check(
            &[("tensor<?{2*n}xf64>", &[2 * n]), ("tensor<?{n}xf64>", &[n])],
            "tensor<?{n}x?{n}xf64>",
            &keep,
        );
        let code = "  %y0 = tensor.reverse %x0 dims = [0] : tensor<?{n}xf64>";
        check(&[("tensor<?{n}xf64>", &[n])], "tensor<?{n}xf64>", code);
    }
}

#[test]
fn gradients_of_plain_shifts_have_no_guards_but_their_ranges() {
    // x[i + k]·w[k]: two bounds on each side of the sum, no conditional.
    let code = "  %y0 = tensor.compute (%i) in [6] {\n    %f = tensor.fold (%k) = 0 to 3 add {\n      %a = tensor.at %x0[%i + %k] : tensor<8xf64>\n      %b = tensor.at %x1[%k] : tensor<3xf64>\n      %c = arith.mulf %a, %b : f64\n      tensor.yield %c : f64\n    } : f64\n    tensor.yield %f : f64\n  } : tensor<6xf64>";
    let text = check(&[("tensor<8xf64>", &[8]), ("tensor<3xf64>", &[3])], "tensor<6xf64>", code);
    assert!(!text.contains("loop.if"), "{text}");
}

#[test]
fn random_reads() {
    let mut rng = SmallRng::seed_from_u64(3);
    for _ in 0..150 {
        let rank = rng.random_range(1..4usize);
        let box_: Vec<usize> = (0..rank).map(|_| rng.random_range(1..5)).collect();
        let axes = rng.random_range(1..3usize);
        let extents: Vec<usize> = (0..axes).map(|_| rng.random_range(1..9)).collect();
        let policy = ["clamp", "fill(%z)", "wrap"][rng.random_range(0..3)];
        let mut subscripts = Vec::new();
        for _ in 0..axes {
            let mut terms: Vec<String> = Vec::new();
            for index in &["%i", "%j", "%k"][..rank] {
                let c = rng.random_range(-3..4i32);
                if c != 0 {
                    terms.push(format!("{c}*{index}"));
                }
            }
            terms.push(rng.random_range(-2..5i32).to_string());
            subscripts.push(terms.join(" + ").replace("+ -", "- "));
        }
        let words: Vec<String> = extents.iter().map(|n| n.to_string()).collect();
        let ty = format!("tensor<{}xf64>", words.join("x"));
        one_read((&ty, &extents), &box_, &subscripts.join(", "), policy, SIN);
    }
}

/// `c*%i + … + d` of these indices.
fn random_sum(indices: &[&str], most: i32, rng: &mut SmallRng) -> String {
    let mut terms: Vec<String> = Vec::new();
    for index in indices {
        let c = rng.random_range(-most..=most);
        if c != 0 {
            terms.push(format!("{c}*{index}"));
        }
    }
    terms.push(rng.random_range(-3..5i32).to_string());
    terms.join(" + ").replace("+ -", "- ")
}

/// Boxes and tensors whose extents are not known, and values that matter only where a condition holds.
#[test]
fn random_reads_of_unknown_extents() {
    let mut rng = SmallRng::seed_from_u64(11);
    for seed in 0..80 {
        let [n, m] = [(); 2].map(|()| rng.random_range(1..5usize));
        let rank = rng.random_range(1..4usize);
        let box_: Vec<&str> = (0..rank).map(|_| ["n", "m", "n", "3"][rng.random_range(0..4)]).collect();
        let indices = &["%i", "%j", "%k"][..rank];
        let two_axes = rng.random_bool(0.4);
        let (ty, shape) = match two_axes {
            true => ("tensor<?{n}x?{m}xf64>", vec![n, m]),
            false => ("tensor<?{n}xf64>", vec![n]),
        };
        let axes = if two_axes { 2 } else { 1 };
        let subscripts: Vec<String> = (0..axes).map(|_| random_sum(indices, 1, &mut rng)).collect();
        let policy = ["clamp", "fill(%z)", "wrap", "wrap"][rng.random_range(0..4)];
        let [left, right] = [(); 2].map(|()| indices[rng.random_range(0..rank)]);
        let predicate = ["slt", "sge", "eq", "ne"][rng.random_range(0..4)];
        let types: Vec<&str> = box_
            .iter()
            .map(|e| {
                ["3", "?{n}", "?{m}"][["3", "n", "m"].iter().position(|w| w == e).expect("one of these")]
            })
            .collect();
        let output = format!("tensor<{}xf64>", types.join("x"));
        let limit = rng.random_range(0..4);
        let code = format!(
            "  %z = arith.constant 0.0 : f64\n  %l = arith.constant {limit} : index\n  %y0 = tensor.compute ({}) in [{}] {{\n    %a = tensor.at %x0[{}] {policy} : {ty}\n    %q = arith.addi {left}, %l : index\n    %c = arith.cmpi {predicate}, {right}, {} : index\n    %p = arith.select %c, %a, %z : f64\n    %s = math.sin %p : f64\n    %e = arith.mulf %s, %p : f64\n    tensor.yield %e : f64\n  }} : {output}\n  %u = arith.mulf %x1, %x1 : tensor<?{{m}}xf64>",
            indices.join(", "),
            box_.join(", "),
            subscripts.join(", "),
            if rng.random_bool(0.5) { "%l" } else { "%q" },
        );
        let inputs: &[(&str, &[usize])] = &[(ty, &shape), ("tensor<?{m}xf64>", &[m])];
        let case = Case { inputs, outputs: &[&output], code: &code, range: (-1.0, 1.0) };
        case.check(seed);
        if seed % 4 == 0 {
            case.check_second(seed);
        }
    }
}

#[test]
fn reads_outside_of_comprehensions() {
    let x = ("tensor<3x4xf64>", &[3, 4][..]);
    let code = "  %c2 = arith.constant 2 : index\n  %c9 = arith.constant 9 : index\n  %a = tensor.at %x0[1, %c2] clamp : tensor<3x4xf64>\n  %b = tensor.at %x0[%c9, 0] clamp : tensor<3x4xf64>\n  %y0 = arith.mulf %a, %b : f64";
    check(&[x], "f64", code);
    let code = "  %t = tensor.reduce add %x0 dims = [0, 1] : tensor<3x4xf64> to tensor<f64>\n  %a = tensor.at %t[] : tensor<f64>\n  %y0 = math.sin %a : f64";
    check(&[x], "f64", code);
}

/// `%y0 = sin(x0[k])` for index vectors `k` that are data.
const DATA: &str = "  %k = arith.constant dense<[3, 0, 3, 7, -2]> : tensor<5xindex>\n";

#[test]
fn data_dependent_reads_scatter() {
    let x = ("tensor<6xf64>", &[6][..]);
    for policy in ["clamp", "wrap", "fill(%z)"] {
        let code = format!(
            "{DATA}  %z = arith.constant 0.0 : f64\n  %y0 = tensor.compute (%i) in [5] {{\n    %j = tensor.at %k[%i] : tensor<5xindex>\n    %a = tensor.at %x0[%j] {policy} : tensor<6xf64>\n    %e = math.sin %a : f64\n    tensor.yield %e : f64\n  }} : tensor<5xf64>"
        );
        check(&[x], "tensor<5xf64>", &code);
    }
    // In a fold, under a condition inside and around it.
    let code = format!(
        "{DATA}  %c2 = arith.constant 2 : index\n  %o = arith.constant 1.0 : f64\n  %y0 = tensor.compute (%i) in [4] {{\n    %c = arith.cmpi slt, %i, %c2 : index\n    %r = loop.if %c -> (f64) {{\n      %f = tensor.fold (%m) = 0 to %i + 3 add {{\n        %j = tensor.at %k[%m] clamp : tensor<5xindex>\n        %d = arith.cmpi ne, %m, %c2 : index\n        %q = loop.if %d -> (f64) {{\n          %j2 = arith.addi %j, %i : index\n          %a = tensor.at %x0[%j2] clamp : tensor<6xf64>\n          %a2 = arith.mulf %a, %a : f64\n          loop.yield %a2 : f64\n        }} else {{\n          loop.yield %o : f64\n        }}\n        tensor.yield %q : f64\n      }} : f64\n      %g = math.sin %f : f64\n      loop.yield %g : f64\n    }} else {{\n      %j = tensor.at %k[%i] clamp : tensor<5xindex>\n      %a = tensor.at %x0[%j] wrap : tensor<6xf64>\n      loop.yield %a : f64\n    }}\n    tensor.yield %r : f64\n  }} : tensor<4xf64>"
    );
    check(&[x], "tensor<4xf64>", &code);
}

#[test]
fn sums_at_computed_indices() {
    let inputs = [("tensor<6xf64>", &[6][..]), ("tensor<5xf64>", &[5])];
    for policy in ["drop", "clamp", "wrap"] {
        let code = format!(
            "{DATA}  %y0 = tensor.compute (%i) in [5] accumulate(add %r = %x0 : tensor<6xf64>) {{\n    %j = tensor.at %k[%i] : tensor<5xindex>\n    %a = tensor.at %x1[%i] : tensor<5xf64>\n    %e = math.sin %a : f64\n    tensor.put %e into %r[%j] {policy} : memref<6xf64>\n    tensor.yield\n  }}"
        );
        let case = Case { inputs: &inputs, outputs: &["tensor<6xf64>"], code: &code, range: (-1.0, 1.0) };
        case.check_backwards(1);
    }
}

/// Outside of a tensor, a read gives a value that depends on a variable: at points, at data-dependent
/// indices, in a loop, and outside of comprehensions.
#[test]
fn reads_that_fill_with_variables() {
    let inputs = [("tensor<6xf64>", &[6][..]), ("f64", &[])];
    let code = format!(
        "{DATA}  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y0 = tensor.compute (%i) in [5] {{
    %s = tensor.at %x0[%i] : tensor<6xf64>
    %f = arith.mulf %s, %x1 : f64
    %a = tensor.at %x0[2 * %i - 3] fill(%f) : tensor<6xf64>
    %j = tensor.at %k[%i] : tensor<5xindex>
    %b = tensor.at %x0[%j] fill(%x1) : tensor<6xf64>
    %r = loop.for %t = %c0 to %c3 step %c1 iter_args(%h = %a) -> (f64) {{
      %m = math.sin %h : f64
      %q = tensor.at %x0[%i + %t] fill(%m) : tensor<6xf64>
      %p = arith.mulf %q, %h : f64
      loop.yield %p : f64
    }}
    %e = arith.mulf %r, %b : f64
    tensor.yield %e : f64
  }} : tensor<5xf64>
  %o = tensor.at %x0[7] fill(%x1) : tensor<6xf64>
  %w = tensor.at %x0[2] fill(%x1) : tensor<6xf64>
  %y1 = arith.mulf %o, %w : f64"
    );
    for seed in 0..3 {
        let outputs = &["tensor<5xf64>", "f64"];
        let case = Case { inputs: &inputs, outputs, code: &code, range: (0.2, 1.2) };
        case.check(seed);
        case.check_second(seed);
    }
}

/// Wrapped reads along axes whose extents are not known: gathers if an index runs over the axis, else puts.
#[test]
fn wrapped_reads_of_unknown_extents() {
    let row = "tensor<?{n}xf64>";
    let twice = |a: &str, b: &str| {
        format!(
            "%a = tensor.at %x0[{a}] wrap : {row}\n%b = tensor.at %x0[{b}] wrap : {row}\n%e = arith.mulf %a, %b : f64"
        )
    };
    let stencil = format!(
        "%e = tensor.fold (%k) = 0 to 3 add {{\n%a = tensor.at %x0[%i + %k - 1] wrap : {row}\n%s = math.sin %a : f64\n%b = tensor.at %x0[%k + %i * 2] wrap : {row}\n%m = arith.mulf %s, %b : f64\ntensor.yield %m : f64\n}} : f64"
    );
    let whole = format!(
        "%e = tensor.fold (%k) = 0 to n add {{\n%a = tensor.at %x0[%k - %i] wrap : {row}\n%b = tensor.at %x0[%k] : {row}\n%m = arith.mulf %a, %b : f64\ntensor.yield %m : f64\n}} : f64"
    );
    let modulo = format!(
        "%a = tensor.at %x0[(%i + 2) mod n] : {row}\n%b = tensor.at %x0[((%i * -1 + 5) mod n + 3) mod n] : {row}\n%e = arith.mulf %a, %b : f64"
    );
    let codes = [
        twice("%i + 1", "%i - 7"),
        twice("3 - %i", "%i"),
        twice("%i * 2 + 1", "%i floordiv 2"),
        stencil,
        whole,
        modulo,
    ];
    for code in codes {
        let code = format!("%y0 = tensor.compute (%i) in [n] {{\n{code}\ntensor.yield %e : f64\n}} : {row}");
        for n in [1, 2, 5] {
            let case = Case { inputs: &[(row, &[n])], outputs: &[row], code: &code, range: (-1.0, 1.0) };
            case.check(n as u64);
            case.check_second(n as u64);
        }
    }
}

/// Several axes: each wrapped by a separate index, or two by one.
#[test]
fn wrapped_reads_of_several_axes() {
    let ty = "tensor<?{n}x?{m}xf64>";
    for read in ["%i + 1, %j - 2", "%i + %j, %j", "%i + %j, %i - %j", "2 - %i, %j"] {
        let code = format!(
            "%y0 = tensor.compute (%i, %j) in [n, m] {{\n%a = tensor.at %x0[{read}] wrap : {ty}\n%b = tensor.at %x0[%i, %j] : {ty}\n%e = arith.mulf %a, %b : f64\ntensor.yield %e : f64\n}} : {ty}"
        );
        for shape in [[1, 3], [3, 2], [4, 4]] {
            let case = Case { inputs: &[(ty, &shape)], outputs: &[ty], code: &code, range: (-1.0, 1.0) };
            case.check(1);
            case.check_second(2);
        }
    }
}

/// Clamped reads whose values matter only where they are inside.
#[test]
fn concatenations_of_unknown_extents() {
    let [a, b] = ["tensor<?{n}x?{m}x2xf64>", "tensor<?{n}x?{k}x2xf64>"];
    let out = "tensor<?{n}x?{m + k}x2xf64>";
    let code =
        format!("%q = tensor.concat %x0, %x1 dim = 1 : {a}, {b} to {out}\n%y0 = arith.mulf %q, %q : {out}");
    for [n, m, k] in [[2, 3, 1], [1, 1, 4], [2, 2, 2]] {
        let inputs: &[(&str, &[usize])] = &[(a, &[n, m, 2]), (b, &[n, k, 2])];
        let case = Case { inputs, outputs: &[out], code: &code, range: (-1.0, 1.0) };
        case.check(3);
        case.check_second(4);
    }
}
