// RUN: not tfrun %s --device=simt-compiled --entry=from_threads 2>&1 | FileCheck %s

// What threads read may differ from one to the next.
// CHECK: dynamic-bytes-of-threads.mlir:[[#@LINE+7]]:8: error: 'kernel.dynamic_shared' op begins at a byte that threads compute: on a CPU, it must be computed from arguments of the kernel and sizes of the launch
kernel.func @of_threads(%x: memref<8xindex>, %y: memref<8xindex> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c0 = arith.constant 0 : index
  %t = kernel.thread_id x
  %zero = arith.muli %t, %c0 : index
  %v = mem.load %x[%zero] : memref<8xindex>
  %sum = arith.addi %v, %zero : index
  %a = kernel.dynamic_shared[%sum] : memref<8xindex>
  mem.store %t, %a[%t] : memref<8xindex>
  %w = mem.load %a[%t] : memref<8xindex>
  mem.store %w, %y[%t] : memref<8xindex>
  kernel.return
}
func.func @from_threads() -> tensor<8xindex> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  %x = tensor.iota dim = 0 : tensor<8xindex>
  %y = kernel.launch @of_threads grid(%c1) block(%c8) dynamic_shared %c128 args(%x) : (tensor<8xindex>) -> tensor<8xindex>
  return %y : tensor<8xindex>
}
