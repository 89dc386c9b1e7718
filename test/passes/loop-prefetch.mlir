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
// REMARK: remark: nothing is prefetched in the loop: all that it reads in each iteration are neighbours, or the same
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
// REMARK: remark: nothing is prefetched in the loop: its addresses are made of what it stores, or of what is computed in other loops
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
