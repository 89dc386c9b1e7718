//! The threads that compute the members of groups, and the layout of their results: on machine code, one
//! thread and several, against the interpreter.

use tensorforge::*;

/// The results of `main` for each of some lists of arguments.
fn run<T: ArrayElement>(
    text: &str,
    device: Device,
    threads: usize,
    inputs: &[Vec<Array>],
) -> Vec<Vec<Vec<T>>> {
    let session = crate::sessions::builder().threads(threads).build().unwrap();
    let exe = session.compile_text(text, device).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(exe.warnings().is_empty(), "{:?}\n{text}", exe.warnings());
    let of = |args: &Vec<Array>| {
        let results: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{e}"));
        results.iter().map(|result| result.as_slice::<T>().unwrap().to_vec()).collect()
    };
    inputs.iter().map(of).collect()
}

/// Small integers, which floats add without rounding: all strategies give the same bits.
fn array<T: ArrayElement>(shape: &[usize], seed: i64, of: impl Fn(i64) -> T) -> Array {
    let count: usize = shape.iter().product();
    let numbers: Vec<T> = (0..count as i64).map(|n| of((n * 7 + seed * 5 + n / 3) % 9 - 4)).collect();
    Array::from_slice(shape, &numbers).unwrap()
}

/// On machine code with one thread and with three, and by the interpreter, with the schedule and without,
/// results are the same.
fn check<T: ArrayElement + PartialEq + std::fmt::Debug>(
    text: &dyn Fn(&str) -> String,
    schedules: &[&str],
    inputs: &[Vec<Array>],
) {
    let exact = run::<T>(&text(""), Device::interp(), 1, inputs);
    for schedule in schedules {
        let scheduled = text(&format!(", schedule = #tensor.schedule<{schedule}>"));
        for (device, threads) in [(Device::interp(), 1), (Device::cpu(), 1), (Device::cpu(), 3)] {
            let name = device.to_string();
            let found = run::<T>(&scheduled, device, threads, inputs);
            assert!(found == exact, "{name} on {threads} threads gives {found:?}, not {exact:?}: {schedule}");
        }
    }
}

/// Names of types of elements, and of the ops on them: products, sums, differences.
struct Numbers {
    ty: &'static str,
    suffix: char,
}

/// Scores of rows and columns, whose columns are a member that is only a copy.
fn scores(numbers: &Numbers, schedule: &str) -> String {
    let Numbers { ty, suffix } = numbers;
    format!(
        "func.func @main(%q: tensor<?{{n}}x?{{p}}x{ty}>, %k: tensor<?{{m}}x?{{p}}x{ty}>) -> tensor<?{{n}}x?{{m}}x{ty}> {{
  %y = tensor.group attributes {{axes = [\"j\", \"i\"]{schedule}}} {{
    %t = tensor.compute (%j, %d) in [m, p] attributes {{axes = [\"j\", \"d\"], member = \"kt\"}} {{
      %a = tensor.at %k[%j, %d] : tensor<?{{m}}x?{{p}}x{ty}>
      %b = arith.add{suffix} %a, %a : {ty}
      tensor.yield %b : {ty}
    }} : tensor<?{{m}}x?{{p}}x{ty}>
    %s = tensor.compute (%i, %j) in [n, m] attributes {{axes = [\"i\", \"j\"]}} {{
      %f = tensor.fold (%d) = 0 to p add {{
        %a = tensor.at %q[%i, %d] : tensor<?{{n}}x?{{p}}x{ty}>
        %b = tensor.at %t[%j, %d] : tensor<?{{m}}x?{{p}}x{ty}>
        %c = arith.mul{suffix} %a, %b : {ty}
        tensor.yield %c : {ty}
      }} : {ty}
      tensor.yield %f : {ty}
    }} : tensor<?{{n}}x?{{m}}x{ty}>
    tensor.yield %s : tensor<?{{n}}x?{{m}}x{ty}>
  }} : tensor<?{{n}}x?{{m}}x{ty}>
  return %y : tensor<?{{n}}x?{{m}}x{ty}>
}}"
    )
}

/// A chain of two: the second reads the first around its own point, beyond the edges of both axes; both are
/// results.
fn around(numbers: &Numbers, schedule: &str) -> String {
    let Numbers { ty, suffix } = numbers;
    let seven = if *suffix == 'f' { "7.0" } else { "7" };
    format!(
        "func.func @main(%x: tensor<?{{n}}x?{{m}}x{ty}>) -> (tensor<?{{n}}x?{{m}}x{ty}>, tensor<?{{n}}x?{{m}}x{ty}>) {{
  %y:2 = tensor.group attributes {{axes = [\"i\"]{schedule}}} {{
    %s = tensor.compute (%i, %k) in [n, m] attributes {{axes = [\"i\", \"k\"], member = \"s\"}} {{
      %a = tensor.at %x[%i, %k] : tensor<?{{n}}x?{{m}}x{ty}>
      %b = arith.add{suffix} %a, %a : {ty}
      tensor.yield %b : {ty}
    }} : tensor<?{{n}}x?{{m}}x{ty}>
    %t = tensor.compute (%i, %k) in [n, m] attributes {{axes = [\"i\", \"k\"]}} {{
      %z = arith.constant {seven} : {ty}
      %a = tensor.at %s[%i - 1, %k + 1] clamp : tensor<?{{n}}x?{{m}}x{ty}>
      %b = tensor.at %s[%i + 2, %k - 2] fill(%z) : tensor<?{{n}}x?{{m}}x{ty}>
      %c = arith.sub{suffix} %a, %b : {ty}
      %d = tensor.at %s[%i, %k] : tensor<?{{n}}x?{{m}}x{ty}>
      %e = arith.add{suffix} %c, %d : {ty}
      tensor.yield %e : {ty}
    }} : tensor<?{{n}}x?{{m}}x{ty}>
    tensor.yield %t, %s : tensor<?{{n}}x?{{m}}x{ty}>, tensor<?{{n}}x?{{m}}x{ty}>
  }} : tensor<?{{n}}x?{{m}}x{ty}>, tensor<?{{n}}x?{{m}}x{ty}>
  return %y#0, %y#1 : tensor<?{{n}}x?{{m}}x{ty}>, tensor<?{{n}}x?{{m}}x{ty}>
}}"
    )
}

fn check_scores<T: ArrayElement + PartialEq + std::fmt::Debug>(numbers: &Numbers, of: impl Fn(i64) -> T) {
    let splits = "split(j, [16, 8]), split(i, [3])";
    let schedules = [
        "order(j.0, i.0, j.1), parallel(i.0), place(kt, at = j.0, by = all, in = l1, layout = (j, d) -> (d, j))",
        "order(j.0, i.0, j.1), parallel(i.0), place(kt, at = j.0, by = each, layout = (j, d) -> (d, j))",
        "order(j.0, i.0, j.1), parallel(j.0), place(kt, at = j.0, by = each, layout = (d, j) -> (j floordiv 8, d, j mod 8))",
        "order(i.0, j.0, j.1), parallel(i.0), place(kt, at = j.1, layout = (j, d) -> (j floordiv 3, d, j mod 3))",
        "order(i.0, j.0, j.1), place(kt, at = j.0, by = all, layout = (j, d) -> (d mod 2, j, d floordiv 2))",
        "order(i.0, j.0, j.1), parallel(i.0), place(kt, at = j.1, layout = (j, d) -> (d, j), copies = 2)",
        "order(j.0, i.0, j.1), place(kt, at = j.0, by = all, copies = 2)",
        "order(i.0, j.0, j.1), parallel(i.0), place(kt, root, by = all, layout = (j, d) -> (j floordiv 8, d, j mod 8))",
        "order(i.0, j.0, j.1), parallel(i.0), place(kt, root, by = each, in = memory, layout = (j, d) -> (d, j))",
    ];
    let splits = |schedule: &&str| format!("{splits}, {schedule}");
    let schedules: Vec<String> = schedules.iter().map(splits).collect();
    let schedules: Vec<&str> = schedules.iter().map(String::as_str).collect();
    let shapes = [[1, 1, 5], [7, 19, 5], [10, 48, 5]];
    let inputs = shapes.map(|[n, m, p]| vec![array(&[n, p], 1, &of), array(&[m, p], 2, &of)]);
    // Buffers with a size limit have a constant size.
    let (known, open): (Vec<&str>, Vec<&str>) =
        schedules.iter().partition(|schedule| schedule.contains("l1"));
    check::<T>(&|by| scores(numbers, by), &open, &inputs);
    let of_five = |by: &str| {
        let text = scores(numbers, by).replace("?{p}", "5").replace(", p]", ", 5]");
        text.replace("to p ", "to 5 ")
    };
    check::<T>(&of_five, &known, &inputs);
}

fn check_around<T: ArrayElement + PartialEq + std::fmt::Debug>(numbers: &Numbers, of: impl Fn(i64) -> T) {
    let schedules = [
        "split(i, [8]), order(i.0), place(s, at = i.0, by = all, layout = (i, k) -> (k, i))",
        "split(i, [8]), order(i.0), parallel(i.0), place(s, at = i.0, by = each, layout = (i, k) -> (i floordiv 3, k, i mod 3))",
        "split(i, [12, 4]), order(i.0, i.1), parallel(i.0), place(s, at = i.0, layout = (i, k) -> (k floordiv 4, i, k mod 4))",
        "split(i, [12, 4]), order(i.0, i.1), place(s, at = i.1, keep = i.0, by = each)",
        "split(i, [12, 4]), order(i.0, i.1), place(s, at = i.1, keep = i.0, by = all)",
        "split(i, [4], tail = peel), order(i.0), place(s, at = i.0, layout = (i, k) -> (i floordiv 2, k, i mod 2))",
        "split(i, [4], tail = overlap), order(i.0), place(s, at = i.0, layout = (i, k) -> (k, i))",
        "split(i, [1]), order(i.0), place(s, at = i.0, layout = (i, k) -> (k, i mod 2, i floordiv 2))",
        "split(i, [8]), order(i.0), parallel(i.0), place(s, root, by = each, layout = (i, k) -> (i floordiv 3, k floordiv 2, i mod 3, k mod 2))",
        "split(i, [8]), order(i.0), parallel(i.0), place(s, root, by = all)",
        "split(i, [8]), order(i.0), place(s, at = i.0, layout = (i, k) -> (k, i), copies = 2)",
        "split(i, [12, 4]), order(i.0, i.1), parallel(i.0), place(s, at = i.1, by = each, layout = (i, k) -> (i floordiv 4, k, i mod 4), copies = 2)",
        "split(i, [12, 1]), order(i.0, i.1), parallel(i.0), place(s, at = i.1, copies = 2)",
    ];
    let inputs = [[1, 1], [2, 7], [13, 5], [40, 9]].map(|shape| vec![array(&shape, 3, &of)]);
    check::<T>(&|by| around(numbers, by), &schedules, &inputs);
    // Turns around the ends of axes that are not cut, too.
    let whole = |schedule: &&str| !schedule.contains("floordiv") && !schedule.contains("tail");
    let schedules: Vec<&str> = schedules.into_iter().filter(whole).collect();
    let rings = |by: &str| around(numbers, by).replace("clamp", "wrap").replace("fill(%z)", "wrap");
    check::<T>(&rings, &schedules, &inputs);
}

#[test]
fn parts_of_floats_have_the_requested_layout() {
    check_scores(&Numbers { ty: "f32", suffix: 'f' }, |n| n as f32);
    check_around(&Numbers { ty: "f32", suffix: 'f' }, |n| n as f32);
    check_scores(&Numbers { ty: "f64", suffix: 'f' }, |n| n as f64);
    check_around(&Numbers { ty: "f64", suffix: 'f' }, |n| n as f64);
}

#[test]
fn parts_of_integers_have_the_requested_layout() {
    check_scores(&Numbers { ty: "i8", suffix: 'i' }, |n| n as i8);
    check_around(&Numbers { ty: "i8", suffix: 'i' }, |n| n as i8);
}
