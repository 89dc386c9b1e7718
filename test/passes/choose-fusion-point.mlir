// A single point that several nests read is stored: to store it starts no loops, and to evaluate it twice
// takes its time twice.
// RUN: tfopt %s --choose-fusion --apply-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --choose-fusion --apply-fusion --check-work --check-semantics -o /dev/null
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @twice(%[[ARG0:.*]]: tensor<f32>) -> (tensor<f32>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute () in [] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][] : tensor<f32>
// FULL-NEXT:       %[[V3:.*]] = math.acosh %[[V2]] : f32
// FULL-NEXT:       %[[V4:.*]] = arith.negf %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V3]], %[[V4]] : f32, f32
// FULL-NEXT:     } : tensor<f32>, tensor<f32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]]#0[] : tensor<f32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     return %[[V0]]#1, %[[V1]] : tensor<f32>, tensor<4xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @once(%[[ARG0:.*]]: tensor<f32>) -> tensor<f32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute () in [] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][] : tensor<f32>
// FULL-NEXT:       %[[V2:.*]] = math.acosh %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.negf %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     return %[[V0]] : tensor<f32>
// FULL-NEXT:   }
// FULL-NEXT: }
