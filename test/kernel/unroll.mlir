// RUN: tfopt --pass-pipeline='builtin.module(kernel.func(loop-unroll,canonicalize,cse))' %s | FileCheck %s
// RUN: tfopt --gpu --emit=ptx %s | FileCheck %s --check-prefix=PTX

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
