// RUN: tfopt --tensor-hoist %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// What does not depend on the fold's index is read once, before it.
// CHECK-LABEL: func.func @invariant
func.func @invariant(%a: tensor<?{n}xf32>, %b: tensor<?{m}xf32>) -> tensor<?{n}xf32> {
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK-NEXT: %[[X:.*]] = tensor.at %{{.*}}[%[[I]]]
  // CHECK-NEXT: %[[S:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK-NEXT: tensor.fold (%[[K:.*]]) = 0 to m add {
  // CHECK-NEXT: %[[Y:.*]] = tensor.at %{{.*}}[%[[K]]]
  // CHECK-NEXT: arith.mulf %[[S]], %[[Y]]
  %r = tensor.compute (%i) in [n] {
    %f = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %a[%i] : tensor<?{n}xf32>
      %s = arith.mulf %x, %x : f32
      %y = tensor.at %b[%k] : tensor<?{m}xf32>
      %z = arith.mulf %s, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @invariant(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to m add {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[K]]] : tensor<?{m}xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V2]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// The read at 0 is inside only because the fold runs: it stays.
// CHECK-LABEL: func.func @needs_the_loop
func.func @needs_the_loop(%b: tensor<?{m}xf32>) -> tensor<4xf32> {
  // CHECK: tensor.fold
  // CHECK-NEXT: tensor.at %{{.*}}[0]
  %r = tensor.compute (%i) in [4] {
    %f = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %b[0] : tensor<?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4xf32>
  return %r : tensor<4xf32>
}
// FULL-NEXT:   func.func @needs_the_loop(%[[ARG0:.*]]: tensor<?{m}xf32>) -> tensor<4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to m add {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][0] : tensor<?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }

// A terminator stays, even if all that it yields is from outside.
// CHECK-LABEL: func.func @terminator
func.func @terminator(%s: f32) -> tensor<4xf32> {
  // CHECK: tensor.fold
  // CHECK-NEXT: tensor.yield %{{.*}} : f32
  %r = tensor.compute (%i) in [4] {
    %f = tensor.fold (%k) = 0 to 3 add {
      tensor.yield %s : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4xf32>
  return %r : tensor<4xf32>
}
// FULL-NEXT:   func.func @terminator(%[[ARG0:.*]]: f32) -> tensor<4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 3 add {
// FULL-NEXT:         tensor.yield %[[ARG0]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
