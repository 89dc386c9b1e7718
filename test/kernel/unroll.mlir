// RUN: tfopt --pass-pipeline='builtin.module(kernel.func(loop-unroll,canonicalize,cse))' %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --gpu --emit=ptx %s | FileCheck %s --check-prefix=PTX
// COMPLETE: FULL

// Loops of kernels that are written by hand: four trips one after the other, and a loop for the rest.
// CHECK-LABEL: kernel.func @sums(
// CHECK: loop.for %{{.*}} = %c0 to %{{.*}} step %c4
// CHECK-COUNT-4: mem.load %arg0
// CHECK: loop.for %{{.*}} to %{{.*}} step %c1
// CHECK-COUNT-1: mem.load %arg0
// CHECK: kernel.return
// PTX-LABEL: .visible .entry sums(
// PTX-COUNT-5: ld.global
kernel.func @sums(%x: memref<?{m}x?{n}xf32>, %y: memref<?{m}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "strict"} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = kernel.block_id x
  %t = kernel.thread_id x
  %c128 = arith.constant 128 : index
  %f = arith.muli %b, %c128 : index
  %i = arith.addi %f, %t : index
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %inside = arith.cmpi slt, %i, %m : index
  loop.if %inside {
    %sum = loop.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) attributes {unroll = 4 : i64} {
      %v = mem.load %x[%i, %j] : memref<?{m}x?{n}xf32>
      %u = arith.addf %s, %v : f32
      loop.yield %u : f32
    }
    mem.store %sum, %y[%i] : memref<?{m}xf32>
    loop.yield
  }
  kernel.return
}
// FULL: module {
// FULL-NEXT:   kernel.func @sums(%[[ARG0:.*]]: memref<?{m}x?{n}xf32>, %[[ARG1:.*]]: memref<?{m}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "strict"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C128:.*]] = arith.constant 128 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.block_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V2:.*]] = arith.muli %[[V0]], %[[C128]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.addi %[[V2]], %[[V1]] : index
// FULL-NEXT:     %[[V4:.*]] = mem.extent [m] : index
// FULL-NEXT:     %[[V5:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V6:.*]] = arith.cmpi slt, %[[V3]], %[[V4]] : index
// FULL-NEXT:     loop.if %[[V6]] {
// FULL-NEXT:       %[[V7:.*]] = arith.maxsi %[[V5]], %[[C0]] : index
// FULL-NEXT:       %[[V8:.*]] = arith.divui %[[V7]], %[[C4]] : index
// FULL-NEXT:       %[[V9:.*]] = arith.muli %[[V8]], %[[C4]] : index
// FULL-NEXT:       %[[V10:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V9]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V12:.*]] = mem.load %[[ARG0]][%[[V3]], %[[I]]] : memref<?{m}x?{n}xf32>
// FULL-NEXT:         %[[V13:.*]] = arith.addf %[[ARG2]], %[[V12]] : f32
// FULL-NEXT:         %[[V14:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:         %[[V15:.*]] = mem.load %[[ARG0]][%[[V3]], %[[V14]]] : memref<?{m}x?{n}xf32>
// FULL-NEXT:         %[[V16:.*]] = arith.addf %[[V13]], %[[V15]] : f32
// FULL-NEXT:         %[[V17:.*]] = arith.addi %[[I]], %[[C2]] : index
// FULL-NEXT:         %[[V18:.*]] = mem.load %[[ARG0]][%[[V3]], %[[V17]]] : memref<?{m}x?{n}xf32>
// FULL-NEXT:         %[[V19:.*]] = arith.addf %[[V16]], %[[V18]] : f32
// FULL-NEXT:         %[[V20:.*]] = arith.addi %[[I]], %[[C3]] : index
// FULL-NEXT:         %[[V21:.*]] = mem.load %[[ARG0]][%[[V3]], %[[V20]]] : memref<?{m}x?{n}xf32>
// FULL-NEXT:         %[[V22:.*]] = arith.addf %[[V19]], %[[V21]] : f32
// FULL-NEXT:         loop.yield %[[V22]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V11:.*]] = loop.for %[[I_0:.*]] = %[[V9]] to %[[V5]] step %[[C1]] iter_args(%[[ARG2]] = %[[V10]]) -> (f32) {
// FULL-NEXT:         %[[V12]] = mem.load %[[ARG0]][%[[V3]], %[[I_0]]] : memref<?{m}x?{n}xf32>
// FULL-NEXT:         %[[V13]] = arith.addf %[[ARG2]], %[[V12]] : f32
// FULL-NEXT:         loop.yield %[[V13]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V11]], %[[ARG1]][%[[V3]]] : memref<?{m}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL-NEXT: }
