// RUN: tfopt %s --tensor-decompose | FileCheck %s

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
