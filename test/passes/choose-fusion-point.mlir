// A single point that several nests read is stored: to store it starts no loops, and to evaluate it twice takes its time twice.
// RUN: tfopt %s --choose-fusion --apply-fusion | FileCheck %s
// RUN: tfopt %s --choose-fusion --apply-fusion --check-work --check-semantics -o /dev/null

// CHECK-LABEL: func.func @twice(
// CHECK-COUNT-1: math.acosh
// CHECK-NOT: math.acosh
// CHECK: return
func.func @twice(%x: tensor<f32>) -> (tensor<f32>, tensor<4xf32>) {
  %a = tensor.compute () in [] {
    %e = tensor.at %x[] : tensor<f32>
    %v = math.acosh %e : f32
    tensor.yield %v : f32
  } : tensor<f32>
  %p = tensor.compute () in [] {
    %e = tensor.at %a[] : tensor<f32>
    %v = arith.negf %e : f32
    tensor.yield %v : f32
  } : tensor<f32>
  %q = tensor.compute (%i) in [4] {
    %e = tensor.at %a[] : tensor<f32>
    tensor.yield %e : f32
  } : tensor<4xf32>
  return %p, %q : tensor<f32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @once(
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @once(%x: tensor<f32>) -> tensor<f32> {
  %a = tensor.compute () in [] {
    %e = tensor.at %x[] : tensor<f32>
    %v = math.acosh %e : f32
    tensor.yield %v : f32
  } : tensor<f32>
  %p = tensor.compute () in [] {
    %e = tensor.at %a[] : tensor<f32>
    %v = arith.negf %e : f32
    tensor.yield %v : f32
  } : tensor<f32>
  return %p : tensor<f32>
}
