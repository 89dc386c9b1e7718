//! Programs that tell the edges of a grid from its inside by comparing indices: code for the inside, and code
//! for the edges, give the interpreter's answer at each level, for extents of every remainder.

use crate::levels::same;
use tensorforge::Array;

/// The code of a grid of these extents, or of extents known at the call; `first` and `last` are comparisons
/// of an index.
fn program((rows, columns): (&str, &str), conditions: &str) -> String {
    let ty = format!("tensor<{rows}x{columns}xf32>");
    let extent = |text: &str| match text.parse::<usize>() {
        Ok(number) => (format!("arith.constant {number} : index"), number.to_string()),
        Err(_) => {
            let symbol = text.trim_matches(&['?', '{', '}'][..]);
            (format!("tensor.extent [{symbol}] : index"), symbol.to_string())
        }
    };
    let [(m, rows), (n, columns)] = [rows, columns].map(extent);
    format!(
        "func.func @main(%x: {ty}) -> {ty} {{
           %m = {m}
           %n = {n}
           %zero = arith.constant 0 : index
           %one = arith.constant 1 : index
           %two = arith.constant 2 : index
           %bottom = arith.subi %m, %one : index
           %right = arith.subi %n, %one : index
           %far = arith.subi %n, %two : index
           %r = tensor.compute (%i, %j) in [{rows}, {columns}] {{
             %a = tensor.at %x[%i - 1, %j] clamp : {ty}
             %b = tensor.at %x[%i, %j + 2] wrap : {ty}
             %c = tensor.at %x[%i, %j - 1] clamp : {ty}
             %own = tensor.at %x[%i, %j] : {ty}
             %ab = arith.addf %a, %b : f32
             %sum = arith.subf %ab, %c : f32
             {conditions}
             tensor.yield %chosen : f32
           }} : {ty}
           return %r : {ty}
         }}"
    )
}

/// The interior, by the usual conditions.
const INSIDE: &str = "%above = arith.cmpi sgt, %i, %zero : index
             %below = arith.cmpi slt, %i, %bottom : index
             %before = arith.cmpi sge, %j, %one : index
             %behind = arith.cmpi sle, %j, %far : index
             %0 = arith.andi %above, %below : i1
             %1 = arith.andi %before, %behind : i1
             %2 = arith.andi %0, %1 : i1
             %chosen = arith.select %2, %sum, %own : f32";

/// Each edge by itself, by equality, by order, with the constant in front, and in a conditional.
const EDGES: &str = "%top = arith.cmpi eq, %i, %zero : index
             %left = arith.cmpi sgt, %one, %j : index
             %last = arith.cmpi eq, %j, %right : index
             %not = arith.cmpi ne, %i, %bottom : index
             %corner = arith.ori %top, %left : i1
             %0 = arith.select %corner, %own, %sum : f32
             %1 = arith.select %not, %0, %a : f32
             %chosen = loop.if %last -> (f32) {
               %d = arith.addf %1, %b : f32
               loop.yield %d : f32
             } else {
               loop.yield %1 : f32
             }";

/// The lower half and a column in the middle: nothing that is likely.
const NOTHING: &str = "%lower = arith.cmpi sle, %j, %i : index
             %middle = arith.cmpi ne, %j, %two : index
             %0 = arith.andi %lower, %middle : i1
             %chosen = arith.select %0, %sum, %own : f32";

fn grid(rows: usize, columns: usize) -> Array {
    let values: Vec<f32> = (0..rows * columns).map(|i| ((i * 37) % 101) as f32).collect();
    Array::from_slice(&[rows, columns], &values).unwrap()
}

#[test]
fn grids_of_constant_extents() {
    for (rows, columns) in [(3, 3), (5, 16), (4, 33), (9, 64), (6, 70), (2, 131), (40, 96), (3, 255)] {
        for conditions in [INSIDE, EDGES, NOTHING] {
            let text = program((&rows.to_string(), &columns.to_string()), conditions);
            same(&text, &[vec![grid(rows, columns)]]);
        }
    }
}

#[test]
fn grids_with_runtime_extents() {
    let runs: Vec<Vec<Array>> = [(1, 3), (2, 2), (3, 8), (5, 15), (4, 17), (7, 40), (3, 100), (30, 67)]
        .map(|(m, n)| vec![grid(m, n)])
        .into();
    for conditions in [INSIDE, EDGES, NOTHING] {
        same(&program(("?{m}", "?{n}"), conditions), &runs);
    }
}
