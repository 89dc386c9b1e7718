// Loops in kernels mean what they mean elsewhere: at the ends of the types, and for steps below 1.
// RUN: tfrun %s --entry=in_a_kernel --device=interp | FileCheck %s --check-prefix=KERNEL
// RUN: tfrun %s --entry=in_a_kernel --device=simt-compiled | FileCheck %s --check-prefix=KERNEL
// RUN: not tfrun %s --entry=in_a_kernel_no_step --device=interp 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=in_a_kernel_no_step --device=simt-compiled 2>&1 | FileCheck %s --check-prefix=STOPS
// STOPS: error: a loop has step {{0|-1}}, but steps must be at least 1 [E0601]

// KERNEL: [2]
kernel.func @counts(%x: memref<1xi64> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c5 = arith.constant 5 : index
  %low = arith.constant 9223372036854775800 : index
  %high = arith.constant 9223372036854775807 : index
  %r = loop.for %i = %low to %high step %c5 iter_args(%a = %zero) -> (i64) {
    %n = arith.addi %a, %one : i64
    loop.yield %n : i64
  }
  mem.store %r, %x[%c0] : memref<1xi64>
  kernel.return
}
func.func @in_a_kernel() -> tensor<1xi64> {
  %c1 = arith.constant 1 : index
  %x = kernel.launch @counts grid(%c1) block(%c1) args() : () -> tensor<1xi64>
  return %x : tensor<1xi64>
}

kernel.func @waits(%x: memref<1xi64> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i64
  loop.for %i = %c0 to %c5 step %c0 {
    kernel.barrier
    mem.store %zero, %x[%c0] : memref<1xi64>
    loop.yield
  }
  kernel.return
}
func.func @in_a_kernel_no_step() -> tensor<1xi64> {
  %c1 = arith.constant 1 : index
  %x = kernel.launch @waits grid(%c1) block(%c1) args() : () -> tensor<1xi64>
  return %x : tensor<1xi64>
}
