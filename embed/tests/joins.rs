//! Dependent folds in shared loops, on machine code against the interpreter: softmax, normalisation,
//! log-sum-exp and attention, with partly and fully masked rows, and equal bits for any number of threads.

use crate::groups::{array, attention as attention_as_written, numbers, run};
use tensorforge::*;

const TOLERANCE: f32 = 1e-4;

/// Rows: the second is masked at its beginning, the third at its end, and the fourth fully; the fifth holds a
/// NaN, the sixth large elements.
fn masked(rows: usize, columns: usize) -> Array {
    let mut all = numbers(rows * columns, 9);
    for (at, value) in all.iter_mut().enumerate() {
        let (row, column) = (at / columns, at % columns);
        match row {
            1 if column < columns / 2 => *value = f32::NEG_INFINITY,
            2 if column >= columns / 2 => *value = f32::NEG_INFINITY,
            3 => *value = f32::NEG_INFINITY,
            4 if column == columns / 3 => *value = f32::NAN,
            5 => *value *= 1e30,
            _ => {}
        }
    }
    Array::from_slice(&[rows, columns], &all).unwrap()
}

/// Machine code gives the interpreter's results, including NaN, and the same bits on one thread and on three.
fn check(text: &str, args: &[Array]) {
    let one = run(text, Device::cpu(), 1, args);
    let exact = run(text, Device::interp(), 1, args);
    for (result, (found, wanted)) in one.iter().zip(&exact).enumerate() {
        assert_eq!(found.len(), wanted.len());
        for (at, (a, b)) in found.iter().zip(wanted).enumerate() {
            let close = (a - b).abs() <= TOLERANCE * (1.0 + b.abs());
            let same = a == b || (a.is_nan() && b.is_nan()) || close;
            assert!(same, "result {result} is {a} instead of {b} at {at}");
        }
    }
    let three = run(text, Device::cpu(), 3, args);
    let bits = |all: &[Vec<f32>]| all.iter().flatten().map(|v| v.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&one), bits(&three), "threads change bits");
}

fn fold(result: &str, name: &str, kind: &str, code: &str, term: &str) -> String {
    format!(
        "{result} = tensor.fold (%k) = 0 to m {kind} fastmath<reassoc> attributes {{axis = \"{name}\"}} {{
           %a = tensor.at %x[%i, %k] : tensor<?{{n}}x?{{m}}xf32>
           {code}
           tensor.yield {term} : f32
         }} : f32\n"
    )
}

/// Statistics of rows by one compute, in chunks of this many terms.
fn rows(terms: i64, code: &str, yielded: &str) -> String {
    format!(
        "func.func @main(%x: tensor<?{{n}}x?{{m}}xf32>) -> (tensor<?{{n}}xf32>, tensor<?{{n}}xf32>) {{
           %a, %b = tensor.compute (%i) in [n] attributes {{schedule = #tensor.schedule<join(k: l, {terms})>}} {{
             {code}
             tensor.yield {yielded} : f32, f32
           }} : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
           return %a, %b : tensor<?{{n}}xf32>, tensor<?{{n}}xf32>
         }}"
    )
}

const SIZES: [(usize, usize); 6] = [(7, 1), (7, 64), (8, 100), (1, 1000), (3, 0), (0, 5)];

#[test]
fn the_logarithm_of_a_sum_of_exponentials() {
    let e = "%d = arith.subf %a, %m : f32\n %e = math.exp %d : f32";
    let code = fold("%m", "k", "maximumf", "", "%a")
        + &fold("%l", "l", "add", e, "%e")
        + "%g = math.log %l : f32\n %s = arith.addf %g, %m : f32";
    for terms in [32, 64] {
        for (n, m) in SIZES {
            check(&rows(terms, &code, "%s, %l"), &[masked(n, m)]);
        }
    }
}

#[test]
fn means_and_variances() {
    let d = "%d = arith.subf %a, %mean : f32\n %e = arith.mulf %d, %d : f32";
    let code = "%c = arith.constant 0.015625 : f32\n".to_string()
        + &fold("%s", "k", "add", "", "%a")
        + "%mean = arith.mulf %s, %c : f32\n"
        + &fold("%l", "l", "add", d, "%e");
    for (n, m) in SIZES {
        check(&rows(32, &code, "%mean, %l"), &[array(&[n, m], 5)]);
    }
}

/// Softmax and normalisation as programs write them: the choice may be to join or not.
#[test]
fn rows_as_programs_write_them() {
    let (x, m) = ("tensor<?{n}x?{m}xf32>", "tensor<?{n}xf32>");
    let text = format!(
        "func.func @main(%x: {x}) -> ({x}, {m}) {{
           %m = tensor.reduce maximumf %x dims = [1] : {x} to {m}
           %mb = tensor.broadcast %m dims = [0] : {m} to {x}
           %d = arith.subf %x, %mb : {x}
           %e = math.exp %d : {x}
           %l = tensor.reduce add %e dims = [1] : {x} to {m}
           %lb = tensor.broadcast %l dims = [0] : {m} to {x}
           %p = arith.divf %e, %lb : {x}
           %g = math.log %l : {m}
           %s = arith.addf %g, %m : {m}
           return %p, %s : {x}, {m}
         }}"
    );
    for (n, m) in SIZES {
        check(&text, &[masked(n, m)]);
    }
}

/// Attention with a mask that is added to the scores, in tiles of 16 rows and 32 columns by a schedule.
fn attention(step: &str) -> String {
    let (q, k, s, m) =
        ("tensor<2x?{n}x8xf32>", "tensor<2x?{m}x8xf32>", "tensor<2x?{n}x?{m}xf32>", "tensor<2x?{n}xf32>");
    let group = format!(
        "axes = [\"h\", \"i\", \"j\"], schedule = #tensor.schedule<split(h, [1]), split(i, [16]), split(j, [32]), order(h.0, i.0, j.0), parallel(h.0, i.0){step}>"
    );
    let fold = |kind: &str, of: &str| {
        format!(
            "%f = tensor.fold (%j) = 0 to m {kind} fastmath<reassoc> attributes {{axis = \"j\"}} {{
               %a = tensor.at {of}[%h, %i, %j] : {s}
               tensor.yield %a : f32
             }} : f32
             tensor.yield %f : f32"
        )
    };
    let tile = "attributes {axes = [\"h\", \"i\", \"j\"]}";
    let row = |name: &str| format!("attributes {{axes = [\"h\", \"i\"], member = \"{name}\"}}");
    format!(
        "func.func @main(%q: {q}, %k: {k}, %v: {k}, %mask: tensor<?{{n}}x?{{m}}xf32>) -> {q} {{
           %r = tensor.group attributes {{{group}}} {{
             %s = tensor.compute (%h, %i, %j) in [2, n, m] {tile} {{
               %f = tensor.fold (%c) = 0 to 8 add fastmath<reassoc> {{
                 %a = tensor.at %q[%h, %i, %c] : {q}
                 %b = tensor.at %k[%h, %j, %c] : {k}
                 %p = arith.mulf %a, %b : f32
                 tensor.yield %p : f32
               }} : f32
               %b = tensor.at %mask[%i, %j] : tensor<?{{n}}x?{{m}}xf32>
               %c = arith.addf %f, %b : f32
               tensor.yield %c : f32
             }} : {s}
             %m = tensor.compute (%h, %i) in [2, n] {} {{ {} }} : {m}
             %e = tensor.compute (%h, %i, %j) in [2, n, m] {tile} {{
               %a = tensor.at %s[%h, %i, %j] : {s}
               %b = tensor.at %m[%h, %i] : {m}
               %d = arith.subf %a, %b : f32
               %y = math.exp %d : f32
               tensor.yield %y : f32
             }} : {s}
             %l = tensor.compute (%h, %i) in [2, n] {} {{ {} }} : {m}
             %p = tensor.compute (%h, %i, %j) in [2, n, m] {tile} {{
               %a = tensor.at %e[%h, %i, %j] : {s}
               %b = tensor.at %l[%h, %i] : {m}
               %d = arith.divf %a, %b : f32
               tensor.yield %d : f32
             }} : {s}
             %o = tensor.compute (%h, %i, %d) in [2, n, 8] attributes {{axes = [\"h\", \"i\", \"d\"], member = \"o\"}} {{
               %f = tensor.fold (%j) = 0 to m add fastmath<reassoc> attributes {{axis = \"j\"}} {{
                 %a = tensor.at %p[%h, %i, %j] : {s}
                 %b = tensor.at %v[%h, %j, %d] : {k}
                 %y = arith.mulf %a, %b : f32
                 tensor.yield %y : f32
               }} : f32
               tensor.yield %f : f32
             }} : {q}
             tensor.yield %o : {q}
           }} : {q}
           return %r : {q}
         }}",
        row("m"),
        fold("maximumf", "%s"),
        row("l"),
        fold("add", "%e"),
    )
}

#[test]
fn attention_in_tiles() {
    let text = attention(", join(j: m, l, o)");
    for (n, m) in [(16, 32), (37, 70), (6, 100), (3, 0), (0, 5)] {
        check(&text, &[array(&[2, n, 8], 1), array(&[2, m, 8], 2), array(&[2, m, 8], 3), masked(n, m)]);
    }
}

/// Members that need each other are joined where the price falls, and give the same with and without.
#[test]
fn attention_as_programs_write_it() {
    let text = attention_as_written(2, 300, 1030);
    check(&text, &[array(&[2, 300, 8], 1), array(&[2, 1030, 8], 2), array(&[2, 1030, 8], 3)]);
}

/// Forms of masked attention: code on the scores `%s0`, the maximum `%m`, exponentials `%e0` and weights
/// `%w`, which defines `%s`, `%g`, `%e` and `%p`; the maximum is subtracted from `%of`.
struct Mask {
    scores: &'static str,
    of: &'static str,
    greatest: &'static str,
    exponentials: &'static str,
    weights: &'static str,
}

const PLAIN: Mask = Mask {
    scores: "%s = arith.select %c, %s0, %ninf : B, S",
    of: "%s",
    greatest: "%g = arith.addf %m, %none : M",
    exponentials: "%e = arith.addf %e0, %zero : S",
    weights: "%p = arith.addf %w, %zero : S",
};

const MASKS: [Mask; 6] = [
    PLAIN,
    Mask {
        greatest: "%is = arith.cmpf oeq, %m, %low : M\n %g = arith.select %is, %none, %m : F, M",
        ..PLAIN
    },
    Mask { of: "%s0", exponentials: "%e = arith.select %c, %e0, %zero : B, S", ..PLAIN },
    Mask { weights: "%p = arith.select %c, %w, %zero : B, S", ..PLAIN },
    Mask {
        weights: "%no = arith.cmpf oeq, %s, %ninf : S\n %all = tensor.reduce and %no dims = [2] : B to F\n %ab = tensor.broadcast %all dims = [0, 1] : F to B\n %p = arith.select %ab, %zero, %w : B, S",
        ..PLAIN
    },
    Mask {
        scores: "%s = arith.addf %s0, %zero : S",
        exponentials: "%e = arith.select %c, %e0, %zero : B, S",
        ..PLAIN
    },
];

/// Attention of two heads with a mask, as programs write it. The mask is of keys after the query, or an
/// operand.
fn masked_attention(mask: &Mask, causal: bool, (n, m): (usize, usize)) -> String {
    let (q, k, o) =
        (format!("tensor<2x{n}x8xf32>"), format!("tensor<2x{m}x8xf32>"), format!("tensor<{n}x{m}xf32>"));
    let condition = if causal {
        "%i = tensor.iota dim = 1 : Z\n %j = tensor.iota dim = 2 : Z\n %c = arith.cmpi sgt, %i, %j : Z"
            .to_string()
    } else {
        format!("%b = tensor.broadcast %mask dims = [1, 2] : {o} to S\n %c = arith.cmpf ogt, %b, %zero : S")
    };
    let Mask { scores, of, greatest, exponentials, weights } = mask;
    let text = format!(
        "func.func @main(%q: {q}, %k: {k}, %v: {k}, %mask: {o}) -> {q} {{
           %zero = arith.constant dense<0.0> : S
           %ninf = arith.constant dense<0xFF800000> : S
           %none = arith.constant dense<0.0> : M
           %low = arith.constant dense<0xFF800000> : M
           {condition}
           %s0 = tensor.contract \"hic,hjc->hij\" %q, %k : ({q}, {k}) -> S
           {scores}
           %m = tensor.reduce maximumf %s dims = [2] : S to M
           {greatest}
           %mb = tensor.broadcast %g dims = [0, 1] : M to S
           %d = arith.subf {of}, %mb : S
           %e0 = math.exp %d : S
           {exponentials}
           %l = tensor.reduce add %e dims = [2] : S to M
           %lb = tensor.broadcast %l dims = [0, 1] : M to S
           %w = arith.divf %e, %lb : S
           {weights}
           %o = tensor.contract \"hij,hjc->hic\" %p, %v : (S, {k}) -> {q}
           return %o : {q}
         }}"
    );
    let shape = |letter: &str, ty: String| (format!(" {letter}"), format!(" {ty}"));
    let shapes = [
        shape("S", format!("tensor<2x{n}x{m}xf32>")),
        shape("B", format!("tensor<2x{n}x{m}xi1>")),
        shape("Z", format!("tensor<2x{n}x{m}xi64>")),
        shape("M", format!("tensor<2x{n}xf32>")),
        shape("F", format!("tensor<2x{n}xi1>")),
    ];
    let mut words = String::new();
    for word in text.split_inclusive([' ', '\n', ',', ')', '(']) {
        let (bare, end) = word.split_at(word.len() - usize::from(word.ends_with([' ', '\n', ',', ')', '('])));
        let known = shapes.iter().find(|(letter, _)| letter.trim() == bare);
        words += known.map_or(bare, |(_, ty)| ty.trim());
        words += end;
    }
    words
}

/// Rows and columns of no tile's length; the first row is masked wholly.
#[test]
fn masked_attention_as_programs_write_it() {
    let (n, m) = (300, 1030);
    let mut mask = numbers(n * m, 11);
    mask[..m].fill(-1.0);
    let mask = Array::from_slice(&[n, m], &mask).unwrap();
    let args = [array(&[2, n, 8], 1), array(&[2, m, 8], 2), array(&[2, m, 8], 3), mask];
    for (at, way) in MASKS.iter().enumerate() {
        check(&masked_attention(way, at % 2 == 0, (n, m)), &args);
    }
}
