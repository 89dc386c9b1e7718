// RUN: tfopt %s --tensor-to-loops | FileCheck %s

// Along the axis one after the other, rows in any order.
// CHECK-LABEL: func.func @scan
func.func @scan(%x: tensor<?{n}x?{m}xf32>, %s: f32) -> tensor<?{n}x?{m}xf32> {
  // CHECK: %[[M:.*]] = mem.extent [m] : index
  // CHECK: loop.parallel (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) attributes {grain = 32 : i64} {
  // CHECK: loop.for %[[J:.*]] = %{{.*}} to %[[M]] step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
  // CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %[[J]] : index
  // CHECK-NEXT: %[[V:.*]] = mem.load %{{.*}}[%[[I]], %[[AT]]] : memref<?{n}x?{m}xf32>
  // CHECK-NEXT: %[[B:.*]] = arith.addf %[[A]], %[[V]] : f32
  // CHECK-NEXT: mem.store %[[A]], %{{.*}}[%[[I]], %[[AT]]] : memref<?{n}x?{m}xf32>
  // CHECK-NEXT: loop.yield %[[B]] : f32
  %0 = tensor.scan add %x init(%s) dim = 1 reverse exclusive : tensor<?{n}x?{m}xf32>
  return %0 : tensor<?{n}x?{m}xf32>
}

// Runs of doubling length are merged from the result to the scratch and back.
// CHECK-LABEL: func.func @sort
func.func @sort(%x: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
  // CHECK: %[[S:.*]] = mem.alloc : memref<?{n}xi32>
  // CHECK: mem.copy %{{.*}}, %[[R:.*]] : memref<?{n}xi32>
  // CHECK: loop.while
  // CHECK: } do (%[[W:.*]]: index) {
  // CHECK: loop.for %{{.*}} = %{{.*}} to %{{.*}} step
  // CHECK: loop.for %[[T:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[L:.*]] = %{{.*}}, %[[H:.*]] = %{{.*}}) -> (index, index) {
  // CHECK: %[[TAKE:.*]] = loop.if %{{.*}} -> (i1) {
  // CHECK-NEXT: %[[A:.*]] = mem.load %[[R]][%[[H]]] : memref<?{n}xi32>
  // CHECK-NEXT: %[[B:.*]] = mem.load %[[R]][%[[L]]] : memref<?{n}xi32>
  // CHECK-NEXT: arith.cmpi slt, %[[A]], %[[B]] : i32
  // CHECK: %[[FROM:.*]] = arith.select %[[TAKE]], %[[H]], %[[L]] : index
  // CHECK-NEXT: %[[V:.*]] = mem.load %[[R]][%[[FROM]]] : memref<?{n}xi32>
  // CHECK-NEXT: mem.store %[[V]], %[[S]][%[[T]]] : memref<?{n}xi32>
  // CHECK: mem.load %[[S]]
  // CHECK: mem.store %{{.*}}, %[[R]]
  %0 = tensor.sort %x dim = 0 by (%a: i32, %b: i32) {
    %l = arith.cmpi slt, %a, %b : i32
    tensor.yield %l : i1
  } : tensor<?{n}xi32>
  return %0 : tensor<?{n}xi32>
}
