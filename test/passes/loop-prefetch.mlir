// What marked loops read some iterations later is asked for.
// RUN: tfopt --loop-prefetch --canonicalize --cse %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// The index that a gather follows is read ahead; behind the end it is the iteration's own.
// CHECK-LABEL: func.func @gather
// CHECK: loop.for %[[I:.*]] =
// CHECK: %[[LATER:.*]] = arith.addi %[[I]], %c8 : index
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[LATER]]
// CHECK: %[[AT:.*]] = arith.select %[[INSIDE]], %[[LATER]], %[[I]]
// CHECK: %[[P:.*]] = mem.load %arg0[%[[AT]]] : memref<?{n}xindex>
// CHECK-NEXT: mem.prefetch %arg1[%[[P]]] : memref<?{m}xf32>
// CHECK-NOT: mem.prefetch
// CHECK: return
func.func @gather(%at: memref<?{n}xindex>, %t: memref<?{m}xf32>, %r: memref<?{n}xf32>) {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {prefetch = 8 : i64} {
    %p = mem.load %at[%i] : memref<?{n}xindex>
    %x = mem.load %t[%p] : memref<?{m}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// Rows that the loop goes down.
// CHECK-LABEL: func.func @rows
// CHECK: mem.prefetch %arg0[%{{.*}}, %c0] : memref<?{n}x8xf32>
func.func @rows(%a: memref<?{n}x8xf32>, %r: memref<?{n}xf32>) {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.parallel (%i) = (%c0) to (%n) step (%c1) attributes {prefetch = 4 : i64, prefetch_axis = 0 : i64} {
    %x = mem.load %a[%i, %c0] : memref<?{n}x8xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// Neighbours are left to the machine.
// CHECK-LABEL: func.func @neighbours
// CHECK-NOT: mem.prefetch
// REMARK: remark: nothing is prefetched in the loop: consecutive iterations read adjacent or equal addresses
func.func @neighbours(%a: memref<?{n}xf32>, %r: memref<?{n}xf32>) {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {prefetch = 8 : i64} {
    %x = mem.load %a[%i] : memref<?{n}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    loop.yield
  }
  return
}

// An index that the loop writes is not known ahead.
// CHECK-LABEL: func.func @written
// CHECK-NOT: mem.prefetch
// REMARK: remark: nothing is prefetched in the loop: its addresses depend on its stores, or on results of other loops
func.func @written(%at: memref<?{n}xindex>, %t: memref<?{m}xf32>, %r: memref<?{n}xf32>) {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 attributes {prefetch = 8 : i64} {
    %p = mem.load %at[%i] : memref<?{n}xindex>
    %x = mem.load %t[%p] : memref<?{m}xf32>
    mem.store %x, %r[%i] : memref<?{n}xf32>
    mem.store %c0, %at[%i] : memref<?{n}xindex>
    loop.yield
  }
  return
}

// What is read behind a loop that adds up a block of sums is asked for in front of it: each line of the row, and the one in which it ends.
// CHECK-LABEL: func.func @behind
// CHECK: loop.for %[[R:.*]] =
// CHECK-NEXT: mem.prefetch %arg1[%[[R]], %c0]
// CHECK-NEXT: mem.prefetch %arg1[%[[R]], %c15]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[R]], %c1 : index
// CHECK-NEXT: mem.prefetch %arg1[%[[NEXT]], %c0]
// CHECK-NEXT: mem.prefetch %arg1[%[[NEXT]], %c15]
// CHECK-NEXT: loop.for
// CHECK-NOT: mem.prefetch
// CHECK: return
func.func @behind(%a: memref<?{n}x64x16xf32>, %r: memref<?{n}x16xf32>) attributes {tf.target = {cores = 1 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
  %n = mem.extent [n] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : vector<16xf32>
  loop.for %i = %c0 to %n step %c1 {
    %s:4 = loop.for %k = %c0 to %c64 step %c1 iter_args(%p = %z, %q = %z, %t = %z, %u = %z) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
      %x = vector.load %a[%i, %k, %c0] axis = 2 : memref<?{n}x64x16xf32>, vector<16xf32>
      %v = arith.addf %p, %x : vector<16xf32>
      %w = arith.addf %q, %x : vector<16xf32>
      %y = arith.addf %t, %x : vector<16xf32>
      %o = arith.addf %u, %x : vector<16xf32>
      loop.yield %v, %w, %y, %o : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
    }
    %next = arith.addi %i, %c1 : index
    %old = vector.load %r[%i, %c0] axis = 1 : memref<?{n}x16xf32>, vector<16xf32>
    %other = vector.load %r[%next, %c0] axis = 1 : memref<?{n}x16xf32>, vector<16xf32>
    %sum = arith.addf %old, %s#0 : vector<16xf32>
    %more = arith.addf %other, %s#1 : vector<16xf32>
    %less = arith.addf %s#2, %s#3 : vector<16xf32>
    %both = arith.addf %more, %less : vector<16xf32>
    %new = arith.addf %sum, %both : vector<16xf32>
    vector.store %new, %r[%i, %c0] axis = 1 : memref<?{n}x16xf32>, vector<16xf32>
    loop.yield
  }
  return
}

// Not in front of a loop of few trips, which waits for nothing, and not where the place is what the loop finds.
// CHECK-LABEL: func.func @not_behind
// CHECK-NOT: mem.prefetch
// CHECK: return
func.func @not_behind(%a: memref<8x16xf32>, %b: memref<64xindex>, %r: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant dense<0.0> : vector<16xf32>
  loop.for %i = %c0 to %c64 step %c1 {
    %s:4 = loop.for %k = %c0 to %c8 step %c1 iter_args(%p = %z, %q = %z, %t = %z, %u = %z) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
      %x = vector.load %a[%k, %c0] axis = 1 : memref<8x16xf32>, vector<16xf32>
      %v = arith.addf %p, %x : vector<16xf32>
      loop.yield %v, %q, %t, %u : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
    }
    %old = vector.load %r[%i, %c0] axis = 1 : memref<64x16xf32>, vector<16xf32>
    %sum = arith.addf %old, %s#0 : vector<16xf32>
    vector.store %sum, %r[%i, %c0] axis = 1 : memref<64x16xf32>, vector<16xf32>
    %f:5 = loop.for %k = %c0 to %c64 step %c1 iter_args(%g = %c0, %p = %z, %q = %z, %t = %z, %u = %z) -> (index, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
      %h = mem.load %b[%k] : memref<64xindex>
      loop.yield %h, %p, %q, %t, %u : index, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
    }
    %far = vector.load %r[%f#0, %c0] axis = 1 : memref<64x16xf32>, vector<16xf32>
    vector.store %far, %r[%i, %c0] axis = 1 : memref<64x16xf32>, vector<16xf32>
    loop.yield
  }
  return
}
