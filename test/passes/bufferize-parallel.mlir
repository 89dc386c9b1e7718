// RUN: tfopt %s --tensor-decompose --lower-tiles --tensor-to-loops | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics --target=x86-64-v3 -o /dev/null
// COMPLETE: FULL

// Trips write into the memory of the result; each has scratch memory of its own.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[X:.*]]: memref<?{n}x40xf32>, %[[R:.*]]: memref<?{n}x40xf32>)
// CHECK: mem.copy %[[X]], %[[R]]
// CHECK-NOT: mem.copy
// CHECK: loop.parallel (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK: mem.alloc : memref<40x8xf32>
// CHECK-NOT: mem.copy
// CHECK: mem.store %{{.*}}, %[[R]]
func.func @rows(%x: tensor<?{n}x40xf32>) -> tensor<?{n}x40xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant 1.0 : f32
  %n = tensor.extent [n] : index
  %r = loop.parallel (%i) = (%c0) to (%n) step (%c8) shared(%d = %x) -> (tensor<?{n}x40xf32>) {
    %t = tensor.tile_read %d[%i, 0] fill(%v) layout affine_map<(i, j) -> (j, i)> : tensor<?{n}x40xf32> to tensor<8x40xf32>
    %s = tensor.compute (%a, %b) in [8, 40] {
      %p = tensor.at %t[%a, 39 - %b] : tensor<8x40xf32>
      %q = tensor.at %t[7 - %a, %b] : tensor<8x40xf32>
      %z = arith.subf %p, %q : f32
      tensor.yield %z : f32
    } : tensor<8x40xf32>
    %w = tensor.tile_write %s into %d[%i, 0] drop : tensor<8x40xf32> into tensor<?{n}x40xf32>
    loop.yield %w : tensor<?{n}x40xf32>
  }
  return %r : tensor<?{n}x40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: memref<?{n}x40xf32>, %[[ARG1:.*]]: memref<?{n}x40xf32>) attributes {tf.signature = (tensor<?{n}x40xf32>) -> tensor<?{n}x40xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG1]] : memref<?{n}x40xf32>
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C8]]) {
// FULL-NEXT:       %[[V1:.*]] = mem.alloc : memref<40x8xf32>
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C8_0:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_2:.*]] = %[[C0_1]] to %[[C40]] step %[[C1]] {
// FULL-NEXT:         %[[C0_8:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_9:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_10:.*]] = %[[C0_8]] to %[[C8_0]] step %[[C1_9]] {
// FULL-NEXT:           %[[V2:.*]] = arith.addi %[[I]], %[[I_10]] : index
// FULL-NEXT:           %[[V3:.*]] = mem.extent [n] : index
// FULL-NEXT:           %[[V4:.*]] = arith.cmpi slt, %[[V2]], %[[V3]] {likely} : index
// FULL-NEXT:           %[[V5:.*]] = loop.if %[[V4]] -> (f32) {
// FULL-NEXT:             %[[V6:.*]] = mem.load %[[ARG1]][%[[V2]], %[[I_2]]] : memref<?{n}x40xf32>
// FULL-NEXT:             loop.yield %[[V6]] : f32
// FULL-NEXT:           } else {
// FULL-NEXT:             loop.yield %[[CST]] : f32
// FULL-NEXT:           }
// FULL-NEXT:           mem.store %[[V5]], %[[V1]][%[[I_2]], %[[I_10]]] : memref<40x8xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[C8_3:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C40_4:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_7:.*]] = %[[C0_5]] to %[[C8_3]] step %[[C1_6]] {
// FULL-NEXT:         %[[C0_8]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_9]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_10]] = %[[C0_8]] to %[[C40_4]] step %[[C1_9]] {
// FULL-NEXT:           %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:           %[[V2]] = arith.muli %[[I_10]], %[[C]]-1 : index
// FULL-NEXT:           %[[C39:.*]] = arith.constant 39 : index
// FULL-NEXT:           %[[V3]] = arith.addi %[[V2]], %[[C39]] : index
// FULL-NEXT:           %[[V4]] = mem.load %[[V1]][%[[V3]], %[[I_7]]] : memref<40x8xf32>
// FULL-NEXT:           %[[C]]-1_11 = arith.constant -1 : index
// FULL-NEXT:           %[[V5]] = arith.muli %[[I_7]], %[[C]]-1_11 : index
// FULL-NEXT:           %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:           %[[V6]] = arith.addi %[[V5]], %[[C7]] : index
// FULL-NEXT:           %[[V7:.*]] = mem.load %[[V1]][%[[I_10]], %[[V6]]] : memref<40x8xf32>
// FULL-NEXT:           %[[V8:.*]] = arith.subf %[[V4]], %[[V7]] : f32
// FULL-NEXT:           %[[V9:.*]] = arith.addi %[[I]], %[[I_7]] : index
// FULL-NEXT:           %[[V10:.*]] = mem.extent [n] : index
// FULL-NEXT:           %[[V11:.*]] = arith.cmpi slt, %[[V9]], %[[V10]] {likely} : index
// FULL-NEXT:           loop.if %[[V11]] {
// FULL-NEXT:             mem.store %[[V8]], %[[ARG1]][%[[V9]], %[[I_10]]] : memref<?{n}x40xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           } else {
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Two axes, and loops inside that carry the shared tensor.
// CHECK-LABEL: func.func @blocks
func.func @blocks(%x: tensor<?{n}x?{m}xf32>, %y: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %v = arith.constant 1.0 : f32
  %n = tensor.extent [n] : index
  %m = tensor.extent [m] : index
  %r:2 = loop.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c4, %c16) shared(%d = %x, %e = %y) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
    %w = loop.for %k = %c0 to %c4 step %c2 iter_args(%d1 = %d) -> (tensor<?{n}x?{m}xf32>) {
      %s = tensor.tile_read %d1[%i + %k, %j] fill(%v) : tensor<?{n}x?{m}xf32> to tensor<2x16xf32>
      %t = tensor.tile_read %x[%j, %i] wrap : tensor<?{n}x?{m}xf32> to tensor<2x16xf32>
      %u = arith.addf %s, %t : tensor<2x16xf32>
      %d2 = tensor.tile_write %u into %d1[%i + %k, %j] drop : tensor<2x16xf32> into tensor<?{n}x?{m}xf32>
      loop.yield %d2 : tensor<?{n}x?{m}xf32>
    }
    %q = tensor.tile_read %e[%i, %j] fill(%v) : tensor<?{n}x?{m}xf32> to tensor<4x16xf32>
    %p = math.absf %q : tensor<4x16xf32>
    %e1 = tensor.tile_write %p into %e[%i, %j] drop : tensor<4x16xf32> into tensor<?{n}x?{m}xf32>
    loop.yield %w, %e1 : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
  }
  return %r#0, %r#1 : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
}
// FULL-NEXT:   func.func @blocks(%[[ARG0:.*]]: memref<?{n}x?{m}xf32>, %[[ARG1:.*]]: memref<?{n}x?{m}xf32>, %[[ARG2:.*]]: memref<?{n}x?{m}xf32>, %[[ARG3:.*]]: memref<?{n}x?{m}xf32>) attributes {tf.signature = (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>)} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = mem.extent [m] : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:     mem.copy %[[ARG1]], %[[ARG3]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[V0]], %[[V1]]) step (%[[C4]], %[[C16]]) {
// FULL-NEXT:       %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C4]] step %[[C2]] iter_args(%[[ARG4:.*]] = %[[ARG2]]) -> (memref<?{n}x?{m}xf32>) {
// FULL-NEXT:         %[[C2_5:.*]] = arith.constant 2 : index
// FULL-NEXT:         %[[C16_6:.*]] = arith.constant 16 : index
// FULL-NEXT:         %[[C0_7:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_8:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_9:.*]] = %[[C0_7]] to %[[C2_5]] step %[[C1_8]] {
// FULL-NEXT:           %[[C0_10:.*]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_11:.*]] = arith.constant 1 : index
// FULL-NEXT:           loop.for %[[I_12:.*]] = %[[C0_10]] to %[[C16_6]] step %[[C1_11]] {
// FULL-NEXT:             %[[V3:.*]] = arith.addi %[[J]], %[[I_9]] : index
// FULL-NEXT:             %[[V4:.*]] = arith.addi %[[I]], %[[I_12]] : index
// FULL-NEXT:             %[[V5:.*]] = mem.extent [n] : index
// FULL-NEXT:             %[[V6:.*]] = mem.extent [m] : index
// FULL-NEXT:             %[[V7:.*]] = arith.cmpi slt, %[[V3]], %[[V5]] {likely} : index
// FULL-NEXT:             %[[V8:.*]] = loop.if %[[V7]] -> (index) {
// FULL-NEXT:               loop.yield %[[V3]] : index
// FULL-NEXT:             } else {
// FULL-NEXT:               %[[V20:.*]] = arith.remui %[[V3]], %[[V5]] : index
// FULL-NEXT:               loop.yield %[[V20]] : index
// FULL-NEXT:             }
// FULL-NEXT:             %[[V9:.*]] = arith.cmpi slt, %[[V4]], %[[V6]] {likely} : index
// FULL-NEXT:             %[[V10:.*]] = loop.if %[[V9]] -> (index) {
// FULL-NEXT:               loop.yield %[[V4]] : index
// FULL-NEXT:             } else {
// FULL-NEXT:               %[[V20]] = arith.remui %[[V4]], %[[V6]] : index
// FULL-NEXT:               loop.yield %[[V20]] : index
// FULL-NEXT:             }
// FULL-NEXT:             %[[V11:.*]] = mem.load %[[ARG0]][%[[V8]], %[[V10]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:             %[[V12:.*]] = arith.addi %[[I]], %[[I_0]] : index
// FULL-NEXT:             %[[V13:.*]] = arith.addi %[[V12]], %[[I_9]] : index
// FULL-NEXT:             %[[V14:.*]] = arith.addi %[[J]], %[[I_12]] : index
// FULL-NEXT:             %[[V15:.*]] = mem.extent [n] : index
// FULL-NEXT:             %[[V16:.*]] = mem.extent [m] : index
// FULL-NEXT:             %[[V17:.*]] = arith.cmpi slt, %[[V13]], %[[V15]] {likely} : index
// FULL-NEXT:             %[[V18:.*]] = arith.cmpi slt, %[[V14]], %[[V16]] {likely} : index
// FULL-NEXT:             %[[V19:.*]] = arith.andi %[[V17]], %[[V18]] : i1
// FULL-NEXT:             loop.if %[[V19]] {
// FULL-NEXT:               %[[V20]] = mem.load %[[ARG4]][%[[V13]], %[[V14]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:               %[[V21:.*]] = arith.addf %[[V20]], %[[V11]] : f32
// FULL-NEXT:               mem.store %[[V21]], %[[ARG4]][%[[V13]], %[[V14]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:               loop.yield
// FULL-NEXT:             } else {
// FULL-NEXT:               loop.yield
// FULL-NEXT:             }
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield %[[ARG4]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[C4_1:.*]] = arith.constant 4 : index
// FULL-NEXT:       %[[C16_2:.*]] = arith.constant 16 : index
// FULL-NEXT:       %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_4:.*]] = %[[C0_3]] to %[[C4_1]] step %[[C1]] {
// FULL-NEXT:         %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_7:.*]] = %[[C0_5]] to %[[C16_2]] step %[[C1_6]] {
// FULL-NEXT:           %[[V3]] = arith.addi %[[I]], %[[I_4]] : index
// FULL-NEXT:           %[[V4]] = arith.addi %[[J]], %[[I_7]] : index
// FULL-NEXT:           %[[V5]] = mem.extent [n] : index
// FULL-NEXT:           %[[V6]] = mem.extent [m] : index
// FULL-NEXT:           %[[V7]] = arith.cmpi slt, %[[V3]], %[[V5]] {likely} : index
// FULL-NEXT:           %[[V8]] = arith.cmpi slt, %[[V4]], %[[V6]] {likely} : index
// FULL-NEXT:           %[[V9]] = arith.andi %[[V7]], %[[V8]] : i1
// FULL-NEXT:           loop.if %[[V9]] {
// FULL-NEXT:             %[[V10]] = mem.load %[[ARG3]][%[[V3]], %[[V4]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:             %[[V11]] = math.absf %[[V10]] : f32
// FULL-NEXT:             mem.store %[[V11]], %[[ARG3]][%[[V3]], %[[V4]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           } else {
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// A parallel loop inside of another: its parts are parts of the outer one's.
// CHECK-LABEL: func.func @nested
func.func @nested(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %r = loop.parallel (%i) = (%c0) to (%c64) step (%c8) shared(%d = %x) -> (tensor<64x64xf32>) {
    %w = loop.parallel (%j) = (%c0) to (%c64) step (%c8) shared(%e = %d) -> (tensor<64x64xf32>) {
      %t = tensor.tile_read %e[%i, %j] : tensor<64x64xf32> to tensor<8x8xf32>
      %s = tensor.transpose %t perm = [1, 0] : tensor<8x8xf32> to tensor<8x8xf32>
      %f = tensor.tile_write %s into %e[%i, %j] : tensor<8x8xf32> into tensor<64x64xf32>
      loop.yield %f : tensor<64x64xf32>
    }
    loop.yield %w : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
// FULL-NEXT:   func.func @nested(%[[ARG0:.*]]: memref<64x64xf32>, %[[ARG1:.*]]: memref<64x64xf32>) attributes {tf.signature = (tensor<64x64xf32>) -> tensor<64x64xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG1]] : memref<64x64xf32>
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C64]]) step (%[[C8]]) {
// FULL-NEXT:       loop.parallel (%[[I_0:.*]]) = (%[[C0]]) to (%[[C64]]) step (%[[C8]]) {
// FULL-NEXT:         %[[V0:.*]] = mem.alloc : memref<8x8xf32>
// FULL-NEXT:         %[[C8_1:.*]] = arith.constant 8 : index
// FULL-NEXT:         %[[C8_2:.*]] = arith.constant 8 : index
// FULL-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_4:.*]] = %[[C0_3]] to %[[C8_1]] step %[[C1]] {
// FULL-NEXT:           %[[C0_10:.*]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_11:.*]] = arith.constant 1 : index
// FULL-NEXT:           loop.for %[[I_12:.*]] = %[[C0_10]] to %[[C8_2]] step %[[C1_11]] {
// FULL-NEXT:             %[[V1:.*]] = arith.addi %[[I]], %[[I_4]] : index
// FULL-NEXT:             %[[V2:.*]] = arith.addi %[[I_0]], %[[I_12]] : index
// FULL-NEXT:             %[[V3:.*]] = mem.load %[[ARG1]][%[[V1]], %[[V2]]] : memref<64x64xf32>
// FULL-NEXT:             mem.store %[[V3]], %[[V0]][%[[I_4]], %[[I_12]]] : memref<8x8xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         %[[C8_5:.*]] = arith.constant 8 : index
// FULL-NEXT:         %[[C8_6:.*]] = arith.constant 8 : index
// FULL-NEXT:         %[[C0_7:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_8:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_9:.*]] = %[[C0_7]] to %[[C8_5]] step %[[C1_8]] {
// FULL-NEXT:           %[[C0_10]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_11]] = arith.constant 1 : index
// FULL-NEXT:           loop.for %[[I_12]] = %[[C0_10]] to %[[C8_6]] step %[[C1_11]] {
// FULL-NEXT:             %[[V1]] = mem.load %[[V0]][%[[I_12]], %[[I_9]]] : memref<8x8xf32>
// FULL-NEXT:             %[[V2]] = arith.addi %[[I]], %[[I_9]] : index
// FULL-NEXT:             %[[V3]] = arith.addi %[[I_0]], %[[I_12]] : index
// FULL-NEXT:             mem.store %[[V1]], %[[ARG1]][%[[V2]], %[[V3]]] : memref<64x64xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
