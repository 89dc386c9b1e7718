// A sum whose end is the least of some number and a short one is short: it is not added up in blocks, whose sums would be carried beside it.
// RUN: tfopt %s --apply-schedule | FileCheck %s
// RUN: tfopt %s --apply-schedule --check-semantics -o /dev/null

// CHECK-LABEL: func.func @part(
// CHECK: loop.for
// CHECK-NOT: loop.for
// CHECK: return
func.func @part(%a: tensor<?{n}xf32>, %left: index) -> tensor<f32> {
  %most = arith.constant 100 : index
  %end = arith.minsi %left, %most : index
  %z = arith.constant 0.0 : f32
  %t = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to %end add fastmath<reassoc> {
      %x = tensor.at %a[%k] fill(%z) : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %t : tensor<f32>
}

// One of which nothing is known has blocks.
// CHECK-LABEL: func.func @open(
// CHECK: loop.for
// CHECK: loop.for
// CHECK: return
func.func @open(%a: tensor<?{n}xf32>, %left: index) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %t = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to %left add fastmath<reassoc> {
      %x = tensor.at %a[%k] fill(%z) : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %t : tensor<f32>
}
