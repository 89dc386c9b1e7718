// What has no form in loops is refused at its line.
// RUN: not tfopt %s --pass-pipeline='kernel-to-loops' --split-input-file 2>&1 | FileCheck %s

// CHECK: error: 'kernel.warp_reduce' op has no lowering to loops: expand it first (kernel-expand)
kernel.func @reduce(%x: memref<?{n}xf32>) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<?{n}xf32>
  %s = kernel.warp_reduce add %v : f32
  kernel.return
}

// -----

// CHECK: error: 'kernel.dynamic_shared' op overlaps another array of dynamic shared memory
kernel.func @overlap() {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %a = kernel.dynamic_shared[%c0] : memref<8xf32>
  %b = kernel.dynamic_shared[%c16] : memref<4xi32>
  kernel.return
}
