//! Products of narrow integers by dot-product instructions: at each level of machine code, the answer is the
//! interpreter's.

use crate::levels::same;
use tensorforge::{Array, Device, Level};

/// Numbers of all sizes that a format has, the greatest and least among them.
fn numbers(count: usize, seed: u64) -> impl Iterator<Item = i32> {
    let mut state = seed;
    (0..count).map(move |at| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match at % 7 {
            0 => i32::MIN,
            1 => i32::MAX,
            _ => (state >> 32) as i32,
        }
    })
}

/// An array of an element type.
fn array(elem: &str, shape: &[usize], seed: u64) -> Array {
    let count = shape.iter().product();
    // The upper bits, so that the greatest and least are those of the format.
    let all = |bits: u32| numbers(count, seed).map(move |n| n >> (32 - bits));
    match elem {
        "i8" => Array::from_slice(shape, &all(8).map(|n| n as i8).collect::<Vec<_>>()),
        "i16" => Array::from_slice(shape, &all(16).map(|n| n as i16).collect::<Vec<_>>()),
        "i32" => Array::from_slice(shape, &all(32).collect::<Vec<_>>()),
        _ => {
            // Products and sums of these are exact in f32.
            let small = all(5).map(|n| half::bf16::from_f32(n as f32 / 4.0));
            Array::from_slice(shape, &small.collect::<Vec<_>>())
        }
    }
    .unwrap()
}

/// The extents of a product: rows, columns and terms.
const SHAPES: [[usize; 3]; 5] = [[1, 1, 1], [5, 7, 3], [13, 33, 66], [30, 50, 129], [24, 64, 96]];

/// A format of factors, how each is widened, and how many terms are added up together.
type Case<'a> = (&'a str, [&'a str; 2], i64);

const CASES: [Case<'_>; 8] = [
    ("i8", ["extsi", "extsi"], 4),
    ("i8", ["extui", "extsi"], 4),
    ("i8", ["extsi", "extui"], 4),
    ("i8", ["extui", "extui"], 4),
    ("i8", ["extsi", "extsi"], 2),
    ("i8", ["extui", "extsi"], 2),
    ("i16", ["extsi", "extsi"], 2),
    ("bf16", ["extf", "extf"], 2),
];

/// A product with code before and after it, of two factors whose subscripts are given.
fn product(
    (elem, [one, other], terms): Case<'_>,
    splits: &str,
    [a, b, at]: [&str; 3],
    extents: [&str; 3],
) -> String {
    let [m, n, p] = extents.map(|extent| match extent.parse::<usize>() {
        Ok(_) => extent.to_string(),
        Err(_) => format!("?{{{extent}}}"),
    });
    let [bm, bn, bp] = extents;
    let (wide, plus, times) = if elem == "bf16" { ("f32", "addf", "mulf") } else { ("i32", "addi", "muli") };
    let flags = if elem == "bf16" { " fastmath<reassoc>" } else { "" };
    let before = if elem == "bf16" {
        "%px = arith.negf %x : bf16".to_string()
    } else {
        format!("%one = arith.constant 1 : {elem}\n%px = arith.addi %x, %one : {elem}")
    };
    let batch = if at.is_empty() { ("", "", "") } else { ("%g, ", "2, ", "2x") };
    let of = |rows: &str, columns: &str| format!("tensor<{}{rows}x{columns}x{elem}>", batch.2);
    let left = if a == "t" { of(&p, &m) } else { of(&m, &p) };
    let right = if b == "t" { of(&n, &p) } else { of(&p, &n) };
    let at_a = if a == "t" { "%k, %i" } else { "%i, %k" };
    let at_b = if b == "t" { "%j, %k" } else { "%k, %j" };
    let (g, boxed, lead) = batch;
    format!(
        "func.func @main(%a: {left}, %b: {right}) -> tensor<{lead}{m}x{n}x{wide}> {{
           %t = tensor.compute ({g}%i, %j) in [{boxed}{bm}, {bn}] attributes {{schedule = #tensor.schedule<{splits}, vectorize(j, 8), jam(i, 3), mma(k, {terms})>}} {{
             %s = tensor.fold (%k) = 0 to {bp} add{flags} attributes {{axis = \"k\"}} {{
               %x = tensor.at %a[{g}{at_a}] : {left}
               {before}
               %y = tensor.at %b[{g}{at_b}] : {right}
               %wx = arith.{one} %px : {elem} to {wide}
               %wy = arith.{other} %y : {elem} to {wide}
               %xy = arith.{times} %wx, %wy : {wide}
               tensor.yield %xy : {wide}
             }} : {wide}
             %d = arith.{plus} %s, %s : {wide}
             tensor.yield %d : {wide}
           }} : tensor<{lead}{m}x{n}x{wide}>
           return %t : tensor<{lead}{m}x{n}x{wide}>
         }}"
    )
}

const WHOLE: &str = "split(i, [6, 3]), split(j, [16, 8]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), \
                     stage(i, k, at = i.0, panels = i)";
const CUT: &str = "split(i, [6, 3]), split(j, [16, 8]), split(k, [20]), order(j.0, k.0, i.0, j.1, i.1), parallel(i.0), \
                   stage(k, j, at = k.0, panels = j), stage(i, k, at = i.0, panels = i)";

#[test]
fn extents_that_are_not_known() {
    for case in CASES {
        let text = product(case, CUT, ["", "", ""], ["m", "n", "p"]);
        let run = |[m, n, p]: [usize; 3]| vec![array(case.0, &[m, p], 1), array(case.0, &[p, n], 2)];
        same(&text, &SHAPES.map(run));
    }
}

#[test]
fn constant_extents_and_transposed_factors() {
    for (at, case) in CASES.into_iter().enumerate() {
        let [m, n, p] = SHAPES[at % SHAPES.len()];
        let words = [m, n, p].map(|extent| extent.to_string());
        let text = product(case, WHOLE, ["t", "t", ""], [&words[0], &words[1], &words[2]]);
        same(&text, &[vec![array(case.0, &[p, m], 3), array(case.0, &[n, p], 4)]]);
    }
}

#[test]
fn a_batch() {
    for case in CASES {
        let splits =
            WHOLE.replace("split(i", "split(g, [1]), split(i").replace("order(i.0", "order(g.0, i.0");
        let splits = splits
            .replace("stage(k, j, at", "stage(g, k, j, at")
            .replace("stage(i, k, at", "stage(g, i, k, at");
        let text = product(case, &splits, ["", "", "g"], ["13", "n", "65"]);
        let run = |[_, n, _]: [usize; 3]| vec![array(case.0, &[2, 13, 65], 5), array(case.0, &[2, 65, n], 6)];
        same(&text, &SHAPES.map(run));
    }
}

/// Without a schedule: the chosen code gives the same bits.
#[test]
fn products_of_integers_without_a_schedule() {
    for (elem, [m, n, p]) in [("i8", [251, 230, 203]), ("i16", [203, 251, 230]), ("i8", [192, 192, 192])] {
        let text = format!(
            "func.func @main(%a: tensor<{m}x{p}x{elem}>, %b: tensor<{p}x{n}x{elem}>) -> tensor<{m}x{n}xi32> {{
               %r = tensor.contract \"ik,kj->ij\" %a, %b : (tensor<{m}x{p}x{elem}>, tensor<{p}x{n}x{elem}>) -> tensor<{m}x{n}xi32>
               return %r : tensor<{m}x{n}xi32>
             }}"
        );
        same(&text, &[vec![array(elem, &[m, p], 7), array(elem, &[p, n], 8)]]);
    }
}

/// The ops themselves, on scalars and on any number of lanes, added to something or not.
#[test]
fn sums_of_products_of_words() {
    for (op, wide, plus) in [
        ("dot_i16", "i32", "addi"),
        ("dot_i8", "i32", "addi"),
        ("dot_u8_i8", "i32", "addi"),
        ("dot_bf16", "f32", "addf"),
    ] {
        let flags = if wide == "f32" { " fastmath<reassoc>" } else { "" };
        for lanes in [1, 3, 4, 13, 16, 32] {
            let vectorize = if lanes > 1 { format!("vectorize(i, {lanes})") } else { String::new() };
            let text = format!(
                "func.func @main(%a: tensor<?{{n}}xi32>, %b: tensor<?{{n}}xi32>, %c: tensor<?{{n}}x{wide}>) -> (tensor<?{{n}}x{wide}>, tensor<?{{n}}x{wide}>) {{
                   %t:2 = tensor.compute (%i) in [n] attributes {{schedule = #tensor.schedule<{vectorize}>}} {{
                     %x = tensor.at %a[%i] : tensor<?{{n}}xi32>
                     %y = tensor.at %b[%i] : tensor<?{{n}}xi32>
                     %z = tensor.at %c[%i] : tensor<?{{n}}x{wide}>
                     %d = vector.{op} %x, %y : i32
                     %s = arith.{plus} %d, %z{flags} : {wide}
                     %e = vector.{op} %y, %x : i32
                     tensor.yield %s, %e : {wide}, {wide}
                   }} : tensor<?{{n}}x{wide}>, tensor<?{{n}}x{wide}>
                   return %t#0, %t#1 : tensor<?{{n}}x{wide}>, tensor<?{{n}}x{wide}>
                 }}"
            );
            let run = |n: usize| {
                let words = |seed: u64| match wide {
                    "i32" => array("i32", &[n], seed),
                    _ => pairs(n, seed),
                };
                let start = match wide {
                    "i32" => array("i32", &[n], 11),
                    _ => Array::from_slice(&[n], &vec![0.25_f32; n]).unwrap(),
                };
                vec![words(9), words(10), start]
            };
            same(&text, &[1, 16, 37].map(run));
        }
    }
}

/// Words that hold two elements of bf16 with exact products and sums.
fn pairs(count: usize, seed: u64) -> Array {
    let number = |n: i32| u32::from(half::bf16::from_f32((n >> 27) as f32 / 4.0).to_bits());
    let all: Vec<i32> = numbers(2 * count, seed).collect();
    let words = all.chunks(2).map(|pair| (number(pair[1]) << 16 | number(pair[0])) as i32);
    Array::from_slice(&[count], &words.collect::<Vec<_>>()).unwrap()
}

/// Sums of bf16 that are not exact: an instruction rounds otherwise than the interpreter, by no more than
/// sums in f32 may.
#[test]
fn sums_of_bf16_are_near() {
    let (m, n, p) = (150, 170, 333);
    let text = format!(
        "func.func @main(%a: tensor<{m}x{p}xbf16>, %b: tensor<{p}x{n}xbf16>) -> tensor<{m}x{n}xf32> attributes {{tf.numerics = \"fast\"}} {{
           %r = tensor.contract \"ik,kj->ij\" %a, %b : (tensor<{m}x{p}xbf16>, tensor<{p}x{n}xbf16>) -> tensor<{m}x{n}xf32>
           return %r : tensor<{m}x{n}xf32>
         }}"
    );
    let floats = |count: usize, seed: u64| -> Vec<half::bf16> {
        numbers(count, seed).map(|n| half::bf16::from_f32(n as f32 / 2.0_f32.powi(31))).collect()
    };
    let (a, b) = (floats(m * p, 12), floats(p * n, 13));
    let session = crate::sessions::session();
    for level in Level::tested() {
        let device = Device::cpu().with_level(level);
        let exe = session.compile_text(&text, device).unwrap_or_else(|e| panic!("{e}"));
        let args = [Array::from_slice(&[m, p], &a).unwrap(), Array::from_slice(&[p, n], &b).unwrap()];
        let found: Vec<Array> = exe.call(&args[..]).unwrap();
        let found = found[0].as_slice::<f32>().unwrap().to_vec();
        for (at, found) in found.iter().enumerate().step_by(37) {
            let (i, j) = (at / n, at % n);
            let terms = (0..p).map(|k| a[i * p + k].to_f64() * b[k * n + j].to_f64());
            let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
            let error = (f64::from(*found) - sum).abs();
            assert!(
                error <= size * 12.0 / f64::from(1 << 23),
                "{level}: element {at} is off by {error} of {size}"
            );
        }
    }
}
