// Tensors that trips of a parallel loop begin with may be one value, as cse makes of equal ones: each trip
// copies it to memory of its own, which no other trip writes.
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,lower-tiles,cse,schedule,apply-schedule,lower-access,bufferize))' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,lower-tiles,schedule,apply-schedule,cse,lower-access,bufferize))' | FileCheck %s
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,cse,lower-tiles,schedule,apply-schedule,lower-access,bufferize{share-buffers=true}))' | FileCheck %s
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,lower-tiles,schedule,apply-schedule,lower-access,cse,bufferize))' | FileCheck %s
// COMPLETE: FULL

// CHECK-LABEL: func.func @two
// CHECK: loop.parallel
// CHECK: mem.alloc : memref<64xf32>
// CHECK: mem.copy
// CHECK: loop.for
func.func @two(%x: tensor<48x64xf32>) -> (tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %y, %z, %c, %d = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0)>} {
    %y = tensor.compute (%i, %j) in [48, 64] attributes {axes = ["i", "j"]} {
      %b = tensor.at %x[%i, %j] : tensor<48x64xf32>
      %z = arith.mulf %b, %b : f32
      tensor.yield %z : f32
    } : tensor<48x64xf32>
    %z = tensor.compute (%i, %j) in [48, 64] attributes {axes = ["i", "j"]} {
      %b = tensor.at %x[%i, %j] : tensor<48x64xf32>
      %z = arith.addf %b, %b : f32
      tensor.yield %z : f32
    } : tensor<48x64xf32>
    %c = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %6 = tensor.fold (%i) = 0 to 48 add fastmath<reassoc> attributes {axis = "i"} {
        %7 = tensor.at %y[%i, %j] : tensor<48x64xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<64xf32>
    %d = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %6 = tensor.fold (%i) = 0 to 48 add fastmath<reassoc> attributes {axis = "i"} {
        %7 = tensor.at %z[%i, %j] : tensor<48x64xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<64xf32>
    tensor.yield %y, %z, %c, %d : tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>
  } : tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>
  return %y, %z, %c, %d : tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @two(%[[ARG0:.*]]: memref<48x64xf32>, %[[ARG1:.*]]: memref<48x64xf32>, %[[ARG2:.*]]: memref<48x64xf32>, %[[ARG3:.*]]: memref<64xf32>, %[[ARG4:.*]]: memref<64xf32>) attributes {tf.signature = (tensor<48x64xf32>) -> (tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>)} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<3x64xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<3x64xf32>
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// FULL-NEXT:       %[[C0_10:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_11:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_12:.*]] = %[[C0_10]] to %[[C64]] step %[[C1_11]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:         %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         mem.store %[[CST]], %[[V0]][%[[I]], %[[I_12]]] : memref<3x64xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[C48:.*]] = arith.constant 48 : index
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     mem.copy %[[V0]], %[[V1]] : memref<3x64xf32>
// FULL-NEXT:     loop.parallel (%[[I_1:.*]]) = (%[[C0_0]]) to (%[[C48]]) step (%[[C16]]) {
// FULL-NEXT:       %[[V2:.*]] = mem.alloc : memref<64xf32>
// FULL-NEXT:       %[[V3:.*]] = mem.alloc : memref<64xf32>
// FULL-NEXT:       %[[V4:.*]] = mem.alloc : memref<4x64xf32>
// FULL-NEXT:       %[[V5:.*]] = mem.alloc : memref<4x64xf32>
// FULL-NEXT:       %[[C64_10:.*]] = arith.constant 64 : index
// FULL-NEXT:       %[[C0_11:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_12:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_13:.*]] = %[[C0_11]] to %[[C64_10]] step %[[C1_12]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:         %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         mem.store %[[CST]], %[[V2]][%[[I_13]]] : memref<64xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:       mem.copy %[[V2]], %[[V3]] : memref<64xf32>
// FULL-NEXT:       %[[V6:.*]]:8 = loop.for %[[I_14:.*]] = %[[C0_0]] to %[[C16]] step %[[C4]] iter_args(%[[ARG5:.*]] = %[[ARG1]], %[[ARG6:.*]] = %[[ARG2]], %[[ARG7:.*]] = %[[ARG3]], %[[ARG8:.*]] = %[[ARG4]], %[[ARG9:.*]] = %[[V0]], %[[ARG10:.*]] = %[[V1]], %[[ARG11:.*]] = %[[V2]], %[[ARG12:.*]] = %[[V3]]) -> (memref<48x64xf32>, memref<48x64xf32>, memref<64xf32>, memref<64xf32>, memref<3x64xf32>, memref<3x64xf32>, memref<64xf32>, memref<64xf32>) {
// FULL-NEXT:         %[[C4_25:.*]] = arith.constant 4 : index
// FULL-NEXT:         %[[C64_26:.*]] = arith.constant 64 : index
// FULL-NEXT:         %[[C0_27:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_28:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_29:.*]] = %[[C0_27]] to %[[C4_25]] step %[[C1_28]] {
// FULL-NEXT:           %[[C0_53:.*]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_54:.*]] = arith.constant 1 : index
// FULL-NEXT:           loop.for %[[I_55:.*]] = %[[C0_53]] to %[[C64_26]] step %[[C1_54]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:             %[[V7:.*]] = arith.addi %[[I_1]], %[[I_14]] : index
// FULL-NEXT:             %[[V8:.*]] = arith.addi %[[V7]], %[[I_29]] : index
// FULL-NEXT:             %[[V9:.*]] = mem.load %[[ARG0]][%[[V8]], %[[I_55]]] : memref<48x64xf32>
// FULL-NEXT:             %[[V10:.*]] = arith.mulf %[[V9]], %[[V9]] : f32
// FULL-NEXT:             mem.store %[[V10]], %[[V4]][%[[I_29]], %[[I_55]]] : memref<4x64xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         %[[C4_30:.*]] = arith.constant 4 : index
// FULL-NEXT:         %[[C64_31:.*]] = arith.constant 64 : index
// FULL-NEXT:         %[[C0_32:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_33:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_34:.*]] = %[[C0_32]] to %[[C4_30]] step %[[C1_33]] {
// FULL-NEXT:           %[[C0_53]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_54]] = arith.constant 1 : index
// FULL-NEXT:           loop.for %[[I_55]] = %[[C0_53]] to %[[C64_31]] step %[[C1_54]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:             %[[V7]] = mem.load %[[V4]][%[[I_34]], %[[I_55]]] : memref<4x64xf32>
// FULL-NEXT:             %[[V8]] = arith.addi %[[I_1]], %[[I_14]] : index
// FULL-NEXT:             %[[V9]] = arith.addi %[[V8]], %[[I_34]] : index
// FULL-NEXT:             mem.store %[[V7]], %[[ARG5]][%[[V9]], %[[I_55]]] : memref<48x64xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         %[[C4_35:.*]] = arith.constant 4 : index
// FULL-NEXT:         %[[C64_36:.*]] = arith.constant 64 : index
// FULL-NEXT:         %[[C0_37:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_38:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_39:.*]] = %[[C0_37]] to %[[C4_35]] step %[[C1_38]] {
// FULL-NEXT:           %[[C0_53]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_54]] = arith.constant 1 : index
// FULL-NEXT:           loop.for %[[I_55]] = %[[C0_53]] to %[[C64_36]] step %[[C1_54]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:             %[[V7]] = arith.addi %[[I_1]], %[[I_14]] : index
// FULL-NEXT:             %[[V8]] = arith.addi %[[V7]], %[[I_39]] : index
// FULL-NEXT:             %[[V9]] = mem.load %[[ARG0]][%[[V8]], %[[I_55]]] : memref<48x64xf32>
// FULL-NEXT:             %[[V10]] = arith.addf %[[V9]], %[[V9]] : f32
// FULL-NEXT:             mem.store %[[V10]], %[[V5]][%[[I_39]], %[[I_55]]] : memref<4x64xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         %[[C4_40:.*]] = arith.constant 4 : index
// FULL-NEXT:         %[[C64_41:.*]] = arith.constant 64 : index
// FULL-NEXT:         %[[C0_42:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_43:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_44:.*]] = %[[C0_42]] to %[[C4_40]] step %[[C1_43]] {
// FULL-NEXT:           %[[C0_53]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_54]] = arith.constant 1 : index
// FULL-NEXT:           loop.for %[[I_55]] = %[[C0_53]] to %[[C64_41]] step %[[C1_54]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:             %[[V7]] = mem.load %[[V5]][%[[I_44]], %[[I_55]]] : memref<4x64xf32>
// FULL-NEXT:             %[[V8]] = arith.addi %[[I_1]], %[[I_14]] : index
// FULL-NEXT:             %[[V9]] = arith.addi %[[V8]], %[[I_44]] : index
// FULL-NEXT:             mem.store %[[V7]], %[[ARG6]][%[[V9]], %[[I_55]]] : memref<48x64xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         %[[C64_45:.*]] = arith.constant 64 : index
// FULL-NEXT:         %[[C0_46:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_47:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_48:.*]] = %[[C0_46]] to %[[C64_45]] step %[[C1_47]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:           %[[C0_53]] = arith.constant 0 : index
// FULL-NEXT:           %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[C1_54]] = arith.constant 1 : index
// FULL-NEXT:           %[[V7]] = loop.for %[[I_55]] = %[[C0_53]] to %[[C4]] step %[[C1_54]] iter_args(%[[ARG13:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:             %[[V10]] = mem.load %[[V4]][%[[I_55]], %[[I_48]]] : memref<4x64xf32>
// FULL-NEXT:             %[[V11:.*]] = arith.addf %[[ARG13]], %[[V10]] fastmath<reassoc> : f32
// FULL-NEXT:             loop.yield %[[V11]] : f32
// FULL-NEXT:           }
// FULL-NEXT:           %[[V8]] = mem.load %[[ARG11]][%[[I_48]]] : memref<64xf32>
// FULL-NEXT:           %[[V9]] = arith.addf %[[V8]], %[[V7]] fastmath<reassoc> : f32
// FULL-NEXT:           mem.store %[[V9]], %[[ARG11]][%[[I_48]]] : memref<64xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         %[[C64_49:.*]] = arith.constant 64 : index
// FULL-NEXT:         %[[C0_50:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_51:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_52:.*]] = %[[C0_50]] to %[[C64_49]] step %[[C1_51]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:           %[[C0_53]] = arith.constant 0 : index
// FULL-NEXT:           %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[C1_54]] = arith.constant 1 : index
// FULL-NEXT:           %[[V7]] = loop.for %[[I_55]] = %[[C0_53]] to %[[C4]] step %[[C1_54]] iter_args(%[[ARG13]] = %[[CST]]) -> (f32) {
// FULL-NEXT:             %[[V10]] = mem.load %[[V5]][%[[I_55]], %[[I_52]]] : memref<4x64xf32>
// FULL-NEXT:             %[[V11]] = arith.addf %[[ARG13]], %[[V10]] fastmath<reassoc> : f32
// FULL-NEXT:             loop.yield %[[V11]] : f32
// FULL-NEXT:           }
// FULL-NEXT:           %[[V8]] = mem.load %[[ARG12]][%[[I_52]]] : memref<64xf32>
// FULL-NEXT:           %[[V9]] = arith.addf %[[V8]], %[[V7]] fastmath<reassoc> : f32
// FULL-NEXT:           mem.store %[[V9]], %[[ARG12]][%[[I_52]]] : memref<64xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield %[[ARG5]], %[[ARG6]], %[[ARG7]], %[[ARG8]], %[[ARG9]], %[[ARG10]], %[[ARG11]], %[[ARG12]] : memref<48x64xf32>, memref<48x64xf32>, memref<64xf32>, memref<64xf32>, memref<3x64xf32>, memref<3x64xf32>, memref<64xf32>, memref<64xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[C1_15:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[C64_16:.*]] = arith.constant 64 : index
// FULL-NEXT:       %[[C0_17:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_18:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_19:.*]] = %[[C0_17]] to %[[C1_15]] step %[[C1_18]] {
// FULL-NEXT:         %[[C0_25:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_26:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_27:.*]] = %[[C0_25]] to %[[C64_16]] step %[[C1_26]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:           %[[V7]] = mem.load %[[V6]]#6[%[[I_27]]] : memref<64xf32>
// FULL-NEXT:           %[[C16_28:.*]] = arith.constant 16 : index
// FULL-NEXT:           %[[V8]] = arith.floordivsi %[[I_1]], %[[C16_28]] : index
// FULL-NEXT:           %[[V9]] = arith.addi %[[V8]], %[[I_19]] : index
// FULL-NEXT:           mem.store %[[V7]], %[[V0]][%[[V9]], %[[I_27]]] : memref<3x64xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       %[[C1_20:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[C64_21:.*]] = arith.constant 64 : index
// FULL-NEXT:       %[[C0_22:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_23:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_24:.*]] = %[[C0_22]] to %[[C1_20]] step %[[C1_23]] {
// FULL-NEXT:         %[[C0_25]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_26]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_27]] = %[[C0_25]] to %[[C64_21]] step %[[C1_26]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:           %[[V7]] = mem.load %[[V6]]#7[%[[I_27]]] : memref<64xf32>
// FULL-NEXT:           %[[C16_28]] = arith.constant 16 : index
// FULL-NEXT:           %[[V8]] = arith.floordivsi %[[I_1]], %[[C16_28]] : index
// FULL-NEXT:           %[[V9]] = arith.addi %[[V8]], %[[I_24]] : index
// FULL-NEXT:           mem.store %[[V7]], %[[V1]][%[[V9]], %[[I_27]]] : memref<3x64xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C64_2:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_4:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_5:.*]] = %[[C0_3]] to %[[C64_2]] step %[[C1_4]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:       %[[C0_10]] = arith.constant 0 : index
// FULL-NEXT:       %[[C3_11:.*]] = arith.constant 3 : index
// FULL-NEXT:       %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:       %[[C1_12]] = arith.constant 1 : index
// FULL-NEXT:       %[[V2]] = loop.for %[[I_13]] = %[[C0_10]] to %[[C3_11]] step %[[C1_12]] iter_args(%[[ARG5]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V3]] = mem.load %[[V0]][%[[I_13]], %[[I_5]]] : memref<3x64xf32>
// FULL-NEXT:         %[[V4]] = arith.addf %[[ARG5]], %[[V3]] fastmath<reassoc> : f32
// FULL-NEXT:         loop.yield %[[V4]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V2]], %[[ARG3]][%[[I_5]]] : memref<64xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[C64_6:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[C0_7:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_8:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_9:.*]] = %[[C0_7]] to %[[C64_6]] step %[[C1_8]] attributes {vector_width = 64 : i64} {
// FULL-NEXT:       %[[C0_10]] = arith.constant 0 : index
// FULL-NEXT:       %[[C3_11]] = arith.constant 3 : index
// FULL-NEXT:       %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:       %[[C1_12]] = arith.constant 1 : index
// FULL-NEXT:       %[[V2]] = loop.for %[[I_13]] = %[[C0_10]] to %[[C3_11]] step %[[C1_12]] iter_args(%[[ARG5]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V3]] = mem.load %[[V1]][%[[I_13]], %[[I_9]]] : memref<3x64xf32>
// FULL-NEXT:         %[[V4]] = arith.addf %[[ARG5]], %[[V3]] fastmath<reassoc> : f32
// FULL-NEXT:         loop.yield %[[V4]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V2]], %[[ARG4]][%[[I_9]]] : memref<64xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
