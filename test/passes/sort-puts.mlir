// RUN: tfopt %s --pass-pipeline='func.func(set-gpu,sort-puts)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(sort-puts)' | FileCheck %s --check-prefix=CPU
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(set-gpu,sort-puts)' 2>&1 | FileCheck %s --check-prefix=SAME

// SAME: semantics: {{[0-9]+}} functions compared
// CPU-NOT: tensor.sort

// Sums of floats: the values sorted by their element, and a loop over those of each element.
// CHECK-LABEL: func.func @sums
// CHECK-SAME: %[[X:.*]]: tensor<?{n}xf32>, %[[K:.*]]: tensor<?{n}xindex>, %[[S:.*]]: tensor<?{m}xf32>
func.func @sums(%x: tensor<?{n}xf32>, %at: tensor<?{n}xindex>, %start: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  // CHECK: %[[LISTED:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
  // CHECK: %[[V:.*]] = tensor.at %[[X]][%[[I]]]
  // CHECK: %[[PLACE:.*]] = tensor.at %[[K]][%[[I]]]
  // CHECK: arith.cmpi ult, %[[PLACE]]
  // CHECK: arith.select
  // CHECK: tensor.yield %{{.*}}, %[[V]] : index, f32
  // CHECK: %[[SORTED:.*]]:2 = tensor.sort %[[LISTED]]#0, %[[LISTED]]#1 dim = 0
  // CHECK: arith.cmpi slt
  // CHECK: %[[FIRST:.*]] = tensor.searchsorted left %[[SORTED]]#0
  // CHECK: %[[LAST:.*]] = tensor.searchsorted right %[[SORTED]]#0
  // CHECK: tensor.compute (%[[E:.*]]) in [m] {
  // CHECK-DAG: %[[FROM:.*]] = tensor.at %[[FIRST]][%[[E]]]
  // CHECK-DAG: %[[TO:.*]] = tensor.at %[[LAST]][%[[E]]]
  // CHECK-DAG: %[[OLD:.*]] = tensor.at %[[S]][%[[E]]]
  // CHECK: loop.for %[[P:.*]] = %[[FROM]] to %[[TO]] step %{{.*}} iter_args(%[[SUM:.*]] = %[[OLD]]) -> (f32) {
  // CHECK: %[[NEXT:.*]] = tensor.at %[[SORTED]]#1[%[[P]]] clamp
  // CHECK: arith.addf %[[SUM]], %[[NEXT]] : f32
  %r = tensor.compute (%i) in [n] accumulate(add %acc = %start : tensor<?{m}xf32>) {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %k = tensor.at %at[%i] : tensor<?{n}xindex>
    tensor.put %v into %acc[%k] drop : memref<?{m}xf32>
    tensor.yield
  }
  return %r : tensor<?{m}xf32>
}

// Boxes and accumulators of two axes become rows; the last one wins. Wrapped and clamped subscripts are inside.
// CHECK-LABEL: func.func @last
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [64, 64] {
// CHECK-NOT: arith.select
// CHECK: tensor.reshape %{{.*}} : tensor<64x64xindex> to tensor<4096xindex>
// CHECK: tensor.sort
// CHECK: tensor.compute (%{{.*}}) in [40] {
// CHECK: tensor.reshape %{{.*}} : tensor<40xi32> to tensor<8x5xi32>
// CHECK: tensor.sort
func.func @last(%x: tensor<64x64xi32>, %start: tensor<8x5xi32>) -> (tensor<8x5xi32>, tensor<8x5xi32>) {
  %r = tensor.compute (%i, %j) in [64, 64] accumulate(set %acc = %start : tensor<8x5xi32>) {
    %v = tensor.at %x[%i, %j] : tensor<64x64xi32>
    %k = arith.index_cast %v : i32 to index
    tensor.put %v into %acc[%k, %k] wrap : memref<8x5xi32>
    tensor.yield
  }
  %s = tensor.compute (%i, %j) in [64, 64] accumulate(set %acc = %start : tensor<8x5xi32>) {
    %v = tensor.at %x[%i, %j] : tensor<64x64xi32>
    %k = arith.index_cast %v : i32 to index
    tensor.put %v into %acc[%k, %k] clamp : memref<8x5xi32>
    tensor.yield
  }
  return %r, %s : tensor<8x5xi32>, tensor<8x5xi32>
}

// CHECK-LABEL: func.func @stays
// CHECK-NOT: tensor.sort
func.func @stays(%x: tensor<?{n}xf32>, %few: tensor<100xf32>, %at: tensor<?{n}xindex>, %f: tensor<16xf32>, %i: tensor<16xi32>, %rows: tensor<?{n}x16xf32>, %none: tensor<f32>)
    -> (tensor<16xi32>, tensor<16xf32>, tensor<16xf32>, tensor<?{n}x16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %one = arith.constant 1 : i32
  // Integers commute.
  %0 = tensor.compute (%p) in [n] accumulate(add %acc = %i : tensor<16xi32>) {
    %k = tensor.at %at[%p] : tensor<?{n}xindex>
    tensor.put %one into %acc[%k] drop : memref<16xi32>
    tensor.yield
  }
  // The order is open.
  %1 = tensor.compute (%p) in [n] accumulate(add unordered %acc = %f : tensor<16xf32>) {
    %v = tensor.at %x[%p] : tensor<?{n}xf32>
    %k = tensor.at %at[%p] : tensor<?{n}xindex>
    tensor.put %v into %acc[%k] drop : memref<16xf32>
    tensor.yield
  }
  // Few points.
  %2 = tensor.compute (%p) in [100] accumulate(add %acc = %f : tensor<16xf32>) {
    %v = tensor.at %few[%p] : tensor<100xf32>
    %k = arith.fptosi %v : f32 to i32
    %at2 = arith.index_cast %k : i32 to index
    tensor.put %v into %acc[%at2] drop : memref<16xf32>
    tensor.yield
  }
  // Rows are apart.
  %3 = tensor.compute (%p) in [n] accumulate(add %acc = %rows : tensor<?{n}x16xf32>) {
    %v = tensor.at %x[%p] : tensor<?{n}xf32>
    %k = tensor.at %at[%p] : tensor<?{n}xindex>
    tensor.put %v into %acc[%p, %k] drop : memref<?{n}x16xf32>
    tensor.yield
  }
  // A point that puts outside stops the call.
  %4 = tensor.compute (%p) in [n] accumulate(add %acc = %f : tensor<16xf32>) {
    %v = tensor.at %x[%p] : tensor<?{n}xf32>
    %k = tensor.at %at[%p] : tensor<?{n}xindex>
    tensor.put %v into %acc[%k] trap : memref<16xf32>
    tensor.yield
  }
  // Puts in loops are any number.
  %5 = tensor.compute (%p) in [n] accumulate(add %acc = %f : tensor<16xf32>) {
    %v = tensor.at %x[%p] : tensor<?{n}xf32>
    %k = tensor.at %at[%p] : tensor<?{n}xindex>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    loop.for %t = %c0 to %k step %c1 {
      tensor.put %v into %acc[%t] drop : memref<16xf32>
      loop.yield
    }
    tensor.yield
  }
  return %0, %1, %2, %3, %4, %5 : tensor<16xi32>, tensor<16xf32>, tensor<16xf32>, tensor<?{n}x16xf32>, tensor<16xf32>, tensor<16xf32>
}
