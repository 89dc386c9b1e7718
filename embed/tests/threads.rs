//! Scans, sorts, histograms and extremes that threads and lanes share: the interpreter's answer, with the
//! same bits for any number of threads.

use tensorforge::*;

/// A program and its arguments.
struct Case {
    name: &'static str,
    text: String,
    args: Vec<Array>,
}

/// Integers from `-most` to `most` with a long period.
fn numbers(count: usize, seed: u64, most: i64) -> impl Iterator<Item = i64> {
    let mut state = seed;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % (2 * most + 1) - most
    })
}

/// Eighths, whose sums have no rounding errors in any order.
fn floats(shape: &[usize], seed: u64) -> Array {
    let count = shape.iter().product();
    let data: Vec<f32> = numbers(count, seed, 4000).map(|v| v as f32 / 8.0).collect();
    Array::from_slice(shape, &data).unwrap()
}

fn integers(shape: &[usize], seed: u64, most: i64) -> Array {
    let data: Vec<i32> = numbers(shape.iter().product(), seed, most).map(|v| v as i32).collect();
    Array::from_slice(shape, &data).unwrap()
}

/// A function of tensors of one type that gives what `code` calls `%r`, of that type.
fn of(ty: &str, count: usize, code: &str) -> String {
    let args: Vec<String> = (0..count).map(|i| format!("%x{i}: tensor<{ty}>")).collect();
    let (args, code) = (args.join(", "), code.replace("TYPE", &format!("tensor<{ty}>")));
    format!("func.func @main({args}) -> tensor<{ty}> {{\n{code}\nreturn %r : tensor<{ty}>\n}}")
}

/// The bits of all results.
fn run(case: &Case, session: &Session, device: Device) -> Vec<Vec<u64>> {
    let exe = session.compile_text(&case.text, device).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    let found: Vec<Array> = exe.call(case.args.as_slice()).unwrap_or_else(|e| panic!("{}: {e}", case.name));
    found.iter().map(|array| array.scalars().map(|s| s.bits()).collect()).collect()
}

fn check(case: &Case) {
    let session = |threads| crate::sessions::builder().threads(threads).build().unwrap();
    let wanted = run(case, &session(1), Device::interp());
    let one = run(case, &session(1), Device::cpu());
    for (wanted, one) in wanted.iter().zip(&one) {
        let at = wanted.iter().zip(one).position(|(a, b)| a != b);
        assert_eq!(at, None, "{}: the first element that is not the interpreter's", case.name);
    }
    for threads in [2, 3, 8] {
        assert!(run(case, &session(threads), Device::cpu()) == one, "{}: {threads} threads", case.name);
    }
}

#[test]
fn scans() {
    let sum = |ty: &str, how: &str| of(ty, 1, &format!("%r = tensor.scan add %x0 {how} : TYPE"));
    let (long, pair) = (&[1_100_003][..], &[40_001][..]);
    // Composition of linear functions: associative, but not commutative.
    let linear = "%i = arith.constant 1 : i32
        %j = arith.constant 7 : i32
        %p, %r = tensor.scan %x0, %x1 init(%i, %j) dim = 0 HOW combine (%a: i32, %b: i32, %c: i32, %d: i32) associative {
          %s = arith.muli %a, %c : i32
          %t = arith.muli %b, %c : i32
          %u = arith.addi %t, %d : i32
          tensor.yield %s, %u : i32, i32
        } : TYPE, TYPE";
    let linear = |how: &str| of("?{n}xi32", 2, &linear.replace("HOW", how));
    let thirds: Vec<f32> = numbers(40_001, 2, 4000).map(|v| v as f32 / 3.0).collect();
    let thirds = Array::from_slice(pair, &thirds).unwrap();
    let strict = sum("?{n}xf32", "dim = 0").replace("{\n", "attributes {tf.numerics = \"strict\"} {\n");
    let cases = [
        ("integers", sum("?{n}xi32", "dim = 0"), vec![integers(long, 1, 1 << 20)]),
        ("short", sum("?{n}xi32", "dim = 0 reverse"), vec![integers(&[77], 1, 1 << 20)]),
        ("in order", strict, vec![thirds]),
        ("floats", sum("?{n}xf32", "dim = 0"), vec![floats(long, 3)]),
        ("few rows", sum("3x40001xf32", "dim = 1 reverse exclusive"), vec![floats(&[3, 40_001], 4)]),
        (
            "rows of integers",
            sum("?{n}x?{m}xi32", "dim = 1 reverse exclusive"),
            vec![integers(&[3, 30_001], 5, 1 << 20)],
        ),
        ("many rows", sum("?{n}x129xf32", "dim = 1"), vec![floats(&[71, 129], 6)]),
        ("rows of a box", sum("17x6x50xf32", "dim = 2 exclusive"), vec![floats(&[17, 6, 50], 7)]),
        ("columns", sum("?{n}x?{m}xf32", "dim = 0"), vec![floats(&[70, 1300], 8)]),
        (
            "columns from the end",
            sum("33x1300xf32", "dim = 0 reverse exclusive"),
            vec![floats(&[33, 1300], 9)],
        ),
        ("columns of a box", sum("5x33x700xf32", "dim = 1 reverse"), vec![floats(&[5, 33, 700], 10)]),
        ("short columns", sum("5x33x3xf32", "dim = 1"), vec![floats(&[5, 33, 3], 11)]),
        ("no columns", sum("0x700xf32", "dim = 0"), vec![floats(&[0, 700], 12)]),
        (
            "greatest so far",
            of("?{n}xf32", 1, "%r = tensor.scan maximumf %x0 dim = 0 reverse : TYPE"),
            vec![floats(pair, 13)],
        ),
        ("linear functions", linear(""), vec![integers(pair, 14, 1 << 20), integers(pair, 15, 1 << 20)]),
        (
            "linear functions from the end",
            linear("reverse exclusive"),
            vec![integers(pair, 16, 1 << 20), integers(pair, 17, 1 << 20)],
        ),
    ];
    for (name, text, args) in cases {
        check(&Case { name, text, args });
    }
}

#[test]
fn sorts() {
    let by = |ty: &str, dim: usize, test: &str| {
        of(
            ty,
            2,
            &format!(
                "%p, %r = tensor.sort %x0, %x1 dim = {dim} by (%a: i32, %b: i32, %c: i32, %d: i32) {{
                   {test}
                   tensor.yield %l : i1
                 }} : TYPE, TYPE"
            ),
        )
    };
    let less = "%l = arith.cmpi slt, %a, %b : i32";
    // Whether the sum is even: no order at all, so that the merges themselves decide.
    let even = "%s = arith.addi %a, %b : i32  %o = arith.constant 1 : i32  %e = arith.andi %s, %o : i32
                %z = arith.constant 0 : i32  %l = arith.cmpi eq, %e, %z : i32";
    let cases = [
        ("long", by("?{n}xi32", 0, less), [60_001, 1]),
        ("short", by("?{n}xi32", 0, less), [100, 1]),
        ("no order", by("?{n}xi32", 0, even), [50_000, 1]),
        ("few rows", by("2x20000xi32", 1, less), [2, 20_000]),
        ("few columns", by("20000x2xi32", 0, less), [20_000, 2]),
        ("many rows", by("?{n}x?{m}xi32", 1, less), [100, 300]),
    ];
    for (name, text, extents) in cases {
        let shape = if extents[1] == 1 { &extents[..1] } else { &extents[..] };
        let places: Vec<i32> = (0..shape.iter().product::<usize>() as i32).collect();
        let args = vec![integers(shape, 20, 500), Array::from_slice(shape, &places).unwrap()];
        check(&Case { name, text, args });
    }
}

#[test]
fn histograms() {
    let text = |n: &str, how: &str, points: &str, at: &str| {
        format!(
            "func.func @main(%x: tensor<{n}xi32>, %s: tensor<50x3xi32>) -> tensor<50x3xi32> {{
               %r = tensor.compute ({points}) in [{box_of}] accumulate({how} %a = %s : tensor<50x3xi32>) {{
                 %v = tensor.at %x[{at}] : tensor<{n}xi32>
                 %c = arith.constant 3 : i32
                 %w = arith.remsi %v, %c : i32
                 %k = arith.index_cast %v : i32 to index
                 %l = arith.index_cast %w : i32 to index
                 tensor.put %v into %a[%k, %l] drop : memref<50x3xi32>
                 tensor.yield
               }}
               return %r : tensor<50x3xi32>
             }}",
            box_of = n.replace("?{n}", "n").replace('x', ", ")
        )
    };
    let cases = [
        ("sums", text("?{n}", "add", "%i", "%i"), vec![70_001]),
        ("few points", text("?{n}", "add", "%i", "%i"), vec![100]),
        ("products", text("40000", "mul", "%i", "%i"), vec![40_000]),
        ("greatest of a box", text("?{n}x7", "maxsi", "%i, %j", "%i, %j"), vec![9_001, 7]),
        ("exclusive or of a box", text("2x30000", "xor", "%i, %j", "%i, %j"), vec![2, 30_000]),
        // The order is written.
        ("the last one", text("?{n}", "set", "%i", "%i"), vec![70_001]),
    ];
    for (name, text, shape) in cases {
        let args = vec![integers(&shape, 25, 60), integers(&[50, 3], 26, 100)];
        check(&Case { name, text, args });
    }
}

/// The greatest or least element with its index, as importers write it: with NaN, infinities and zeros of
/// both signs among the elements.
#[test]
fn extremes_and_indices() {
    let text = |key: &str, place: &str, results: &str, types: &str| {
        format!(
            "func.func @main(%x: tensor<40x67xf32>) -> ({types}) {{
               %k = arith.constant 0xFF800000 : f32  %z = arith.constant 0 : i32
               %i = tensor.iota dim = 1 : tensor<40x67xi32>
               %r:2 = tensor.reduce %x, %i init(%k, %z) dims = [1] combine (%a: f32, %p: i32, %b: f32, %q: i32) {{
                 %gt = arith.cmpf ogt, %a, %b : f32  %nan = arith.cmpf une, %a, %a : f32
                 %eq = arith.cmpf oeq, %a, %b : f32  %lt = arith.cmpi slt, %p, %q : i32
                 %or = arith.ori %gt, %nan : i1      %ge = arith.ori %or, %eq : i1
                 %tie = arith.andi %eq, %lt : i1
                 %all = arith.ori %or, %tie : i1     %new = arith.cmpf ogt, %b, %a : f32
                 %v = arith.select {key} : f32
                 %w = arith.select {place} : i32
                 tensor.yield %v, %w : f32, i32
               }} : tensor<40x67xf32>, tensor<40x67xi32> to tensor<40xf32>, tensor<40xi32>
               return {results} : {types}
             }}"
        )
    };
    let special = [f32::NAN, f32::NEG_INFINITY, f32::INFINITY, 0.0, -0.0];
    let mut data: Vec<f32> = numbers(40 * 67, 30, 9).map(|v| v as f32 - 9.0).collect();
    for (i, at) in numbers(300, 31, 20 * 67 - 1).map(|v| (v + 20 * 67) as usize).enumerate() {
        data[at] = special[i % 5];
    }
    data[..67].fill(f32::NEG_INFINITY);
    data[67..134].fill(f32::NAN);
    data[134..200].fill(f32::NEG_INFINITY);
    let both = ("%r#0, %r#1", "tensor<40xf32>, tensor<40xi32>");
    let cases = [
        ("a NaN wins", text("%ge, %a, %b", "%all, %p, %q", both.0, both.1)),
        ("of equal keys the last", text("%or, %a, %b", "%all, %p, %q", both.0, both.1)),
        ("the place alone", text("%or, %a, %b", "%all, %p, %q", "%r#1", "tensor<40xi32>")),
        ("a NaN loses", text("%new, %b, %a", "%new, %q, %p", both.0, both.1)),
    ];
    for (name, text) in cases {
        let args = vec![Array::from_slice(&[40, 67], &data).unwrap()];
        check(&Case { name, text, args });
    }
}
