// What a value of a kernel or a launch may be is decided when it runs, also where the value is a constant:
// the IR is valid.
// RUN: tfopt %s --inline --canonicalize --verify-each | tee %t.valid | FileCheck %s --check-prefix=VALID
// RUN: FileCheck %s --check-prefix=FULL_VALID --match-full-lines < %t.valid
// RUN: tfrun %s --entry=shuffled --device=interp | FileCheck %s --check-prefix=SHUFFLED
// RUN: tfrun %s --entry=shuffled --device=simt-compiled | FileCheck %s --check-prefix=SHUFFLED
// RUN: tfopt %s --gpu -o /dev/null
// RUN: not tfrun %s --entry=many_blocks --device=interp 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not tfrun %s --entry=many_blocks --device=simt-compiled 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not tfrun %s --entry=no_threads --device=interp 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not tfrun %s --entry=no_threads --device=simt-compiled 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not tfrun %s --entry=many_bytes --device=interp 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not tfrun %s --entry=other_block --device=interp 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not tfrun %s --entry=half_a_cluster --device=interp 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: not tfrun %s --entry=askew --device=interp 2>&1 | FileCheck %s --check-prefix=ASKEW
// RUN: not tfrun %s --entry=askew --device=simt-compiled 2>&1 | FileCheck %s --check-prefix=ASKEW
// RUN: tfrun %s --entry=not_launched --device=interp | FileCheck %s --check-prefix=NOT
// RUN: tfrun %s --entry=not_launched --device=simt-compiled | FileCheck %s --check-prefix=NOT
// COMPLETE: FULL_VALID

// 40 counts as 8.
// VALID: kernel.shuffle xor %{{.*}}, %c40 : i32
// SHUFFLED: [ 8  9 10 11 12 13 14 15  0  1  2  3  4  5  6  7 24
kernel.func @shuffle(%y: memref<32xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>} {
  %c20 = arith.constant 20 : index
  %n = arith.addi %c20, %c20 : index
  %t = kernel.thread_id x
  %v = arith.index_cast %t : index to i32
  %s = kernel.shuffle xor %v, %n : i32
  mem.store %s, %y[%t] : memref<32xi32>
  kernel.return
}
// FULL_VALID: module {
// FULL_VALID-NEXT:   kernel.func @shuffle(%[[ARG0:.*]]: memref<32xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>} {
// FULL_VALID-NEXT:     %[[C40:.*]] = arith.constant 40 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_VALID-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : index to i32
// FULL_VALID-NEXT:     %[[V2:.*]] = kernel.shuffle xor %[[V1]], %[[C40]] : i32
// FULL_VALID-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<32xi32>
// FULL_VALID-NEXT:     kernel.return
// FULL_VALID-NEXT:   }
func.func @shuffled() -> tensor<32xi32> {
  %g = arith.constant 1 : index
  %b = arith.constant 32 : index
  %y = kernel.launch @shuffle grid(%g) block(%b) args() : () -> tensor<32xi32>
  return %y : tensor<32xi32>
}
// FULL_VALID-NEXT:   func.func @shuffled() -> tensor<32xi32> {
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.launch @shuffle grid(%[[C1]]) block(%[[C32]]) args() : () -> tensor<32xi32>
// FULL_VALID-NEXT:     return %[[V0]] : tensor<32xi32>
// FULL_VALID-NEXT:   }

kernel.func @nothing(%x: memref<8xf32> {kernel.access = "inout"}) {
  kernel.return
}
// FULL_VALID-NEXT:   kernel.func @nothing(%[[ARG0:.*]]: memref<8xf32> {kernel.access = "inout"}) {
// FULL_VALID-NEXT:     kernel.return
// FULL_VALID-NEXT:   }
// BLOCKS: has 70000 blocks along y: a grid has 0 to 65535
func.func @many_blocks() -> tensor<8xf32> {
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %c1 = arith.constant 1 : index
  %c70000 = arith.constant 70000 : index
  %y = kernel.launch @nothing grid(%c1, %c70000) block(%c1) args(%x) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
// FULL_VALID-NEXT:   func.func @many_blocks() -> tensor<8xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C70000:.*]] = arith.constant 70000 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.launch @nothing grid(%[[C1]], %[[C70000]]) block(%[[C1]]) args(%[[CST]]) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
// FULL_VALID-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL_VALID-NEXT:   }
// THREADS: has 0 threads along x: a block has 1 to 1024
func.func @no_threads() -> tensor<8xf32> {
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = kernel.launch @nothing grid(%c1) block(%c0) args(%x) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
// FULL_VALID-NEXT:   func.func @no_threads() -> tensor<8xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.launch @nothing grid(%[[C1]]) block(%[[C0]]) args(%[[CST]]) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
// FULL_VALID-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL_VALID-NEXT:   }
// BYTES: requests 300000 bytes of dynamic shared memory: at most 232448 are available
func.func @many_bytes() -> tensor<8xf32> {
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %c1 = arith.constant 1 : index
  %bytes = arith.constant 300000 : index
  %y = kernel.launch @nothing grid(%c1) block(%c1) dynamic_shared %bytes args(%x) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
// FULL_VALID-NEXT:   func.func @many_bytes() -> tensor<8xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C300000:.*]] = arith.constant 300000 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.launch @nothing grid(%[[C1]]) block(%[[C1]]) dynamic_shared %[[C300000]] args(%[[CST]]) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
// FULL_VALID-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL_VALID-NEXT:   }
// BLOCK: has blocks of 1 x 1 x 1 threads, but the kernel is written for 32 x 1 x 1
func.func @other_block() -> tensor<32xi32> {
  %c1 = arith.constant 1 : index
  %y = kernel.launch @shuffle grid(%c1) block(%c1) args() : () -> tensor<32xi32>
  return %y : tensor<32xi32>
}
// FULL_VALID-NEXT:   func.func @other_block() -> tensor<32xi32> {
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.launch @shuffle grid(%[[C1]]) block(%[[C1]]) args() : () -> tensor<32xi32>
// FULL_VALID-NEXT:     return %[[V0]] : tensor<32xi32>
// FULL_VALID-NEXT:   }
kernel.func @clustered(%x: memref<8xf32> {kernel.access = "inout"}) attributes {cluster_size = array<i64: 2>} {
  kernel.return
}
// FULL_VALID-NEXT:   kernel.func @clustered(%[[ARG0:.*]]: memref<8xf32> {kernel.access = "inout"}) attributes {cluster_size = array<i64: 2>} {
// FULL_VALID-NEXT:     kernel.return
// FULL_VALID-NEXT:   }
// CLUSTER: has 3 blocks along x, but the kernel's clusters have 2: the grid must consist of whole clusters
func.func @half_a_cluster() -> tensor<8xf32> {
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = kernel.launch @clustered grid(%c3) block(%c1) args(%x) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
// FULL_VALID-NEXT:   func.func @half_a_cluster() -> tensor<8xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.launch @clustered grid(%[[C3]]) block(%[[C1]]) args(%[[CST]]) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
// FULL_VALID-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL_VALID-NEXT:   }
kernel.func @k_askew(%x: memref<8xf32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f32
  %s = kernel.dynamic_shared[%c8] : memref<4xf32>
  mem.store %f, %s[%c0] : memref<4xf32>
  kernel.return
}
// FULL_VALID-NEXT:   kernel.func @k_askew(%[[ARG0:.*]]: memref<8xf32> {kernel.access = "inout"}) {
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.dynamic_shared[%[[C8]]] : memref<4xf32>
// FULL_VALID-NEXT:     mem.store %[[CST]], %[[V0]][%[[C0]]] : memref<4xf32>
// FULL_VALID-NEXT:     kernel.return
// FULL_VALID-NEXT:   }
// ASKEW: takes 16 bytes from byte 8 on: the launch gives 64 bytes of dynamic shared memory, and arrays begin at a multiple of 16
func.func @askew() -> tensor<8xf32> {
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %y = kernel.launch @k_askew grid(%c1) block(%c1) dynamic_shared %c64 args(%x) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
// FULL_VALID-NEXT:   func.func @askew() -> tensor<8xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = kernel.launch @k_askew grid(%[[C1]]) block(%[[C1]]) dynamic_shared %[[C64]] args(%[[CST]]) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
// FULL_VALID-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL_VALID-NEXT:   }

func.func private @go(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %is_positive = arith.cmpi sgt, %n, %c0 : index
  %r = loop.if %is_positive -> (tensor<8xf32>) {
    %y = kernel.launch @nothing grid(%c1) block(%n) args(%x) changes = [0] : (tensor<8xf32>) -> tensor<8xf32>
    loop.yield %y : tensor<8xf32>
  } else {
    loop.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// The launch that the condition leaves out is valid until it is gone.
// VALID-LABEL: func.func @not_launched(
// VALID-NOT: kernel.launch
// VALID: return
// NOT: [1. 1. 1. 1. 1. 1. 1. 1.]
func.func @not_launched() -> tensor<8xf32> {
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %n = arith.constant 0 : index
  %y = func.call @go(%x, %n) : (tensor<8xf32>, index) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
// FULL_VALID-NEXT:   func.func @not_launched() -> tensor<8xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
// FULL_VALID-NEXT:     return %[[CST]] : tensor<8xf32>
// FULL_VALID-NEXT:   }
// FULL_VALID-NEXT: }
