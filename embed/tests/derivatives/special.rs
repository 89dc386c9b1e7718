//! The elementwise ops of StableHLO and CHLO, whose expansions choose between formulas: first and second
//! derivatives in each branch and where branches meet, against numbers of high precision
//! (`tools/mpmath/special.py`).

use std::collections::BTreeMap;
use tensorforge::{Array, Device, Executable, Session};

/// The ops in `special.txt` that are CHLO's.
const CHLO: [&str; 17] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bessel_i1e",
    "cosh",
    "digamma",
    "erf",
    "erf_inv",
    "erfc",
    "lgamma",
    "next_after",
    "polygamma",
    "sinh",
    "zeta",
];

/// An op, differentiated by one of its arguments, at points.
#[derive(Default)]
struct Points {
    /// The arguments, point by point.
    args: Vec<Vec<f64>>,
    first: Vec<f64>,
    second: Vec<f64>,
}

/// By op and variable.
fn table() -> BTreeMap<(&'static str, usize), Points> {
    let mut table: BTreeMap<_, Points> = BTreeMap::new();
    for line in include_str!("special.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [op, variable, args, first, second] = words[..] else { panic!("not five words: {line}") };
        let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("no number: {line}"));
        let points = table.entry((op, variable.parse().expect("a position"))).or_default();
        points.args.push(args.split(',').map(number).collect());
        points.first.push(number(first));
        points.second.push(number(second));
    }
    table
}

/// The op as a function `@f` of StableHLO.
fn source(op: &str, count: usize, ty: &str) -> String {
    let dialect = if CHLO.contains(&op) || op == "tan" { "chlo" } else { "stablehlo" };
    let attrs = match op {
        "reduce_precision" => " {exponent_bits = 8 : i32, mantissa_bits = 7 : i32}",
        _ => "",
    };
    let names: Vec<String> = (0..count).map(|i| format!("%a{i}")).collect();
    let typed: Vec<String> = names.iter().map(|name| format!("{name}: {ty}")).collect();
    format!(
        "func.func @f({}) -> {ty} {{\n  %y = \"{dialect}.{op}\"({}){attrs} : ({}) -> {ty}\n  return %y : {ty}\n}}",
        typed.join(", "),
        names.join(", "),
        vec![ty; count].join(", "),
    )
}

/// Functions that differentiate `@f` by argument `variable`, in both directions and in three orders of two.
fn derivatives(count: usize, variable: usize, ty: &str) -> String {
    let call = |v: &str| {
        let args: Vec<String> =
            (0..count).map(|i| if i == variable { v.to_string() } else { format!("%a{i}") }).collect();
        let types = vec![ty; count].join(", ");
        format!("%y = func.call @f({}) : ({types}) -> {ty}\ntensor.yield %y : {ty}", args.join(", "))
    };
    let transform = |kind: &str, (result, v, of): (&str, &str, &str), code: &str| {
        let given = if kind == "vjp" { "seed" } else { "tangent" };
        format!("{result}:2 = tensor.{kind} ({v} = {of}) {given}(%g) : ({ty}) -> ({ty}) {{\n{code}\n}}")
    };
    let params: Vec<String> = (0..count).map(|i| format!("%a{i}: {ty}")).collect();
    let outermost = format!("%a{variable}");
    let function = |name: String, code: String| {
        let params = params.join(", ");
        format!("func.func @{name}({params}, %g: {ty}) -> {ty} {{\n{code}\nreturn %r#1 : {ty}\n}}\n")
    };
    let mut text = String::new();
    for kind in ["vjp", "jvp"] {
        text += &function(kind.to_string(), transform(kind, ("%r", "%v", &outermost), &call("%v")));
    }
    for (outer, inner) in [("jvp", "vjp"), ("vjp", "vjp"), ("vjp", "jvp")] {
        let inside = transform(inner, ("%q", "%v", "%z"), &call("%v"));
        let inside = format!("{inside}\ntensor.yield %q#1 : {ty}");
        text += &function(format!("{outer}_of_{inner}"), transform(outer, ("%r", "%z", &outermost), &inside));
    }
    text
}

fn compiled(session: &Session, (op, variable): (&str, usize), points: &Points) -> Executable {
    let ty = format!("tensor<{}xf64>", points.args.len());
    let count = points.args[0].len();
    let module =
        session.parse("source.mlir", &source(op, count, &ty)).unwrap_or_else(|e| panic!("{op}: {e}"));
    let imported = session.import_stablehlo(&module).unwrap_or_else(|e| panic!("{op}: {e}"));
    let text = tf_ir::text::print_module(&imported, &tf_ir::text::PrintOptions::default());
    let end = text.rfind('}').expect("a module has an end");
    let text = format!("{}{}}}", &text[..end], derivatives(count, variable, &ty));
    session.compile_text(&text, Device::interp()).unwrap_or_else(|e| panic!("{op}: {e}\n{text}"))
}

#[test]
fn special_functions_have_right_derivatives_in_every_branch() {
    let session = crate::sessions::session();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for ((op, variable), points) in table() {
        let n = points.args.len();
        let exe = compiled(&session, (op, variable), &points);
        let column = |i: usize| -> Vec<f64> { points.args.iter().map(|args| args[i]).collect() };
        let mut columns: Vec<Vec<f64>> = (0..points.args[0].len()).map(column).collect();
        columns.push(vec![1.0; n]);
        let arrays: Vec<Array> = columns
            .iter()
            .map(|c| Array::from_slice(&[n], c).expect("as many elements as extents say"))
            .collect();
        for (entry, wanted, tolerance) in [
            ("vjp", &points.first, 1e-9),
            ("jvp", &points.first, 1e-9),
            ("jvp_of_vjp", &points.second, 1e-7),
            ("vjp_of_vjp", &points.second, 1e-7),
            ("vjp_of_jvp", &points.second, 1e-7),
        ] {
            let args: Vec<_> = arrays.iter().map(|a| tensorforge::Argument::Tensor(a.view())).collect();
            let entry_point = exe.entry(entry).unwrap_or_else(|e| panic!("{op}: {e}"));
            let results: Vec<Array> = entry_point.call(args).unwrap_or_else(|e| panic!("{op} {entry}: {e}"));
            for (i, found) in results[0].as_slice::<f64>().expect("all is f64").iter().enumerate() {
                compared += 1;
                // Of NaN, it is not.
                let is_close = (found - wanted[i]).abs() <= tolerance * wanted[i].abs() + 1e-12;
                if !is_close {
                    wrong.push(format!(
                        "{op} by {variable}, {entry} at {:?}: {found}, not {}",
                        points.args[i], wanted[i]
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 1500, "{compared}");
}
