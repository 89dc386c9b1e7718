//! Poolings and pyramids, which share loops with the images that they read: machine code against the
//! interpreter, over odd lengths, with and without padding at the edges, and with equal bits for any number
//! of threads.

use crate::groups::{array, check};

/// Code that costs much at each point of an image, so that a pooling does not evaluate it where it reads.
fn image(name: &str, source: &str, (rows, columns): (&str, &str)) -> String {
    let dim = |extent: &str| if extent.contains('n') { format!("?{{{extent}}}") } else { extent.to_string() };
    let ty = format!("tensor<{}x{}xf32>", dim(rows), dim(columns));
    format!(
        "  %{name} = tensor.compute (%i, %j) in [{rows}, {columns}] {{
             %a = tensor.at %{source}[%i, %j] : {ty}
             %b = math.erf %a : f32
             %c = tensor.at %{source}[%i, %j + 1] clamp : {ty}
             %d = arith.mulf %b, %c : f32
             tensor.yield %d : f32
           }} : {ty}\n"
    )
}

#[test]
fn the_greatest_of_two_by_two() {
    let text = format!(
        "func.func @main(%x: tensor<1031x517xf32>) -> tensor<515x258xf32> {{
         {}  %y = tensor.reduce_window maximumf %r window = [2, 2] strides = [2, 2] : tensor<1031x517xf32> to tensor<515x258xf32>
           return %y : tensor<515x258xf32>
         }}",
        image("r", "x", ("1031", "517"))
    );
    check(&text, &[array(&[1031, 517], 1)], 1e-5);
}

/// Each window shares a row and a column with the next one, and reads past the edges.
#[test]
fn overlapping_windows_of_a_length_that_is_not_known() {
    let result = "tensor<?{(n + 1) floordiv 2}x258xf32>";
    let text = format!(
        "func.func @main(%x: tensor<?{{n}}x515xf32>) -> {result} {{
         {}  %y = tensor.reduce_window maximumf %r window = [3, 3] strides = [2, 2] low = [1, 1] high = [1, 1] : tensor<?{{n}}x515xf32> to {result}
           return %y : {result}
         }}",
        image("r", "x", ("n", "515"))
    );
    for rows in [1, 2, 517, 1030] {
        check(&text, &[array(&[rows, 515], rows as u64)], 1e-5);
    }
}

/// Two levels of a pyramid: each is every second point of a blur.
#[test]
fn two_levels_of_a_pyramid() {
    let (all, half) = ("tensor<?{n}x600xf32>", "tensor<?{(n + 1) floordiv 2}x600xf32>");
    let quarter = "tensor<?{((n + 1) floordiv 2 + 1) floordiv 2}x600xf32>";
    let level = |name: &str, source: &str, extent: &str, (from, to): (&str, &str)| {
        format!(
            "  %{name} = tensor.compute (%i, %j) in [{extent}, 600] {{
                 %f = tensor.fold (%k) = 0 to 5 add fastmath<reassoc> {{
                   %a = tensor.at %{source}[2 * %i + %k - 2, %j] clamp : {from}
                   tensor.yield %a : f32
                 }} : f32
                 %t = arith.constant 0.2 : f32
                 %m = arith.mulf %f, %t : f32
                 %e = math.erf %m : f32
                 tensor.yield %e : f32
               }} : {to}\n"
        )
    };
    let text = format!(
        "func.func @main(%x: {all}) -> {quarter} {{\n{}{}{}  return %q : {quarter}\n}}",
        image("r", "x", ("n", "600")),
        level("p", "r", "(n + 1) floordiv 2", (all, half)),
        level("q", "p", "((n + 1) floordiv 2 + 1) floordiv 2", (half, quarter)),
    );
    for rows in [1, 3, 1021] {
        check(&text, &[array(&[rows, 600], rows as u64)], 1e-5);
    }
}

/// A line; only every third point and its neighbours are used.
#[test]
fn downsampling_of_a_line() {
    let (all, third) = ("tensor<?{3 * n + 2}xf32>", "tensor<?{n}xf32>");
    let text = format!(
        "func.func @main(%x: {all}) -> {third} {{
           %r = tensor.compute (%i) in [3 * n + 2] {{
             %a = tensor.at %x[%i] : {all}
             %b = math.erf %a : f32
             %c = math.exp %b : f32
             tensor.yield %c : f32
           }} : {all}
           %y = tensor.compute (%i) in [n] {{
             %a = tensor.at %r[3 * %i] : {all}
             %b = tensor.at %r[3 * %i + 4] : {all}
             %c = arith.addf %a, %b : f32
             tensor.yield %c : f32
           }} : {third}
           return %y : {third}
         }}"
    );
    for n in [0, 1, 300_001] {
        check(&text, &[array(&[3 * n + 2], 5)], 1e-5);
    }
}
