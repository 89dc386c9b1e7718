// RUN: tfopt %s --inline | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// In scalar code only scalar code can stand: a call of a function that computes with tensors stays.
// CHECK-LABEL: func.func @in_scalar_code
func.func @in_scalar_code(%x: f32) -> tensor<4xf32> {
  // CHECK: tensor.compute
  // CHECK: %[[R:.*]] = func.call @with_tensors
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[R]], %[[R]]
  // CHECK-NEXT: tensor.yield %[[S]]
  %r = tensor.compute (%i) in [4] {
    %a = func.call @with_tensors(%x) : (f32) -> f32
    %b = func.call @twice(%a) : (f32) -> f32
    tensor.yield %b : f32
  } : tensor<4xf32>
  return %r : tensor<4xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @in_scalar_code(%[[ARG0:.*]]: f32) -> tensor<4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V1:.*]] = func.call @with_tensors(%[[ARG0]]) : (f32) -> f32
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }
func.func private @with_tensors(%x: f32) -> f32 {
  %t = tensor.splat %x : tensor<2xf32>
  %r = tensor.at %t[1] : tensor<2xf32>
  return %r : f32
}
// FULL-NEXT:   func.func private @with_tensors(%[[ARG0:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[ARG0]] : tensor<2xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.at %[[V0]][1] : tensor<2xf32>
// FULL-NEXT:     return %[[V1]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
func.func private @twice(%x: f32) -> f32 {
  %r = arith.addf %x, %x : f32
  return %r : f32
}
