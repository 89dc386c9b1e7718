// RUN: tfrun %s --device=interp --entry=behind | FileCheck %s
// RUN: tfrun %s --device=simt --entry=behind | FileCheck %s
// RUN: tfrun %s --device=simt-compiled --entry=behind | FileCheck %s
// RUN: tfrun %s --device=simt-compiled --entry=clusters | FileCheck %s --check-prefix=CLUSTERS
// RUN: tfrun %s --device=simt --entry=clusters | FileCheck %s --check-prefix=CLUSTERS
// RUN: not tfrun %s --device=simt-compiled --entry=overlaps 2>&1 | FileCheck %s --check-prefix=OVERLAPS
// RUN: not tfrun %s --device=simt-compiled --entry=askew 2>&1 | FileCheck %s --check-prefix=ASKEW
// RUN: not tfrun %s --device=simt-compiled --entry=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not tfrun %s --device=simt-compiled --entry=negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: tfopt %s --pass-pipeline='func.func(bufferize),kernel-to-loops' | tee %t.memory | FileCheck %s --check-prefix=MEMORY
// GOLDEN: cat %t.memory

// Arrays of dynamic shared memory begin at bytes that arguments tell. The third op means the array of the
// first where both say one byte.

// CHECK: [7. 6. 5. 4. 3. 2. 1. 0.]
// OVERLAPS: dynamic-bytes.mlir:[[#@LINE+13]]:{{.*}}: error: an array from byte 16 of the dynamic shared memory takes bytes that are another array's, from byte 0 on
// ASKEW: error: an array takes 32 bytes from byte 36 on: the launch gives 128 bytes of dynamic shared memory, and arrays begin at a multiple of 16
// SHORT: error: an array takes 32 bytes from byte 112 on: the launch gives 128 bytes of dynamic shared memory, and arrays begin at a multiple of 16
// NEGATIVE: error: an array takes 32 bytes from byte -16 on: the launch gives 128 bytes of dynamic shared memory, and arrays begin at a multiple of 16

// MEMORY-LABEL: func.func private @reverse
// MEMORY-DAG: mem.alloc : memref<2x8xf32>
// MEMORY-DAG: mem.alloc : memref<1x8xi32>
kernel.func @reverse(%second: index, %third: index, %y: memref<8xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %t = kernel.thread_id x
  %a = kernel.dynamic_shared[%c0] : memref<8xf32>
  %b = kernel.dynamic_shared[%second] : memref<8xi32>
  %i = arith.index_cast %t : index to i32
  %f = arith.sitofp %i : i32 to f32
  mem.store %f, %a[%t] : memref<8xf32>
  mem.store %i, %b[%t] : memref<8xi32>
  kernel.barrier
  %again = kernel.dynamic_shared[%third] : memref<8xf32>
  %other = arith.subi %c7, %t : index
  %v = mem.load %again[%other] : memref<8xf32>
  mem.store %v, %y[%t] : memref<8xf32>
  kernel.return
}
func.func @behind() -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %y = kernel.launch @reverse grid(%c1) block(%c8) dynamic_shared %c128 args(%c32, %c0) : (index, index) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
func.func @overlaps() -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %y = kernel.launch @reverse grid(%c1) block(%c8) dynamic_shared %c128 args(%c16, %c0) : (index, index) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
func.func @askew() -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c36 = arith.constant 36 : index
  %c128 = arith.constant 128 : index
  %y = kernel.launch @reverse grid(%c1) block(%c8) dynamic_shared %c128 args(%c36, %c0) : (index, index) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
func.func @short() -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c112 = arith.constant 112 : index
  %c128 = arith.constant 128 : index
  %y = kernel.launch @reverse grid(%c1) block(%c8) dynamic_shared %c128 args(%c112, %c0) : (index, index) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
func.func @negative() -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %before = arith.constant -16 : index
  %c128 = arith.constant 128 : index
  %y = kernel.launch @reverse grid(%c1) block(%c8) dynamic_shared %c128 args(%before, %c0) : (index, index) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// Blocks of a cluster have an array each, at one byte.
// CLUSTERS: [1. 1. 1. 1. 0. 0. 0. 0.]
kernel.func @exchange(%first: index, %y: memref<8xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>, cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = kernel.thread_id x
  %rank = kernel.cluster_rank
  %a = kernel.dynamic_shared[%first] : memref<4xf32>
  %i = arith.index_cast %rank : index to i32
  %f = arith.sitofp %i : i32 to f32
  mem.store %f, %a[%t] : memref<4xf32>
  kernel.cluster_barrier
  %other = arith.subi %c1, %rank : index
  %theirs = kernel.cluster_shared %a, %other : memref<4xf32>
  %v = mem.load %theirs[%t] : memref<4xf32>
  %line = arith.muli %rank, %c4 : index
  %at = arith.addi %line, %t : index
  mem.store %v, %y[%at] : memref<8xf32>
  kernel.cluster_barrier
  kernel.return
}
func.func @clusters() -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %y = kernel.launch @exchange grid(%c2) block(%c4) dynamic_shared %c128 args(%c16) : (index) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
