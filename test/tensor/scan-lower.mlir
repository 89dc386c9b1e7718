// RUN: tfopt %s --tensor-to-loops | tee %t.check | FileCheck %s
// GOLDEN: cat %t.check

// Along the axis one after the other, rows in any order, four of them together where there are so many.
// CHECK-LABEL: func.func @scan
func.func @scan(%x: tensor<?{n}x?{m}xf32>, %s: f32) -> tensor<?{n}x?{m}xf32> {
  // CHECK: %[[M:.*]] = mem.extent [m] : index
  // CHECK: %[[GROUPS:.*]] = arith.ceildivui
  // CHECK: loop.parallel (%[[I:.*]]) = (%{{.*}}) to (%[[GROUPS]]) step (%{{.*}}) attributes {grain = 32 : i64} {
  // CHECK: loop.if
  // CHECK: loop.for %{{.*}} = %{{.*}} to %[[M]] step %{{.*}} iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) -> (f32, f32, f32, f32) {
  // CHECK: } else {
  // CHECK: loop.for %[[R:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
  // CHECK: loop.for %[[J:.*]] = %{{.*}} to %[[M]] step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
  // CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %[[J]] : index
  // CHECK-NEXT: %[[V:.*]] = mem.load %{{.*}}[%[[R]], %[[AT]]] : memref<?{n}x?{m}xf32>
  // CHECK-NEXT: %[[B:.*]] = arith.addf %[[A]], %[[V]] : f32
  // CHECK-NEXT: mem.store %[[A]], %{{.*}}[%[[R]], %[[AT]]] : memref<?{n}x?{m}xf32>
  // CHECK-NEXT: loop.yield %[[B]] : f32
  %0 = tensor.scan add %x init(%s) dim = 1 reverse exclusive : tensor<?{n}x?{m}xf32>
  return %0 : tensor<?{n}x?{m}xf32>
}

// Few rows, each with a thread of its own, none together with others: a sum of floats keeps its order.
// CHECK-LABEL: func.func @few_rows
func.func @few_rows(%x: tensor<5x100000xf32>) -> tensor<5x100000xf32> {
  // CHECK: loop.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) attributes {grain = 1 : i64} {
  // CHECK-NOT: loop.parallel
  // CHECK: loop.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32) {
  // CHECK-NOT: loop.for
  // CHECK: return
  %0 = tensor.scan add %x dim = 1 : tensor<5x100000xf32>
  return %0 : tensor<5x100000xf32>
}

// A long row, whose order is open: what chunks come to, where they begin, and the chunks, for 128 chunks at a
// time.
// CHECK-LABEL: func.func @long_row
func.func @long_row(%x: tensor<3000000xi32>) -> tensor<3000000xi32> {
  // CHECK: %[[T:.*]] = mem.alloc : memref<128xi32>
  // CHECK: %[[SPAN:.*]] = arith.constant 1048576 : index
  // CHECK: loop.for %[[S:.*]] = %{{.*}} to %{{.*}} step %[[SPAN]] iter_args(%[[BEFORE:.*]] = %{{.*}}) -> (i32) {
  // CHECK: loop.parallel
  // CHECK: loop.for {{.*}} attributes {reduction = {{.*}}, vector_width = {{.*}}} {
  // CHECK: mem.store %{{.*}}, %[[T]]
  // CHECK: %[[AFTER:.*]] = loop.for %{{.*}} iter_args(%[[A:.*]] = %[[BEFORE]]) -> (i32) {
  // CHECK: mem.load %[[T]]
  // CHECK: mem.store %[[A]], %[[T]]
  // CHECK: loop.parallel
  // CHECK: loop.if
  // CHECK: loop.for %{{.*}} -> (i32, i32, i32, i32) {
  // CHECK: loop.yield %[[AFTER]] : i32
  %0 = tensor.scan add %x dim = 0 : tensor<3000000xi32>
  return %0 : tensor<3000000xi32>
}

// The order is written, or the row too short: one loop.
// CHECK-LABEL: func.func @whole_rows
func.func @whole_rows(%x: tensor<3000000xf32>, %y: tensor<16384xi32>) -> (tensor<3000000xf32>, tensor<16384xi32>) {
  // CHECK-NOT: loop.parallel
  // CHECK: loop.for
  // CHECK-NOT: loop.parallel
  // CHECK: loop.for
  // CHECK-NOT: loop.parallel
  // CHECK: return
  %0 = tensor.scan add %x dim = 0 : tensor<3000000xf32>
  %1 = tensor.scan add %y dim = 0 : tensor<16384xi32>
  return %0, %1 : tensor<3000000xf32>, tensor<16384xi32>
}

// Along another axis than the last, lanes go across it: a row is the one before with one more combined.
// CHECK-LABEL: func.func @columns
func.func @columns(%x: tensor<100x2000xf32>) -> tensor<100x2000xf32> {
  // CHECK: loop.parallel
  // CHECK: loop.for %{{.*}} attributes {vector_width = {{.*}}} {
  // CHECK: loop.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
  // CHECK: %[[B:.*]] = arith.subi %[[I]], %{{.*}} : index
  // CHECK: loop.for %[[J:.*]] = %{{.*}} attributes {vector_width = {{.*}}} {
  // CHECK: %[[OLD:.*]] = mem.load %[[R:.*]][%[[B]], %[[J]]]
  // CHECK: %[[V:.*]] = mem.load %{{.*}}[%[[I]], %[[J]]]
  // CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[V]] : f32
  // CHECK: mem.store %[[NEW]], %[[R]][%[[I]], %[[J]]]
  %0 = tensor.scan add %x dim = 0 : tensor<100x2000xf32>
  return %0 : tensor<100x2000xf32>
}

// Runs of doubling length are merged from the result to the scratch and back: of a long row in blocks, and
// then pairs of runs of these in any order.
// CHECK-LABEL: func.func @sort
func.func @sort(%x: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
  // CHECK: %[[S:.*]] = mem.alloc : memref<?{n}xi32>
  // CHECK: mem.copy %{{.*}}, %[[R:.*]] : memref<?{n}xi32>
  // CHECK: loop.if
  // CHECK: loop.parallel
  // CHECK: loop.while
  // CHECK: loop.while
  // CHECK: loop.parallel
  // CHECK: loop.parallel
  // CHECK: } else {
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
