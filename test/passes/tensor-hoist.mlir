// RUN: tfopt --tensor-hoist %s | FileCheck %s

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
