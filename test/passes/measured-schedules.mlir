// Schedules that were measured, as a function's attribute has them, come before what passes would choose. A
// compute is known by its code: the names of its loops do not matter. What a compute may not follow is left
// out with a warning.
// RUN: tfopt %s --schedule 2>%t.said | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: FileCheck %s --check-prefix=SAID < %t.said
// RUN: tfopt %s --check-semantics --schedule --apply-schedule | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: FileCheck %s --check-prefix=FULL_LOOPS --match-full-lines < %t.loops
// COMPLETE: FULL, FULL_LOOPS

// CHECK-LABEL: func.func @measured
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [32, 64] attributes {{{.*}}schedule = #tensor.schedule<by tuner: order(j, i), vectorize(i, 4), jam(j, 2)>}
// LOOPS-LABEL: func.func @measured
func.func @measured(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<order(j, i), vectorize(i, 4), jam(j, 2)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.sin %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @measured(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<order(j, i), vectorize(i, 4), jam(j, 2)>}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by tuner: order(j, i), vectorize(i, 4), jam(j, 2)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x64xf32>
// FULL-NEXT:       %[[V2:.*]] = math.sin %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<32x64xf32>
// FULL-NEXT:     return %[[V0]] : tensor<32x64xf32>
// FULL-NEXT:   }
// FULL_LOOPS: module {
// FULL_LOOPS-NEXT:   func.func @measured(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<order(j, i), vectorize(i, 4), jam(j, 2)>}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<32x64xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<32x64xf32>) {
// FULL_LOOPS-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL_LOOPS-NEXT:       %[[C64:.*]] = arith.constant 64 : index
// FULL_LOOPS-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL_LOOPS-NEXT:       %[[C65:.*]] = arith.constant 65 : index
// FULL_LOOPS-NEXT:       %[[C32_0:.*]] = arith.constant 32 : index
// FULL_LOOPS-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:       %[[C1_1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[C32_0]] step %[[C1_1]] {
// FULL_LOOPS-NEXT:         %[[C2_2:.*]] = arith.constant 2 : index
// FULL_LOOPS-NEXT:         %[[V2:.*]] = arith.muli %[[I]], %[[C2_2]] : index
// FULL_LOOPS-NEXT:         %[[V3:.*]] = arith.addi %[[V2]], %[[C2_2]] : index
// FULL_LOOPS-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:         %[[C1_4:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:         %[[V4:.*]] = arith.addi %[[V2]], %[[C1_4]] : index
// FULL_LOOPS-NEXT:         %[[C0_5:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:         %[[C1_6:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:         loop.for %[[I_7:.*]] = %[[C0_5]] to %[[C32]] step %[[C1_6]] attributes {vector_width = 4 : i64} {
// FULL_LOOPS-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I_7]], %[[V2]]] {tf.own_point, tf.proved = ["inside", "inside"]} : tensor<32x64xf32>
// FULL_LOOPS-NEXT:           %[[V6:.*]] = tensor.at %[[ARG0]][%[[I_7]], %[[V4]]] {tf.own_point, tf.proved = ["inside", "inside"]} : tensor<32x64xf32>
// FULL_LOOPS-NEXT:           %[[V7:.*]] = math.sin %[[V5]] fastmath<arcp,contract,afn> : f32
// FULL_LOOPS-NEXT:           %[[V8:.*]] = math.sin %[[V6]] fastmath<arcp,contract,afn> : f32
// FULL_LOOPS-NEXT:           tensor.put %[[V7]] into %[[ACC]][%[[I_7]], %[[V2]]] {tf.proved = ["inside", "inside"]} : memref<32x64xf32>
// FULL_LOOPS-NEXT:           tensor.put %[[V8]] into %[[ACC]][%[[I_7]], %[[V4]]] {tf.proved = ["inside", "inside"]} : memref<32x64xf32>
// FULL_LOOPS-NEXT:           loop.yield
// FULL_LOOPS-NEXT:         }
// FULL_LOOPS-NEXT:         loop.yield
// FULL_LOOPS-NEXT:       }
// FULL_LOOPS-NEXT:       tensor.yield
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return %[[V1]] : tensor<32x64xf32>
// FULL_LOOPS-NEXT:   }

// Another function's loops have other names.
// CHECK-LABEL: func.func @renamed
// CHECK: schedule = #tensor.schedule<by tuner: vectorize(row, 4)>
func.func @renamed(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] attributes {axes = ["row", "column"]} {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.sin %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}
// FULL-NEXT:   func.func @renamed(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[ROW:.*]], %[[COLUMN:.*]]) in [32, 64] attributes {axes = ["row", "column"], schedule = #tensor.schedule<by tuner: vectorize(row, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[ROW]], %[[COLUMN]]] : tensor<32x64xf32>
// FULL-NEXT:       %[[V2:.*]] = math.sin %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<32x64xf32>
// FULL-NEXT:     return %[[V0]] : tensor<32x64xf32>
// FULL-NEXT:   }
// FULL_LOOPS-NEXT:   func.func @renamed(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<32x64xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<32x64xf32>) {
// FULL_LOOPS-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL_LOOPS-NEXT:       %[[C64:.*]] = arith.constant 64 : index
// FULL_LOOPS-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] attributes {vector_width = 4 : i64} {
// FULL_LOOPS-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:         %[[C1_1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:         loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C64]] step %[[C1_1]] {
// FULL_LOOPS-NEXT:           %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_2]]] {tf.own_point, tf.proved = ["inside", "inside"]} : tensor<32x64xf32>
// FULL_LOOPS-NEXT:           %[[V3:.*]] = math.sin %[[V2]] fastmath<arcp,contract,afn> : f32
// FULL_LOOPS-NEXT:           tensor.put %[[V3]] into %[[ACC]][%[[I]], %[[I_2]]] {tf.proved = ["inside", "inside"]} : memref<32x64xf32>
// FULL_LOOPS-NEXT:           loop.yield
// FULL_LOOPS-NEXT:         }
// FULL_LOOPS-NEXT:         loop.yield
// FULL_LOOPS-NEXT:       }
// FULL_LOOPS-NEXT:       tensor.yield
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return %[[V1]] : tensor<32x64xf32>
// FULL_LOOPS-NEXT:   }

// SAID: warning: the measured schedule of this compute is left out: the schedule names the loop 'l'
// CHECK-LABEL: func.func @other_loops
// CHECK-NOT: by tuner
func.func @other_loops(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(l, 4)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.sin %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}
// FULL-NEXT:   func.func @other_loops(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(l, 4)>}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: vectorize(j, 32)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x64xf32>
// FULL-NEXT:       %[[V2:.*]] = math.sin %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<32x64xf32>
// FULL-NEXT:     return %[[V0]] : tensor<32x64xf32>
// FULL-NEXT:   }
// FULL_LOOPS-NEXT:   func.func @other_loops(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(l, 4)>}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<32x64xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<32x64xf32>) {
// FULL_LOOPS-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL_LOOPS-NEXT:       %[[C64:.*]] = arith.constant 64 : index
// FULL_LOOPS-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// FULL_LOOPS-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:         %[[C1_1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:         loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C64]] step %[[C1_1]] attributes {vector_width = 32 : i64} {
// FULL_LOOPS-NEXT:           %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_2]]] {tf.own_point, tf.proved = ["inside", "inside"]} : tensor<32x64xf32>
// FULL_LOOPS-NEXT:           %[[V3:.*]] = math.sin %[[V2]] fastmath<arcp,contract,afn> : f32
// FULL_LOOPS-NEXT:           tensor.put %[[V3]] into %[[ACC]][%[[I]], %[[I_2]]] {tf.proved = ["inside", "inside"]} : memref<32x64xf32>
// FULL_LOOPS-NEXT:           loop.yield
// FULL_LOOPS-NEXT:         }
// FULL_LOOPS-NEXT:         loop.yield
// FULL_LOOPS-NEXT:       }
// FULL_LOOPS-NEXT:       tensor.yield
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return %[[V1]] : tensor<32x64xf32>
// FULL_LOOPS-NEXT:   }

// A compute of other code has none.
// CHECK-LABEL: func.func @other_code
// CHECK-NOT: by tuner
func.func @other_code(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.cos %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}
// FULL-NEXT:   func.func @other_code(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: vectorize(j, 32)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x64xf32>
// FULL-NEXT:       %[[V2:.*]] = math.cos %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<32x64xf32>
// FULL-NEXT:     return %[[V0]] : tensor<32x64xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LOOPS-NEXT:   func.func @other_code(%[[ARG0:.*]]: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<32x64xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<32x64xf32>) {
// FULL_LOOPS-NEXT:       %[[C32:.*]] = arith.constant 32 : index
// FULL_LOOPS-NEXT:       %[[C64:.*]] = arith.constant 64 : index
// FULL_LOOPS-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] {
// FULL_LOOPS-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:         %[[C1_1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:         loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C64]] step %[[C1_1]] attributes {vector_width = 32 : i64} {
// FULL_LOOPS-NEXT:           %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_2]]] {tf.own_point, tf.proved = ["inside", "inside"]} : tensor<32x64xf32>
// FULL_LOOPS-NEXT:           %[[V3:.*]] = math.cos %[[V2]] fastmath<arcp,contract,afn> : f32
// FULL_LOOPS-NEXT:           tensor.put %[[V3]] into %[[ACC]][%[[I]], %[[I_2]]] {tf.proved = ["inside", "inside"]} : memref<32x64xf32>
// FULL_LOOPS-NEXT:           loop.yield
// FULL_LOOPS-NEXT:         }
// FULL_LOOPS-NEXT:         loop.yield
// FULL_LOOPS-NEXT:       }
// FULL_LOOPS-NEXT:       tensor.yield
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return %[[V1]] : tensor<32x64xf32>
// FULL_LOOPS-NEXT:   }
// FULL_LOOPS-NEXT: }
