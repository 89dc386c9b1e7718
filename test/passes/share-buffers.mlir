// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops))' --split-input-file %s | tee %t.own | FileCheck %s --check-prefix=OWN
// RUN: FileCheck %s --check-prefix=FULL_OWN --match-full-lines < %t.own
// COMPLETE: FULL, FULL_OWN

// The first temporary is dead when the third is computed; the second is not.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-2: mem.alloc : memref<8xf32>
// CHECK-NOT: mem.alloc
// OWN-LABEL: func.func @chain
// OWN-COUNT-3: mem.alloc : memref<8xf32>
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = tensor.compute (%i) in [8] {
    %v = tensor.at %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %b = tensor.compute (%i) in [8] {
    %v = tensor.at %a[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %b[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %d = tensor.compute (%i) in [8] {
    %v = tensor.at %c[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  return %d : tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// FULL-NEXT:       %[[V2:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       mem.store %[[V3]], %[[V0]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C8_0:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_2:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_3:.*]] = %[[C0_1]] to %[[C8_0]] step %[[C1_2]] {
// FULL-NEXT:       %[[V2]] = mem.load %[[V0]][%[[I_3]]] : memref<8xf32>
// FULL-NEXT:       %[[V3]] = math.exp %[[V2]] : f32
// FULL-NEXT:       mem.store %[[V3]], %[[V1]][%[[I_3]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C8_4:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_7:.*]] = %[[C0_5]] to %[[C8_4]] step %[[C1_6]] {
// FULL-NEXT:       %[[V2]] = mem.load %[[V1]][%[[I_7]]] : memref<8xf32>
// FULL-NEXT:       %[[V3]] = math.exp %[[V2]] : f32
// FULL-NEXT:       mem.store %[[V3]], %[[V0]][%[[I_7]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C8_8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C0_9:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_10:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_11:.*]] = %[[C0_9]] to %[[C8_8]] step %[[C1_10]] {
// FULL-NEXT:       %[[V2]] = mem.load %[[V0]][%[[I_11]]] : memref<8xf32>
// FULL-NEXT:       %[[V3]] = math.exp %[[V2]] : f32
// FULL-NEXT:       mem.store %[[V3]], %[[ARG1]][%[[I_11]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OWN: module {
// FULL_OWN-NEXT:   func.func @chain(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL_OWN-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[V1:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[V2:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// FULL_OWN-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL_OWN-NEXT:       mem.store %[[V4]], %[[V0]][%[[I]]] : memref<8xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     %[[C8_0:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1_2:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I_3:.*]] = %[[C0_1]] to %[[C8_0]] step %[[C1_2]] {
// FULL_OWN-NEXT:       %[[V3]] = mem.load %[[V0]][%[[I_3]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V4]] = math.exp %[[V3]] : f32
// FULL_OWN-NEXT:       mem.store %[[V4]], %[[V1]][%[[I_3]]] : memref<8xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     %[[C8_4:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:     %[[C0_5:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1_6:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I_7:.*]] = %[[C0_5]] to %[[C8_4]] step %[[C1_6]] {
// FULL_OWN-NEXT:       %[[V3]] = mem.load %[[V1]][%[[I_7]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V4]] = math.exp %[[V3]] : f32
// FULL_OWN-NEXT:       mem.store %[[V4]], %[[V2]][%[[I_7]]] : memref<8xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     %[[C8_8:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:     %[[C0_9:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1_10:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I_11:.*]] = %[[C0_9]] to %[[C8_8]] step %[[C1_10]] {
// FULL_OWN-NEXT:       %[[V3]] = mem.load %[[V2]][%[[I_11]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V4]] = math.exp %[[V3]] : f32
// FULL_OWN-NEXT:       mem.store %[[V4]], %[[ARG1]][%[[I_11]]] : memref<8xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     return
// FULL_OWN-NEXT:   }
// FULL_OWN-NEXT: }

// -----

// Both are alive when the last is computed, and one of another type shares nothing.
// CHECK-LABEL: func.func @alive
// CHECK-COUNT-3: mem.alloc
func.func @alive(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = tensor.compute (%i) in [8] {
    %v = tensor.at %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %b = tensor.compute (%i) in [4] {
    %v = tensor.at %a[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<4xf32>
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %b[%i floordiv 2] : tensor<4xf32>
    %w = tensor.at %a[%i] : tensor<8xf32>
    %e = arith.addf %v, %w : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %d = tensor.compute (%i) in [8] {
    %v = tensor.at %c[%i] : tensor<8xf32>
    %w = tensor.at %a[%i] : tensor<8xf32>
    %e = arith.addf %v, %w : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  return %d : tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @alive(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<4xf32>
// FULL-NEXT:     %[[V2:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// FULL-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL-NEXT:       mem.store %[[V4]], %[[V0]][%[[I]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C4]] step %[[C1_1]] {
// FULL-NEXT:       %[[V3]] = mem.load %[[V0]][%[[I_2]]] : memref<8xf32>
// FULL-NEXT:       %[[V4]] = math.exp %[[V3]] : f32
// FULL-NEXT:       mem.store %[[V4]], %[[V1]][%[[I_2]]] : memref<4xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C8_3:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C8_3]] step %[[C1_5]] {
// FULL-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V3]] = arith.floordivsi %[[I_6]], %[[C2]] : index
// FULL-NEXT:       %[[V4]] = mem.load %[[V1]][%[[V3]]] : memref<4xf32>
// FULL-NEXT:       %[[V5:.*]] = mem.load %[[V0]][%[[I_6]]] : memref<8xf32>
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V4]], %[[V5]] : f32
// FULL-NEXT:       mem.store %[[V6]], %[[V2]][%[[I_6]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C8_7:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C0_8:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_9:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_10:.*]] = %[[C0_8]] to %[[C8_7]] step %[[C1_9]] {
// FULL-NEXT:       %[[V3]] = mem.load %[[V2]][%[[I_10]]] : memref<8xf32>
// FULL-NEXT:       %[[V4]] = mem.load %[[V0]][%[[I_10]]] : memref<8xf32>
// FULL-NEXT:       %[[V5]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:       mem.store %[[V5]], %[[ARG1]][%[[I_10]]] : memref<8xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OWN: module {
// FULL_OWN-NEXT:   func.func @alive(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL_OWN-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[V1:.*]] = mem.alloc : memref<4xf32>
// FULL_OWN-NEXT:     %[[V2:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] {
// FULL_OWN-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL_OWN-NEXT:       mem.store %[[V4]], %[[V0]][%[[I]]] : memref<8xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_OWN-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C4]] step %[[C1_1]] {
// FULL_OWN-NEXT:       %[[V3]] = mem.load %[[V0]][%[[I_2]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V4]] = math.exp %[[V3]] : f32
// FULL_OWN-NEXT:       mem.store %[[V4]], %[[V1]][%[[I_2]]] : memref<4xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     %[[C8_3:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C8_3]] step %[[C1_5]] {
// FULL_OWN-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL_OWN-NEXT:       %[[V3]] = arith.floordivsi %[[I_6]], %[[C2]] : index
// FULL_OWN-NEXT:       %[[V4]] = mem.load %[[V1]][%[[V3]]] : memref<4xf32>
// FULL_OWN-NEXT:       %[[V5:.*]] = mem.load %[[V0]][%[[I_6]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V6:.*]] = arith.addf %[[V4]], %[[V5]] : f32
// FULL_OWN-NEXT:       mem.store %[[V6]], %[[V2]][%[[I_6]]] : memref<8xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     %[[C8_7:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:     %[[C0_8:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1_9:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     loop.for %[[I_10:.*]] = %[[C0_8]] to %[[C8_7]] step %[[C1_9]] {
// FULL_OWN-NEXT:       %[[V3]] = mem.load %[[V2]][%[[I_10]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V4]] = mem.load %[[V0]][%[[I_10]]] : memref<8xf32>
// FULL_OWN-NEXT:       %[[V5]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL_OWN-NEXT:       mem.store %[[V5]], %[[ARG1]][%[[I_10]]] : memref<8xf32>
// FULL_OWN-NEXT:       loop.yield
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     return
// FULL_OWN-NEXT:   }
// FULL_OWN-NEXT: }

// -----

// In a loop, temporaries of a trip share, too; the buffer that the loop carries stays its own.
// CHECK-LABEL: func.func @loop
// CHECK-COUNT-2: mem.alloc : memref<8xf32>
// CHECK-NOT: mem.alloc
// OWN-LABEL: func.func @loop
// OWN-COUNT-3: mem.alloc : memref<8xf32>
func.func @loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %t = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<8xf32>) {
    %a = tensor.compute (%i) in [8] {
      %v = tensor.at %h[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    %b = tensor.compute (%i) in [8] {
      %v = tensor.at %a[7 - %i] : tensor<8xf32>
      %e = math.exp %v : f32
      tensor.yield %e : f32
    } : tensor<8xf32>
    %c = tensor.compute (%i) in [8] {
      %v = tensor.at %b[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    %d = tensor.compute (%i) in [8] {
      %v = tensor.at %c[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    loop.yield %d : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @loop(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<8xf32>
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (memref<8xf32>) {
// FULL-NEXT:       %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C8]] step %[[C1_1]] {
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3:.*]] = arith.muli %[[I_2]], %[[C]]-1 : index
// FULL-NEXT:         %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:         %[[V4:.*]] = arith.addi %[[V3]], %[[C7]] : index
// FULL-NEXT:         %[[V5:.*]] = mem.load %[[ARG3]][%[[V4]]] : memref<8xf32>
// FULL-NEXT:         mem.store %[[V5]], %[[V0]][%[[I_2]]] : memref<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[C8_3:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_5:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C8_3]] step %[[C1_5]] {
// FULL-NEXT:         %[[C]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3]] = arith.muli %[[I_6]], %[[C]]-1 : index
// FULL-NEXT:         %[[C7]] = arith.constant 7 : index
// FULL-NEXT:         %[[V4]] = arith.addi %[[V3]], %[[C7]] : index
// FULL-NEXT:         %[[V5]] = mem.load %[[V0]][%[[V4]]] : memref<8xf32>
// FULL-NEXT:         %[[V6:.*]] = math.exp %[[V5]] : f32
// FULL-NEXT:         mem.store %[[V6]], %[[V1]][%[[I_6]]] : memref<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[C8_7:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_8:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_9:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_10:.*]] = %[[C0_8]] to %[[C8_7]] step %[[C1_9]] {
// FULL-NEXT:         %[[C]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3]] = arith.muli %[[I_10]], %[[C]]-1 : index
// FULL-NEXT:         %[[C7]] = arith.constant 7 : index
// FULL-NEXT:         %[[V4]] = arith.addi %[[V3]], %[[C7]] : index
// FULL-NEXT:         %[[V5]] = mem.load %[[V1]][%[[V4]]] : memref<8xf32>
// FULL-NEXT:         mem.store %[[V5]], %[[V0]][%[[I_10]]] : memref<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[C8_11:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_12:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_13:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_14:.*]] = %[[C0_12]] to %[[C8_11]] step %[[C1_13]] {
// FULL-NEXT:         %[[C]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3]] = arith.muli %[[I_14]], %[[C]]-1 : index
// FULL-NEXT:         %[[C7]] = arith.constant 7 : index
// FULL-NEXT:         %[[V4]] = arith.addi %[[V3]], %[[C7]] : index
// FULL-NEXT:         %[[V5]] = mem.load %[[V0]][%[[V4]]] : memref<8xf32>
// FULL-NEXT:         mem.store %[[V5]], %[[ARG3]][%[[I_14]]] : memref<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG3]] : memref<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OWN: module {
// FULL_OWN-NEXT:   func.func @loop(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL_OWN-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[V1:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[V2:.*]] = mem.alloc : memref<8xf32>
// FULL_OWN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<8xf32>
// FULL_OWN-NEXT:     %[[V3:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (memref<8xf32>) {
// FULL_OWN-NEXT:       %[[C8:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:       %[[C1_1:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:       loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C8]] step %[[C1_1]] {
// FULL_OWN-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL_OWN-NEXT:         %[[V4:.*]] = arith.muli %[[I_2]], %[[C]]-1 : index
// FULL_OWN-NEXT:         %[[C7:.*]] = arith.constant 7 : index
// FULL_OWN-NEXT:         %[[V5:.*]] = arith.addi %[[V4]], %[[C7]] : index
// FULL_OWN-NEXT:         %[[V6:.*]] = mem.load %[[ARG3]][%[[V5]]] : memref<8xf32>
// FULL_OWN-NEXT:         mem.store %[[V6]], %[[V0]][%[[I_2]]] : memref<8xf32>
// FULL_OWN-NEXT:         loop.yield
// FULL_OWN-NEXT:       }
// FULL_OWN-NEXT:       %[[C8_3:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:       %[[C0_4:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:       %[[C1_5:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:       loop.for %[[I_6:.*]] = %[[C0_4]] to %[[C8_3]] step %[[C1_5]] {
// FULL_OWN-NEXT:         %[[C]]-1 = arith.constant -1 : index
// FULL_OWN-NEXT:         %[[V4]] = arith.muli %[[I_6]], %[[C]]-1 : index
// FULL_OWN-NEXT:         %[[C7]] = arith.constant 7 : index
// FULL_OWN-NEXT:         %[[V5]] = arith.addi %[[V4]], %[[C7]] : index
// FULL_OWN-NEXT:         %[[V6]] = mem.load %[[V0]][%[[V5]]] : memref<8xf32>
// FULL_OWN-NEXT:         %[[V7:.*]] = math.exp %[[V6]] : f32
// FULL_OWN-NEXT:         mem.store %[[V7]], %[[V1]][%[[I_6]]] : memref<8xf32>
// FULL_OWN-NEXT:         loop.yield
// FULL_OWN-NEXT:       }
// FULL_OWN-NEXT:       %[[C8_7:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:       %[[C0_8:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:       %[[C1_9:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:       loop.for %[[I_10:.*]] = %[[C0_8]] to %[[C8_7]] step %[[C1_9]] {
// FULL_OWN-NEXT:         %[[C]]-1 = arith.constant -1 : index
// FULL_OWN-NEXT:         %[[V4]] = arith.muli %[[I_10]], %[[C]]-1 : index
// FULL_OWN-NEXT:         %[[C7]] = arith.constant 7 : index
// FULL_OWN-NEXT:         %[[V5]] = arith.addi %[[V4]], %[[C7]] : index
// FULL_OWN-NEXT:         %[[V6]] = mem.load %[[V1]][%[[V5]]] : memref<8xf32>
// FULL_OWN-NEXT:         mem.store %[[V6]], %[[V2]][%[[I_10]]] : memref<8xf32>
// FULL_OWN-NEXT:         loop.yield
// FULL_OWN-NEXT:       }
// FULL_OWN-NEXT:       %[[C8_11:.*]] = arith.constant 8 : index
// FULL_OWN-NEXT:       %[[C0_12:.*]] = arith.constant 0 : index
// FULL_OWN-NEXT:       %[[C1_13:.*]] = arith.constant 1 : index
// FULL_OWN-NEXT:       loop.for %[[I_14:.*]] = %[[C0_12]] to %[[C8_11]] step %[[C1_13]] {
// FULL_OWN-NEXT:         %[[C]]-1 = arith.constant -1 : index
// FULL_OWN-NEXT:         %[[V4]] = arith.muli %[[I_14]], %[[C]]-1 : index
// FULL_OWN-NEXT:         %[[C7]] = arith.constant 7 : index
// FULL_OWN-NEXT:         %[[V5]] = arith.addi %[[V4]], %[[C7]] : index
// FULL_OWN-NEXT:         %[[V6]] = mem.load %[[V2]][%[[V5]]] : memref<8xf32>
// FULL_OWN-NEXT:         mem.store %[[V6]], %[[ARG3]][%[[I_14]]] : memref<8xf32>
// FULL_OWN-NEXT:         loop.yield
// FULL_OWN-NEXT:       }
// FULL_OWN-NEXT:       loop.yield %[[ARG3]] : memref<8xf32>
// FULL_OWN-NEXT:     }
// FULL_OWN-NEXT:     return
// FULL_OWN-NEXT:   }
// FULL_OWN-NEXT: }
