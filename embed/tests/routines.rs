//! Algorithms of the library that are called: the answers are the interpreter's at sizes on both sides of the
//! limit, and programs share one function for each type.

use std::path::PathBuf;
use tensorforge::*;

/// A builder of sessions with a folder of routines, which is empty: all that are called are compiled.
fn linked() -> SessionBuilder {
    Session::builder().routines(std::env::temp_dir().join("tf-no-routines"))
}

/// A program of one algorithm, as a StableHLO text: its name, the type of its argument, and its results.
fn program(name: &str, shape: &str, results: &[&str]) -> String {
    let argument = format!("tensor<{shape}>");
    let types: Vec<String> = results.iter().map(|result| format!("tensor<{result}>")).collect();
    let values: Vec<String> = (0..results.len()).map(|at| format!("%0#{at}")).collect();
    let (types, values) = (types.join(", "), values.join(", "));
    format!(
        "func.func @main(%a: {argument}) -> ({types}) {{
           %0:{} = stablehlo.custom_call @tensorforge.{name}(%a) : ({argument}) -> ({types})
           return {values} : {types}
         }}",
        results.len()
    )
}

fn decomposition(name: &str, [m, n]: [usize; 2], elem: &str) -> String {
    let k = m.min(n);
    let matrix = |rows: usize, columns: usize| format!("{rows}x{columns}x{elem}");
    let results = match name {
        "svd" => vec![matrix(m, k), format!("{k}x{elem}"), matrix(k, n)],
        "eigh" => vec![format!("{n}x{elem}"), matrix(n, n)],
        "qr" => vec![matrix(m, k), matrix(k, n)],
        _ => vec![matrix(m, n), format!("{k}xi64"), format!("{m}xi64")],
    };
    let results: Vec<&str> = results.iter().map(String::as_str).collect();
    program(name, &matrix(m, n), &results)
}

fn compiled(session: &Session, text: &str, device: Device) -> Executable {
    session.compile_stablehlo(text, &device).unwrap_or_else(|error| panic!("{error}"))
}

/// A matrix with distinct singular values, without a pattern.
fn matrix([m, n]: [usize; 2]) -> Vec<f64> {
    let element = |i: usize, j: usize| ((i * 7 + j * 13 + i * j) as f64 * 0.37).sin();
    let diagonal = |i, j| if i == j { 2.0 + i as f64 * 0.25 } else { 0.0 };
    (0..m * n).map(|at| element(at / n, at % n) * 0.5 + diagonal(at / n, at % n)).collect()
}

fn results(program: &Executable, [m, n]: [usize; 2]) -> Vec<Vec<f64>> {
    let argument = Array::from_slice(&[m, n], &matrix([m, n])).unwrap();
    let found: Vec<Array> = program.call(argument).unwrap_or_else(|error| panic!("{error}"));
    let numbers = |array: &Array| match array.as_slice::<f64>() {
        Ok(numbers) => numbers.to_vec(),
        Err(_) => array.as_slice::<i64>().unwrap().iter().map(|number| *number as f64).collect(),
    };
    found.iter().map(numbers).collect()
}

/// The rows of `a b`, of matrices with `k` columns and rows.
fn product(a: &[f64], b: &[f64], [m, k, n]: [usize; 3]) -> Vec<f64> {
    let sum = |i: usize, j: usize| (0..k).map(|p| a[i * k + p] * b[p * n + j]).sum();
    (0..m * n).map(|at| sum(at / n, at % n)).collect()
}

fn assert_near(found: &[f64], wanted: &[f64], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    let worst = found.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-10, "{what}: {worst}");
}

/// Checks the results of a decomposition by the product that they are defined by.
fn check(name: &str, shape: [usize; 2], found: &[Vec<f64>]) {
    let ([m, n], given) = (shape, matrix(shape));
    let (k, what) = (m.min(n), format!("{name} of {m}x{n}"));
    match name {
        "svd" => {
            let scaled: Vec<f64> = found[0].iter().enumerate().map(|(at, u)| u * found[1][at % k]).collect();
            assert_near(&product(&scaled, &found[2], [m, k, n]), &given, &what);
            assert!(found[1].is_sorted_by(|a, b| a >= b), "{what}");
        }
        "eigh" => {
            let symmetric: Vec<f64> =
                (0..n * n).map(|at| given[(at / n).max(at % n) * n + (at / n).min(at % n)]).collect();
            let scaled: Vec<f64> = found[1].iter().enumerate().map(|(at, v)| v * found[0][at % n]).collect();
            assert_near(&product(&symmetric, &found[1], [n, n, n]), &scaled, &what);
        }
        "qr" => assert_near(&product(&found[0], &found[1], [m, k, n]), &given, &what),
        _ => {
            let factor = |lower: bool, i: usize, j: usize| match (lower, i.cmp(&j)) {
                (true, std::cmp::Ordering::Equal) => 1.0,
                (true, std::cmp::Ordering::Greater)
                | (false, std::cmp::Ordering::Less | std::cmp::Ordering::Equal) => found[0][i * n + j],
                _ => 0.0,
            };
            let lower: Vec<f64> = (0..m * k).map(|at| factor(true, at / k, at % k)).collect();
            let upper: Vec<f64> = (0..k * n).map(|at| factor(false, at / n, at % n)).collect();
            let rows: Vec<f64> =
                found[2].iter().flat_map(|row| given[*row as usize * n..][..n].to_vec()).collect();
            assert_near(&product(&lower, &upper, [m, k, n]), &rows, &what);
        }
    }
}

#[test]
fn answers_are_right_on_both_sides_of_the_limit() {
    let session = linked().build().unwrap();
    for (name, shapes) in [
        ("svd", vec![[16, 16], [17, 17], [40, 40], [33, 20], [20, 33]]),
        ("eigh", vec![[16, 16], [17, 17], [40, 40]]),
        ("qr", vec![[32, 32], [33, 33], [70, 40], [40, 70]]),
        ("lu", vec![[32, 32], [33, 33], [70, 40], [40, 70]]),
    ] {
        for shape in shapes {
            let text = decomposition(name, shape, "f64");
            check(name, shape, &results(&compiled(&session, &text, Device::cpu()), shape));
        }
    }
}

#[test]
fn the_answers_are_the_interpreters() {
    let session = linked().build().unwrap();
    for (name, shape) in [("lu", [34, 34]), ("qr", [36, 34])] {
        let text = decomposition(name, shape, "f64");
        let [found, wanted] = [Device::cpu(), Device::interp()]
            .map(|device| results(&compiled(&session, &text, device), shape));
        found.iter().zip(&wanted).for_each(|(a, b)| assert_near(a, b, name));
    }
}

#[test]
fn programs_share_one_function_for_a_type() {
    let session = linked().build().unwrap();
    let count = |text: &str| {
        let before = session.compilations();
        compiled(&session, text, Device::cpu());
        session.compilations() - before
    };
    // The program and its routine; then programs alone, of other sizes.
    assert_eq!(count(&decomposition("qr", [50, 50], "f32")), 2);
    assert_eq!(count(&decomposition("qr", [64, 64], "f32")), 1);
    assert_eq!(count(&decomposition("qr", [100, 100], "f32")), 1);
    // Another type, and a shape that is not square.
    assert_eq!(count(&decomposition("qr", [50, 50], "f64")), 2);
    assert_eq!(count(&decomposition("qr", [50, 40], "f32")), 2);
    // A small matrix has code of its own.
    assert_eq!(count(&decomposition("qr", [32, 32], "f32")), 1);
}

#[test]
fn an_extent_by_name_has_all_sizes() {
    let session = linked().build().unwrap();
    for name in ["qr", "lu"] {
        let matrix = "?{n}x?{n}xf64";
        let results = match name {
            "qr" => vec![matrix, matrix],
            _ => vec![matrix, "?{n}xi64", "?{n}xi64"],
        };
        let executable = compiled(&session, &program(name, matrix, &results), Device::cpu());
        for n in [1, 3, 32, 33, 70] {
            check(name, [n, n], &self::results(&executable, [n, n]));
        }
    }
    assert_eq!(session.compilations(), 4);
}

/// A folder that is gone when the test ends.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn another_session_finds_the_function_in_the_folder() {
    let folder = Folder(std::env::temp_dir().join(format!("tf-routines-{}", std::process::id())));
    let session = || linked().cache_dir(&folder.0).build().unwrap();
    let (first, second) = (session(), session());
    compiled(&first, &decomposition("lu", [50, 50], "f64"), Device::cpu());
    assert_eq!(first.compilations(), 2);
    let shape = [70, 70];
    let program = compiled(&second, &decomposition("lu", shape, "f64"), Device::cpu());
    assert_eq!(second.compilations(), 1);
    check("lu", shape, &results(&program, shape));
}

#[test]
fn derivatives_call_the_same_functions() {
    let session = linked().build().unwrap();
    let n = 40;
    let program = session.trace("f", |t| {
        let a = t.input::<f64>("a", (n, n));
        t.grad(&a, |a| a.slogdet().1)
    });
    let program = session.compile(&program.unwrap(), Device::cpu()).unwrap();
    // The program, the decompositions, and triangular solves.
    assert!(session.compilations() > 2);
    let given = Array::from_slice(&[n, n], &matrix([n, n])).unwrap();
    let gradient: Array = program.call(given).unwrap();
    // The gradient is the transposed inverse.
    let turned: Vec<f64> =
        (0..n * n).map(|at| gradient.as_slice::<f64>().unwrap()[at % n * n + at / n]).collect();
    let identity: Vec<f64> = (0..n * n).map(|at| if at / n == at % n { 1.0 } else { 0.0 }).collect();
    assert_near(&product(&matrix([n, n]), &turned, [n, n, n]), &identity, "slogdet");
}

/// A program may declare a routine itself; code of another type would write outside of its arrays.
#[test]
fn declarations_of_other_types_are_refused() {
    let session = Session::new().unwrap();
    for (name, argument, result) in [
        ("tf.cholesky.f32_n0_n0", "tensor<?{n0}x?{n0}xf32>", "tensor<4x4xf32>"),
        ("tf.cholesky.f32_n0", "tensor<?{n0}xf32>", "tensor<?{n0}xf32>"),
        ("malloc", "tensor<?{n0}x?{n0}xf32>", "tensor<?{n0}x?{n0}xf32>"),
    ] {
        let text = format!(
            "func.func private @{name}({argument}) -> {result} attributes {{tf.routine = \"cholesky\"}}
             func.func @main(%a: {argument}) -> {result} {{
               %0 = func.call @{name}(%a) {{tf.routine = \"cholesky\"}} : ({argument}) -> {result}
               return %0 : {result}
             }}"
        );
        let error = session.compile_text(&text, Device::cpu()).unwrap_err().to_string();
        assert!(error.contains(&format!("'@{name}'")) && error.contains("routine 'cholesky'"), "{error}");
    }
}
