// RUN: tfopt %s --pass-pipeline='func.func(set-gpu,sort-puts)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='func.func(sort-puts)' | tee %t.cpu | FileCheck %s --check-prefix=CPU
// RUN: FileCheck %s --check-prefix=FULL_CPU --match-full-lines < %t.cpu
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(set-gpu,sort-puts)' 2>&1 | FileCheck %s --check-prefix=SAME
// COMPLETE: FULL, FULL_CPU

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
// FULL: module {
// FULL-NEXT:   func.func @sums(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xindex>, %[[ARG2:.*]]: tensor<?{m}xf32>) -> tensor<?{m}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xindex>
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V8:.*]] = tensor.extent [m] : index
// FULL-NEXT:       %[[V9:.*]] = arith.cmpi ult, %[[V7]], %[[V8]] : index
// FULL-NEXT:       %[[V10:.*]] = arith.muli %[[C0]], %[[V8]] : index
// FULL-NEXT:       %[[V11:.*]] = arith.addi %[[V10]], %[[V7]] : index
// FULL-NEXT:       %[[V12:.*]] = tensor.extent [m] : index
// FULL-NEXT:       %[[V13:.*]] = arith.select %[[V9]], %[[V11]], %[[V12]] : index
// FULL-NEXT:       tensor.yield %[[V13]], %[[V6]] : index, f32
// FULL-NEXT:     } : tensor<?{n}xindex>, tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.sort %[[V0]]#0, %[[V0]]#1 dim = 0 by (%[[ARG3:.*]]: index, %[[ARG4:.*]]: index, %[[ARG5:.*]]: f32, %[[ARG6:.*]]: f32) {
// FULL-NEXT:       %[[V6]] = arith.cmpi slt, %[[ARG3]], %[[ARG4]] : index
// FULL-NEXT:       tensor.yield %[[V6]] : i1
// FULL-NEXT:     } : tensor<?{n}xindex>, tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.iota dim = 0 : tensor<?{m}xindex>
// FULL-NEXT:     %[[V3:.*]] = tensor.searchsorted left %[[V1]]#0, %[[V2]] : tensor<?{n}xindex>, tensor<?{m}xindex> to tensor<?{m}xindex>
// FULL-NEXT:     %[[V4:.*]] = tensor.searchsorted right %[[V1]]#0, %[[V2]] : tensor<?{n}xindex>, tensor<?{m}xindex> to tensor<?{m}xindex>
// FULL-NEXT:     %[[V5:.*]] = tensor.compute (%[[I_0:.*]]) in [m] {
// FULL-NEXT:       %[[V6]] = tensor.at %[[V3]][%[[I_0]]] : tensor<?{m}xindex>
// FULL-NEXT:       %[[V7]] = tensor.at %[[V4]][%[[I_0]]] : tensor<?{m}xindex>
// FULL-NEXT:       %[[V8]] = tensor.at %[[ARG2]][%[[I_0]]] : tensor<?{m}xf32>
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V9]] = loop.for %[[I_1:.*]] = %[[V6]] to %[[V7]] step %[[C1]] iter_args(%[[ARG3]] = %[[V8]]) -> (f32) {
// FULL-NEXT:         %[[V10]] = tensor.at %[[V1]]#1[%[[I_1]]] clamp : tensor<?{n}xf32>
// FULL-NEXT:         %[[V11]] = arith.addf %[[ARG3]], %[[V10]] : f32
// FULL-NEXT:         loop.yield %[[V11]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V9]] : f32
// FULL-NEXT:     } : tensor<?{m}xf32>
// FULL-NEXT:     return %[[V5]] : tensor<?{m}xf32>
// FULL-NEXT:   }
// FULL_CPU: module {
// FULL_CPU-NEXT:   func.func @sums(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xindex>, %[[ARG2:.*]]: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
// FULL_CPU-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<?{m}xf32>) {
// FULL_CPU-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_CPU-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xindex>
// FULL_CPU-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[V2]]] drop : memref<?{m}xf32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     return %[[V0]] : tensor<?{m}xf32>
// FULL_CPU-NEXT:   }

// Boxes and accumulators of two axes become rows; the last one wins. Wrapped and clamped subscripts are
// inside.
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
// FULL-NEXT:   func.func @last(%[[ARG0:.*]]: tensor<64x64xi32>, %[[ARG1:.*]]: tensor<8x5xi32>) -> (tensor<8x5xi32>, tensor<8x5xi32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]], %[[J:.*]]) in [64, 64] {
// FULL-NEXT:       %[[V20:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<64x64xi32>
// FULL-NEXT:       %[[V21:.*]] = arith.index_cast %[[V20]] : i32 to index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V22:.*]] = arith.maxsi %[[C8]], %[[C1]] : index
// FULL-NEXT:       %[[V23:.*]] = arith.floordivsi %[[V21]], %[[V22]] : index
// FULL-NEXT:       %[[V24:.*]] = arith.muli %[[V23]], %[[V22]] : index
// FULL-NEXT:       %[[V25:.*]] = arith.subi %[[V21]], %[[V24]] : index
// FULL-NEXT:       %[[V26:.*]] = arith.muli %[[C0]], %[[C8]] : index
// FULL-NEXT:       %[[V27:.*]] = arith.addi %[[V26]], %[[V25]] : index
// FULL-NEXT:       %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:       %[[C1_4:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V28:.*]] = arith.maxsi %[[C5]], %[[C1_4]] : index
// FULL-NEXT:       %[[V29:.*]] = arith.floordivsi %[[V21]], %[[V28]] : index
// FULL-NEXT:       %[[V30:.*]] = arith.muli %[[V29]], %[[V28]] : index
// FULL-NEXT:       %[[V31:.*]] = arith.subi %[[V21]], %[[V30]] : index
// FULL-NEXT:       %[[V32:.*]] = arith.muli %[[V27]], %[[C5]] : index
// FULL-NEXT:       %[[V33:.*]] = arith.addi %[[V32]], %[[V31]] : index
// FULL-NEXT:       tensor.yield %[[V33]], %[[V20]] : index, i32
// FULL-NEXT:     } : tensor<64x64xindex>, tensor<64x64xi32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reshape %[[V0]]#0 : tensor<64x64xindex> to tensor<4096xindex>
// FULL-NEXT:     %[[V2:.*]] = tensor.reshape %[[V0]]#1 : tensor<64x64xi32> to tensor<4096xi32>
// FULL-NEXT:     %[[V3:.*]]:2 = tensor.sort %[[V1]], %[[V2]] dim = 0 by (%[[ARG2:.*]]: index, %[[ARG3:.*]]: index, %[[ARG4:.*]]: i32, %[[ARG5:.*]]: i32) {
// FULL-NEXT:       %[[V20]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : index
// FULL-NEXT:       tensor.yield %[[V20]] : i1
// FULL-NEXT:     } : tensor<4096xindex>, tensor<4096xi32>
// FULL-NEXT:     %[[V4:.*]] = tensor.iota dim = 0 : tensor<40xindex>
// FULL-NEXT:     %[[V5:.*]] = tensor.searchsorted left %[[V3]]#0, %[[V4]] : tensor<4096xindex>, tensor<40xindex> to tensor<40xindex>
// FULL-NEXT:     %[[V6:.*]] = tensor.searchsorted right %[[V3]]#0, %[[V4]] : tensor<4096xindex>, tensor<40xindex> to tensor<40xindex>
// FULL-NEXT:     %[[V7:.*]] = tensor.reshape %[[ARG1]] : tensor<8x5xi32> to tensor<40xi32>
// FULL-NEXT:     %[[V8:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:       %[[V20]] = tensor.at %[[V5]][%[[I_0]]] : tensor<40xindex>
// FULL-NEXT:       %[[V21]] = tensor.at %[[V6]][%[[I_0]]] : tensor<40xindex>
// FULL-NEXT:       %[[V22]] = tensor.at %[[V7]][%[[I_0]]] : tensor<40xi32>
// FULL-NEXT:       %[[C1]] = arith.constant 1 : index
// FULL-NEXT:       %[[V23]] = arith.subi %[[V21]], %[[C1]] : index
// FULL-NEXT:       %[[V24]] = arith.maxsi %[[V20]], %[[V23]] : index
// FULL-NEXT:       %[[V25]] = loop.for %[[I_4:.*]] = %[[V24]] to %[[V21]] step %[[C1]] iter_args(%[[ARG2]] = %[[V22]]) -> (i32) {
// FULL-NEXT:         %[[V26]] = tensor.at %[[V3]]#1[%[[I_4]]] clamp : tensor<4096xi32>
// FULL-NEXT:         loop.yield %[[V26]] : i32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V25]] : i32
// FULL-NEXT:     } : tensor<40xi32>
// FULL-NEXT:     %[[V9:.*]] = tensor.reshape %[[V8]] : tensor<40xi32> to tensor<8x5xi32>
// FULL-NEXT:     %[[V10:.*]]:2 = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [64, 64] {
// FULL-NEXT:       %[[V20]] = tensor.at %[[ARG0]][%[[I_1]], %[[J_2]]] : tensor<64x64xi32>
// FULL-NEXT:       %[[V21]] = arith.index_cast %[[V20]] : i32 to index
// FULL-NEXT:       %[[C0]] = arith.constant 0 : index
// FULL-NEXT:       %[[C8]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1]] = arith.constant 1 : index
// FULL-NEXT:       %[[V22]] = arith.subi %[[C8]], %[[C1]] : index
// FULL-NEXT:       %[[V23]] = arith.minsi %[[V21]], %[[V22]] : index
// FULL-NEXT:       %[[V24]] = arith.maxsi %[[V23]], %[[C0_4]] : index
// FULL-NEXT:       %[[V25]] = arith.muli %[[C0]], %[[C8]] : index
// FULL-NEXT:       %[[V26]] = arith.addi %[[V25]], %[[V24]] : index
// FULL-NEXT:       %[[C5]] = arith.constant 5 : index
// FULL-NEXT:       %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V27]] = arith.subi %[[C5]], %[[C1_6]] : index
// FULL-NEXT:       %[[V28]] = arith.minsi %[[V21]], %[[V27]] : index
// FULL-NEXT:       %[[V29]] = arith.maxsi %[[V28]], %[[C0_5]] : index
// FULL-NEXT:       %[[V30]] = arith.muli %[[V26]], %[[C5]] : index
// FULL-NEXT:       %[[V31]] = arith.addi %[[V30]], %[[V29]] : index
// FULL-NEXT:       tensor.yield %[[V31]], %[[V20]] : index, i32
// FULL-NEXT:     } : tensor<64x64xindex>, tensor<64x64xi32>
// FULL-NEXT:     %[[V11:.*]] = tensor.reshape %[[V10]]#0 : tensor<64x64xindex> to tensor<4096xindex>
// FULL-NEXT:     %[[V12:.*]] = tensor.reshape %[[V10]]#1 : tensor<64x64xi32> to tensor<4096xi32>
// FULL-NEXT:     %[[V13:.*]]:2 = tensor.sort %[[V11]], %[[V12]] dim = 0 by (%[[ARG2]]: index, %[[ARG3]]: index, %[[ARG4]]: i32, %[[ARG5]]: i32) {
// FULL-NEXT:       %[[V20]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : index
// FULL-NEXT:       tensor.yield %[[V20]] : i1
// FULL-NEXT:     } : tensor<4096xindex>, tensor<4096xi32>
// FULL-NEXT:     %[[V14:.*]] = tensor.iota dim = 0 : tensor<40xindex>
// FULL-NEXT:     %[[V15:.*]] = tensor.searchsorted left %[[V13]]#0, %[[V14]] : tensor<4096xindex>, tensor<40xindex> to tensor<40xindex>
// FULL-NEXT:     %[[V16:.*]] = tensor.searchsorted right %[[V13]]#0, %[[V14]] : tensor<4096xindex>, tensor<40xindex> to tensor<40xindex>
// FULL-NEXT:     %[[V17:.*]] = tensor.reshape %[[ARG1]] : tensor<8x5xi32> to tensor<40xi32>
// FULL-NEXT:     %[[V18:.*]] = tensor.compute (%[[I_3:.*]]) in [40] {
// FULL-NEXT:       %[[V20]] = tensor.at %[[V15]][%[[I_3]]] : tensor<40xindex>
// FULL-NEXT:       %[[V21]] = tensor.at %[[V16]][%[[I_3]]] : tensor<40xindex>
// FULL-NEXT:       %[[V22]] = tensor.at %[[V17]][%[[I_3]]] : tensor<40xi32>
// FULL-NEXT:       %[[C1]] = arith.constant 1 : index
// FULL-NEXT:       %[[V23]] = arith.subi %[[V21]], %[[C1]] : index
// FULL-NEXT:       %[[V24]] = arith.maxsi %[[V20]], %[[V23]] : index
// FULL-NEXT:       %[[V25]] = loop.for %[[I_4]] = %[[V24]] to %[[V21]] step %[[C1]] iter_args(%[[ARG2]] = %[[V22]]) -> (i32) {
// FULL-NEXT:         %[[V26]] = tensor.at %[[V13]]#1[%[[I_4]]] clamp : tensor<4096xi32>
// FULL-NEXT:         loop.yield %[[V26]] : i32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V25]] : i32
// FULL-NEXT:     } : tensor<40xi32>
// FULL-NEXT:     %[[V19:.*]] = tensor.reshape %[[V18]] : tensor<40xi32> to tensor<8x5xi32>
// FULL-NEXT:     return %[[V9]], %[[V19]] : tensor<8x5xi32>, tensor<8x5xi32>
// FULL-NEXT:   }
// FULL_CPU-NEXT:   func.func @last(%[[ARG0:.*]]: tensor<64x64xi32>, %[[ARG1:.*]]: tensor<8x5xi32>) -> (tensor<8x5xi32>, tensor<8x5xi32>) {
// FULL_CPU-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [64, 64] accumulate(set %[[ACC:.*]] = %[[ARG1]] : tensor<8x5xi32>) {
// FULL_CPU-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<64x64xi32>
// FULL_CPU-NEXT:       %[[V3:.*]] = arith.index_cast %[[V2]] : i32 to index
// FULL_CPU-NEXT:       tensor.put %[[V2]] into %[[ACC]][%[[V3]], %[[V3]]] wrap : memref<8x5xi32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [64, 64] accumulate(set %[[ACC_2:.*]] = %[[ARG1]] : tensor<8x5xi32>) {
// FULL_CPU-NEXT:       %[[V2]] = tensor.at %[[ARG0]][%[[I_0]], %[[J_1]]] : tensor<64x64xi32>
// FULL_CPU-NEXT:       %[[V3]] = arith.index_cast %[[V2]] : i32 to index
// FULL_CPU-NEXT:       tensor.put %[[V2]] into %[[ACC_2]][%[[V3]], %[[V3]]] clamp : memref<8x5xi32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     return %[[V0]], %[[V1]] : tensor<8x5xi32>, tensor<8x5xi32>
// FULL_CPU-NEXT:   }

// CHECK-LABEL: func.func @stays
// CHECK-NOT: tensor.sort
func.func @stays(%x: tensor<?{n}xf32>, %few: tensor<100xf32>, %at: tensor<?{n}xindex>, %f: tensor<16xf32>, %i: tensor<16xi32>, %rows: tensor<?{n}x16xf32>, %none: tensor<f32>)
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<100xf32>, %[[ARG2:.*]]: tensor<?{n}xindex>, %[[ARG3:.*]]: tensor<16xf32>, %[[ARG4:.*]]: tensor<16xi32>, %[[ARG5:.*]]: tensor<?{n}x16xf32>, %[[ARG6:.*]]: tensor<f32>) -> (tensor<16xi32>, tensor<16xf32>, tensor<16xf32>, tensor<?{n}x16xf32>, tensor<16xf32>, tensor<16xf32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG4]] : tensor<16xi32>) {
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[ARG2]][%[[I]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC]][%[[V6]]] drop : memref<16xi32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] accumulate(add unordered %[[ACC_1:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[ARG2]][%[[I_0]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_1]][%[[V7]]] drop : memref<16xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [100] accumulate(add %[[ACC_3:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<100xf32>
// FULL-NEXT:       %[[V7]] = arith.fptosi %[[V6]] : f32 to i32
// FULL-NEXT:       %[[V8:.*]] = arith.index_cast %[[V7]] : i32 to index
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_3]][%[[V8]]] drop : memref<16xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_4:.*]]) in [n] accumulate(add %[[ACC_5:.*]] = %[[ARG5]] : tensor<?{n}x16xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_4]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG2]][%[[I_4]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_5]][%[[I_4]], %[[V7]]] drop : memref<?{n}x16xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_6:.*]]) in [n] accumulate(add %[[ACC_7:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_6]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG2]][%[[I_6]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_7]][%[[V7]]] trap : memref<16xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V5:.*]] = tensor.compute (%[[I_8:.*]]) in [n] accumulate(add %[[ACC_9:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_8]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG2]][%[[I_8]]] : tensor<?{n}xindex>
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_10:.*]] = %[[C0]] to %[[V7]] step %[[C1]] {
// FULL-NEXT:         tensor.put %[[V6]] into %[[ACC_9]][%[[I_10]]] drop : memref<16xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]] : tensor<16xi32>, tensor<16xf32>, tensor<16xf32>, tensor<?{n}x16xf32>, tensor<16xf32>, tensor<16xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_CPU-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<100xf32>, %[[ARG2:.*]]: tensor<?{n}xindex>, %[[ARG3:.*]]: tensor<16xf32>, %[[ARG4:.*]]: tensor<16xi32>, %[[ARG5:.*]]: tensor<?{n}x16xf32>, %[[ARG6:.*]]: tensor<f32>) -> (tensor<16xi32>, tensor<16xf32>, tensor<16xf32>, tensor<?{n}x16xf32>, tensor<16xf32>, tensor<16xf32>) {
// FULL_CPU-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL_CPU-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG4]] : tensor<16xi32>) {
// FULL_CPU-NEXT:       %[[V6:.*]] = tensor.at %[[ARG2]][%[[I]]] : tensor<?{n}xindex>
// FULL_CPU-NEXT:       tensor.put %[[C1_I32]] into %[[ACC]][%[[V6]]] drop : memref<16xi32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] accumulate(add unordered %[[ACC_1:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL_CPU-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL_CPU-NEXT:       %[[V7:.*]] = tensor.at %[[ARG2]][%[[I_0]]] : tensor<?{n}xindex>
// FULL_CPU-NEXT:       tensor.put %[[V6]] into %[[ACC_1]][%[[V7]]] drop : memref<16xf32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [100] accumulate(add %[[ACC_3:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL_CPU-NEXT:       %[[V6]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<100xf32>
// FULL_CPU-NEXT:       %[[V7]] = arith.fptosi %[[V6]] : f32 to i32
// FULL_CPU-NEXT:       %[[V8:.*]] = arith.index_cast %[[V7]] : i32 to index
// FULL_CPU-NEXT:       tensor.put %[[V6]] into %[[ACC_3]][%[[V8]]] drop : memref<16xf32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_4:.*]]) in [n] accumulate(add %[[ACC_5:.*]] = %[[ARG5]] : tensor<?{n}x16xf32>) {
// FULL_CPU-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_4]]] : tensor<?{n}xf32>
// FULL_CPU-NEXT:       %[[V7]] = tensor.at %[[ARG2]][%[[I_4]]] : tensor<?{n}xindex>
// FULL_CPU-NEXT:       tensor.put %[[V6]] into %[[ACC_5]][%[[I_4]], %[[V7]]] drop : memref<?{n}x16xf32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_6:.*]]) in [n] accumulate(add %[[ACC_7:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL_CPU-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_6]]] : tensor<?{n}xf32>
// FULL_CPU-NEXT:       %[[V7]] = tensor.at %[[ARG2]][%[[I_6]]] : tensor<?{n}xindex>
// FULL_CPU-NEXT:       tensor.put %[[V6]] into %[[ACC_7]][%[[V7]]] trap : memref<16xf32>
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     %[[V5:.*]] = tensor.compute (%[[I_8:.*]]) in [n] accumulate(add %[[ACC_9:.*]] = %[[ARG3]] : tensor<16xf32>) {
// FULL_CPU-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_8]]] : tensor<?{n}xf32>
// FULL_CPU-NEXT:       %[[V7]] = tensor.at %[[ARG2]][%[[I_8]]] : tensor<?{n}xindex>
// FULL_CPU-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL_CPU-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL_CPU-NEXT:       loop.for %[[I_10:.*]] = %[[C0]] to %[[V7]] step %[[C1]] {
// FULL_CPU-NEXT:         tensor.put %[[V6]] into %[[ACC_9]][%[[I_10]]] drop : memref<16xf32>
// FULL_CPU-NEXT:         loop.yield
// FULL_CPU-NEXT:       }
// FULL_CPU-NEXT:       tensor.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]] : tensor<16xi32>, tensor<16xf32>, tensor<16xf32>, tensor<?{n}x16xf32>, tensor<16xf32>, tensor<16xf32>
// FULL_CPU-NEXT:   }
// FULL_CPU-NEXT: }
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
