// RUN: tfopt %s --pass-pipeline='kernel-to-loops{check-bounds=false},func.func(canonicalize,cse)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='kernel-to-loops,func.func(canonicalize,cse)' | FileCheck %s --check-prefix=BOUNDS

// Threads end their loop at the barrier; what one keeps over it lies in memory with an element for each of them. The loop around the barrier stands
// around both.
// CHECK-LABEL: func.func private @kept(
// CHECK-SAME: %[[X:.*]]: memref<?{n}xf32>, %[[Y:.*]]: memref<?{n}xf32>
// CHECK-SAME: tf.signature
// CHECK: loop.parallel
// CHECK: %[[KEPT:.*]] = mem.alloc : memref<4xf32>
// CHECK: %[[TILE:.*]] = mem.alloc : memref<4xf32>
// CHECK: loop.for %[[T:.*]] = %c0 to %c4 step %c1 {
// CHECK: %[[V:.*]] = mem.load %[[X]][%[[T]]]
// CHECK: mem.store %[[V]], %[[KEPT]][%[[T]]]
// CHECK: loop.for {{.*}} to %c3
// CHECK-NOT: iter_args
// CHECK: loop.for %[[A:.*]] = %c0 to %c4
// CHECK: mem.store {{.*}}, %[[TILE]]
// CHECK: loop.for
// CHECK: mem.load %[[TILE]]
// CHECK: return
// BOUNDS-LABEL: func.func private @kept(
// BOUNDS: arith.cmpi ult
// BOUNDS: loop.if
// BOUNDS: mem.trap "a kernel accesses index {} of an axis of {}" {{.*}}
kernel.func @kept(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = kernel.thread_id x
  %s = kernel.shared : memref<4xf32>
  %v = mem.load %x[%t] : memref<?{n}xf32>
  %r = loop.for %i = %c0 to %c3 step %c1 iter_args(%a = %v) -> (f32) {
    mem.store %a, %s[%t] : memref<4xf32>
    kernel.barrier
    %next = arith.addi %t, %c1 : index
    %from = arith.andi %next, %c3 : index
    %o = mem.load %s[%from] : memref<4xf32>
    kernel.barrier
    %sum = arith.addf %o, %v : f32
    loop.yield %sum : f32
  }
  mem.store %r, %y[%t] : memref<?{n}xf32>
  kernel.return
}

// Atomic operations on memory of all blocks: blocks come one after the other.
// CHECK-LABEL: func.func private @count(
// CHECK-NOT: loop.parallel
// CHECK: %[[OLD:.*]] = mem.load
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]]
// CHECK: mem.store %[[NEW]]
kernel.func @count(%n: memref<1xi32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %old = kernel.atomic add %one, %n[%c0] : memref<1xi32>
  kernel.return
}

// Launches become calls, with the sizes behind the arguments.
// CHECK-LABEL: func.func @launches
// CHECK: call @count(%{{.*}}, %[[TWO:.*]], %[[ONE:.*]], %[[ONE]], %[[EIGHT:.*]], %[[ONE]], %[[ONE]], %[[ZERO:.*]])
func.func @launches(%n: memref<1xi32>) {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  kernel.launch @count grid(%c2) block(%c8) args(%n) : (memref<1xi32>) -> ()
  return
}
