//! Tests of which reads are proved to be inside, and which are not.

use super::*;
use crate::tensor::At;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::verify::verify;
use tf_ir::walk::preorder;

fn context() -> Context {
    let mut registry = Registry::new();
    crate::register_all(&mut registry);
    Context::new(registry)
}

/// The body of a function with an argument of each name and type that the tests use, and `ops` in it.
fn program(ctx: &Context, ops: &str) -> Body {
    let arguments = "%x: tensor<?{n}xf32>, %y: tensor<?{n}x?{m}xf32>, %long: tensor<?{n + 2}xf32>, \
                     %flat: tensor<?{n*m}xf32>, %t: tensor<256xf32>, %any: index, %byte: i8, %flag: i1, \
                     %big: tensor<?{4*n}xf32>, %cube: tensor<?{n}x?{m}x?{p}xf32>, %v: f32, %unknown: tensor<?{n}xindex>";
    let sources = "%table = arith.constant dense<[0, 17, 99]> : tensor<3xindex>
                   %count = tensor.iota dim = 0 : tensor<?{n}xi32>
                   %made = tensor.compute (%a) in [n] {
                     %last = tensor.extent [n - 1] : index
                     %b = arith.subi %last, %a : index
                     tensor.yield %b : index
                   } : tensor<?{n}xindex>";
    let text = format!("func.func @f({arguments}) {{\n{sources}\n{ops}\nreturn\n}}");
    let module = match parse_module(ctx, "test", &text, &ParseOptions::default()) {
        Ok(parsed) => parsed.body,
        Err(errors) => panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>()),
    };
    if let Err(errors) = verify(&module) {
        panic!("{:#?}\n{text}", errors.iter().map(|e| &e.message).collect::<Vec<_>>());
    }
    let function = module.child_ops()[0];
    module.child(function).expect("a function owns its body").duplicate()
}

/// For each `tensor.at` in order, whether it is proved to be inside.
pub(super) fn proved(ops: &str) -> Vec<bool> {
    let ctx = context();
    let body = program(&ctx, ops);
    // Reads of indices are not what is asked.
    let asked = |op: &Op| body.is(*op, At) && body.ctx().is_float(body.ty(body.result(*op, 0)));
    let reads = preorder(&body).into_iter().filter(asked);
    reads.map(|op| is_proved_inside(body.op(op))).collect()
}

/// Reads inside a compute over `[n, m]` with indices `%i` and `%j`, after `ops`.
fn in_box(ops: &str, reads: &[&str]) -> Vec<bool> {
    let lines: Vec<String> = reads
        .iter()
        .enumerate()
        .map(|(k, read)| {
            let (source, _) = read.split_once('[').expect("a read has subscripts");
            let ty = match source {
                "%x" => "tensor<?{n}xf32>",
                "%y" => "tensor<?{n}x?{m}xf32>",
                "%long" => "tensor<?{n + 2}xf32>",
                "%flat" => "tensor<?{n*m}xf32>",
                "%big" => "tensor<?{4*n}xf32>",
                _ => "tensor<256xf32>",
            };
            format!("%r{k} = tensor.at {read} clamp : {ty}")
        })
        .collect();
    proved(&format!(
        "%c = tensor.compute (%i, %j) in [n, m] {{\n{ops}\n{}\ntensor.yield %v : f32\n}} : tensor<?{{n}}x?{{m}}xf32>",
        lines.join("\n")
    ))
}

/// Asserts that each read of the first list is proved and none of the second is.
#[track_caller]
fn check(ops: &str, inside: &[&str], outside: &[&str]) {
    for (read, proved) in inside.iter().zip(in_box(ops, inside)) {
        assert!(proved, "{read} is inside");
    }
    for (read, proved) in outside.iter().zip(in_box(ops, outside)) {
        assert!(!proved, "{read} may be outside");
    }
}

#[test]
fn affine_subscripts_of_a_box() {
    check(
        "",
        &[
            "%x[%i]",
            "%y[%i, %j]",
            "%x[n - 1 - %i]",
            "%long[%i + 2]",
            "%x[%i floordiv 2]",
            "%big[4*%i + 3]",
            "%big[%i*4 + %j mod 4]",
            "%flat[%i*m + %j]",
            "%t[%i mod 256]",
            "%t[(%i + %j) mod 7 + 249]",
            "%x[0]",
            "%x[n - 1]",
            "%flat[n*m - 1]",
            "%x[%i - %i mod 4]",
            "%x[min(n, m) - 1]",
            "%big[%i + 3*n]",
        ],
        &[
            "%x[%j]",
            "%x[%i + 1]",
            "%x[%i - 1]",
            "%x[n - %i]",
            "%long[%i + 3]",
            "%big[4*%i + 4]",
            "%t[%i]",
            "%flat[%i*m + %j + 1]",
            "%t[%i mod 257]",
            "%x[1]",
            "%x[n]",
            "%x[max(n, m) - 1]",
            "%y[%j, %i]",
            "%x[2*%i]",
            "%x[%i*4 + %j mod 4]",
            "%x[n - 2]",
        ],
    );
}

#[test]
fn quotients_by_extents() {
    check(
        "%a = tensor.extent [m] : index
         %k = arith.muli %i, %a : index
         %l = arith.addi %k, %j : index",
        &["%y[%l floordiv m, %l mod m]", "%y[%i, %l mod m]"],
        &["%y[%l mod m, %i]", "%y[%l floordiv n, %j]"],
    );
}

/// A box that is not empty has factors that are not 0, whatever they are made of.
#[test]
fn factors_of_a_box_are_divisors() {
    let read = |box_: &str, at: &str| {
        proved(&format!(
            "%p = tensor.slice %y [0:n:2, 0:m:3] : tensor<?{{n}}x?{{m}}xf32> to tensor<?{{n ceildiv 2}}x?{{m ceildiv 3}}xf32>
             %c = tensor.compute (%i) in [{box_}] {{
               %r = tensor.at %p[{at}] clamp : tensor<?{{n ceildiv 2}}x?{{m ceildiv 3}}xf32>
               tensor.yield %r : f32
             }} : tensor<?{{{box_}}}xf32>"
        ))
    };
    let at = "%i floordiv (m ceildiv 3), %i mod (m ceildiv 3)";
    assert_eq!(read("(n ceildiv 2) * (m ceildiv 3)", at), [true]);
    // A factor that may be negative says nothing of the other one.
    assert_eq!(read("(n - 1) * (m - 1)", "0, 0"), [false]);
}

/// A factor of a box is at least 1 where there are points, also where cases of a minimum would have to be told apart.
#[test]
fn quotients_of_minima_are_divisors() {
    let (rows, columns) = ("(n - min(n, 2) + 2) floordiv 3", "(m - min(m, 2) + 1) floordiv 2");
    let part = format!("tensor<?{{{rows}}}x?{{{columns}}}xf32>");
    let read = proved(&format!(
        "%p = tensor.slice %y [min(n, 2):n:3, min(m, 2):m:2] : tensor<?{{n}}x?{{m}}xf32> to {part}
         %c = tensor.compute (%i) in [({rows})*({columns})] {{
           %r = tensor.at %p[%i floordiv ({columns}), %i mod ({columns})] clamp : {part}
           tensor.yield %r : f32
         }} : tensor<?{{({rows})*({columns})}}xf32>"
    ));
    assert_eq!(read, [true]);
}

/// Where a box has points, what makes it empty when it is 0 is not 0, at any depth.
#[test]
fn parts_of_a_box_are_not_zero() {
    let first = |box_: &str| {
        proved(&format!(
            "%c = tensor.compute (%i) in [{box_}] {{
               %r = tensor.at %x[0] clamp : tensor<?{{n}}xf32>
               tensor.yield %r : f32
             }} : tensor<?{{{box_}}}xf32>"
        )) == [true]
    };
    for box_ in
        ["min(n, 2)", "m*min(n, 2)", "min(n*m, 4*m)", "min(n*min(m, 3), 5)", "n*n + n*m", "max(n, n*m)"]
    {
        assert!(first(box_), "n is at least 1 in [{box_}]");
    }
    for box_ in ["m", "n + m", "max(n, m)", "m*min(n + 1, 2)", "m*(n ceildiv 2 + 1)"] {
        assert!(!first(box_), "n may be 0 in [{box_}]");
    }
}

/// Where a term is negative for some values, nobody looks for a proof.
#[test]
fn counterexamples() {
    let ctx = context();
    let body = program(&ctx, "");
    let mut indices = Indices::new(&body);
    let n: Extent = "n".parse().unwrap();
    let i = indices.variable(Some(n.add_const(-1).unwrap()));
    let left = n.sub(&i).unwrap();
    let refuted =
        |term: &Extent, by: i64, known: &[Extent]| indices.is_refuted(&term.add_const(by).unwrap(), known);
    assert!(refuted(&left, -2, &[]) && !refuted(&left, -1, &[]));
    assert!(!refuted(&left, -2, &[left.add_const(-2).unwrap()]));
    assert!(refuted(&left, -3, &[left.add_const(-2).unwrap()]));
    assert!(!refuted(&Extent::constant(-1), 0, &[Extent::constant(-1)]), "nothing runs");
    assert!(refuted(&i, -1, &[n.add_const(-5).unwrap()]));
}

#[test]
fn folds_with_bounds_of_outer_indices() {
    let fold = |bounds: &str, read: &str| {
        in_box("", &["%x[0]"]);
        proved(&format!(
            "%c = tensor.compute (%i, %j) in [n, m] {{
               %s = tensor.fold (%k) = {bounds} add {{
                 %r = tensor.at {read} clamp : tensor<?{{n}}xf32>
                 tensor.yield %r : f32
               }} : f32
               tensor.yield %s : f32
             }} : tensor<?{{n}}x?{{m}}xf32>"
        )) == [true]
    };
    assert!(fold("0 to n", "%x[%k]"));
    assert!(fold("0 to %i + 1", "%x[%k]"));
    assert!(fold("0 to %i + 1", "%x[%i - %k]"));
    assert!(fold("%i to n", "%x[%k]"));
    assert!(fold("%i + 1 to n", "%x[%k - %i]"));
    assert!(fold("%i floordiv 4 to %i ceildiv 4", "%x[4*%k]"));
    assert!(fold("0 to min(n, m)", "%x[%k]"));
    assert!(!fold("0 to %i + 2", "%x[%k]"));
    assert!(!fold("%i - 1 to n", "%x[%k]"));
    assert!(!fold("0 to m", "%x[%k]"));
    assert!(!fold("0 to n - %i", "%x[%i + %k + 1]"));
    assert!(fold("0 to n - %i", "%x[%i + %k]"));
}

#[test]
fn folds_over_extents_that_may_not_fit() {
    let fold = |bounds: &str, read: &str, ty: &str| {
        let folded = format!(
            "%c = tensor.compute () in [] {{
               %s = tensor.fold (%k) = {bounds} add {{
                 %r = tensor.at {read} clamp : {ty}
                 tensor.yield %r : f32
               }} : f32
               tensor.yield %s : f32
             }} : tensor<f32>"
        );
        proved(&folded) == [true]
    };
    assert!(fold("0 to n*m", "%flat[%k]", "tensor<?{n*m}xf32>"));
    assert!(fold("0 to n*m - 2", "%flat[%k + 1]", "tensor<?{n*m}xf32>"));
    assert!(fold("0 to n*m", "%y[%k floordiv m, %k mod m]", "tensor<?{n}x?{m}xf32>"));
    assert!(!fold("0 to n*m + 1", "%flat[%k]", "tensor<?{n*m}xf32>"));
    assert!(!fold("0 to n*m - 2", "%flat[%k + 3]", "tensor<?{n*m}xf32>"));
    assert!(fold(
        "0 to n*m*p",
        "%cube[%k floordiv (m*p), (%k floordiv p) mod m, %k mod p]",
        "tensor<?{n}x?{m}x?{p}xf32>"
    ));
    assert!(fold("0 to n*m - 1", "%y[%k floordiv m, %k mod m]", "tensor<?{n}x?{m}xf32>"));
    assert!(fold("0 to n*m - 2", "%y[(%k + 2) floordiv m, (%k + 1) mod m]", "tensor<?{n}x?{m}xf32>"));
    assert!(!fold("0 to n*m - 2", "%y[(%k + 3) floordiv m, %k mod m]", "tensor<?{n}x?{m}xf32>"));
    assert!(!fold("0 to n*m + m", "%y[%k floordiv m, %k mod m]", "tensor<?{n}x?{m}xf32>"));
    assert!(fold("0 to n*m*n", "%flat[%k floordiv n]", "tensor<?{n*m}xf32>"));
    assert!(fold("0 to (n*m) ceildiv 3", "%flat[3*%k]", "tensor<?{n*m}xf32>"));
    assert!(!fold("0 to (n*m) ceildiv 3", "%flat[3*%k + 1]", "tensor<?{n*m}xf32>"));
    assert!(fold("0 to n - n*m", "%x[%k]", "tensor<?{n}xf32>"));
}

/// What was two tensors one behind the other.
#[test]
fn conditions_on_extents_that_may_not_fit() {
    let joined = |end: &str| {
        proved(&format!(
            "%c = tensor.compute () in [] {{
               %s = tensor.fold (%k) = 0 to 2*n*m add {{
                 %end = tensor.extent [{end}] : index
                 %first = arith.cmpi slt, %k, %end : index
                 %r = loop.if %first -> (f32) {{
                   %a = tensor.at %flat[%k] clamp : tensor<?{{n*m}}xf32>
                   loop.yield %a : f32
                 }} else {{
                   %b = tensor.at %flat[%k - n*m] clamp : tensor<?{{n*m}}xf32>
                   loop.yield %b : f32
                 }}
                 tensor.yield %r : f32
               }} : f32
               tensor.yield %s : f32
             }} : tensor<f32>"
        ))
    };
    assert_eq!(joined("n*m"), [true, true]);
    assert_eq!(joined("n*m + 1"), [false, true]);
    assert_eq!(joined("n*m - 1"), [true, false]);
    let quotient = |end: &str| {
        proved(&format!(
            "%c = tensor.compute (%k) in [2*n*m] {{
               %end = tensor.extent [{end}] : index
               %first = arith.cmpi slt, %k, %end : index
               %r = loop.if %first -> (f32) {{
                 %a = tensor.at %y[%k floordiv m, %k mod m] clamp : tensor<?{{n}}x?{{m}}xf32>
                 loop.yield %a : f32
               }} else {{
                 loop.yield %v : f32
               }}
               tensor.yield %r : f32
             }} : tensor<?{{2*n*m}}xf32>"
        ))
    };
    assert_eq!(quotient("n*m"), [true]);
    assert_eq!(quotient("n*m + 1"), [false]);
}

/// Conditions that hold for a point say of extents what the box of what was fused into the branch said.
#[test]
fn divisors_in_branches() {
    let padded = |first: &str, last: &str| {
        proved(&format!(
            "%c = tensor.compute (%k) in [n*m + n + 2] {{
               %first = tensor.extent [{first}] : index
               %last = tensor.extent [{last}] : index
               %low = arith.cmpi sge, %k, %first : index
               %high = arith.cmpi sle, %k, %last : index
               %in = arith.andi %low, %high : i1
               %r = loop.if %in -> (f32) {{
                 %a = tensor.at %y[0, 0] clamp : tensor<?{{n}}x?{{m}}xf32>
                 loop.yield %a : f32
               }} else {{
                 loop.yield %v : f32
               }}
               tensor.yield %r : f32
             }} : tensor<?{{n*m + n + 2}}xf32>"
        ))
    };
    assert_eq!(padded("n + 1", "n*m + n"), [true]);
    assert_eq!(padded("n", "n*m + n"), [false]);
    assert_eq!(padded("n + 1", "n*m + n + 1"), [false]);
}

/// What never runs may read anywhere: conditions that contradict themselves are left where loops have become numbers.
#[test]
fn unreachable_reads() {
    let under = |least: i64| {
        proved(&format!(
            "%c = tensor.compute (%i) in [n] {{
               %c4 = arith.constant 4 : index
               %q = arith.floordivsi %i, %c4 : index
               %p = arith.muli %q, %c4 : index
               %r = arith.subi %i, %p : index
               %least = arith.constant {least} : index
               %in = arith.cmpi sge, %r, %least : index
               loop.if %in {{
                 %a = tensor.at %t[(%i mod 4 - 8)*2 + 1] clamp : tensor<256xf32>
                 %b = tensor.at %x[%any] clamp : tensor<?{{n}}xf32>
                 %d = tensor.at %t[%i mod 4 - 3] clamp : tensor<256xf32>
                 loop.yield
               }}
               tensor.yield %v : f32
             }} : tensor<?{{n}}xf32>"
        ))
    };
    assert_eq!(under(8), [true, true, true]);
    assert_eq!(under(3), [false, false, true]);
}

#[test]
fn index_arithmetic() {
    check(
        "%c0 = arith.constant 0 : index
         %c1 = arith.constant 1 : index
         %c3 = arith.constant 3 : index
         %c255 = arith.constant 255 : index
         %c256 = arith.constant 256 : index
         %n = tensor.extent [n] : index
         %last = arith.subi %n, %c1 : index
         %up = arith.addi %i, %c1 : index
         %low = arith.maxsi %any, %c0 : index
         %clamped = arith.minsi %low, %last : index
         %late = arith.minsi %up, %last : index
         %rem = arith.remui %any, %n : index
         %srem = arith.remsi %any, %n : index
         %and = arith.andi %any, %c255 : index
         %ubyte = arith.index_castui %byte : i8 to index
         %sbyte = arith.index_cast %byte : i8 to index
         %shifted = arith.addi %sbyte, %c3 : index
         %sel = arith.select %flag, %i, %last : index
         %bad = arith.select %flag, %i, %n : index
         %half = arith.divsi %i, %c3 : index
         %back = arith.muli %half, %c3 : index
         %umin = arith.minui %any, %last : index
         %left = arith.shli %i, %c1 : index
         %right = arith.shrsi %left, %c1 : index",
        &[
            "%x[%clamped]",
            "%x[%late]",
            "%x[%rem]",
            "%t[%and]",
            "%t[%ubyte]",
            "%x[%sel]",
            "%x[%half]",
            "%x[%back]",
            "%t[%sbyte + 128]",
            "%x[%umin]",
            "%x[%right]",
            "%big[%left]",
        ],
        &[
            "%x[%up]",
            "%x[%low]",
            "%x[%srem]",
            "%t[%sbyte]",
            "%t[%and + 1]",
            "%x[%bad]",
            "%t[%ubyte + 1]",
            "%x[%left]",
            "%t[%shifted + 126]",
        ],
    );
}

/// Sums wrap around at 64 bits; a minimum of a wrapped sum is not what the formula says.
#[test]
fn machine_arithmetic_wraps() {
    check(
        "%c0 = arith.constant 0 : index
         %huge = arith.constant 4611686018427387904 : index
         %n = tensor.extent [n] : index
         %c1 = arith.constant 1 : index
         %last = arith.subi %n, %c1 : index
         %up = arith.addi %any, %huge : index
         %max = arith.maxsi %up, %huge : index
         %down = arith.subi %max, %huge : index
         %down1 = arith.minsi %down, %last : index
         %twice = arith.addi %up, %huge : index
         %again = arith.subi %twice, %huge : index
         %wrapped = arith.subi %again, %huge : index
         %w = arith.maxsi %wrapped, %c0 : index
         %inside = arith.minsi %w, %last : index",
        &["%x[%inside]"],
        &["%x[%down]"],
    );
}

/// Integers wrap at their own width, also at one that tensors cannot hold.
#[test]
fn integers_of_any_width_wrap() {
    check(
        "%cut = arith.index_cast %i : index to i7
         %back = arith.index_cast %cut : i7 to index",
        &["%t[%back + 64]"],
        &["%x[%back]"],
    );
}

#[test]
fn conditions_of_enclosing_ifs() {
    let guarded = |condition: &str, then: &str, otherwise: &str| {
        proved(&format!(
            "%c = tensor.compute (%i, %j) in [n, m] {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %n = tensor.extent [n] : index
               %true = arith.constant true
               %up = arith.addi %i, %c1 : index
               {condition}
               %r = loop.if %p -> (f32) {{
                 %a = tensor.at {then} clamp : tensor<?{{n}}xf32>
                 loop.yield %a : f32
               }} else {{
                 %b = tensor.at {otherwise} clamp : tensor<?{{n}}xf32>
                 loop.yield %b : f32
               }}
               tensor.yield %r : f32
             }} : tensor<?{{n}}x?{{m}}xf32>"
        ))
    };
    let less = "%p = arith.cmpi slt, %up, %n : index";
    assert_eq!(guarded(less, "%x[%i + 1]", "%x[%i + 1]"), [true, false]);
    let positive = "%p = arith.cmpi sgt, %i, %c0 : index";
    assert_eq!(guarded(positive, "%x[%i - 1]", "%x[%i - 1]"), [true, false]);
    assert_eq!(guarded("%p = arith.cmpi sle, %i, %c0 : index", "%x[%i - 1]", "%x[%i - 1]"), [false, true]);
    let unsigned = "%p = arith.cmpi ult, %any, %n : index";
    assert_eq!(guarded(unsigned, "%x[%any]", "%x[%any]"), [true, false]);
    let both = "%q = arith.cmpi sge, %any, %c0 : index
                %s = arith.cmpi slt, %any, %n : index
                %p = arith.andi %q, %s : i1";
    assert_eq!(guarded(both, "%x[%any]", "%x[%any]"), [true, false]);
    let neither = "%q = arith.cmpi slt, %any, %c0 : index
                   %s = arith.cmpi sge, %any, %n : index
                   %p = arith.ori %q, %s : i1";
    assert_eq!(guarded(neither, "%x[%any]", "%x[%any]"), [false, true]);
    let not = "%q = arith.cmpi uge, %any, %n : index
               %p = arith.xori %q, %true : i1";
    assert_eq!(guarded(not, "%x[%any]", "%x[%any]"), [true, false]);
    assert_eq!(guarded("%p = arith.cmpi eq, %any, %i : index", "%x[%any]", "%x[%any]"), [true, false]);
    assert_eq!(guarded("%p = arith.cmpi ne, %any, %i : index", "%x[%any]", "%x[%any]"), [false, true]);
}

#[test]
fn loops_with_known_bounds() {
    let reads = proved(
        "%c = tensor.compute (%i) in [n] {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %c4 = arith.constant 4 : index
           %minus = arith.constant -3 : index
           %n = tensor.extent [n] : index
           loop.for %k = %i to %n step %c1 {
             %a = tensor.at %x[%k] clamp : tensor<?{n}xf32>
             %b = tensor.at %x[%k + 1] clamp : tensor<?{n}xf32>
             loop.yield
           }
           loop.for %k = %c0 to %n step %c4 {
             %a = tensor.at %x[%k] clamp : tensor<?{n}xf32>
             %b = tensor.at %x[%k + 3] clamp : tensor<?{n}xf32>
             loop.yield
           }
           loop.for %k = %minus to %c4 step %c1 {
             %a = tensor.at %t[%k + 3] clamp : tensor<256xf32>
             %b = tensor.at %t[%k + 2] clamp : tensor<256xf32>
             loop.yield
           }
           %w = loop.for %k = %c0 to %n step %c1 iter_args(%l = %c0) -> (index) {
             %a = tensor.at %x[%l] clamp : tensor<?{n}xf32>
             loop.yield %l : index
           }
           tensor.yield %v : f32
         } : tensor<?{n}xf32>",
    );
    assert_eq!(reads, [true, false, true, false, true, false, false]);
}

/// Without a box around it, an extent may be 0.
#[test]
fn an_extent_may_be_zero() {
    let reads = proved(
        "%a = tensor.at %x[0] clamp : tensor<?{n}xf32>
         %b = tensor.at %t[0] clamp : tensor<256xf32>
         %c = tensor.at %long[1] clamp : tensor<?{n + 2}xf32>",
    );
    assert_eq!(reads, [false, true, true]);
}

/// Extent symbols with the names of variables are not confused with them.
#[test]
fn names_of_variables_prove_nothing() {
    let ctx = context();
    let text = "func.func @f(%x: tensor<?{_$0}xf32>, %v: f32) {
      %c = tensor.compute (%i) in [_$0] {
        %0 = tensor.at %x[%i floordiv 2] clamp : tensor<?{_$0}xf32>
        tensor.yield %v : f32
      } : tensor<?{_$0}xf32>
      return
    }";
    let module = parse_module(&ctx, "test", text, &ParseOptions::default())
        .map_err(drop)
        .expect("the text is valid")
        .body;
    let body = module.child(module.child_ops()[0]).expect("a function owns its body");
    let reads: Vec<bool> = preorder(body)
        .into_iter()
        .filter(|op| body.is(*op, At))
        .map(|op| is_proved_inside(body.op(op)))
        .collect();
    assert_eq!(reads, [false]);
}

/// Proofs against brute force: random affine reads in boxes with random extents are inside for all indices if they
/// are proved for symbolic extents.
#[test]
fn proofs_hold_for_all_indices() {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    let mut rng = SmallRng::seed_from_u64(7);
    let ctx = context();
    let (mut proofs, mut refused) = (0, 0);
    for _ in 0..400 {
        let (a, b, c) =
            (rng.random_range(-2..=3i64), rng.random_range(-2..=3i64), rng.random_range(-3..=3i64));
        let (d, k) = (rng.random_range(1..=3i64), rng.random_range(0..=6i64));
        let (p, q) = (rng.random_range(0..=3i64), rng.random_range(0..=2i64));
        let extent = |n: i64, m: i64| p * n + q * m + k;
        let text = format!(
            "func.func @f(%x: tensor<?{{n}}x?{{m}}xf32>, %y: tensor<?{{{p}*n + {q}*m + {k}}}xf32>, %v: f32) {{
               %r = tensor.compute (%i, %j) in [n, m] {{
                 %0 = tensor.at %y[({a}*%i + {b}*%j + {c}) floordiv {d}] clamp : tensor<?{{{p}*n + {q}*m + {k}}}xf32>
                 tensor.yield %v : f32
               }} : tensor<?{{n}}x?{{m}}xf32>
               return
             }}"
        );
        let Ok(parsed) = parse_module(&ctx, "test", &text, &ParseOptions::default()) else { continue };
        let body = parsed.body.child(parsed.body.child_ops()[0]).expect("a function owns its body");
        let read = preorder(body).into_iter().find(|op| body.is(*op, At)).expect("there is a read");
        if !is_proved_inside(body.op(read)) {
            refused += 1;
            continue;
        }
        proofs += 1;
        for (n, m) in (0..6).flat_map(|n| (0..6).map(move |m| (n, m))) {
            for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
                let at = (a * i + b * j + c).div_euclid(d);
                assert!((0..extent(n, m)).contains(&at), "{at} for n={n} m={m} i={i} j={j}\n{text}");
            }
        }
    }
    assert!(proofs > 20 && refused > 20, "{proofs} proofs, {refused} refused");
}

#[test]
fn normalized_and_masked_indices() {
    check(
        "%z = arith.constant 0 : index
         %n = tensor.extent [n] : index
         %neg = arith.cmpi slt, %i, %z : index
         %up = arith.addi %i, %n : index
         %norm = arith.select %neg, %up, %i : index
         %low = arith.cmpi slt, %any, %n : index
         %last = tensor.extent [n - 1] : index
         %below = arith.select %low, %any, %last : index
         %t32 = arith.constant 200 : i32
         %byte32 = arith.extui %byte : i8 to i32
         %u = arith.maxui %byte32, %t32 : i32
         %ui = arith.index_cast %u : i32 to index
         %s = arith.constant 3 : i8
         %small = arith.shrui %byte, %s : i8
         %si = arith.index_castui %small : i8 to index
         %abs = math.absi %any : index
         %masked = arith.andi %any, %i : index
         %narrow = arith.trunci %byte32 : i32 to i16
         %back = arith.index_cast %narrow : i16 to index",
        &["%x[%norm]", "%t[%ui]", "%t[%si]", "%x[%masked]", "%t[%back]"],
        &["%x[%below]", "%x[%up]", "%x[%abs]"],
    );
}

#[test]
fn elements_of_tensors_of_indices() {
    check(
        "%c = tensor.at %table[%any] clamp : tensor<3xindex>
         %k = tensor.at %count[%i] : tensor<?{n}xi32>
         %ki = arith.index_cast %k : i32 to index
         %p = tensor.at %made[%i] : tensor<?{n}xindex>
         %q = tensor.at %made[%any] clamp : tensor<?{n}xindex>
         %d = arith.subi %p, %q : index
         %free = tensor.at %unknown[%i] : tensor<?{n}xindex>",
        &["%t[%c]", "%x[%p]", "%x[%q]", "%x[n - 1 - %p]"],
        &["%t[%c + 200]", "%x[%ki]", "%x[%d]", "%x[%free]", "%x[%p + 1]"],
    );
}

#[test]
fn results_of_conditionals() {
    check(
        "%z = arith.constant 0 : index
         %n = tensor.extent [n] : index
         %neg = arith.cmpi slt, %any, %z : index
         %r:2 = loop.if %flag -> (index, index) {
           loop.yield %z, %any : index, index
         } else {
           loop.yield %i, %i : index, index
         }",
        &["%x[%r#0]"],
        &["%x[%r#1]", "%x[%r#0 + 1]"],
    );
}

/// What stands under a condition that never holds does not run.
#[test]
fn conditions_that_never_hold() {
    let read = |by: i64| {
        proved(&format!(
            "%c = tensor.compute (%i, %j) in [n, m] {{
               %two = arith.constant 2 : index
               %by = arith.constant {by} : index
               %k = arith.addi %i, %by : index
               %low = arith.cmpi slt, %k, %two : index
               %r = loop.if %low -> (f32) {{
                 %s = tensor.at %t[%any] clamp : tensor<256xf32>
                 loop.yield %s : f32
               }} else {{
                 loop.yield %v : f32
               }}
               tensor.yield %r : f32
             }} : tensor<?{{n}}x?{{m}}xf32>"
        ))
    };
    assert_eq!(read(3), [true]);
    assert_eq!(read(1), [false]);
}

/// However long the way to a value is, and whichever value on it is asked for first.
#[test]
fn long_chains_of_definitions() {
    let links = |from: usize, to: usize| -> String {
        let link = |k: usize| {
            format!(
                "%s{k} = arith.addi %s{}, %one : index\n%t{k} = arith.minsi %t{}, %s{k} : index\n",
                k - 1,
                k - 1
            )
        };
        (from..to).map(link).collect()
    };
    let start = "%one = arith.constant 1 : index\n%s0 = arith.addi %i, %one : index\n%t0 = arith.minsi %i, %s0 : index\n";
    check(&format!("{start}{}", links(1, 300)), &["%x[%t299]", "%x[%t7]"], &["%x[%s299]"]);
    // The condition asks for the end of the chain, which the read needs, too.
    let last = "%low = arith.constant 0 : index\n%is = arith.cmpi sge, %t299, %low : index\n%q = loop.if %is -> (index) {\n%h = tensor.at %made[%t299] clamp : tensor<?{n}xindex>\nloop.yield %h : index\n} else {\nloop.yield %low : index\n}\n";
    check(&format!("{start}{}{last}", links(1, 300)), &["%x[%t299]"], &["%x[%s299]"]);
}
