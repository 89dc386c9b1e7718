// RUN: tfopt %s --split-reductions | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(set-gpu,split-reductions)' | FileCheck %s --check-prefix=NONE
// RUN: tfopt %s --disable-rule=split-reductions.owners --split-reductions | FileCheck %s --check-prefix=NONE
// RUN: tfopt %s --pass-pipeline='func.func(split-reductions,apply-schedule,lower-access)' | FileCheck %s --check-prefix=LOOPS

// NONE-NOT: #tensor.schedule
// NONE: return

// Sums of floats, whose order is that of the points: an owner of each block of 1,024 elements goes through all points and takes those that are its own, and what it puts is
// read by it alone. How many owners there are follows from how many points and elements there are.
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

// Known sizes: as many owners as threads. The last one wins; what the policy moves has the owner of where it ends, and both puts of a point have owners.
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

// CHECK-LABEL: func.func @stays
// CHECK-NOT: #tensor.schedule
func.func @stays(%x: tensor<4000000xf32>, %at: tensor<4000000xindex>, %small: tensor<1000xf32>, %large: tensor<40000000xf32>, %few: tensor<100xindex>, %wide: tensor<40000000x512xf32>, %w: tensor<100000x512xf32>)
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
