// RUN: tfopt %s --tensor-decompose | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// One axis is a fold with the combiner.
// CHECK-LABEL: func.func @one_axis
func.func @one_axis(%x: tensor<?{n}x?{m}xf32>, %s: f32) -> tensor<?{m}xf32> {
  // CHECK: tensor.compute (%[[J:.*]]) in [m] {
  // CHECK-NEXT: %[[F:.*]] = tensor.fold (%[[K:.*]]) = 0 to n init(%{{.*}}) {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[K]], %[[J]]] : tensor<?{n}x?{m}xf32>
  // CHECK-NEXT: tensor.yield %[[V]] : f32
  // CHECK-NEXT: } combine (%[[A:.*]]: f32, %[[B:.*]]: f32) associative {
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[A]], %[[B]] : f32
  // CHECK-NEXT: tensor.yield %[[D]] : f32
  // CHECK-NEXT: } : f32
  %0 = tensor.reduce %x init(%s) dims = [0] combine (%a: f32, %b: f32) associative {
    %d = arith.subf %a, %b : f32
    tensor.yield %d : f32
  } : tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>
  return %0 : tensor<?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @one_axis(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: f32) -> tensor<?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [m] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to n init(%[[ARG1]]) {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } combine (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32) associative {
// FULL-NEXT:         %[[V2]] = arith.subf %[[ARG2]], %[[ARG3]] : f32
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}xf32>
// FULL-NEXT:   }

// Several axes share one accumulator: loops that carry it.
// CHECK-LABEL: func.func @two_axes
func.func @two_axes(%x: tensor<?{n}x3xf32>, %s: f32) -> tensor<f32> {
  // CHECK: tensor.compute () in [] {
  // CHECK: %[[N:.*]] = tensor.extent [n] : index
  // CHECK: loop.for %[[I:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
  // CHECK: loop.for %[[J:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[B:.*]] = %[[A]]) -> (f32) {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]], %[[J]]] : tensor<?{n}x3xf32>
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[B]], %[[V]] : f32
  // CHECK-NEXT: loop.yield %[[D]] : f32
  %0 = tensor.reduce %x init(%s) dims = [1, 0] combine (%a: f32, %b: f32) {
    %d = arith.subf %a, %b : f32
    tensor.yield %d : f32
  } : tensor<?{n}x3xf32> to tensor<f32>
  return %0 : tensor<f32>
}
// FULL-NEXT:   func.func @two_axes(%[[ARG0:.*]]: tensor<?{n}x3xf32>, %[[ARG1:.*]]: f32) -> tensor<f32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute () in [] {
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V1:.*]] = tensor.extent [n] : index
// FULL-NEXT:       %[[V2:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (f32) {
// FULL-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:         %[[V3:.*]] = loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C3]] step %[[C1_1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (f32) {
// FULL-NEXT:           %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_2]]] : tensor<?{n}x3xf32>
// FULL-NEXT:           %[[V5:.*]] = arith.subf %[[ARG3]], %[[V4]] : f32
// FULL-NEXT:           loop.yield %[[V5]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield %[[V3]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     return %[[V0]] : tensor<f32>
// FULL-NEXT:   }

// The initial value of a kind is combined last, on the left.
// CHECK-LABEL: func.func @kind_from
func.func @kind_from(%x: tensor<?{n}xf32>, %s: f32) -> tensor<f32> {
  // CHECK: %[[F:.*]] = tensor.fold (%{{.*}}) = 0 to n add {
  // CHECK: } : f32
  // CHECK-NEXT: %[[R:.*]] = arith.addf %{{.*}}, %[[F]] : f32
  // CHECK-NEXT: tensor.yield %[[R]] : f32
  %0 = tensor.reduce add %x init(%s) dims = [0] : tensor<?{n}xf32> to tensor<f32>
  return %0 : tensor<f32>
}
// FULL-NEXT:   func.func @kind_from(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32) -> tensor<f32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute () in [] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[ARG1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     return %[[V0]] : tensor<f32>
// FULL-NEXT:   }
// FULL-NEXT: }
