//! Reads under conditions, and reads at results of conditionals.

use super::*;

/// The concatenation of two tensors.
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

/// The least integer has no negation; comparisons with it may still be false.
#[test]
fn comparisons_of_the_least_integer() {
    let read = |condition: &str, at: &str| {
        proved(&format!(
            "%least = arith.constant -9223372036854775808 : index
             %zero = arith.constant 0 : index
             %c = arith.cmpi {condition} : index
             %r = loop.if %c -> (f32) {{
               %a = tensor.at %flat[{at}] clamp : tensor<?{{n*m}}xf32>
               loop.yield %a : f32
             }} else {{
               loop.yield %v : f32
             }}"
        ))
    };
    assert_eq!(read("sge, %least, %zero", "-1"), [true]);
    assert_eq!(read("sge, %least, %zero", "%least"), [true]);
    assert_eq!(read("slt, %least, %zero", "-1"), [false]);
    assert_eq!(read("slt, %least, %zero", "%least"), [false]);
}

/// Conditions on a point imply the same facts over extents as the box of the code that was fused into the
/// branch.
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

/// Unreachable code may read anywhere: unrolling leaves contradictory conditions.
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

/// Code under a condition that never holds does not run.
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
