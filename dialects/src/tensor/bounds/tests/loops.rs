//! Reads in folds and loops.

use super::*;

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
