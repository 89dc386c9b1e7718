//! Reads with a policy of what another compute makes, whose code may replace them: inside and outside of it
//! they give the interpreter's answer to the bit, at each level of machine code.

use crate::levels::same;
use tensorforge::Array;

/// Reads of this policy of a tensor that other code makes, which the program wants to have evaluated where it
/// is read.
fn program(extents: (&str, &str), (made, elem): (&str, &str), policy: &str) -> String {
    let (rows, columns) = extents;
    let of = |text: &str| text.trim_matches(&['?', '{', '}'][..]).to_string();
    let bounds = format!("[{}, {}]", of(rows), of(columns));
    let (ty, row) = (format!("tensor<{rows}x{columns}x{elem}>"), format!("tensor<{columns}x{elem}>"));
    let (zero, one) = if elem == "i32" { ("0", "1") } else { ("0.0", "1.0") };
    format!(
        "func.func @main(%x: {ty}, %y: {row}) -> ({ty}, {ty}, {ty}) {{
           %zero = arith.constant {zero} : {elem}
           %one = arith.constant {one} : {elem}
           %p = tensor.compute (%i, %j) in {bounds} attributes {{tf.fusion = \"fuse\"}} {{
             %a = tensor.at %x[%i, %j] : {ty}
             %b = tensor.at %y[%j] : {row}
             {made}
             tensor.yield %made : {elem}
           }} : {ty}
           %r:3 = tensor.compute (%i, %j) in {bounds} {{
             %a = tensor.at %p[%i - 1, %j] {policy} : {ty}
             %b = tensor.at %p[%i, %j + 3] {policy} : {ty}
             %c = tensor.at %p[%i + 1, %j - 2] {policy} : {ty}
             tensor.yield %a, %b, %c : {elem}, {elem}, {elem}
           }} : {ty}, {ty}, {ty}
           return %r#0, %r#1, %r#2 : {ty}, {ty}, {ty}
         }}"
    )
}

const POLICIES: [&str; 4] = ["clamp", "wrap", "fill(%zero)", "fill(%one)"];

/// Values that exact code distinguishes: both zeros, and NaN.
fn floats(count: usize) -> Vec<f32> {
    let special = [0.0, -0.0, f32::NAN];
    (0..count)
        .map(|i| if i % 4 == 3 { special[i / 4 % 3] } else { ((i * 37 + 11) % 64) as f32 - 31.0 })
        .collect()
}

fn runs<T: tensorforge::ArrayElement>(
    sizes: &[(usize, usize)],
    of: impl Fn(usize) -> Vec<T>,
) -> Vec<Vec<Array>> {
    let array = |shape: &[usize]| Array::from_slice(shape, &of(shape.iter().product())).unwrap();
    sizes.iter().map(|(m, n)| vec![array(&[*m, *n]), array(&[*n])]).collect()
}

const SIZES: [(usize, usize); 6] = [(1, 1), (2, 3), (3, 17), (5, 40), (0, 4), (4, 0)];

#[test]
fn code_of_floats() {
    let codes = [
        "%made = arith.maximumf %a, %zero : f32",
        "%made = arith.negf %a : f32",
        "%made = arith.addf %a, %one : f32",
        "%made = arith.mulf %a, %b : f32",
        "%d = arith.addf %a, %b : f32
         %made = arith.maximumf %d, %zero : f32",
        "%c = arith.cmpf ogt, %a, %zero : f32
         %made = arith.select %c, %a, %zero : f32",
        "%d = tensor.at %x[%i, %j - 1] fill(%one) : TENSOR
         %made = arith.addf %a, %d : f32",
    ];
    for extents in [("?{m}", "?{n}"), ("5", "40")] {
        let sizes = if extents.0 == "5" { &SIZES[3..4] } else { &SIZES[..] };
        let ty = format!("tensor<{}x{}xf32>", extents.0, extents.1);
        for (code, policy) in codes.iter().flat_map(|code| POLICIES.map(|policy| (code, policy))) {
            let code = code.replace("TENSOR", &ty);
            same(&program(extents, (&code, "f32"), policy), &runs(sizes, floats));
        }
    }
}

#[test]
fn code_that_divides() {
    let codes = ["%made = arith.divsi %a, %b : i32", "%made = arith.remsi %one, %a : i32"];
    for (code, policy) in codes.iter().flat_map(|code| POLICIES.map(|policy| (code, policy))) {
        let text = program(("?{m}", "?{n}"), (code, "i32"), policy);
        same(&text, &runs(&SIZES, |n| (0..n as i32).map(|i| i % 5 - 2).collect()));
    }
}
