// RUN: tfopt %s --split-reductions | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='func.func(set-gpu,split-reductions)' | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// RUN: tfopt %s --disable-rule=split-reductions.owners --split-reductions | FileCheck %s --check-prefix=NONE
// RUN: tfopt %s --pass-pipeline='func.func(split-reductions,apply-schedule,lower-access)' | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// COMPLETE: FULL, FULL_NONE
// GOLDEN: cat %t.loops

// NONE-NOT: #tensor.schedule
// NONE: return

// Sums of floats, whose order is that of the points: an owner of each block of 1,024 elements goes through
// all points and takes those that are its own, and what it puts is read by it alone. How many owners there
// are follows from how many points and elements there are.
// CHECK-LABEL: func.func @sums
// CHECK-SAME: %[[X:.*]]: tensor<?{n}xf32>, %[[K:.*]]: tensor<?{n}xi32>, %[[S:.*]]: tensor<?{m}xf32>
// CHECK: tensor.compute (%[[P:.*]], %[[I:.*]]) in [min({{.*}}) + 1, n] accumulate(add %[[A:.*]] = %[[S]] : tensor<?{m}xf32>) attributes {{.*}}schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1)>} {
// CHECK: %[[Q:.*]] = tensor.at %[[K]][%[[I]]]
// CHECK: %[[AT:.*]] = arith.index_cast %[[Q]] : i32 to index
// CHECK: %[[BLOCK:.*]] = arith.shrsi %[[AT]], %c10 : index
// CHECK: %[[SPREAD:.*]] = arith.muli %[[BLOCK]], %{{.*}} : index
// CHECK: %[[PART:.*]] = arith.shrui %[[SPREAD]], %c32 : index
// CHECK: %[[OWNERS:.*]] = tensor.extent [min({{.*}}) + 1] : index
// CHECK: %[[SCALED:.*]] = arith.muli %[[PART]], %[[OWNERS]] : index
// CHECK: %[[OWNER:.*]] = arith.shrui %[[SCALED]], %c32 : index
// CHECK: %[[MINE:.*]] = arith.cmpi eq, %[[OWNER]], %[[P]] : index
// CHECK: loop.if %[[MINE]] {
// CHECK: %[[V:.*]] = tensor.at %[[X]][%[[I]]]
// CHECK: tensor.put %[[V]] into %[[A]][%[[AT]]] drop
// LOOPS-LABEL: func.func @sums
// LOOPS: loop.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) attributes {grain = 1 : i64} {
// LOOPS: loop.for
// LOOPS: arith.cmpi eq
// LOOPS: loop.if
func.func @sums(%x: tensor<?{n}xf32>, %at: tensor<?{n}xi32>, %s: tensor<?{m}xf32>) -> tensor<?{m}xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %r = tensor.compute (%i) in [n] accumulate(add %acc = %s : tensor<?{m}xf32>) {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %q = tensor.at %at[%i] : tensor<?{n}xi32>
    %k = arith.index_cast %q : i32 to index
    tensor.put %v into %acc[%k] drop : memref<?{m}xf32>
    tensor.yield
  }
  return %r : tensor<?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @sums(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: tensor<?{m}xf32>) -> tensor<?{m}xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [min(3*(m floordiv 4194304), n floordiv 16384, 3) + 1, n] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<?{m}xf32>) attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[J]]] : tensor<?{n}xi32>
// FULL-NEXT:       %[[V2:.*]] = arith.index_cast %[[V1]] : i32 to index
// FULL-NEXT:       %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:       %[[V3:.*]] = arith.shrsi %[[V2]], %[[C10]] : index
// FULL-NEXT:       %[[C:.*]]-7046029254386353131 = arith.constant -7046029254386353131 : index
// FULL-NEXT:       %[[V4:.*]] = arith.muli %[[V3]], %[[C]]-7046029254386353131 : index
// FULL-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:       %[[V5:.*]] = arith.shrui %[[V4]], %[[C32]] : index
// FULL-NEXT:       %[[V6:.*]] = tensor.extent [min(3*(m floordiv 4194304), n floordiv 16384, 3) + 1] : index
// FULL-NEXT:       %[[V7:.*]] = arith.muli %[[V5]], %[[V6]] : index
// FULL-NEXT:       %[[V8:.*]] = arith.shrui %[[V7]], %[[C32]] : index
// FULL-NEXT:       %[[V9:.*]] = arith.cmpi eq, %[[V8]], %[[I]] : index
// FULL-NEXT:       loop.if %[[V9]] {
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[ARG0]][%[[J]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.put %[[V10]] into %[[ACC]][%[[V2]]] drop : memref<?{m}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<?{m}xf32>
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @sums(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: tensor<?{m}xf32>) -> tensor<?{m}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<?{m}xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xi32>
// FULL_NONE-NEXT:       %[[V3:.*]] = arith.index_cast %[[V2]] : i32 to index
// FULL_NONE-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[V3]]] drop : memref<?{m}xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<?{m}xf32>
// FULL_NONE-NEXT:   }

// Known sizes: as many owners as threads. The last one wins; what the policy moves has the owner of where it
// ends, and both puts of a point have owners.
// CHECK-LABEL: func.func @last
// CHECK: tensor.compute (%[[P:.*]], %{{.*}}) in [4, 4000000] accumulate(set
// CHECK: arith.minsi
// CHECK: %[[AT:.*]] = arith.maxsi
// CHECK: arith.shrsi %[[AT]]
// CHECK: %[[MINE:.*]] = arith.cmpi eq, %{{.*}}, %[[P]] : index
// CHECK: loop.if %[[MINE]] {
// CHECK: tensor.put %{{.*}} into %{{.*}}[%[[AT]]] drop
// CHECK: arith.floordivsi
// CHECK: %[[MINE2:.*]] = arith.cmpi eq, %{{.*}}, %[[P]] : index
// CHECK: loop.if %[[MINE2]] {
// CHECK: tensor.put %{{.*}} drop
// LOOPS-LABEL: func.func @last
// LOOPS: loop.parallel
func.func @last(%x: tensor<4000000xf32>, %at: tensor<4000000xindex>, %s: tensor<40000000xf32>) -> tensor<40000000xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %one = arith.constant 1 : index
  %r = tensor.compute (%i) in [4000000] accumulate(set %acc = %s : tensor<40000000xf32>) {
    %v = tensor.at %x[%i] : tensor<4000000xf32>
    %k = tensor.at %at[%i] : tensor<4000000xindex>
    tensor.put %v into %acc[%k] clamp : memref<40000000xf32>
    %l = arith.addi %k, %one : index
    tensor.put %v into %acc[%l] wrap : memref<40000000xf32>
    tensor.yield
  }
  return %r : tensor<40000000xf32>
}
// FULL-NEXT:   func.func @last(%[[ARG0:.*]]: tensor<4000000xf32>, %[[ARG1:.*]]: tensor<4000000xindex>, %[[ARG2:.*]]: tensor<40000000xf32>) -> tensor<40000000xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 4000000] accumulate(set %[[ACC:.*]] = %[[ARG2]] : tensor<40000000xf32>) attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[J]]] : tensor<4000000xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[J]]] : tensor<4000000xindex>
// FULL-NEXT:       %[[C40000000:.*]] = arith.constant 40000000 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V3:.*]] = arith.subi %[[C40000000]], %[[C1_0]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.minsi %[[V2]], %[[V3]] : index
// FULL-NEXT:       %[[V5:.*]] = arith.maxsi %[[V4]], %[[C0]] : index
// FULL-NEXT:       %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:       %[[V6:.*]] = arith.shrsi %[[V5]], %[[C10]] : index
// FULL-NEXT:       %[[C:.*]]-7046029254386353131 = arith.constant -7046029254386353131 : index
// FULL-NEXT:       %[[V7:.*]] = arith.muli %[[V6]], %[[C]]-7046029254386353131 : index
// FULL-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:       %[[V8:.*]] = arith.shrui %[[V7]], %[[C32]] : index
// FULL-NEXT:       %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:       %[[V9:.*]] = arith.muli %[[V8]], %[[C4]] : index
// FULL-NEXT:       %[[V10:.*]] = arith.shrui %[[V9]], %[[C32]] : index
// FULL-NEXT:       %[[V11:.*]] = arith.cmpi eq, %[[V10]], %[[I]] : index
// FULL-NEXT:       loop.if %[[V11]] {
// FULL-NEXT:         tensor.put %[[V1]] into %[[ACC]][%[[V5]]] drop : memref<40000000xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[V12:.*]] = arith.addi %[[V2]], %[[C1]] : index
// FULL-NEXT:       %[[C40000000_1:.*]] = arith.constant 40000000 : index
// FULL-NEXT:       %[[C1_2:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V13:.*]] = arith.maxsi %[[C40000000_1]], %[[C1_2]] : index
// FULL-NEXT:       %[[V14:.*]] = arith.floordivsi %[[V12]], %[[V13]] : index
// FULL-NEXT:       %[[V15:.*]] = arith.muli %[[V14]], %[[V13]] : index
// FULL-NEXT:       %[[V16:.*]] = arith.subi %[[V12]], %[[V15]] : index
// FULL-NEXT:       %[[C10_3:.*]] = arith.constant 10 : index
// FULL-NEXT:       %[[V17:.*]] = arith.shrsi %[[V16]], %[[C10_3]] : index
// FULL-NEXT:       %[[C]]-7046029254386353131_4 = arith.constant -7046029254386353131 : index
// FULL-NEXT:       %[[V18:.*]] = arith.muli %[[V17]], %[[C]]-7046029254386353131_4 : index
// FULL-NEXT:       %[[C32_5:.*]] = arith.constant 32 : index
// FULL-NEXT:       %[[V19:.*]] = arith.shrui %[[V18]], %[[C32_5]] : index
// FULL-NEXT:       %[[C4_6:.*]] = arith.constant 4 : index
// FULL-NEXT:       %[[V20:.*]] = arith.muli %[[V19]], %[[C4_6]] : index
// FULL-NEXT:       %[[V21:.*]] = arith.shrui %[[V20]], %[[C32_5]] : index
// FULL-NEXT:       %[[V22:.*]] = arith.cmpi eq, %[[V21]], %[[I]] : index
// FULL-NEXT:       loop.if %[[V22]] {
// FULL-NEXT:         tensor.put %[[V1]] into %[[ACC]][%[[V16]]] drop : memref<40000000xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<40000000xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @last(%[[ARG0:.*]]: tensor<4000000xf32>, %[[ARG1:.*]]: tensor<4000000xindex>, %[[ARG2:.*]]: tensor<40000000xf32>) -> tensor<40000000xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4000000] accumulate(set %[[ACC:.*]] = %[[ARG2]] : tensor<40000000xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<4000000xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4000000xindex>
// FULL_NONE-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[V2]]] clamp : memref<40000000xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = arith.addi %[[V2]], %[[C1]] : index
// FULL_NONE-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[V3]]] wrap : memref<40000000xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<40000000xf32>
// FULL_NONE-NEXT:   }

// What is outside has one owner, so that the call stops at the first of it. The last axis is the longest one.
// CHECK-LABEL: func.func @stops
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %c2
// CHECK: %[[SECOND:.*]] = arith.cmpi ult, %[[K:.*]], %c30000000
// CHECK: %[[BOTH:.*]] = arith.andi %[[FIRST]], %[[SECOND]]
// CHECK: arith.shrsi %[[K]]
// CHECK: arith.select %[[BOTH]], %{{.*}}, %c0
// CHECK: loop.if
// CHECK: tensor.put %{{.*}} trap
// LOOPS-LABEL: func.func @stops
// LOOPS: loop.parallel
func.func @stops(%x: tensor<4000000xf32>, %at: tensor<4000000x2xindex>, %s: tensor<2x30000000xf32>) -> tensor<2x30000000xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %r = tensor.compute (%i) in [4000000] accumulate(mul %acc = %s : tensor<2x30000000xf32>) {
    %v = tensor.at %x[%i] : tensor<4000000xf32>
    %k = tensor.at %at[%i, 0] : tensor<4000000x2xindex>
    %l = tensor.at %at[%i, 1] : tensor<4000000x2xindex>
    tensor.put %v into %acc[%k, %l] trap : memref<2x30000000xf32>
    tensor.yield
  }
  return %r : tensor<2x30000000xf32>
}
// FULL-NEXT:   func.func @stops(%[[ARG0:.*]]: tensor<4000000xf32>, %[[ARG1:.*]]: tensor<4000000x2xindex>, %[[ARG2:.*]]: tensor<2x30000000xf32>) -> tensor<2x30000000xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 4000000] accumulate(mul %[[ACC:.*]] = %[[ARG2]] : tensor<2x30000000xf32>) attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[J]], 0] : tensor<4000000x2xindex>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[J]], 1] : tensor<4000000x2xindex>
// FULL-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi ult, %[[V1]], %[[C2]] : index
// FULL-NEXT:       %[[C30000000:.*]] = arith.constant 30000000 : index
// FULL-NEXT:       %[[V4:.*]] = arith.cmpi ult, %[[V2]], %[[C30000000]] : index
// FULL-NEXT:       %[[V5:.*]] = arith.andi %[[V3]], %[[V4]] : i1
// FULL-NEXT:       %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:       %[[V6:.*]] = arith.shrsi %[[V2]], %[[C10]] : index
// FULL-NEXT:       %[[C:.*]]-7046029254386353131 = arith.constant -7046029254386353131 : index
// FULL-NEXT:       %[[V7:.*]] = arith.muli %[[V6]], %[[C]]-7046029254386353131 : index
// FULL-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:       %[[V8:.*]] = arith.shrui %[[V7]], %[[C32]] : index
// FULL-NEXT:       %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:       %[[V9:.*]] = arith.muli %[[V8]], %[[C4]] : index
// FULL-NEXT:       %[[V10:.*]] = arith.shrui %[[V9]], %[[C32]] : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V11:.*]] = arith.select %[[V5]], %[[V10]], %[[C0]] : index
// FULL-NEXT:       %[[V12:.*]] = arith.cmpi eq, %[[V11]], %[[I]] : index
// FULL-NEXT:       loop.if %[[V12]] {
// FULL-NEXT:         %[[V13:.*]] = tensor.at %[[ARG0]][%[[J]]] : tensor<4000000xf32>
// FULL-NEXT:         tensor.put %[[V13]] into %[[ACC]][%[[V1]], %[[V2]]] trap : memref<2x30000000xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<2x30000000xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @stops(%[[ARG0:.*]]: tensor<4000000xf32>, %[[ARG1:.*]]: tensor<4000000x2xindex>, %[[ARG2:.*]]: tensor<2x30000000xf32>) -> tensor<2x30000000xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4000000] accumulate(mul %[[ACC:.*]] = %[[ARG2]] : tensor<2x30000000xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<4000000xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]], 0] : tensor<4000000x2xindex>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]], 1] : tensor<4000000x2xindex>
// FULL_NONE-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[V2]], %[[V3]]] trap : memref<2x30000000xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<2x30000000xf32>
// FULL_NONE-NEXT:   }

// Short rows: there are too few columns for all threads, so that rows have owners, and columns are lanes.
// CHECK-LABEL: func.func @rows
// CHECK: tensor.compute (%[[P:.*]], %{{.*}}, %[[J:.*]]) in [4, 1000000, 32] accumulate(add {{.*}}schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1), vectorize(k, 32)>} {
// CHECK: arith.shrsi %{{.*}}, %c5 : index
// CHECK: tensor.put %{{.*}} into %{{.*}}[%{{.*}}, %[[J]]] drop
// LOOPS-LABEL: func.func @rows
// LOOPS: loop.parallel
func.func @rows(%g: tensor<1000000x32xf32>, %at: tensor<1000000xindex>, %s: tensor<5000000x32xf32>) -> tensor<5000000x32xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %r = tensor.compute (%i, %j) in [1000000, 32] accumulate(add %acc = %s : tensor<5000000x32xf32>) {
    %v = tensor.at %g[%i, %j] : tensor<1000000x32xf32>
    %k = tensor.at %at[%i] : tensor<1000000xindex>
    tensor.put %v into %acc[%k, %j] clamp : memref<5000000x32xf32>
    tensor.yield
  }
  return %r : tensor<5000000x32xf32>
}
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<1000000x32xf32>, %[[ARG1:.*]]: tensor<1000000xindex>, %[[ARG2:.*]]: tensor<5000000x32xf32>) -> tensor<5000000x32xf32> attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [4, 1000000, 32] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<5000000x32xf32>) attributes {axes = ["i", "j", "k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1), vectorize(k, 32)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[J]]] : tensor<1000000xindex>
// FULL-NEXT:       %[[C5000000:.*]] = arith.constant 5000000 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V2:.*]] = arith.subi %[[C5000000]], %[[C1]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.minsi %[[V1]], %[[V2]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.maxsi %[[V3]], %[[C0]] : index
// FULL-NEXT:       %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:       %[[V5:.*]] = arith.shrsi %[[V4]], %[[C5]] : index
// FULL-NEXT:       %[[C:.*]]-7046029254386353131 = arith.constant -7046029254386353131 : index
// FULL-NEXT:       %[[V6:.*]] = arith.muli %[[V5]], %[[C]]-7046029254386353131 : index
// FULL-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:       %[[V7:.*]] = arith.shrui %[[V6]], %[[C32]] : index
// FULL-NEXT:       %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:       %[[V8:.*]] = arith.muli %[[V7]], %[[C4]] : index
// FULL-NEXT:       %[[V9:.*]] = arith.shrui %[[V8]], %[[C32]] : index
// FULL-NEXT:       %[[V10:.*]] = arith.cmpi eq, %[[V9]], %[[I]] : index
// FULL-NEXT:       loop.if %[[V10]] {
// FULL-NEXT:         %[[V11:.*]] = tensor.at %[[ARG0]][%[[J]], %[[K]]] : tensor<1000000x32xf32>
// FULL-NEXT:         tensor.put %[[V11]] into %[[ACC]][%[[V4]], %[[K]]] drop : memref<5000000x32xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<5000000x32xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<1000000x32xf32>, %[[ARG1:.*]]: tensor<1000000xindex>, %[[ARG2:.*]]: tensor<5000000x32xf32>) -> tensor<5000000x32xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1000000, 32] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<5000000x32xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<1000000x32xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<1000000xindex>
// FULL_NONE-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[V2]], %[[J]]] clamp : memref<5000000x32xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<5000000x32xf32>
// FULL_NONE-NEXT:   }

// CHECK-LABEL: func.func @stays
// CHECK-NOT: #tensor.schedule
func.func @stays(%x: tensor<4000000xf32>, %at: tensor<4000000xindex>, %small: tensor<1000xf32>, %large: tensor<40000000xf32>, %few: tensor<100xindex>, %wide: tensor<40000000x512xf32>, %w: tensor<100000x512xf32>)
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<4000000xf32>, %[[ARG1:.*]]: tensor<4000000xindex>, %[[ARG2:.*]]: tensor<1000xf32>, %[[ARG3:.*]]: tensor<40000000xf32>, %[[ARG4:.*]]: tensor<100xindex>, %[[ARG5:.*]]: tensor<40000000x512xf32>, %[[ARG6:.*]]: tensor<100000x512xf32>) -> (tensor<1000xf32>, tensor<40000000xf32>, tensor<40000000xf32>, tensor<40000000x512xf32>, tensor<40000000xf32>, tensor<4000000xf32>, tensor<40000000xf32>) attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4000000] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<1000xf32>) {
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<4000000xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4000000xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[V7]]] drop : memref<1000xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [100] accumulate(add %[[ACC_1:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<4000000xf32>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG4]][%[[I_0]]] : tensor<100xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_1]][%[[V7]]] drop : memref<40000000xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [4000000] accumulate(add %[[ACC_3:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<4000000xindex>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG0]][%[[V6]]] trap : tensor<4000000xf32>
// FULL-NEXT:       tensor.put %[[V7]] into %[[ACC_3]][%[[V6]]] drop : memref<40000000xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_4:.*]], %[[J:.*]]) in [100000, 512] accumulate(add %[[ACC_5:.*]] = %[[ARG5]] : tensor<40000000x512xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG6]][%[[I_4]], %[[J]]] : tensor<100000x512xf32>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG1]][%[[I_4]]] : tensor<4000000xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_5]][%[[V7]], %[[J]]] drop : memref<40000000x512xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_6:.*]]) in [4000000] accumulate(set unique %[[ACC_7:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_6]]] : tensor<4000000xf32>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG1]][%[[I_6]]] : tensor<4000000xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_7]][%[[V7]]] drop : memref<40000000xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V5:.*]]:2 = tensor.compute (%[[I_8:.*]]) in [4000000] accumulate(add %[[ACC_9:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_8]]] : tensor<4000000xf32>
// FULL-NEXT:       %[[V7]] = tensor.at %[[ARG1]][%[[I_8]]] : tensor<4000000xindex>
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC_9]][%[[V7]]] drop : memref<40000000xf32>
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<4000000xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]]#0, %[[V5]]#1 : tensor<1000xf32>, tensor<40000000xf32>, tensor<40000000xf32>, tensor<40000000x512xf32>, tensor<40000000xf32>, tensor<4000000xf32>, tensor<40000000xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<4000000xf32>, %[[ARG1:.*]]: tensor<4000000xindex>, %[[ARG2:.*]]: tensor<1000xf32>, %[[ARG3:.*]]: tensor<40000000xf32>, %[[ARG4:.*]]: tensor<100xindex>, %[[ARG5:.*]]: tensor<40000000x512xf32>, %[[ARG6:.*]]: tensor<100000x512xf32>) -> (tensor<1000xf32>, tensor<40000000xf32>, tensor<40000000xf32>, tensor<40000000x512xf32>, tensor<40000000xf32>, tensor<4000000xf32>, tensor<40000000xf32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4000000] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<1000xf32>) {
// FULL_NONE-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<4000000xf32>
// FULL_NONE-NEXT:       %[[V7:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4000000xindex>
// FULL_NONE-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[V7]]] drop : memref<1000xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [100] accumulate(add %[[ACC_1:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL_NONE-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<4000000xf32>
// FULL_NONE-NEXT:       %[[V7]] = tensor.at %[[ARG4]][%[[I_0]]] : tensor<100xindex>
// FULL_NONE-NEXT:       tensor.put %[[V6]] into %[[ACC_1]][%[[V7]]] drop : memref<40000000xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [4000000] accumulate(add %[[ACC_3:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL_NONE-NEXT:       %[[V6]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<4000000xindex>
// FULL_NONE-NEXT:       %[[V7]] = tensor.at %[[ARG0]][%[[V6]]] trap : tensor<4000000xf32>
// FULL_NONE-NEXT:       tensor.put %[[V7]] into %[[ACC_3]][%[[V6]]] drop : memref<40000000xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_4:.*]], %[[J:.*]]) in [100000, 512] accumulate(add %[[ACC_5:.*]] = %[[ARG5]] : tensor<40000000x512xf32>) {
// FULL_NONE-NEXT:       %[[V6]] = tensor.at %[[ARG6]][%[[I_4]], %[[J]]] : tensor<100000x512xf32>
// FULL_NONE-NEXT:       %[[V7]] = tensor.at %[[ARG1]][%[[I_4]]] : tensor<4000000xindex>
// FULL_NONE-NEXT:       tensor.put %[[V6]] into %[[ACC_5]][%[[V7]], %[[J]]] drop : memref<40000000x512xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_6:.*]]) in [4000000] accumulate(set unique %[[ACC_7:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL_NONE-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_6]]] : tensor<4000000xf32>
// FULL_NONE-NEXT:       %[[V7]] = tensor.at %[[ARG1]][%[[I_6]]] : tensor<4000000xindex>
// FULL_NONE-NEXT:       tensor.put %[[V6]] into %[[ACC_7]][%[[V7]]] drop : memref<40000000xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     %[[V5:.*]]:2 = tensor.compute (%[[I_8:.*]]) in [4000000] accumulate(add %[[ACC_9:.*]] = %[[ARG3]] : tensor<40000000xf32>) {
// FULL_NONE-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_8]]] : tensor<4000000xf32>
// FULL_NONE-NEXT:       %[[V7]] = tensor.at %[[ARG1]][%[[I_8]]] : tensor<4000000xindex>
// FULL_NONE-NEXT:       tensor.put %[[V6]] into %[[ACC_9]][%[[V7]]] drop : memref<40000000xf32>
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<4000000xf32>
// FULL_NONE-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]]#0, %[[V5]]#1 : tensor<1000xf32>, tensor<40000000xf32>, tensor<40000000xf32>, tensor<40000000x512xf32>, tensor<40000000xf32>, tensor<4000000xf32>, tensor<40000000xf32>
// FULL_NONE-NEXT:   }
    -> (tensor<1000xf32>, tensor<40000000xf32>, tensor<40000000xf32>, tensor<40000000x512xf32>, tensor<40000000xf32>, tensor<4000000xf32>, tensor<40000000xf32>) attributes {tf.target = {cores = 4 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  // What is changed is in the first cache: asking whose it is takes longer.
  %0 = tensor.compute (%i) in [4000000] accumulate(add %acc = %small : tensor<1000xf32>) {
    %v = tensor.at %x[%i] : tensor<4000000xf32>
    %k = tensor.at %at[%i] : tensor<4000000xindex>
    tensor.put %v into %acc[%k] drop : memref<1000xf32>
    tensor.yield
  }
  // Few points.
  %1 = tensor.compute (%i) in [100] accumulate(add %acc = %large : tensor<40000000xf32>) {
    %v = tensor.at %x[%i] : tensor<4000000xf32>
    %k = tensor.at %few[%i] : tensor<100xindex>
    tensor.put %v into %acc[%k] drop : memref<40000000xf32>
    tensor.yield
  }
  // Another access may stop the call: each owner would.
  %2 = tensor.compute (%i) in [4000000] accumulate(add %acc = %large : tensor<40000000xf32>) {
    %k = tensor.at %at[%i] : tensor<4000000xindex>
    %v = tensor.at %x[%k] trap : tensor<4000000xf32>
    tensor.put %v into %acc[%k] drop : memref<40000000xf32>
    tensor.yield
  }
  // Threads share the columns.
  %3 = tensor.compute (%i, %j) in [100000, 512] accumulate(add %acc = %wide : tensor<40000000x512xf32>) {
    %v = tensor.at %w[%i, %j] : tensor<100000x512xf32>
    %k = tensor.at %at[%i] : tensor<4000000xindex>
    tensor.put %v into %acc[%k, %j] drop : memref<40000000x512xf32>
    tensor.yield
  }
  // No element is put twice.
  %4 = tensor.compute (%i) in [4000000] accumulate(set unique %acc = %large : tensor<40000000xf32>) {
    %v = tensor.at %x[%i] : tensor<4000000xf32>
    %k = tensor.at %at[%i] : tensor<4000000xindex>
    tensor.put %v into %acc[%k] drop : memref<40000000xf32>
    tensor.yield
  }
  // What is yielded for each point would be computed by each owner.
  %5, %6 = tensor.compute (%i) in [4000000] accumulate(add %acc = %large : tensor<40000000xf32>) {
    %v = tensor.at %x[%i] : tensor<4000000xf32>
    %k = tensor.at %at[%i] : tensor<4000000xindex>
    tensor.put %v into %acc[%k] drop : memref<40000000xf32>
    tensor.yield %v : f32
  } : tensor<4000000xf32>
  // CHECK: return
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1000xf32>, tensor<40000000xf32>, tensor<40000000xf32>, tensor<40000000x512xf32>, tensor<40000000xf32>, tensor<4000000xf32>, tensor<40000000xf32>
}

// Values are dear, but three elements are one block: all but one owner would have nothing to do.
// CHECK-LABEL: func.func @block
// CHECK-NOT: #tensor.schedule
// CHECK: return
func.func @block(%x: tensor<1000000xf32>, %at: tensor<1000000xindex>, %s: tensor<3xf32>) -> tensor<3xf32> attributes {tf.target = {cores = 4 : i64}} {
  %r = tensor.compute (%i) in [1000000] accumulate(add %acc = %s : tensor<3xf32>) {
    %v = tensor.at %x[%i] : tensor<1000000xf32>
    %k = tensor.at %at[%i] : tensor<1000000xindex>
    %a = math.exp %v : f32
    %b = math.exp %a : f32
    %c = math.exp %b : f32
    %d = math.exp %c : f32
    tensor.put %d into %acc[%k] drop : memref<3xf32>
    tensor.yield
  }
  return %r : tensor<3xf32>
}
// FULL-NEXT:   func.func @block(%[[ARG0:.*]]: tensor<1000000xf32>, %[[ARG1:.*]]: tensor<1000000xindex>, %[[ARG2:.*]]: tensor<3xf32>) -> tensor<3xf32> attributes {tf.target = {cores = 4 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1000000] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<3xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<1000000xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<1000000xindex>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V1]] : f32
// FULL-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL-NEXT:       %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:       %[[V6:.*]] = math.exp %[[V5]] : f32
// FULL-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[V2]]] drop : memref<3xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<3xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @block(%[[ARG0:.*]]: tensor<1000000xf32>, %[[ARG1:.*]]: tensor<1000000xindex>, %[[ARG2:.*]]: tensor<3xf32>) -> tensor<3xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.target = {cores = 4 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1000000] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<3xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<1000000xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<1000000xindex>
// FULL_NONE-NEXT:       %[[V3:.*]] = math.exp %[[V1]] : f32
// FULL_NONE-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL_NONE-NEXT:       %[[V6:.*]] = math.exp %[[V5]] : f32
// FULL_NONE-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[V2]]] drop : memref<3xf32>
// FULL_NONE-NEXT:       tensor.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<3xf32>
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
