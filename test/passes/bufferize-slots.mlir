// A nest that reads the tensor it changes goes on in its memory where what is read is in other slots than
// what is put: subscripts of one axis that are the same for all points, and differ by a constant.
// RUN: tfopt %s --tensor-to-loops | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// COMPLETE: FULL
// SAME: 7 functions compared

// CHECK-LABEL: func.func @apart(
// CHECK: loop.for %{{.*}} = %c1 to %c8
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @apart(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i - 1] clamp : tensor<9x40xf32>
      %m = tensor.at %a[%t - 1, %i] : tensor<9x40xf32>
      %d = arith.subf %l, %m : f32
      tensor.put %d into %acc[%t + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @apart(%[[ARG0:.*]]: memref<9x40xf32>, %[[ARG1:.*]]: memref<9x40xf32>) attributes {tf.signature = (tensor<9x40xf32>) -> tensor<9x40xf32>} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG1]] : memref<9x40xf32>
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (memref<9x40xf32>) {
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C40]] step %[[C1_0]] {
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V1:.*]] = arith.addi %[[I_1]], %[[C]]-1 : index
// FULL-NEXT:         %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C0_2]] {likely} : index
// FULL-NEXT:         %[[V3:.*]] = arith.select %[[V2]], %[[V1]], %[[C0_2]] : index
// FULL-NEXT:         %[[V4:.*]] = mem.load %[[ARG2]][%[[I]], %[[V3]]] : memref<9x40xf32>
// FULL-NEXT:         %[[C]]-1_3 = arith.constant -1 : index
// FULL-NEXT:         %[[V5:.*]] = arith.addi %[[I]], %[[C]]-1_3 : index
// FULL-NEXT:         %[[V6:.*]] = mem.load %[[ARG2]][%[[V5]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.subf %[[V4]], %[[V6]] : f32
// FULL-NEXT:         %[[C1_4:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V8:.*]] = arith.addi %[[I]], %[[C1_4]] : index
// FULL-NEXT:         mem.store %[[V7]], %[[ARG2]][%[[V8]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG2]] : memref<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// In the slot that is put, in one that may be it, in one that points tell apart, and in one that moves with a
// point.
// CHECK-LABEL: func.func @same(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK-LABEL: func.func @any(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK-LABEL: func.func @shifted(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK-LABEL: func.func @one_of_two(
// CHECK: loop.for
// CHECK: mem.copy
func.func @same(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @same(%[[ARG0:.*]]: memref<9x40xf32>, %[[ARG1:.*]]: memref<9x40xf32>) attributes {tf.signature = (tensor<9x40xf32>) -> tensor<9x40xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[V0]] : memref<9x40xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]], %[[ARG3:.*]] = %[[V1]]) -> (memref<9x40xf32>, memref<9x40xf32>) {
// FULL-NEXT:       mem.copy %[[ARG2]], %[[ARG3]] {tf.copied = [memref<9x40xf32>, "its update reads elements that other points change, or its old value is needed afterwards"]} : memref<9x40xf32>
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C40]] step %[[C1_0]] {
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[I_1]], %[[C]]-1 : index
// FULL-NEXT:         %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V4:.*]] = arith.cmpi sge, %[[V3]], %[[C0_2]] {likely} : index
// FULL-NEXT:         %[[V5:.*]] = arith.select %[[V4]], %[[V3]], %[[C0_2]] : index
// FULL-NEXT:         %[[V6:.*]] = mem.load %[[ARG2]][%[[I]], %[[V5]]] : memref<9x40xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V6]] : f32
// FULL-NEXT:         mem.store %[[V7]], %[[ARG3]][%[[I]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG3]], %[[ARG2]] : memref<9x40xf32>, memref<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     mem.copy %[[V2]]#0, %[[ARG1]] : memref<9x40xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

func.func @any(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @any(%[[ARG0:.*]]: memref<9x40xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<9x40xf32>) attributes {tf.signature = (tensor<9x40xf32>, index) -> tensor<9x40xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[V0]] : memref<9x40xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[V0]], %[[ARG4:.*]] = %[[V1]]) -> (memref<9x40xf32>, memref<9x40xf32>) {
// FULL-NEXT:       mem.copy %[[ARG3]], %[[ARG4]] {tf.copied = [memref<9x40xf32>, "its update reads elements that other points change, or its old value is needed afterwards"]} : memref<9x40xf32>
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C40]] step %[[C1_0]] {
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[I_1]], %[[C]]-1 : index
// FULL-NEXT:         %[[C8_2:.*]] = arith.constant 8 : index
// FULL-NEXT:         %[[V4:.*]] = arith.cmpi sle, %[[ARG1]], %[[C8_2]] {likely} : index
// FULL-NEXT:         %[[V5:.*]] = arith.select %[[V4]], %[[ARG1]], %[[C8_2]] : index
// FULL-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V6:.*]] = arith.cmpi sge, %[[V5]], %[[C0_3]] {likely} : index
// FULL-NEXT:         %[[V7:.*]] = arith.select %[[V6]], %[[V5]], %[[C0_3]] : index
// FULL-NEXT:         %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V8:.*]] = arith.cmpi sge, %[[V3]], %[[C0_4]] {likely} : index
// FULL-NEXT:         %[[V9:.*]] = arith.select %[[V8]], %[[V3]], %[[C0_4]] : index
// FULL-NEXT:         %[[V10:.*]] = mem.load %[[ARG3]][%[[V7]], %[[V9]]] : memref<9x40xf32>
// FULL-NEXT:         %[[V11:.*]] = arith.addf %[[V10]], %[[V10]] : f32
// FULL-NEXT:         mem.store %[[V11]], %[[ARG4]][%[[I]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG4]], %[[ARG3]] : memref<9x40xf32>, memref<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     mem.copy %[[V2]]#0, %[[ARG2]] : memref<9x40xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

func.func @shifted(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%j, %i) in [8, 40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%j, %i] : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%j + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @shifted(%[[ARG0:.*]]: memref<9x40xf32>, %[[ARG1:.*]]: memref<9x40xf32>) attributes {tf.signature = (tensor<9x40xf32>) -> tensor<9x40xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[V0]] : memref<9x40xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]], %[[ARG3:.*]] = %[[V1]]) -> (memref<9x40xf32>, memref<9x40xf32>) {
// FULL-NEXT:       mem.copy %[[ARG2]], %[[ARG3]] {tf.copied = [memref<9x40xf32>, "its update reads elements that other points change, or its old value is needed afterwards"]} : memref<9x40xf32>
// FULL-NEXT:       %[[C8_0:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_2:.*]] = %[[C0]] to %[[C8_0]] step %[[C1_1]] {
// FULL-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_4:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_5:.*]] = %[[C0_3]] to %[[C40]] step %[[C1_4]] {
// FULL-NEXT:           %[[V3:.*]] = mem.load %[[ARG2]][%[[I_2]], %[[I_5]]] : memref<9x40xf32>
// FULL-NEXT:           %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : f32
// FULL-NEXT:           %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:           %[[V5:.*]] = arith.addi %[[I_2]], %[[C1_6]] : index
// FULL-NEXT:           mem.store %[[V4]], %[[ARG3]][%[[V5]], %[[I_5]]] : memref<9x40xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG3]], %[[ARG2]] : memref<9x40xf32>, memref<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     mem.copy %[[V2]]#0, %[[ARG1]] : memref<9x40xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

func.func @one_of_two(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i - 1] clamp : tensor<9x40xf32>
      %m = tensor.at %a[%t + 1, 39 - %i] : tensor<9x40xf32>
      %d = arith.subf %l, %m : f32
      tensor.put %d into %acc[%t + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @one_of_two(%[[ARG0:.*]]: memref<9x40xf32>, %[[ARG1:.*]]: memref<9x40xf32>) attributes {tf.signature = (tensor<9x40xf32>) -> tensor<9x40xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[V0]] : memref<9x40xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]], %[[ARG3:.*]] = %[[V1]]) -> (memref<9x40xf32>, memref<9x40xf32>) {
// FULL-NEXT:       mem.copy %[[ARG2]], %[[ARG3]] {tf.copied = [memref<9x40xf32>, "its update reads elements that other points change, or its old value is needed afterwards"]} : memref<9x40xf32>
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C40]] step %[[C1_0]] {
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[I_1]], %[[C]]-1 : index
// FULL-NEXT:         %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V4:.*]] = arith.cmpi sge, %[[V3]], %[[C0_2]] {likely} : index
// FULL-NEXT:         %[[V5:.*]] = arith.select %[[V4]], %[[V3]], %[[C0_2]] : index
// FULL-NEXT:         %[[V6:.*]] = mem.load %[[ARG2]][%[[I]], %[[V5]]] : memref<9x40xf32>
// FULL-NEXT:         %[[C1_3:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V7:.*]] = arith.addi %[[I]], %[[C1_3]] : index
// FULL-NEXT:         %[[C]]-1_4 = arith.constant -1 : index
// FULL-NEXT:         %[[V8:.*]] = arith.muli %[[I_1]], %[[C]]-1_4 : index
// FULL-NEXT:         %[[C39:.*]] = arith.constant 39 : index
// FULL-NEXT:         %[[V9:.*]] = arith.addi %[[V8]], %[[C39]] : index
// FULL-NEXT:         %[[V10:.*]] = mem.load %[[ARG2]][%[[V7]], %[[V9]]] : memref<9x40xf32>
// FULL-NEXT:         %[[V11:.*]] = arith.subf %[[V6]], %[[V10]] : f32
// FULL-NEXT:         %[[C1_5:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V12:.*]] = arith.addi %[[I]], %[[C1_5]] : index
// FULL-NEXT:         mem.store %[[V11]], %[[ARG3]][%[[V12]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG3]], %[[ARG2]] : memref<9x40xf32>, memref<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     mem.copy %[[V2]]#0, %[[ARG1]] : memref<9x40xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// The last slots that are read are clamped to one that is put.
// CHECK-LABEL: func.func @clamped(
// CHECK: loop.for
// CHECK: mem.copy
func.func @clamped(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t + 3, 39 - %i] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @clamped(%[[ARG0:.*]]: memref<9x40xf32>, %[[ARG1:.*]]: memref<9x40xf32>) attributes {tf.signature = (tensor<9x40xf32>) -> tensor<9x40xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[V0]] : memref<9x40xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]], %[[ARG3:.*]] = %[[V1]]) -> (memref<9x40xf32>, memref<9x40xf32>) {
// FULL-NEXT:       mem.copy %[[ARG2]], %[[ARG3]] {tf.copied = [memref<9x40xf32>, "its update reads elements that other points change, or its old value is needed afterwards"]} : memref<9x40xf32>
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C40]] step %[[C1_1]] {
// FULL-NEXT:         %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[I]], %[[C3]] : index
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V4:.*]] = arith.muli %[[I_2]], %[[C]]-1 : index
// FULL-NEXT:         %[[C39:.*]] = arith.constant 39 : index
// FULL-NEXT:         %[[V5:.*]] = arith.addi %[[V4]], %[[C39]] : index
// FULL-NEXT:         %[[C8_3:.*]] = arith.constant 8 : index
// FULL-NEXT:         %[[V6:.*]] = arith.cmpi sle, %[[V3]], %[[C8_3]] {likely} : index
// FULL-NEXT:         %[[V7:.*]] = arith.select %[[V6]], %[[V3]], %[[C8_3]] : index
// FULL-NEXT:         %[[V8:.*]] = mem.load %[[ARG2]][%[[V7]], %[[V5]]] : memref<9x40xf32>
// FULL-NEXT:         %[[V9:.*]] = arith.addf %[[V8]], %[[V8]] : f32
// FULL-NEXT:         %[[C1_4:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V10:.*]] = arith.addi %[[I]], %[[C1_4]] : index
// FULL-NEXT:         mem.store %[[V9]], %[[ARG3]][%[[V10]], %[[I_2]]] : memref<9x40xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG3]], %[[ARG2]] : memref<9x40xf32>, memref<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     mem.copy %[[V2]]#0, %[[ARG1]] : memref<9x40xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// What is read is not what is changed, and its memory is free: all of it is needed until then.
// CHECK-LABEL: func.func @another(
// CHECK: loop.for {{.*}} iter_args(%[[A:[a-z0-9]+]] = %{{.*}}, %[[B:[a-z0-9]+]] = %{{.*}}, %[[FREE:[a-z0-9]+]] =
// CHECK-NEXT: mem.copy %[[B]], %[[FREE]]
func.func @another(%x: tensor<9x40xf32>, %z: tensor<9x40xf32>) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r, %s = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x, %b = %z) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %b : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, 39 - %i] : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y, %b : tensor<9x40xf32>, tensor<9x40xf32>
  }
  return %r, %s : tensor<9x40xf32>, tensor<9x40xf32>
}
// FULL-NEXT:   func.func @another(%[[ARG0:.*]]: memref<9x40xf32>, %[[ARG1:.*]]: memref<9x40xf32>, %[[ARG2:.*]]: memref<9x40xf32>, %[[ARG3:.*]]: memref<9x40xf32>) attributes {tf.signature = (tensor<9x40xf32>, tensor<9x40xf32>) -> (tensor<9x40xf32>, tensor<9x40xf32>)} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<9x40xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[V0]] : memref<9x40xf32>
// FULL-NEXT:     mem.copy %[[ARG1]], %[[ARG3]] : memref<9x40xf32>
// FULL-NEXT:     %[[V2:.*]]:3 = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[V0]], %[[ARG5:.*]] = %[[ARG3]], %[[ARG6:.*]] = %[[V1]]) -> (memref<9x40xf32>, memref<9x40xf32>, memref<9x40xf32>) {
// FULL-NEXT:       mem.copy %[[ARG5]], %[[ARG6]] {tf.copied = [memref<9x40xf32>, "its update reads elements that other points change, or its old value is needed afterwards"]} : memref<9x40xf32>
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C40]] step %[[C1_0]] {
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3:.*]] = arith.muli %[[I_1]], %[[C]]-1 : index
// FULL-NEXT:         %[[C39:.*]] = arith.constant 39 : index
// FULL-NEXT:         %[[V4:.*]] = arith.addi %[[V3]], %[[C39]] : index
// FULL-NEXT:         %[[V5:.*]] = mem.load %[[ARG4]][%[[I]], %[[V4]]] : memref<9x40xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V5]] : f32
// FULL-NEXT:         mem.store %[[V6]], %[[ARG6]][%[[I]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG6]], %[[ARG5]], %[[ARG4]] : memref<9x40xf32>, memref<9x40xf32>, memref<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     mem.copy %[[V2]]#0, %[[ARG2]] : memref<9x40xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
