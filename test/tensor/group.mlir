// Groups of computes: the op means what its region means.
// RUN: tfopt %s --verify-roundtrip | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V3:.*]] = arith.mulf %[[V2]], %[[V2]] : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
