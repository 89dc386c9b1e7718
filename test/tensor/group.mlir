// Groups of computes: the op means what its region means.
// RUN: tfopt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @f(
func.func @f(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  // CHECK: %[[G:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), parallel(i.0)>} {
  %r = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), parallel(i.0)>} {
    // CHECK: %[[S:.*]] = tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"]} {
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %b = tensor.at %x[%i] : tensor<?{n}xf32>
      %c = arith.mulf %b, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    // CHECK: tensor.yield %[[S]] : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  // CHECK: return %[[G]]
  return %r : tensor<?{n}xf32>
}
