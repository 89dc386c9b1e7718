// What marked loops read some iterations later is asked for.
// RUN: tfopt --loop-prefetch --canonicalize --cse %s 2>%t.err | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @gather(%[[ARG0:.*]]: memref<?{n}xindex>, %[[ARG1:.*]]: memref<?{m}xf32>, %[[ARG2:.*]]: memref<?{n}xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C8]] : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi slt, %[[V1]], %[[V0]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.select %[[V2]], %[[V1]], %[[I]] : index
// FULL-NEXT:       %[[V4:.*]] = mem.load %[[ARG0]][%[[V3]]] : memref<?{n}xindex>
// FULL-NEXT:       mem.prefetch %[[ARG1]][%[[V4]]] : memref<?{m}xf32>
// FULL-NEXT:       %[[V5:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xindex>
// FULL-NEXT:       %[[V6:.*]] = mem.load %[[ARG1]][%[[V5]]] : memref<?{m}xf32>
// FULL-NEXT:       mem.store %[[V6]], %[[ARG2]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: memref<?{n}x8xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C1]]) {
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C4]] : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi slt, %[[V1]], %[[V0]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.select %[[V2]], %[[V1]], %[[I]] : index
// FULL-NEXT:       mem.prefetch %[[ARG0]][%[[V3]], %[[C0]]] : memref<?{n}x8xf32>
// FULL-NEXT:       %[[V4:.*]] = mem.load %[[ARG0]][%[[I]], %[[C0]]] : memref<?{n}x8xf32>
// FULL-NEXT:       mem.store %[[V4]], %[[ARG1]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @neighbours(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @written(%[[ARG0:.*]]: memref<?{n}xindex>, %[[ARG1:.*]]: memref<?{m}xf32>, %[[ARG2:.*]]: memref<?{n}xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xindex>
// FULL-NEXT:       %[[V2:.*]] = mem.load %[[ARG1]][%[[V1]]] : memref<?{m}xf32>
// FULL-NEXT:       mem.store %[[V2]], %[[ARG2]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       mem.store %[[C0]], %[[ARG0]][%[[I]]] : memref<?{n}xindex>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// What is read behind a loop that adds up a block of sums is asked for in front of it: each line of the row,
// and the one in which it ends.
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
// FULL-NEXT:   func.func @behind(%[[ARG0:.*]]: memref<?{n}x64x16xf32>, %[[ARG1:.*]]: memref<?{n}x16xf32>) attributes {tf.target = {cores = 1 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// FULL-NEXT:     %[[C15:.*]] = arith.constant 15 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:       mem.prefetch %[[ARG1]][%[[I]], %[[C0]]] : memref<?{n}x16xf32>
// FULL-NEXT:       mem.prefetch %[[ARG1]][%[[I]], %[[C15]]] : memref<?{n}x16xf32>
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       mem.prefetch %[[ARG1]][%[[V1]], %[[C0]]] : memref<?{n}x16xf32>
// FULL-NEXT:       mem.prefetch %[[ARG1]][%[[V1]], %[[C15]]] : memref<?{n}x16xf32>
// FULL-NEXT:       %[[V2:.*]]:4 = loop.for %[[I_0:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]], %[[ARG3:.*]] = %[[CST]], %[[ARG4:.*]] = %[[CST]], %[[ARG5:.*]] = %[[CST]]) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// FULL-NEXT:         %[[V10:.*]] = vector.load %[[ARG0]][%[[I]], %[[I_0]], %[[C0]]] axis = 2 : memref<?{n}x64x16xf32>, vector<16xf32>
// FULL-NEXT:         %[[V11:.*]] = arith.addf %[[ARG2]], %[[V10]] : vector<16xf32>
// FULL-NEXT:         %[[V12:.*]] = arith.addf %[[ARG3]], %[[V10]] : vector<16xf32>
// FULL-NEXT:         %[[V13:.*]] = arith.addf %[[ARG4]], %[[V10]] : vector<16xf32>
// FULL-NEXT:         %[[V14:.*]] = arith.addf %[[ARG5]], %[[V10]] : vector<16xf32>
// FULL-NEXT:         loop.yield %[[V11]], %[[V12]], %[[V13]], %[[V14]] : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V3:.*]] = vector.load %[[ARG1]][%[[I]], %[[C0]]] axis = 1 : memref<?{n}x16xf32>, vector<16xf32>
// FULL-NEXT:       %[[V4:.*]] = vector.load %[[ARG1]][%[[V1]], %[[C0]]] axis = 1 : memref<?{n}x16xf32>, vector<16xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V3]], %[[V2]]#0 : vector<16xf32>
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V4]], %[[V2]]#1 : vector<16xf32>
// FULL-NEXT:       %[[V7:.*]] = arith.addf %[[V2]]#2, %[[V2]]#3 : vector<16xf32>
// FULL-NEXT:       %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : vector<16xf32>
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V5]], %[[V8]] : vector<16xf32>
// FULL-NEXT:       vector.store %[[V9]], %[[ARG1]][%[[I]], %[[C0]]] axis = 1 : memref<?{n}x16xf32>, vector<16xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Not in front of a loop of few trips, which waits for nothing, and not where the place is what the loop
// finds.
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
// FULL-NEXT:   func.func @not_behind(%[[ARG0:.*]]: memref<8x16xf32>, %[[ARG1:.*]]: memref<64xindex>, %[[ARG2:.*]]: memref<64x16xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C64]] step %[[C1]] {
// FULL-NEXT:       %[[V0:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]]) -> (vector<16xf32>) {
// FULL-NEXT:         %[[V5:.*]] = vector.load %[[ARG0]][%[[I_0]], %[[C0]]] axis = 1 : memref<8x16xf32>, vector<16xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[ARG3]], %[[V5]] : vector<16xf32>
// FULL-NEXT:         loop.yield %[[V6]] : vector<16xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V1:.*]] = vector.load %[[ARG2]][%[[I]], %[[C0]]] axis = 1 : memref<64x16xf32>, vector<16xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V0]] : vector<16xf32>
// FULL-NEXT:       vector.store %[[V2]], %[[ARG2]][%[[I]], %[[C0]]] axis = 1 : memref<64x16xf32>, vector<16xf32>
// FULL-NEXT:       %[[V3:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG3]] = %[[C0]]) -> (index) {
// FULL-NEXT:         %[[V5]] = mem.load %[[ARG1]][%[[I_1]]] : memref<64xindex>
// FULL-NEXT:         loop.yield %[[V5]] : index
// FULL-NEXT:       }
// FULL-NEXT:       %[[V4:.*]] = vector.load %[[ARG2]][%[[V3]], %[[C0]]] axis = 1 : memref<64x16xf32>, vector<16xf32>
// FULL-NEXT:       vector.store %[[V4]], %[[ARG2]][%[[I]], %[[C0]]] axis = 1 : memref<64x16xf32>, vector<16xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
