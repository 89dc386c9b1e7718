//! Imported algorithms of other formats do their stated work, or that of their exception.

use tf_dialects::scalar::Class;
use tf_generate::work::{Measured, WorkInputs};
use tf_import::stablehlo::{self, work};
use tf_interp::Account;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};

/// Steps of the interpreter.
const FUEL: u64 = 10_000_000;

/// The text of one op that needs `k` of the `n` elements of a row.
fn text(name: &str, n: u64, k: u64) -> String {
    let (takes, op, gives) = match name {
        "chlo.top_k" => (
            format!("%x: tensor<{n}xi32>"),
            format!("%r:2 = chlo.top_k(%x, k = {k}) : tensor<{n}xi32> -> (tensor<{k}xi32>, tensor<{k}xi32>)"),
            format!("tensor<{k}xi32>, tensor<{k}xi32>"),
        ),
        "stablehlo.sort" => (
            format!("%x: tensor<{n}xi32>"),
            format!(
                "%r = \"stablehlo.sort\"(%x) ({{\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n\
                 %t = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n\
                 stablehlo.return %t : tensor<i1>\n}}) {{dimension = 0 : i64, is_stable = true}} : (tensor<{n}xi32>) -> tensor<{n}xi32>"
            ),
            format!("tensor<{n}xi32>"),
        ),
        "stablehlo.dot_general" => (
            format!("%x: tensor<{n}xf32>, %y: tensor<{n}x{k}xf32>"),
            format!(
                "%r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<{n}xf32>, tensor<{n}x{k}xf32>) -> tensor<{k}xf32>"
            ),
            format!("tensor<{k}xf32>"),
        ),
        name => panic!("there is no text of {name}"),
    };
    let results = if gives.contains(", ") { "%r#0, %r#1" } else { "%r" };
    format!("func.func @main({takes}) -> ({gives}) {{\n{op}\nreturn {results} : {gives}\n}}\n")
}

/// Operations other than on indices.
fn operations(account: &Account) -> u64 {
    let counted = Class::ALL.into_iter().filter(|class| *class != Class::Index && *class != Class::Integer);
    counted.map(|class| account.total().of(class)).sum()
}

/// Operations of the imported op.
fn taken(name: &str, n: u64, k: u64) -> u64 {
    let mut dialects = Registry::new();
    tf_dialects::register_all(&mut dialects);
    stablehlo::register(&mut dialects);
    let ctx = Context::new(dialects);
    let text = text(name, n, k);
    let parsed = parse_module(&ctx, name, &text, &ParseOptions::default());
    let parsed = parsed.unwrap_or_else(|errors| panic!("{name}: {errors:?}\n{text}"));
    let imported = stablehlo::import(&parsed.body);
    let module = imported.unwrap_or_else(|errors| panic!("{name}: {}", errors[0].diagnostic.message));
    let inputs = WorkInputs::of(&module, "main", 0, 1).expect("the arguments are tensors");
    let measured = Measured::of(&module, &inputs, FUEL, false);
    operations(measured.runs[0].1.as_ref().expect("it does not stop"))
}

#[test]
fn imported_algorithms_do_their_stated_work() {
    // Fourier transforms hold operations that a pass expands before the interpreter can run them.
    for algorithm in work::ALGORITHMS.iter().filter(|one| !one.name.starts_with("tensorforge.")) {
        let name = algorithm.name;
        for (n, k) in [(32, 4), (128, 4)] {
            let (taken, stated) = (taken(name, n, k), (algorithm.stated)(n, k));
            println!("{name}, n = {n}, k = {k}: {taken} operations, {stated} stated");
            match algorithm.exception {
                None => assert!(taken <= stated, "{name}, n = {n}: {taken} operations, {stated} stated"),
                Some(exception) => {
                    let most = (exception.most)(n, k);
                    assert!(taken <= most, "{name}, n = {n}: {taken} operations, its exception has {most}");
                    assert!(
                        taken > stated,
                        "{name}, n = {n}: {taken} operations are no exception of {stated}"
                    );
                }
            }
        }
    }
}
