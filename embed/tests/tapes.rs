//! Gradients of loops whose states are computed in the tapes that keep them: the interpreter's answers, and
//! central differences.

use tensorforge::*;

/// The state of a loop and its update; `S` is the type of a state, `E` that of its elements, `N` and `W` are
/// its extents.
const LOOPS: [(&str, &str); 5] = [
    (
        "one state",
        "%r = loop.for %t = %c0 to %n step %c1 iter_args(%a = %v) -> (S) {
           %b = tensor.compute (%i, %j) in [N, W] {
             %m = tensor.at %a[%i, %j] : S
             %u = tensor.at %a[%i - 1, %j] clamp : S
             %d = tensor.at %a[%i, %j + 1] fill(%h) : S
             %k = arith.addf %u, %d : E
             %l = arith.mulf %k, %m : E
             %q = arith.mulf %l, %h : E
             %s = arith.addf %q, %m : E
             %z = math.sin %s : E
             tensor.yield %z : E
           } : S
           loop.yield %b : S
         }
         tensor.yield %r : S",
    ),
    (
        "one that is handed on",
        "%r, %r2 = loop.for %t = %c0 to %n step %c1 iter_args(%a = %v, %o = %w) -> (S, S) {
           %b = tensor.compute (%i, %j) in [N, W] {
             %m = tensor.at %a[%i, %j] : S
             %old = tensor.at %o[%i, %j - 1] wrap : S
             %u = tensor.at %a[%i - 1, %j] wrap : S
             %k = arith.mulf %u, %old : E
             %q = arith.mulf %k, %h : E
             %s = arith.addf %q, %m : E
             %z = math.sin %s : E
             tensor.yield %z : E
           } : S
           loop.yield %b, %a : S, S
         }
         %y = arith.mulf %r, %r2 : S
         tensor.yield %y : S",
    ),
    (
        "two states",
        "%r, %r2 = loop.for %t = %c0 to %n step %c1 iter_args(%a = %v, %o = %w) -> (S, S) {
           %p = tensor.compute (%i, %j) in [N, W] {
             %m = tensor.at %o[%i, %j] : S
             %u = tensor.at %a[%i - 1, %j] wrap : S
             %q = arith.mulf %u, %m : E
             %z = math.sin %q : E
             tensor.yield %z : E
           } : S
           %b = tensor.compute (%i, %j) in [N, W] {
             %m = tensor.at %a[%i, %j] : S
             %u = tensor.at %p[%i + 1, %j] clamp : S
             %d = tensor.at %a[%i, %j + 1] clamp : S
             %k = arith.mulf %u, %d : E
             %s = arith.addf %k, %m : E
             %z = math.sin %s : E
             tensor.yield %z : E
           } : S
           loop.yield %b, %p : S, S
         }
         tensor.yield %r : S",
    ),
    (
        "one that is read behind",
        "%r, %r2 = loop.for %t = %c0 to %n step %c1 iter_args(%a = %v, %o = %w) -> (S, S) {
           %b = tensor.compute (%i, %j) in [N, W] {
             %m = tensor.at %a[%i, %j - 1] clamp : S
             %f = tensor.fold (%k) = 0 to W add {
               %l = tensor.at %a[%i, %k] : S
               %g = arith.mulf %l, %m : E
               tensor.yield %g : E
             } : E
             %z = math.sin %f : E
             tensor.yield %z : E
           } : S
           %p = tensor.compute (%i, %j) in [N, W] {
             %m = tensor.at %o[%i, %j] : S
             %u = tensor.at %a[%i, %j - 1] wrap : S
             %d = tensor.at %b[%i + 1, %j] wrap : S
             %k = arith.mulf %u, %d : E
             %s = arith.addf %k, %m : E
             %z = math.sin %s : E
             tensor.yield %z : E
           } : S
           loop.yield %b, %p : S, S
         }
         tensor.yield %r2 : S",
    ),
    (
        "elements on their own",
        "%r = loop.for %t = %c0 to %n step %c1 iter_args(%a = %v) -> (S) {
           %s = math.sin %a : S
           %q = arith.mulf %s, %a : S
           %z = math.cos %q : S
           loop.yield %z : S
         }
         tensor.yield %r : S",
    ),
];

/// A function of two states and a cotangent, and optionally the trip count: the result of the loop, and both
/// cotangents.
fn program(code: &str, element: &str, (rows, columns): (&str, usize), trips: Option<usize>) -> String {
    let state = format!("tensor<{rows}x{columns}x{element}>");
    let extent = if rows == "?{n}" { "n" } else { rows };
    let (argument, number) = match trips {
        Some(trips) => (String::new(), format!("%n = arith.constant {trips} : index")),
        None => (", %n: index".to_string(), String::new()),
    };
    let text = format!(
        "func.func @main(%x0: S, %p0: S, %g0: S{argument}) -> (S, S, S) {{
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %h = arith.constant 0.25 : E
           {number}
           %y0, %dx0, %dp0 = tensor.vjp (%v = %x0, %w = %p0) seed(%g0) : (S, S) -> (S) {{
             {code}
           }}
           return %y0, %dx0, %dp0 : S, S, S
         }}"
    );
    let words = |word: &str| -> Option<String> {
        match word {
            "S" => Some(state.clone()),
            "E" => Some(element.to_string()),
            "N" => Some(extent.to_string()),
            "W" => Some(columns.to_string()),
            _ => None,
        }
    };
    let is_word = |c: char| c.is_alphanumeric() || "%_$#".contains(c);
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_word) {
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |length| start + length);
        out.push_str(&rest[..start]);
        out.push_str(&words(&rest[start..end]).unwrap_or_else(|| rest[start..end].to_string()));
        rest = &rest[end..];
    }
    out + rest
}

/// Pseudo-random elements in [-1, 1).
fn numbers(count: usize, seed: u32) -> Vec<f64> {
    let unit = |i: usize| {
        f64::from((i as u32 + 1 + 7919 * seed).wrapping_mul(2_654_435_769) >> 8) / f64::from(1u32 << 24)
    };
    (0..count).map(|i| 2.0 * unit(i) - 1.0).collect()
}

fn array(element: &str, extents: &[usize], data: &[f64]) -> Array {
    match element {
        "f64" => Array::from_slice(extents, data).unwrap(),
        _ => Array::from_slice(extents, &data.iter().map(|x| *x as f32).collect::<Vec<f32>>()).unwrap(),
    }
}

fn floats(array: &Array) -> Vec<f64> {
    match array.as_slice::<f64>() {
        Ok(data) => data.to_vec(),
        Err(_) => array.as_slice::<f32>().unwrap().iter().map(|x| f64::from(*x)).collect(),
    }
}

/// The results of a program on states of these extents.
fn run(exe: &Executable, element: &str, extents: [usize; 2], trips: Option<usize>) -> Vec<Vec<f64>> {
    let count = extents[0] * extents[1];
    let states = [1, 2, 3].map(|seed| array(element, &extents, &numbers(count, seed)));
    let (y, dx, dp): (Array, Array, Array) = match trips {
        None => exe.call((&states[0], &states[1], &states[2])).unwrap(),
        Some(trips) => exe.call((&states[0], &states[1], &states[2], trips as i64)).unwrap(),
    };
    [y, dx, dp].iter().map(floats).collect()
}

#[track_caller]
fn close(found: &[Vec<f64>], wanted: &[Vec<f64>], tolerance: f64, what: &str) {
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let largest = wanted.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        for (a, b) in found.iter().zip(wanted) {
            assert!((a - b).abs() <= tolerance * largest, "{what}: {a}, not {b}, in result {at}");
        }
    }
}

fn session(threads: usize) -> Session {
    crate::sessions::builder().threads(threads).build().unwrap()
}

/// All levels of code that the machine has.
fn devices() -> Vec<Device> {
    Level::tested().into_iter().map(|level| Device::cpu().with_level(level)).collect()
}

#[test]
fn any_trip_count_matches_the_interpreter() {
    let (one, three) = (session(1), session(3));
    for (name, code) in LOOPS {
        for (trips, element, rows) in
            [(0, "f32", "9"), (1, "f64", "?{n}"), (5, "f32", "?{n}"), (16, "f64", "9"), (70, "f64", "?{n}")]
        {
            let text = program(code, element, (rows, 20), Some(trips));
            let wanted = one.compile_text(&text, Device::interp()).unwrap();
            let wanted = run(&wanted, element, [9, 20], None);
            let tolerance = if element == "f64" { 1e-9 } else { 1e-4 };
            for device in devices() {
                let exe = three.compile_text(&text, device.clone()).unwrap();
                let found = run(&exe, element, [9, 20], None);
                close(&found, &wanted, tolerance, &format!("{name}, {trips} trips of {element} on {device}"));
            }
        }
    }
}

#[test]
fn states_of_few_columns_and_runtime_trip_counts() {
    let session = session(2);
    for (name, code) in LOOPS {
        for (trips, columns) in [(Some(6), 3), (Some(16), 1), (None, 20)] {
            let text = program(code, "f64", ("?{n}", columns), trips);
            let interp = session.compile_text(&text, Device::interp()).unwrap();
            let exe = session.compile_text(&text, Device::cpu()).unwrap();
            for (rows, number) in [(1, 0), (7, 1), (33, 5), (5, 40)] {
                let number = trips.is_none().then_some(number);
                let wanted = run(&interp, "f64", [rows, columns], number);
                let found = run(&exe, "f64", [rows, columns], number);
                close(
                    &found,
                    &wanted,
                    1e-9,
                    &format!("{name}, {trips:?} trips, {rows} x {columns}, {number:?}"),
                );
            }
        }
    }
}

#[test]
fn states_that_all_threads_compute() {
    let (one, three) = (session(1), session(3));
    for (name, code) in LOOPS.iter().filter(|(name, _)| *name != "one that is read behind") {
        let text = program(code, "f32", ("300", 256), Some(4));
        let wanted = run(&one.compile_text(&text, Device::interp()).unwrap(), "f32", [300, 256], None);
        let found = run(&three.compile_text(&text, Device::cpu()).unwrap(), "f32", [300, 256], None);
        close(&found, &wanted, 1e-4, name);
    }
}

#[test]
fn budgets_keep_the_answers() {
    let session = session(2);
    let bytes = 9 * 20 * 8;
    for (name, code) in LOOPS {
        let text = program(code, "f64", ("9", 20), Some(30));
        let wanted = run(&session.compile_text(&text, Device::interp()).unwrap(), "f64", [9, 20], None);
        for states in [0, 3, 14, 60] {
            let budget = format!(",autodiff{{memory-budget={}}},", states * bytes);
            let pipeline = Device::cpu().pipeline().replace(",autodiff,", &budget);
            let exe = session.compile_text(&text, Device::cpu().with_pipeline(pipeline)).unwrap();
            let found = run(&exe, "f64", [9, 20], None);
            close(&found, &wanted, 1e-9, &format!("{name}, {states} states"));
        }
    }
}

#[test]
fn central_differences() {
    let session = session(2);
    let extents = [9, 20];
    let [x, p, g, v, w] = [1, 2, 3, 4, 5].map(|seed| numbers(180, seed));
    for (name, code) in LOOPS {
        let text = program(code, "f64", ("9", 20), Some(12));
        let exe = session.compile_text(&text, Device::cpu()).unwrap();
        let call = |h: f64| -> Vec<Vec<f64>> {
            let along =
                |x: &[f64], v: &[f64]| -> Vec<f64> { x.iter().zip(v).map(|(x, v)| x + h * v).collect() };
            let args = [along(&x, &v), along(&p, &w), g.clone()].map(|data| array("f64", &extents, &data));
            let (y, dx, dp): (Array, Array, Array) = exe.call((&args[0], &args[1], &args[2])).unwrap();
            [y, dx, dp].iter().map(floats).collect()
        };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (h, at) = (1e-6, call(0.0));
        let wanted = (dot(&call(h)[0], &g) - dot(&call(-h)[0], &g)) / (2.0 * h);
        let found = dot(&at[1], &v) + dot(&at[2], &w);
        assert!((found - wanted).abs() <= 1e-5 * (1.0 + wanted.abs()), "{name}: {found}, not {wanted}");
    }
}

/// No iteration of the run that stores states copies one: it stores only the next states.
#[test]
fn no_state_is_copied_in_an_iteration() {
    let session = session(1);
    for (name, code) in LOOPS {
        let text = program(code, "f64", ("9", 20), Some(12));
        let memory = session.run_pipeline(&text, &Device::cpu().pipeline()).unwrap();
        let tapes = memory.matches("mem.alloc : memref<13x9x20xf64>").count()
            + memory.matches("mem.alloc : memref<14x9x20xf64>").count();
        assert!(tapes > 0, "{name}: {memory}");
        assert!(!memory.contains("mem.alloc : memref<12x9x20xf64>"), "{name} copies a state: {memory}");
        let of_tape = |line: &&str| line.contains("mem.copy") && line.contains("x9x20xf64>");
        assert_eq!(memory.lines().filter(of_tape).count(), 0, "{name} copies a tape: {memory}");
    }
}
