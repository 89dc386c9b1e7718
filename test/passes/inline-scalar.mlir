// RUN: tfopt %s --inline | FileCheck %s

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
func.func private @with_tensors(%x: f32) -> f32 {
  %t = tensor.splat %x : tensor<2xf32>
  %r = tensor.at %t[1] : tensor<2xf32>
  return %r : f32
}
func.func private @twice(%x: f32) -> f32 {
  %r = arith.addf %x, %x : f32
  return %r : f32
}
