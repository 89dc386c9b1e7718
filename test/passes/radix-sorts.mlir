// RUN: tfopt %s --split-input-file --pass-pipeline='func.func(set-gpu),radix-sorts' | FileCheck %s
// RUN: tfopt %s --split-input-file --disable-rule=radix-sorts.sorts --pass-pipeline='func.func(set-gpu),radix-sorts' | tee %t.stays | FileCheck %s --check-prefix=STAYS
// RUN: FileCheck %s --check-prefix=FULL_STAYS --match-full-lines < %t.stays
// RUN: tfopt %s --split-input-file --pass-pipeline='radix-sorts' | FileCheck %s --check-prefix=STAYS
// COMPLETE: FULL_STAYS

// radix-sorts-run.mlir runs some.
// STAYS-NOT: kernel.func

// Four digits: counts, their sums, places. 32 bits are enough for places where the extent is known.
// CHECK-LABEL: kernel.func @ascending_sort0_count
// CHECK-SAME: (%{{.*}}: memref<1x5000xi32>, %{{.*}}: i32, %[[COUNTS:arg[0-9]+]]: memref<512xi32> {kernel.access = "out"})
// CHECK-SAME: block_size = array<i64: 256>
// CHECK: %[[TOTALS:.*]] = kernel.shared : memref<256xi32>
// CHECK: kernel.barrier
// CHECK-COUNT-16: kernel.atomic add %{{.*}}, %[[TOTALS]]
// CHECK: kernel.barrier
// CHECK: mem.store %{{.*}}, %[[COUNTS]]
// CHECK: kernel.func @ascending_sort0_sums
// CHECK-SAME: %[[COUNTS:arg[0-9]+]]: memref<512xi32>, %[[SUMS:arg[0-9]+]]: memref<512xi32> {kernel.access = "out"}, %[[ALL:arg[0-9]+]]: memref<256xi32> {kernel.access = "out"})
// CHECK: loop.for
// CHECK-COUNT-8: mem.load %[[COUNTS]]
// CHECK-COUNT-8: mem.store %{{.*}}, %[[SUMS]]
// CHECK: mem.store %{{.*}}, %[[ALL]]
// CHECK: kernel.func @ascending_sort0_scatter
// CHECK-SAME: memref<1x5000xi32>, %{{.*}}: memref<512xi32>, %{{.*}}: memref<256xi32>, %{{.*}}: i32
// CHECK-DAG: kernel.shared : memref<8x256xi32>
// CHECK-DAG: kernel.shared : memref<4096xi32>
// CHECK-COUNT-128: kernel.ballot
// CHECK-NOT: kernel.ballot
// CHECK: func.func @ascending(
// CHECK-COUNT-12: kernel.launch @ascending_sort0
// CHECK-NOT: kernel.launch
// CHECK-NOT: tensor.s
func.func @ascending(%x: tensor<1x5000xi32>) -> tensor<1x5000xi32> {
  %y = tensor.sort %x dim = 1 by (%a: i32, %b: i32) {
    %c = arith.cmpi slt, %a, %b : i32
    tensor.yield %c : i1
  } : tensor<1x5000xi32>
  return %y : tensor<1x5000xi32>
}
// FULL_STAYS: module {
// FULL_STAYS-NEXT:   func.func @ascending(%[[ARG0:.*]]: tensor<1x5000xi32>) -> tensor<1x5000xi32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_STAYS-NEXT:     %[[V0:.*]] = tensor.sort %[[ARG0]] dim = 1 by (%[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32) {
// FULL_STAYS-NEXT:       %[[V1:.*]] = arith.cmpi slt, %[[ARG1]], %[[ARG2]] : i32
// FULL_STAYS-NEXT:       tensor.yield %[[V1]] : i1
// FULL_STAYS-NEXT:     } : tensor<1x5000xi32>
// FULL_STAYS-NEXT:     return %[[V0]] : tensor<1x5000xi32>
// FULL_STAYS-NEXT:   }
// FULL_STAYS-NEXT: }

// -----

// Floats downwards, NaN first, with a tensor that goes along; the extent is a term, which the kernels are
// told the symbol of.
// CHECK-LABEL: kernel.func @descending_sort0_count
// CHECK-SAME: memref<?{2*n + 1}xf16>, %{{.*}}: i32, %{{.*}}: index {tf.extent = "n"}
// CHECK: kernel.func @descending_sort0_scatter
// CHECK: kernel.shared : memref<4096xi64>
// CHECK: func.func @descending(
// CHECK-COUNT-6: kernel.launch @descending_sort0
// CHECK-NOT: kernel.launch
// CHECK-NOT: tensor.s
func.func @descending(%x: tensor<?{2*n + 1}xf16>, %y: tensor<?{2*n + 1}xi64>, %z: tensor<?{n}xi1>) -> (tensor<?{2*n + 1}xf16>, tensor<?{2*n + 1}xi64>) {
  %s:2 = tensor.sort %x, %y dim = 0 by (%a: f16, %b: f16, %i: i64, %j: i64) {
    %greater = arith.cmpf ogt, %a, %b : f16
    %none = math.isnan %a : f16
    %other = arith.cmpf ord, %b, %b : f16
    %first = arith.andi %none, %other : i1
    %c = arith.ori %greater, %first : i1
    tensor.yield %c : i1
  } : tensor<?{2*n + 1}xf16>, tensor<?{2*n + 1}xi64>
  return %s#0, %s#1 : tensor<?{2*n + 1}xf16>, tensor<?{2*n + 1}xi64>
}
// FULL_STAYS: module {
// FULL_STAYS-NEXT:   func.func @descending(%[[ARG0:.*]]: tensor<?{2*n + 1}xf16>, %[[ARG1:.*]]: tensor<?{2*n + 1}xi64>, %[[ARG2:.*]]: tensor<?{n}xi1>) -> (tensor<?{2*n + 1}xf16>, tensor<?{2*n + 1}xi64>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_STAYS-NEXT:     %[[V0:.*]]:2 = tensor.sort %[[ARG0]], %[[ARG1]] dim = 0 by (%[[ARG3:.*]]: f16, %[[ARG4:.*]]: f16, %[[ARG5:.*]]: i64, %[[ARG6:.*]]: i64) {
// FULL_STAYS-NEXT:       %[[V1:.*]] = arith.cmpf ogt, %[[ARG3]], %[[ARG4]] : f16
// FULL_STAYS-NEXT:       %[[V2:.*]] = math.isnan %[[ARG3]] : f16
// FULL_STAYS-NEXT:       %[[V3:.*]] = arith.cmpf ord, %[[ARG4]], %[[ARG4]] : f16
// FULL_STAYS-NEXT:       %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL_STAYS-NEXT:       %[[V5:.*]] = arith.ori %[[V1]], %[[V4]] : i1
// FULL_STAYS-NEXT:       tensor.yield %[[V5]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{2*n + 1}xf16>, tensor<?{2*n + 1}xi64>
// FULL_STAYS-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{2*n + 1}xf16>, tensor<?{2*n + 1}xi64>
// FULL_STAYS-NEXT:   }
// FULL_STAYS-NEXT: }

// -----

// The key is computed from the element: a total order of floats, as programs from elsewhere write it.
// CHECK-LABEL: kernel.func @computed_sort0_count
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: kernel.func @computed_sort0_scatter
// CHECK: func.func @computed(
// CHECK-COUNT-12: kernel.launch @computed_sort0
func.func @computed(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.sort %x dim = 0 by (%a: f32, %b: f32) {
    %zero = arith.constant 0 : i32
    %large = arith.constant 2147483647 : i32
    %p = arith.bitcast %a : f32 to i32
    %q = arith.bitcast %b : f32 to i32
    %p0 = arith.cmpi slt, %p, %zero : i32
    %q0 = arith.cmpi slt, %q, %zero : i32
    %p1 = arith.xori %p, %large : i32
    %q1 = arith.xori %q, %large : i32
    %u = arith.select %p0, %p1, %p : i32
    %v = arith.select %q0, %q1, %q : i32
    %c = arith.cmpi slt, %u, %v : i32
    tensor.yield %c : i1
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL_STAYS: module {
// FULL_STAYS-NEXT:   func.func @computed(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_STAYS-NEXT:     %[[V0:.*]] = tensor.sort %[[ARG0]] dim = 0 by (%[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) {
// FULL_STAYS-NEXT:       %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_STAYS-NEXT:       %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// FULL_STAYS-NEXT:       %[[V1:.*]] = arith.bitcast %[[ARG1]] : f32 to i32
// FULL_STAYS-NEXT:       %[[V2:.*]] = arith.bitcast %[[ARG2]] : f32 to i32
// FULL_STAYS-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[V1]], %[[C0_I32]] : i32
// FULL_STAYS-NEXT:       %[[V4:.*]] = arith.cmpi slt, %[[V2]], %[[C0_I32]] : i32
// FULL_STAYS-NEXT:       %[[V5:.*]] = arith.xori %[[V1]], %[[C2147483647_I32]] : i32
// FULL_STAYS-NEXT:       %[[V6:.*]] = arith.xori %[[V2]], %[[C2147483647_I32]] : i32
// FULL_STAYS-NEXT:       %[[V7:.*]] = arith.select %[[V3]], %[[V5]], %[[V1]] : i32
// FULL_STAYS-NEXT:       %[[V8:.*]] = arith.select %[[V4]], %[[V6]], %[[V2]] : i32
// FULL_STAYS-NEXT:       %[[V9:.*]] = arith.cmpi slt, %[[V7]], %[[V8]] : i32
// FULL_STAYS-NEXT:       tensor.yield %[[V9]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xf32>
// FULL_STAYS-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL_STAYS-NEXT:   }
// FULL_STAYS-NEXT: }

// -----

// Truth values have one digit.
// CHECK-LABEL: func.func @bits(
// CHECK-COUNT-3: kernel.launch @bits_sort0
// CHECK-NOT: kernel.launch
// CHECK-NOT: tensor.s
func.func @bits(%x: tensor<?{n}xi1>) -> tensor<?{n}xi1> {
  %y = tensor.sort %x dim = 0 by (%a: i1, %b: i1) {
    %true = arith.constant true
    %f = arith.xori %a, %true : i1
    %c = arith.andi %f, %b : i1
    tensor.yield %c : i1
  } : tensor<?{n}xi1>
  return %y : tensor<?{n}xi1>
}
// FULL_STAYS: module {
// FULL_STAYS-NEXT:   func.func @bits(%[[ARG0:.*]]: tensor<?{n}xi1>) -> tensor<?{n}xi1> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_STAYS-NEXT:     %[[V0:.*]] = tensor.sort %[[ARG0]] dim = 0 by (%[[ARG1:.*]]: i1, %[[ARG2:.*]]: i1) {
// FULL_STAYS-NEXT:       %[[TRUE:.*]] = arith.constant true
// FULL_STAYS-NEXT:       %[[V1:.*]] = arith.xori %[[ARG1]], %[[TRUE]] : i1
// FULL_STAYS-NEXT:       %[[V2:.*]] = arith.andi %[[V1]], %[[ARG2]] : i1
// FULL_STAYS-NEXT:       tensor.yield %[[V2]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xi1>
// FULL_STAYS-NEXT:     return %[[V0]] : tensor<?{n}xi1>
// FULL_STAYS-NEXT:   }
// FULL_STAYS-NEXT: }

// -----

// Short rows, and several of them, are sorted by comparisons.
// CHECK-NOT: kernel.func
// CHECK-LABEL: func.func @short(
// CHECK-COUNT-2: tensor.sort
func.func @short(%x: tensor<4095xi32>, %r: tensor<2x?{n}xi32>) -> (tensor<4095xi32>, tensor<2x?{n}xi32>) {
  %y = tensor.sort %x dim = 0 by (%a: i32, %b: i32) {
    %c = arith.cmpi slt, %a, %b : i32
    tensor.yield %c : i1
  } : tensor<4095xi32>
  %s = tensor.sort %r dim = 1 by (%a: i32, %b: i32) {
    %c = arith.cmpi slt, %a, %b : i32
    tensor.yield %c : i1
  } : tensor<2x?{n}xi32>
  return %y, %s : tensor<4095xi32>, tensor<2x?{n}xi32>
}
// FULL_STAYS: module {
// FULL_STAYS-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<4095xi32>, %[[ARG1:.*]]: tensor<2x?{n}xi32>) -> (tensor<4095xi32>, tensor<2x?{n}xi32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_STAYS-NEXT:     %[[V0:.*]] = tensor.sort %[[ARG0]] dim = 0 by (%[[ARG2:.*]]: i32, %[[ARG3:.*]]: i32) {
// FULL_STAYS-NEXT:       %[[V2:.*]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : i32
// FULL_STAYS-NEXT:       tensor.yield %[[V2]] : i1
// FULL_STAYS-NEXT:     } : tensor<4095xi32>
// FULL_STAYS-NEXT:     %[[V1:.*]] = tensor.sort %[[ARG1]] dim = 1 by (%[[ARG2]]: i32, %[[ARG3]]: i32) {
// FULL_STAYS-NEXT:       %[[V2]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : i32
// FULL_STAYS-NEXT:       tensor.yield %[[V2]] : i1
// FULL_STAYS-NEXT:     } : tensor<2x?{n}xi32>
// FULL_STAYS-NEXT:     return %[[V0]], %[[V1]] : tensor<4095xi32>, tensor<2x?{n}xi32>
// FULL_STAYS-NEXT:   }
// FULL_STAYS-NEXT: }

// -----

// No orders of one key: a NaN equal to all numbers; equal elements before each other; with and without a
// sign; different functions of both elements; an order by two tensors, one after the other; a key that
// follows from two; one compared with a constant.
// CHECK-NOT: kernel.func
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-7: tensor.sort
func.func @others(%x: tensor<?{n}xf32>, %y: tensor<?{n}xi32>) -> (tensor<?{n}xf32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>) {
  %k = arith.constant 3 : i32
  %0 = tensor.sort %x dim = 0 by (%a: f32, %b: f32) {
    %c = arith.cmpf olt, %a, %b : f32
    tensor.yield %c : i1
  } : tensor<?{n}xf32>
  %1 = tensor.sort %y dim = 0 by (%a: i32, %b: i32) {
    %c = arith.cmpi sle, %a, %b : i32
    tensor.yield %c : i1
  } : tensor<?{n}xi32>
  %2 = tensor.sort %y dim = 0 by (%a: i32, %b: i32) {
    %l = arith.cmpi slt, %a, %b : i32
    %m = arith.cmpi ult, %a, %b : i32
    %c = arith.andi %l, %m : i1
    tensor.yield %c : i1
  } : tensor<?{n}xi32>
  %3 = tensor.sort %y dim = 0 by (%a: i32, %b: i32) {
    %d = arith.addi %b, %k : i32
    %c = arith.cmpi slt, %a, %d : i32
    tensor.yield %c : i1
  } : tensor<?{n}xi32>
  %4:2 = tensor.sort %x, %y dim = 0 by (%a: f32, %b: f32, %i: i32, %j: i32) {
    %l = arith.cmpf ult, %a, %b : f32
    %e = arith.cmpf ueq, %a, %b : f32
    %m = arith.cmpi slt, %i, %j : i32
    %n = arith.andi %e, %m : i1
    %c = arith.ori %l, %n : i1
    tensor.yield %c : i1
  } : tensor<?{n}xf32>, tensor<?{n}xi32>
  %5:2 = tensor.sort %y, %y dim = 0 by (%a: i32, %b: i32, %i: i32, %j: i32) {
    %p = arith.addi %a, %i : i32
    %q = arith.addi %b, %j : i32
    %c = arith.cmpi slt, %p, %q : i32
    tensor.yield %c : i1
  } : tensor<?{n}xi32>, tensor<?{n}xi32>
  %6 = tensor.sort %y dim = 0 by (%a: i32, %b: i32) {
    %l = arith.cmpi slt, %a, %b : i32
    %m = arith.cmpi slt, %a, %k : i32
    %c = arith.andi %l, %m : i1
    tensor.yield %c : i1
  } : tensor<?{n}xi32>
  return %0, %1, %2, %3, %4#1, %5#1, %6 : tensor<?{n}xf32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>
}
// FULL_STAYS: module {
// FULL_STAYS-NEXT:   func.func @others(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>) -> (tensor<?{n}xf32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_STAYS-NEXT:     %[[C3_I32:.*]] = arith.constant 3 : i32
// FULL_STAYS-NEXT:     %[[V0:.*]] = tensor.sort %[[ARG0]] dim = 0 by (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32) {
// FULL_STAYS-NEXT:       %[[V7:.*]] = arith.cmpf olt, %[[ARG2]], %[[ARG3]] : f32
// FULL_STAYS-NEXT:       tensor.yield %[[V7]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xf32>
// FULL_STAYS-NEXT:     %[[V1:.*]] = tensor.sort %[[ARG1]] dim = 0 by (%[[ARG2]]: i32, %[[ARG3]]: i32) {
// FULL_STAYS-NEXT:       %[[V7]] = arith.cmpi sle, %[[ARG2]], %[[ARG3]] : i32
// FULL_STAYS-NEXT:       tensor.yield %[[V7]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xi32>
// FULL_STAYS-NEXT:     %[[V2:.*]] = tensor.sort %[[ARG1]] dim = 0 by (%[[ARG2]]: i32, %[[ARG3]]: i32) {
// FULL_STAYS-NEXT:       %[[V7]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : i32
// FULL_STAYS-NEXT:       %[[V8:.*]] = arith.cmpi ult, %[[ARG2]], %[[ARG3]] : i32
// FULL_STAYS-NEXT:       %[[V9:.*]] = arith.andi %[[V7]], %[[V8]] : i1
// FULL_STAYS-NEXT:       tensor.yield %[[V9]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xi32>
// FULL_STAYS-NEXT:     %[[V3:.*]] = tensor.sort %[[ARG1]] dim = 0 by (%[[ARG2]]: i32, %[[ARG3]]: i32) {
// FULL_STAYS-NEXT:       %[[V7]] = arith.addi %[[ARG3]], %[[C3_I32]] : i32
// FULL_STAYS-NEXT:       %[[V8]] = arith.cmpi slt, %[[ARG2]], %[[V7]] : i32
// FULL_STAYS-NEXT:       tensor.yield %[[V8]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xi32>
// FULL_STAYS-NEXT:     %[[V4:.*]]:2 = tensor.sort %[[ARG0]], %[[ARG1]] dim = 0 by (%[[ARG2]]: f32, %[[ARG3]]: f32, %[[ARG4:.*]]: i32, %[[ARG5:.*]]: i32) {
// FULL_STAYS-NEXT:       %[[V7]] = arith.cmpf ult, %[[ARG2]], %[[ARG3]] : f32
// FULL_STAYS-NEXT:       %[[V8]] = arith.cmpf ueq, %[[ARG2]], %[[ARG3]] : f32
// FULL_STAYS-NEXT:       %[[V9]] = arith.cmpi slt, %[[ARG4]], %[[ARG5]] : i32
// FULL_STAYS-NEXT:       %[[V10:.*]] = arith.andi %[[V8]], %[[V9]] : i1
// FULL_STAYS-NEXT:       %[[V11:.*]] = arith.ori %[[V7]], %[[V10]] : i1
// FULL_STAYS-NEXT:       tensor.yield %[[V11]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xi32>
// FULL_STAYS-NEXT:     %[[V5:.*]]:2 = tensor.sort %[[ARG1]], %[[ARG1]] dim = 0 by (%[[ARG2]]: i32, %[[ARG3]]: i32, %[[ARG4]]: i32, %[[ARG5]]: i32) {
// FULL_STAYS-NEXT:       %[[V7]] = arith.addi %[[ARG2]], %[[ARG4]] : i32
// FULL_STAYS-NEXT:       %[[V8]] = arith.addi %[[ARG3]], %[[ARG5]] : i32
// FULL_STAYS-NEXT:       %[[V9]] = arith.cmpi slt, %[[V7]], %[[V8]] : i32
// FULL_STAYS-NEXT:       tensor.yield %[[V9]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xi32>, tensor<?{n}xi32>
// FULL_STAYS-NEXT:     %[[V6:.*]] = tensor.sort %[[ARG1]] dim = 0 by (%[[ARG2]]: i32, %[[ARG3]]: i32) {
// FULL_STAYS-NEXT:       %[[V7]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : i32
// FULL_STAYS-NEXT:       %[[V8]] = arith.cmpi slt, %[[ARG2]], %[[C3_I32]] : i32
// FULL_STAYS-NEXT:       %[[V9]] = arith.andi %[[V7]], %[[V8]] : i1
// FULL_STAYS-NEXT:       tensor.yield %[[V9]] : i1
// FULL_STAYS-NEXT:     } : tensor<?{n}xi32>
// FULL_STAYS-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]]#1, %[[V5]]#1, %[[V6]] : tensor<?{n}xf32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>
// FULL_STAYS-NEXT:   }
// FULL_STAYS-NEXT: }
