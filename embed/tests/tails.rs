//! Ends of vectors and tiles, non-temporal stores and prefetches: for any schedule, at each level of machine
//! code, the answer is the interpreter's.

use crate::levels::{same, same_on};
use tensorforge::{Array, Device, Level};

/// Integers, whose sums are exact in any order.
fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 37 + 11) % 64) as f32 - 31.0).collect()
}

fn vectors(lengths: impl IntoIterator<Item = usize>) -> Vec<Vec<Array>> {
    lengths.into_iter().map(|n| vec![Array::from_slice(&[n], &numbers(n)).unwrap()]).collect()
}

/// Each point reads its neighbour, too, so that the last vector meets the end of the tensor.
#[test]
fn ends_of_vectors() {
    for tail in ["peel", "overlap", "mask"] {
        for (parallel, elem) in [("", "f32"), ("parallel(i, grain = 1), ", "f32"), ("", "f16")] {
            let ty = format!("tensor<?{{n}}x{elem}>");
            let text = format!(
                "func.func @main(%x: {ty}) -> {ty} {{
                   %c = tensor.compute (%i) in [n] attributes {{schedule = #tensor.schedule<{parallel}vectorize(i, 16, tail = {tail})>}} {{
                     %a = tensor.at %x[%i] : {ty}
                     %b = tensor.at %x[%i + 1] clamp : {ty}
                     %y = arith.addf %a, %b : {elem}
                     tensor.yield %y : {elem}
                   }} : {ty}
                   return %c : {ty}
                 }}"
            );
            let halves = |n: usize| {
                let all: Vec<half::f16> = numbers(n).into_iter().map(half::f16::from_f32).collect();
                vec![Array::from_slice(&[n], &all).unwrap()]
            };
            let runs = if elem == "f16" { (1..=40).map(halves).collect() } else { vectors(1..=40) };
            same(&text, &runs);
        }
    }
}

#[test]
fn ends_of_folds() {
    for tail in ["peel", "overlap", "mask"] {
        for kind in ["add", "maximumf"] {
            let text = format!(
                "func.func @main(%x: tensor<?{{n}}xf32>) -> tensor<2xf32> {{
                   %c = tensor.compute (%i) in [2] attributes {{schedule = #tensor.schedule<vectorize(k, 16, tail = {tail})>}} {{
                     %s = tensor.fold (%k) = 0 to n {kind} fastmath<reassoc> attributes {{axis = \"k\"}} {{
                       %a = tensor.at %x[%k] : tensor<?{{n}}xf32>
                       tensor.yield %a : f32
                     }} : f32
                     tensor.yield %s : f32
                   }} : tensor<2xf32>
                   return %c : tensor<2xf32>
                 }}"
            );
            same(&text, &vectors(1..=40));
        }
    }
}

/// Extents that are constants ask nothing when the program runs.
#[test]
fn ends_of_constant_vectors() {
    for n in [1, 5, 8, 16, 23, 31, 40] {
        for tail in ["peel", "overlap"] {
            let text = format!(
                "func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
                   %c = tensor.compute (%i) in [{n}] attributes {{schedule = #tensor.schedule<vectorize(i, 16, tail = {tail})>}} {{
                     %a = tensor.at %x[%i] : tensor<{n}xf32>
                     %y = arith.addf %a, %a : f32
                     tensor.yield %y : f32
                   }} : tensor<{n}xf32>
                   return %c : tensor<{n}xf32>
                 }}"
            );
            same(&text, &vectors([n]));
        }
    }
}

/// A product with a schedule, of constant extents or of those that the arguments have.
fn product(sizes: Option<[usize; 3]>, schedule: &str) -> String {
    let names = ["m", "n", "p"];
    let dim = |at: usize| sizes.map_or_else(|| format!("?{{{}}}", names[at]), |sizes| sizes[at].to_string());
    let extent = |at: usize| sizes.map_or_else(|| names[at].to_string(), |sizes| sizes[at].to_string());
    let (a, b, c) = (
        format!("tensor<{}x{}xf32>", dim(0), dim(2)),
        format!("tensor<{}x{}xf32>", dim(2), dim(1)),
        format!("tensor<{}x{}xf32>", dim(0), dim(1)),
    );
    format!(
        "func.func @main(%a: {a}, %b: {b}) -> {c} {{
           %c = tensor.compute (%i, %j) in [{}, {}] attributes {{schedule = #tensor.schedule<{schedule}>}} {{
             %s = tensor.fold (%k) = 0 to {} add fastmath<reassoc> attributes {{axis = \"k\"}} {{
               %x = tensor.at %a[%i, %k] : {a}
               %y = tensor.at %b[%k, %j] : {b}
               %z = arith.mulf %x, %y : f32
               tensor.yield %z : f32
             }} : f32
             %t = arith.addf %s, %s : f32
             tensor.yield %t : f32
           }} : {c}
           return %c : {c}
         }}",
        extent(0),
        extent(1),
        extent(2)
    )
}

#[test]
fn ends_of_tiles() {
    let schedules = [
        "split(i, [12, 4], tail = peel), split(j, [16], tail = peel), split(k, [8], tail = peel), order(i.0, j.0, k.0, i.1), jam(i, 4), vectorize(j, 16)",
        "split(i, [6], tail = overlap), split(j, [16], tail = overlap), order(j.0, i.0), parallel(j.0, i.0), jam(i.1, 6), vectorize(j.1, 16)",
        "split(i, [12, 4], tail = overlap), split(j, [16], tail = peel), order(i.0, j.0, i.1), parallel(i.0, j.0), jam(i, 4), vectorize(j, 16)",
        "split(i, [12, 4], tail = peel), split(j, [32, 16], tail = peel), split(k, [8]), order(j.0, k.0, i.0, j.1, i.1), parallel(i.0), stage(k, j, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i.2, 4), vectorize(j.2, 16), unroll(k.1, 4), unroll(j.1, 2)",
        "split(i, [4], tail = peel), split(j, [16]), split(k, [8]), order(k.0, i.0, j.0), jam(i, 4), vectorize(j, 16), unroll(k.0, 2), unroll(j.0, 2)",
    ];
    let args = |[m, n, p]: [usize; 3]| {
        let (a, b) = (numbers(m * p), numbers(p * n));
        vec![Array::from_slice(&[m, p], &a).unwrap(), Array::from_slice(&[p, n], &b).unwrap()]
    };
    let sizes = [[31, 37, 29], [5, 16, 8], [24, 7, 3], [12, 48, 17]];
    for schedule in schedules {
        for all in sizes {
            same(&product(Some(all), schedule), &[args(all)]);
        }
        let runs: Vec<Vec<Array>> = sizes.into_iter().map(args).collect();
        same(&product(None, schedule), &runs);
    }
}

/// Two stencils, and the maximum of each row, in tiles of the two axes.
fn passes(sizes: Option<[usize; 2]>, schedule: &str) -> String {
    let names = ["n", "m"];
    let dim = |at: usize| sizes.map_or_else(|| format!("?{{{}}}", names[at]), |sizes| sizes[at].to_string());
    let extent = |at: usize| sizes.map_or_else(|| names[at].to_string(), |sizes| sizes[at].to_string());
    let (t, column) = (format!("tensor<{}x{}xf32>", dim(0), dim(1)), format!("tensor<{}xf32>", dim(0)));
    let (n, m) = (extent(0), extent(1));
    format!(
        "func.func @main(%x: {t}) -> ({t}, {column}) {{
           %y:2 = tensor.group attributes {{axes = [\"i\", \"j\"], schedule = #tensor.schedule<{schedule}>}} {{
             %r = tensor.compute (%i, %j) in [{n}, {m}] attributes {{axes = [\"i\", \"j\"]}} {{
               %a = tensor.at %x[%i, %j] : {t}
               %b = arith.addf %a, %a : f32
               tensor.yield %b : f32
             }} : {t}
             %s = tensor.compute (%i, %j) in [{n}, {m}] attributes {{axes = [\"i\", \"j\"]}} {{
               %a = tensor.at %r[%i - 1, %j] clamp : {t}
               %b = tensor.at %r[%i + 1, %j + 2] clamp : {t}
               %c = arith.addf %a, %b : f32
               tensor.yield %c : f32
             }} : {t}
             %g = tensor.compute (%i) in [{n}] attributes {{axes = [\"i\"]}} {{
               %f = tensor.fold (%j) = 0 to {m} maximumf fastmath<reassoc> attributes {{axis = \"j\"}} {{
                 %a = tensor.at %s[%i, %j] : {t}
                 tensor.yield %a : f32
               }} : f32
               tensor.yield %f : f32
             }} : {column}
             tensor.yield %s, %g : {t}, {column}
           }} : {t}, {column}
           return %y#0, %y#1 : {t}, {column}
         }}"
    )
}

/// Last tiles of shared loops, padded, partial, or overlapping: by one thread and by several.
#[test]
fn ends_of_shared_loops() {
    let schedules = [
        "split(i, [4]TAIL), split(j, [16]TAIL), order(i.0, j.0)",
        "split(i, [4]TAIL), split(j, [8]TAIL), order(i.0, j.0), parallel(i.0)",
        "split(i, [8, 4]TAIL), split(j, [16, 8]TAIL), order(i.0, i.1, j.0, j.1), parallel(i.0)",
        "split(i, [1]), split(j, [16]TAIL), order(i.0, j.0), parallel(i.0)",
    ];
    let devices: Vec<Device> = Level::tested()
        .into_iter()
        .map(|level| Device::cpu().with_level(level))
        .chain([Device::simt(), Device::simt_compiled()])
        .collect();
    let args = |n: usize, m: usize| vec![Array::from_slice(&[n, m], &numbers(n * m)).unwrap()];
    let shapes = [[1, 1], [3, 17], [4, 16], [5, 15], [13, 33], [22, 47]];
    for schedule in schedules {
        for tail in ["", ", tail = peel", ", tail = overlap"] {
            let schedule = schedule.replace("TAIL", tail);
            let runs: Vec<Vec<Array>> = shapes.iter().map(|[n, m]| args(*n, *m)).collect();
            same_on(&devices, &passes(None, &schedule), &runs);
            for [n, m] in [shapes[1], shapes[3], shapes[4]] {
                same_on(&devices, &passes(Some([n, m]), &schedule), &[args(n, m)]);
            }
        }
    }
}

/// Rows that begin anywhere in a line, and one long row that threads share.
#[test]
fn stores_past_the_caches() {
    for (parallel, tail) in
        [("", ""), ("parallel(i), ", ", tail = peel"), ("parallel(i), ", ", tail = overlap")]
    {
        let text = format!(
            "func.func @main(%x: tensor<?{{m}}x?{{n}}xf32>) -> tensor<?{{m}}x?{{n}}xf32> {{
               %c = tensor.compute (%i, %j) in [m, n] attributes {{schedule = #tensor.schedule<{parallel}vectorize(j, 32{tail}), stream()>}} {{
                 %a = tensor.at %x[%i, %j] : tensor<?{{m}}x?{{n}}xf32>
                 %y = arith.addf %a, %a : f32
                 tensor.yield %y : f32
               }} : tensor<?{{m}}x?{{n}}xf32>
               return %c : tensor<?{{m}}x?{{n}}xf32>
             }}"
        );
        let shapes = [(3, 1), (5, 31), (4, 64), (7, 333)];
        let runs: Vec<Vec<Array>> = shapes
            .into_iter()
            .map(|(m, n)| vec![Array::from_slice(&[m, n], &numbers(m * n)).unwrap()])
            .collect();
        same(&text, &runs);
    }
    let text = "func.func @main(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf64>) {
       %c:2 = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<parallel(i), vectorize(i, 32), stream()>} {
         %a = tensor.at %x[%i] : tensor<?{n}xf32>
         %y = arith.addf %a, %a : f32
         %z = arith.extf %y : f32 to f64
         tensor.yield %y, %z : f32, f64
       } : tensor<?{n}xf32>, tensor<?{n}xf64>
       return %c#0, %c#1 : tensor<?{n}xf32>, tensor<?{n}xf64>
     }";
    same(text, &vectors([1, 63, 16_384, 50_001]));
}

/// Indices that are far outside are clamped, ahead as well as in their own iteration.
#[test]
fn prefetches_stay_in_bounds() {
    for steps in [
        "prefetch(i, 8)",
        "parallel(i), prefetch(i, 5)",
        "vectorize(i, 8), prefetch(i, 2)",
        "unroll(i, 4), prefetch(i, 1)",
    ] {
        let text = format!(
            "func.func @main(%at: tensor<?{{n}}xi32>, %t: tensor<?{{m}}xf32>) -> tensor<?{{n}}xf32> {{
               %c = tensor.compute (%i) in [n] attributes {{schedule = #tensor.schedule<{steps}>}} {{
                 %p = tensor.at %at[%i] : tensor<?{{n}}xi32>
                 %q = arith.index_cast %p : i32 to index
                 %x = tensor.at %t[%q] clamp : tensor<?{{m}}xf32>
                 tensor.yield %x : f32
               }} : tensor<?{{n}}xf32>
               return %c : tensor<?{{n}}xf32>
             }}"
        );
        let run = |n: usize| {
            let at: Vec<i32> =
                (0..n).map(|i| (i as i32).wrapping_mul(0x9e37_79b1_u32 as i32) >> (i % 31)).collect();
            vec![Array::from_slice(&[n], &at).unwrap(), Array::from_slice(&[100], &numbers(100)).unwrap()]
        };
        same(&text, &[run(1), run(7), run(8), run(100)]);
    }
}
