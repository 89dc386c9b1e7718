//! Scatters whose elements have owners: the interpreter's answer, bit by bit, for any number of threads,
//! if the order of puts into an element is visible.

use tensorforge::*;

/// For seven threads, on any machine. Targets of 700 elements are enough for as many owners, three are not.
const HEAD: &str = "attributes {tf.numerics = \"strict\", tf.target = {cores = 7 : i64}}";

/// A value that takes long, so that few points are worth owners: a chain of divisions by values that are not
/// powers of two.
const DEAR: &str = "%v0 = arith.divf %x0, %c : f32  %v1 = arith.addf %v0, %c : f32
    %v2 = arith.divf %c, %v1 : f32  %v3 = arith.divf %v2, %c : f32  %v4 = arith.addf %v3, %x0 : f32
    %v5 = arith.divf %v4, %c : f32  %v6 = arith.divf %v5, %c : f32  %v7 = arith.divf %v6, %c : f32
    %v8 = arith.divf %v7, %c : f32  %v = arith.divf %v8, %c : f32";

/// Pseudo-random integers from 0 to 2^31.
fn numbers(count: usize, seed: u64) -> impl Iterator<Item = i64> {
    let mut state = seed;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64
    })
}

/// Thirds, whose sums round.
fn floats(shape: &[usize], seed: u64) -> Array {
    let data: Vec<f32> =
        numbers(shape.iter().product(), seed).map(|v| (v % 4001 - 2000) as f32 / 3.0).collect();
    Array::from_slice(shape, &data).unwrap()
}

/// Indices from a little below 0 to a little above `end`.
fn places(count: usize, seed: u64, end: i64) -> Array {
    let data: Vec<i32> = numbers(count, seed).map(|v| (v % (end + 9) - 4) as i32).collect();
    Array::from_slice(&[count], &data).unwrap()
}

/// The bits of the results, or what stopped the call.
fn run(text: &str, threads: usize, device: Device, args: &[Array]) -> Result<Vec<Vec<u64>>, String> {
    let session = crate::sessions::builder().threads(threads).build().unwrap();
    let exe = session.compile_text(text, device).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found: Result<Vec<Array>, _> = exe.call(args);
    let bits = |array: &Array| array.scalars().map(|s| s.bits()).collect();
    found.map(|all| all.iter().map(bits).collect()).map_err(|error| error.to_string())
}

fn check(name: &str, text: &str, args: &[Array]) {
    let wanted = run(text, 1, Device::interp(), args);
    for threads in [1, 2, 3, 7] {
        let found = run(text, threads, Device::cpu(), args);
        match (&wanted, &found) {
            (Ok(wanted), Ok(found)) => assert!(wanted == found, "{name}: other bits on {threads} threads"),
            (Err(wanted), Err(found)) => assert_eq!(wanted, found, "{name} on {threads} threads"),
            _ => panic!("{name} on {threads} threads: {:?} and {:?}", wanted.err(), found.err()),
        }
    }
}

/// Puts of a row of points.
fn row(n: &str, m: &str, how: &str, policy: &str) -> String {
    format!(
        "func.func @main(%x: tensor<{n}xf32>, %at: tensor<{n}xi32>, %s: tensor<{m}xf32>) -> tensor<{m}xf32> {HEAD} {{
           %c = arith.constant 1.7 : f32
           %r = tensor.compute (%i) in [{points}] accumulate({how} %acc = %s : tensor<{m}xf32>) {{
             %x0 = tensor.at %x[%i] : tensor<{n}xf32>
             %q = tensor.at %at[%i] : tensor<{n}xi32>
             %k = arith.index_cast %q : i32 to index
             {DEAR}
             tensor.put %v into %acc[%k] {policy} : memref<{m}xf32>
             tensor.yield
           }}
           return %r : tensor<{m}xf32>
         }}",
        points = n.trim_start_matches("?{").trim_end_matches('}')
    )
}

#[test]
fn rows_of_points() {
    for how in ["add", "mul", "minimumf", "maxnumf", "set"] {
        for policy in ["drop", "clamp", "wrap"] {
            let args = [floats(&[9000], 1), places(9000, 2, 700), floats(&[700], 3)];
            check(&format!("{how} {policy}"), &row("9000", "700", how, policy), &args);
        }
    }
}

#[test]
fn few_and_no_elements_and_points() {
    for (n, m) in [(0, 5000), (1, 5000), (1023, 5000), (2100, 5000), (20_000, 5000), (20_000, 3), (20_000, 0)]
    {
        let args = [floats(&[n], 4), places(n, 5, m as i64), floats(&[m], 6)];
        for policy in ["drop", "clamp", "wrap"] {
            let name = format!("{n} points, {m} elements, {policy}");
            check(&name, &row("?{n}", "?{m}", "add", policy), &args);
            check(&name, &row("?{n}", &m.to_string(), "add", policy), &args);
            check(&name, &row(&n.to_string(), "?{m}", "add", policy), &args);
        }
    }
}

/// The call stops at an index out of bounds with the same message as without owners.
#[test]
fn indices_out_of_bounds_stop_the_call() {
    let inside: Vec<i32> = numbers(9000, 7).map(|v| (v % 700) as i32).collect();
    let text = row("9000", "700", "add", "trap");
    let alone = text.replace("cores = 7", "cores = 1");
    for outside in [&[][..], &[(8999, 700)], &[(0, -1)], &[(4500, -7), (4501, 9000), (200, 1234), (8000, -3)]]
    {
        let mut at = inside.clone();
        outside.iter().for_each(|(i, place)| at[*i] = *place);
        let args = [floats(&[9000], 8), Array::from_slice(&[9000], &at).unwrap(), floats(&[700], 9)];
        let wanted = run(&alone, 1, Device::cpu(), &args);
        assert_eq!(wanted.is_ok(), outside.is_empty(), "{outside:?}");
        for threads in [1, 2, 3, 7] {
            assert!(run(&text, threads, Device::cpu(), &args) == wanted, "{outside:?} on {threads} threads");
        }
        if outside.len() < 2 {
            check(&format!("outside: {outside:?}"), &text, &args);
        }
    }
}

#[test]
fn targets_of_several_axes() {
    for (policy, how) in [("drop", "add"), ("clamp", "set"), ("wrap", "mul"), ("drop", "set")] {
        let text = format!(
            "func.func @main(%x: tensor<90x?{{n}}xf32>, %at: tensor<?{{n}}xi32>, %s: tensor<5x200x3xf32>) -> tensor<5x200x3xf32> {HEAD} {{
               %c = arith.constant 1.7 : f32
               %five = arith.constant 5 : index
               %r = tensor.compute (%i, %j) in [90, n] accumulate({how} %acc = %s : tensor<5x200x3xf32>) {{
                 %x0 = tensor.at %x[%i, %j] : tensor<90x?{{n}}xf32>
                 %q = tensor.at %at[%j] : tensor<?{{n}}xi32>
                 %k = arith.index_cast %q : i32 to index
                 %l = arith.remsi %k, %five : index
                 {DEAR}
                 tensor.put %v into %acc[%l, %k + %i - 20, %l] {policy} : memref<5x200x3xf32>
                 tensor.yield
               }}
               return %r : tensor<5x200x3xf32>
             }}"
        );
        let args = [floats(&[90, 111], 10), places(111, 11, 200), floats(&[5, 200, 3], 12)];
        check(&format!("{how} {policy}"), &text, &args);
    }
}

/// Rows of a table whose columns are lanes; the last ones fill no register.
#[test]
fn tables() {
    for (columns, policy) in [(32, "drop"), (37, "clamp"), (16, "wrap"), (3, "clamp")] {
        let text = format!(
            "func.func @main(%x: tensor<?{{n}}x{columns}xf32>, %at: tensor<?{{n}}xi32>, %s: tensor<700x{columns}xf32>) -> tensor<700x{columns}xf32> {HEAD} {{
               %c = arith.constant 1.7 : f32
               %r = tensor.compute (%i, %j) in [n, {columns}] accumulate(add %acc = %s : tensor<700x{columns}xf32>) {{
                 %x0 = tensor.at %x[%i, %j] : tensor<?{{n}}x{columns}xf32>
                 %q = tensor.at %at[%i] : tensor<?{{n}}xi32>
                 %k = arith.index_cast %q : i32 to index
                 {DEAR}
                 tensor.put %v into %acc[%k, %j] {policy} : memref<700x{columns}xf32>
                 tensor.yield
               }}
               return %r : tensor<700x{columns}xf32>
             }}"
        );
        let args = [floats(&[9000, columns], 13), places(9000, 14, 700), floats(&[700, columns], 15)];
        check(&format!("{columns} columns, {policy}"), &text, &args);
    }
}

/// Several puts of a point into one target, in a loop, and into two targets at once whose elements change
/// together.
#[test]
fn several_puts() {
    let text = format!(
        "func.func @main(%x: tensor<9000xf32>, %at: tensor<9000xi32>, %s: tensor<700xf32>, %t: tensor<700xf32>) -> (tensor<700xf32>, tensor<700xf32>) {HEAD} {{
           %c = arith.constant 1.7 : f32
           %zero = arith.constant 0 : index
           %one = arith.constant 1 : index
           %three = arith.constant 3 : index
           %r, %u = tensor.compute (%i) in [9000] accumulate(region %a = %s : tensor<700xf32>, region %b = %t : tensor<700xf32>) {{
             %x0 = tensor.at %x[%i] : tensor<9000xf32>
             %q = tensor.at %at[%i] : tensor<9000xi32>
             %k = arith.index_cast %q : i32 to index
             {DEAR}
             tensor.put %v, %x0 into %a, %b[%k] drop : memref<700xf32>, memref<700xf32> combine (%a0, %b0, %a1, %b1) {{
               %p = arith.mulf %a0, %b1 : f32
               %a2 = arith.addf %p, %a1 : f32
               %b2 = arith.divf %b0, %c : f32
               tensor.yield %a2, %b2 : f32, f32
             }}
             loop.for %l = %zero to %three step %one {{
               tensor.put %v into %b[%k + 2 * %l] wrap : memref<700xf32> combine (%b0, %b1) {{
                 %b2 = arith.subf %b0, %b1 : f32
                 tensor.yield %b2 : f32
               }}
               loop.yield
             }}
             tensor.yield
           }}
           return %r, %u : tensor<700xf32>, tensor<700xf32>
         }}"
    );
    check(
        "several puts",
        &text,
        &[floats(&[9000], 16), places(9000, 17, 700), floats(&[700], 18), floats(&[700], 19)],
    );
}
