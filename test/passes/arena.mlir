// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file --disable-rule=tensor-to-loops.arena %s | tee %t.apart | FileCheck %s --check-prefix=APART
// RUN: FileCheck %s --check-prefix=FULL_APART --match-full-lines < %t.apart
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file --check-semantics %s -o /dev/null
// COMPLETE: FULL, FULL_APART
// APART-NOT: start
// APART-NOT: slot

// Of three temporaries in a chain, each is dead when the one after the next is made: the largest is at the
// bottom, the others where it leaves room, and the last is over the first.
// CHECK-LABEL: func.func @chain
// CHECK: mem.alloc {start = 16384 : i64} : memref<2048xf32>
// CHECK: mem.alloc {start = 0 : i64} : memref<4096xi32>
// CHECK: mem.alloc {start = 16384 : i64} : memref<4096xf16>
func.func @chain(%x: tensor<2048xf32>) -> tensor<2048xf32> {
  %a = tensor.compute (%i) in [2048] {
    %v = tensor.at %x[%i] : tensor<2048xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<2048xf32>
  %b = tensor.compute (%i) in [4096] {
    %v = tensor.at %a[%i floordiv 2] : tensor<2048xf32>
    %e = arith.fptosi %v : f32 to i32
    tensor.yield %e : i32
  } : tensor<4096xi32>
  %c = tensor.compute (%i) in [4096] {
    %v = tensor.at %b[%i] : tensor<4096xi32>
    %e = arith.sitofp %v : i32 to f16
    tensor.yield %e : f16
  } : tensor<4096xf16>
  %d = tensor.compute (%i) in [2048] {
    %v = tensor.at %c[2 * %i] : tensor<4096xf16>
    %e = arith.extf %v : f16 to f32
    tensor.yield %e : f32
  } : tensor<2048xf32>
  return %d : tensor<2048xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: memref<2048xf32>, %[[ARG1:.*]]: memref<2048xf32>) attributes {tf.signature = (tensor<2048xf32>) -> tensor<2048xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc {start = 16384 : i64} : memref<2048xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc {start = 0 : i64} : memref<4096xi32>
// FULL-NEXT:     %[[V2:.*]] = mem.alloc {start = 16384 : i64} : memref<4096xf16>
// FULL-NEXT:     %[[C2048:.*]] = arith.constant 2048 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C2048]] step %[[C1]] {
// FULL-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<2048xf32>
// FULL-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL-NEXT:       mem.store %[[V4]], %[[V0]][%[[I]]] : memref<2048xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C4096]] step %[[C1_1]] {
// FULL-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V3]] = arith.floordivsi %[[I_2]], %[[C2]] : index
// FULL-NEXT:       %[[V4]] = mem.load %[[V0]][%[[V3]]] : memref<2048xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.fptosi %[[V4]] : f32 to i32
// FULL-NEXT:       mem.store %[[V5]], %[[V1]][%[[I_2]]] : memref<4096xi32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C4096_3:.*]] = arith.constant 4096 : index
// FULL-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C4096_3]] step %[[C1_5]] {
// FULL-NEXT:       %[[V3]] = mem.load %[[V1]][%[[I_6]]] : memref<4096xi32>
// FULL-NEXT:       %[[V4]] = arith.sitofp %[[V3]] : i32 to f16
// FULL-NEXT:       mem.store %[[V4]], %[[V2]][%[[I_6]]] : memref<4096xf16>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C2048_7:.*]] = arith.constant 2048 : index
// FULL-NEXT:     %[[C0_8:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_9:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_10:.*]] = %[[C0_8]] to %[[C2048_7]] step %[[C1_9]] {
// FULL-NEXT:       %[[C2]] = arith.constant 2 : index
// FULL-NEXT:       %[[V3]] = arith.muli %[[I_10]], %[[C2]] : index
// FULL-NEXT:       %[[V4]] = mem.load %[[V2]][%[[V3]]] : memref<4096xf16>
// FULL-NEXT:       %[[V5]] = arith.extf %[[V4]] : f16 to f32
// FULL-NEXT:       mem.store %[[V5]], %[[ARG1]][%[[I_10]]] : memref<2048xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_APART: module {
// FULL_APART-NEXT:   func.func @chain(%[[ARG0:.*]]: memref<2048xf32>, %[[ARG1:.*]]: memref<2048xf32>) attributes {tf.signature = (tensor<2048xf32>) -> tensor<2048xf32>} {
// FULL_APART-NEXT:     %[[V0:.*]] = mem.alloc : memref<2048xf32>
// FULL_APART-NEXT:     %[[V1:.*]] = mem.alloc : memref<4096xi32>
// FULL_APART-NEXT:     %[[V2:.*]] = mem.alloc : memref<4096xf16>
// FULL_APART-NEXT:     %[[C2048:.*]] = arith.constant 2048 : index
// FULL_APART-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C2048]] step %[[C1]] {
// FULL_APART-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<2048xf32>
// FULL_APART-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL_APART-NEXT:       mem.store %[[V4]], %[[V0]][%[[I]]] : memref<2048xf32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// FULL_APART-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C4096]] step %[[C1_1]] {
// FULL_APART-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL_APART-NEXT:       %[[V3]] = arith.floordivsi %[[I_2]], %[[C2]] : index
// FULL_APART-NEXT:       %[[V4]] = mem.load %[[V0]][%[[V3]]] : memref<2048xf32>
// FULL_APART-NEXT:       %[[V5:.*]] = arith.fptosi %[[V4]] : f32 to i32
// FULL_APART-NEXT:       mem.store %[[V5]], %[[V1]][%[[I_2]]] : memref<4096xi32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[C4096_3:.*]] = arith.constant 4096 : index
// FULL_APART-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C4096_3]] step %[[C1_5]] {
// FULL_APART-NEXT:       %[[V3]] = mem.load %[[V1]][%[[I_6]]] : memref<4096xi32>
// FULL_APART-NEXT:       %[[V4]] = arith.sitofp %[[V3]] : i32 to f16
// FULL_APART-NEXT:       mem.store %[[V4]], %[[V2]][%[[I_6]]] : memref<4096xf16>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[C2048_7:.*]] = arith.constant 2048 : index
// FULL_APART-NEXT:     %[[C0_8:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_9:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_10:.*]] = %[[C0_8]] to %[[C2048_7]] step %[[C1_9]] {
// FULL_APART-NEXT:       %[[C2]] = arith.constant 2 : index
// FULL_APART-NEXT:       %[[V3]] = arith.muli %[[I_10]], %[[C2]] : index
// FULL_APART-NEXT:       %[[V4]] = mem.load %[[V2]][%[[V3]]] : memref<4096xf16>
// FULL_APART-NEXT:       %[[V5]] = arith.extf %[[V4]] : f16 to f32
// FULL_APART-NEXT:       mem.store %[[V5]], %[[ARG1]][%[[I_10]]] : memref<2048xf32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     return
// FULL_APART-NEXT:   }
// FULL_APART-NEXT: }

// -----

// Sizes that a call gives take turns in slots.
// CHECK-LABEL: func.func @open
// CHECK: mem.alloc {slot = 0 : i64} : memref<?{n}xf32>
// CHECK: mem.alloc : memref<?{2*n}xi32>
// CHECK: mem.alloc {slot = 0 : i64} : memref<?{n}xf16>
func.func @open(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %a = tensor.compute (%i) in [n] {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [2*n] {
    %v = tensor.at %a[%i floordiv 2] : tensor<?{n}xf32>
    %e = arith.fptosi %v : f32 to i32
    tensor.yield %e : i32
  } : tensor<?{2*n}xi32>
  %c = tensor.compute (%i) in [n] {
    %v = tensor.at %b[2 * %i] : tensor<?{2*n}xi32>
    %e = arith.sitofp %v : i32 to f16
    tensor.yield %e : f16
  } : tensor<?{n}xf16>
  %d = tensor.compute (%i) in [n] {
    %v = tensor.at %c[%i] : tensor<?{n}xf16>
    %e = arith.extf %v : f16 to f32
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  return %d : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @open(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.extents = extents<[2*n]>, tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc {slot = 0 : i64} : memref<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<?{2*n}xi32>
// FULL-NEXT:     %[[V2:.*]] = mem.alloc {slot = 0 : i64} : memref<?{n}xf16>
// FULL-NEXT:     %[[V3:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V3]] step %[[C1]] {
// FULL-NEXT:       %[[V7:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V8:.*]] = math.exp %[[V7]] : f32
// FULL-NEXT:       mem.store %[[V8]], %[[V0]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = mem.extent [2*n] : index
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[V4]] step %[[C1_1]] {
// FULL-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V7]] = arith.floordivsi %[[I_2]], %[[C2]] : index
// FULL-NEXT:       %[[V8]] = mem.load %[[V0]][%[[V7]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V9:.*]] = arith.fptosi %[[V8]] : f32 to i32
// FULL-NEXT:       mem.store %[[V9]], %[[V1]][%[[I_2]]] : memref<?{2*n}xi32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V5:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_4:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_5:.*]] = %[[C0_3]] to %[[V5]] step %[[C1_4]] {
// FULL-NEXT:       %[[C2]] = arith.constant 2 : index
// FULL-NEXT:       %[[V7]] = arith.muli %[[I_5]], %[[C2]] : index
// FULL-NEXT:       %[[V8]] = mem.load %[[V1]][%[[V7]]] : memref<?{2*n}xi32>
// FULL-NEXT:       %[[V9]] = arith.sitofp %[[V8]] : i32 to f16
// FULL-NEXT:       mem.store %[[V9]], %[[V2]][%[[I_5]]] : memref<?{n}xf16>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V6:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[C0_6:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_7:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_8:.*]] = %[[C0_6]] to %[[V6]] step %[[C1_7]] {
// FULL-NEXT:       %[[V7]] = mem.load %[[V2]][%[[I_8]]] : memref<?{n}xf16>
// FULL-NEXT:       %[[V8]] = arith.extf %[[V7]] : f16 to f32
// FULL-NEXT:       mem.store %[[V8]], %[[ARG1]][%[[I_8]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_APART: module {
// FULL_APART-NEXT:   func.func @open(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.extents = extents<[2*n]>, tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL_APART-NEXT:     %[[V0:.*]] = mem.alloc : memref<?{n}xf32>
// FULL_APART-NEXT:     %[[V1:.*]] = mem.alloc : memref<?{2*n}xi32>
// FULL_APART-NEXT:     %[[V2:.*]] = mem.alloc : memref<?{n}xf16>
// FULL_APART-NEXT:     %[[V3:.*]] = mem.extent [n] : index
// FULL_APART-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V3]] step %[[C1]] {
// FULL_APART-NEXT:       %[[V7:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xf32>
// FULL_APART-NEXT:       %[[V8:.*]] = math.exp %[[V7]] : f32
// FULL_APART-NEXT:       mem.store %[[V8]], %[[V0]][%[[I]]] : memref<?{n}xf32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[V4:.*]] = mem.extent [2*n] : index
// FULL_APART-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[V4]] step %[[C1_1]] {
// FULL_APART-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL_APART-NEXT:       %[[V7]] = arith.floordivsi %[[I_2]], %[[C2]] : index
// FULL_APART-NEXT:       %[[V8]] = mem.load %[[V0]][%[[V7]]] : memref<?{n}xf32>
// FULL_APART-NEXT:       %[[V9:.*]] = arith.fptosi %[[V8]] : f32 to i32
// FULL_APART-NEXT:       mem.store %[[V9]], %[[V1]][%[[I_2]]] : memref<?{2*n}xi32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[V5:.*]] = mem.extent [n] : index
// FULL_APART-NEXT:     %[[C0_3:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_4:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_5:.*]] = %[[C0_3]] to %[[V5]] step %[[C1_4]] {
// FULL_APART-NEXT:       %[[C2]] = arith.constant 2 : index
// FULL_APART-NEXT:       %[[V7]] = arith.muli %[[I_5]], %[[C2]] : index
// FULL_APART-NEXT:       %[[V8]] = mem.load %[[V1]][%[[V7]]] : memref<?{2*n}xi32>
// FULL_APART-NEXT:       %[[V9]] = arith.sitofp %[[V8]] : i32 to f16
// FULL_APART-NEXT:       mem.store %[[V9]], %[[V2]][%[[I_5]]] : memref<?{n}xf16>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[V6:.*]] = mem.extent [n] : index
// FULL_APART-NEXT:     %[[C0_6:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_7:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_8:.*]] = %[[C0_6]] to %[[V6]] step %[[C1_7]] {
// FULL_APART-NEXT:       %[[V7]] = mem.load %[[V2]][%[[I_8]]] : memref<?{n}xf16>
// FULL_APART-NEXT:       %[[V8]] = arith.extf %[[V7]] : f16 to f32
// FULL_APART-NEXT:       mem.store %[[V8]], %[[ARG1]][%[[I_8]]] : memref<?{n}xf32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     return
// FULL_APART-NEXT:   }
// FULL_APART-NEXT: }

// -----

// Both are read by the last one: nothing is won.
// CHECK-LABEL: func.func @alive
// CHECK: mem.alloc : memref<2048xf32>
// CHECK: mem.alloc : memref<4096xi32>
func.func @alive(%x: tensor<2048xf32>) -> tensor<2048xf32> {
  %a = tensor.compute (%i) in [2048] {
    %v = tensor.at %x[%i] : tensor<2048xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<2048xf32>
  %b = tensor.compute (%i) in [4096] {
    %v = tensor.at %a[%i floordiv 2] : tensor<2048xf32>
    %e = arith.fptosi %v : f32 to i32
    tensor.yield %e : i32
  } : tensor<4096xi32>
  %c = tensor.compute (%i) in [2048] {
    %v = tensor.at %b[2 * %i] : tensor<4096xi32>
    %w = tensor.at %a[%i] : tensor<2048xf32>
    %e = arith.sitofp %v : i32 to f32
    %s = arith.addf %e, %w : f32
    tensor.yield %s : f32
  } : tensor<2048xf32>
  return %c : tensor<2048xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @alive(%[[ARG0:.*]]: memref<2048xf32>, %[[ARG1:.*]]: memref<2048xf32>) attributes {tf.signature = (tensor<2048xf32>) -> tensor<2048xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<2048xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<4096xi32>
// FULL-NEXT:     %[[C2048:.*]] = arith.constant 2048 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C2048]] step %[[C1]] {
// FULL-NEXT:       %[[V2:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<2048xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       mem.store %[[V3]], %[[V0]][%[[I]]] : memref<2048xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C4096]] step %[[C1_1]] {
// FULL-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V2]] = arith.floordivsi %[[I_2]], %[[C2]] : index
// FULL-NEXT:       %[[V3]] = mem.load %[[V0]][%[[V2]]] : memref<2048xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.fptosi %[[V3]] : f32 to i32
// FULL-NEXT:       mem.store %[[V4]], %[[V1]][%[[I_2]]] : memref<4096xi32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C2048_3:.*]] = arith.constant 2048 : index
// FULL-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C2048_3]] step %[[C1_5]] {
// FULL-NEXT:       %[[C2]] = arith.constant 2 : index
// FULL-NEXT:       %[[V2]] = arith.muli %[[I_6]], %[[C2]] : index
// FULL-NEXT:       %[[V3]] = mem.load %[[V1]][%[[V2]]] : memref<4096xi32>
// FULL-NEXT:       %[[V4]] = mem.load %[[V0]][%[[I_6]]] : memref<2048xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.sitofp %[[V3]] : i32 to f32
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL-NEXT:       mem.store %[[V6]], %[[ARG1]][%[[I_6]]] : memref<2048xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_APART: module {
// FULL_APART-NEXT:   func.func @alive(%[[ARG0:.*]]: memref<2048xf32>, %[[ARG1:.*]]: memref<2048xf32>) attributes {tf.signature = (tensor<2048xf32>) -> tensor<2048xf32>} {
// FULL_APART-NEXT:     %[[V0:.*]] = mem.alloc : memref<2048xf32>
// FULL_APART-NEXT:     %[[V1:.*]] = mem.alloc : memref<4096xi32>
// FULL_APART-NEXT:     %[[C2048:.*]] = arith.constant 2048 : index
// FULL_APART-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C2048]] step %[[C1]] {
// FULL_APART-NEXT:       %[[V2:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<2048xf32>
// FULL_APART-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_APART-NEXT:       mem.store %[[V3]], %[[V0]][%[[I]]] : memref<2048xf32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// FULL_APART-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C4096]] step %[[C1_1]] {
// FULL_APART-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL_APART-NEXT:       %[[V2]] = arith.floordivsi %[[I_2]], %[[C2]] : index
// FULL_APART-NEXT:       %[[V3]] = mem.load %[[V0]][%[[V2]]] : memref<2048xf32>
// FULL_APART-NEXT:       %[[V4:.*]] = arith.fptosi %[[V3]] : f32 to i32
// FULL_APART-NEXT:       mem.store %[[V4]], %[[V1]][%[[I_2]]] : memref<4096xi32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     %[[C2048_3:.*]] = arith.constant 2048 : index
// FULL_APART-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// FULL_APART-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL_APART-NEXT:     loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C2048_3]] step %[[C1_5]] {
// FULL_APART-NEXT:       %[[C2]] = arith.constant 2 : index
// FULL_APART-NEXT:       %[[V2]] = arith.muli %[[I_6]], %[[C2]] : index
// FULL_APART-NEXT:       %[[V3]] = mem.load %[[V1]][%[[V2]]] : memref<4096xi32>
// FULL_APART-NEXT:       %[[V4]] = mem.load %[[V0]][%[[I_6]]] : memref<2048xf32>
// FULL_APART-NEXT:       %[[V5:.*]] = arith.sitofp %[[V3]] : i32 to f32
// FULL_APART-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_APART-NEXT:       mem.store %[[V6]], %[[ARG1]][%[[I_6]]] : memref<2048xf32>
// FULL_APART-NEXT:       loop.yield
// FULL_APART-NEXT:     }
// FULL_APART-NEXT:     return
// FULL_APART-NEXT:   }
// FULL_APART-NEXT: }
