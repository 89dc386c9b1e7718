//! Derivatives that are taken at each point of a comprehension. Not among those that are compiled, too:
//! proofs about the loops in loops of their second derivatives take minutes.

use super::harness::Case;

const T: &str = "tensor<?{n}xf64>";

/// A derivative taken at each point, of scalar code: `CODE` computes `%z` from the variable `%v`.
fn slope_at_points(code: &str) -> String {
    format!(
        "  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %one = arith.constant 1.0 : f64
  %big = arith.constant 2.0 : f64
  %y0 = tensor.compute (%i) in [n] {{
    %a = tensor.at %x0[%i] : tensor<?{{n}}xf64>
    %q, %d = tensor.vjp (%v = %a) seed(%one) : (f64) -> (f64) {{
{code}
      tensor.yield %z : f64
    }}
    %e = arith.mulf %q, %d : f64
    tensor.yield %e : f64
  }} : tensor<?{{n}}xf64>"
    )
}

#[test]
fn derivatives_at_each_point() {
    let sum = "%z = tensor.fold (%k) = 0 to 5 add {
  %b = tensor.at %x1[%k] : tensor<5xf64>
  %c = arith.mulf %b, %v : f64
  %s = math.sin %c : f64
  tensor.yield %s : f64
} : f64";
    let greatest = sum.replace(" add {", " maximumf {");
    let counted = "%z = loop.for %k = %c0 to %c12 step %c1 iter_args(%h = %v) -> (f64) {
  %b = tensor.at %x1[%k] wrap : tensor<5xf64>
  %c = arith.mulf %b, %h : f64
  %s = math.sin %c : f64
  %t = arith.addf %s, %v : f64
  loop.yield %t : f64
}";
    let left = counted.replace(
        "loop.yield %t : f64",
        "%go = arith.cmpf olt, %t, %big : f64
loop.condition %go, %t : f64",
    );
    let repeated = "%w:2 = loop.while (%h = %v, %k = %c0) : (f64, index) -> (f64, index) {
  %go = arith.cmpf olt, %h, %big : f64
  loop.condition %go, %h, %k : f64, index
} do (%h: f64, %k: index) {
  %b = tensor.at %x1[%k] wrap : tensor<5xf64>
  %m = arith.mulf %b, %v : f64
  %g = arith.mulf %m, %h : f64
  %t = arith.addf %g, %h : f64
  %l = arith.addi %k, %c1 : index
  loop.yield %t, %l : f64, index
}
%z = arith.mulf %w#0, %v : f64";
    let chosen = "%p = arith.cmpf ogt, %v, %one : f64
%z = loop.if %p -> (f64) {
  %s = math.sin %v : f64
  loop.yield %s : f64
} else {
  %f = tensor.fold (%k) = 0 to 5 mul {
    %b = tensor.at %x1[%k] : tensor<5xf64>
    %c = arith.addf %b, %v : f64
    tensor.yield %c : f64
  } : f64
  loop.yield %f : f64
}";
    for code in [sum, &greatest, counted, &left, repeated, chosen] {
        let code = slope_at_points(code);
        let inputs: &[(&str, &[usize])] = &[(T, &[3]), ("tensor<5xf64>", &[5])];
        let case = Case { inputs, outputs: &[T], code: &code, range: (0.3, 0.9) };
        (0..3).for_each(|seed| drop(case.check(seed)));
        case.check_second(2);
    }
}
