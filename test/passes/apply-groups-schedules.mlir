// What a program says of a member's own loops holds for the part of it that a trip computes, as far as the
// part has these loops; threads share those of the group.
// RUN: tfopt %s --verify-roundtrip --apply-groups | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --apply-groups --lower-tiles | tee %t.lower | FileCheck %s --check-prefix=LOWER
// RUN: FileCheck %s --check-prefix=FULL_LOWER --match-full-lines < %t.lower
// RUN: tfopt %s --check-semantics --apply-groups --lower-tiles --apply-schedule -o /dev/null
// COMPLETE: FULL, FULL_LOWER

// CHECK-LABEL: func.func @rows(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [6, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<order(j, i), vectorize(j, 8)>} {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
// LOWER-LABEL: func.func @rows(
// LOWER: tensor.compute (%{{.*}}, %{{.*}}) in [4, 40] accumulate({{.*}}) attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
func.func @rows(%x: tensor<37x40xf32>) -> tensor<37x40xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<order(j, i), parallel(j), vectorize(j, 8)>} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
      %a = tensor.at %r[%i - 1, %j] clamp : tensor<37x40xf32>
      %b = tensor.at %r[%i + 1, %j] clamp : tensor<37x40xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<37x40xf32>
    tensor.yield %s : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %y : tensor<37x40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<37x40xf32>) -> tensor<37x40xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<37x40xf32>
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C37:.*]] = arith.constant 37 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C37]] step %[[C4]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<37x40xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [6, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<order(j, i), vectorize(j, 8)>} {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_0]] - 1, %[[J]]] clamp : tensor<37x40xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<6x40xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [4, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
// FULL-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[C37_4:.*]] = arith.constant 37 : index
// FULL-NEXT:         %[[V5]] = arith.subi %[[C37_4]], %[[C1]] : index
// FULL-NEXT:         %[[V6]] = arith.addi %[[I]], %[[I_1]] : index
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V7:.*]] = arith.addi %[[V6]], %[[C]]-1 : index
// FULL-NEXT:         %[[V8:.*]] = arith.minsi %[[V7]], %[[V5]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.maxsi %[[V8]], %[[C0_3]] : index
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[V2]][%[[V9]] - %[[I]] + 1, %[[J_2]]] clamp : tensor<6x40xf32>
// FULL-NEXT:         %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[C37_7:.*]] = arith.constant 37 : index
// FULL-NEXT:         %[[V11:.*]] = arith.subi %[[C37_7]], %[[C1_6]] : index
// FULL-NEXT:         %[[V12:.*]] = arith.addi %[[I]], %[[I_1]] : index
// FULL-NEXT:         %[[C1_8:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V13:.*]] = arith.addi %[[V12]], %[[C1_8]] : index
// FULL-NEXT:         %[[V14:.*]] = arith.minsi %[[V13]], %[[V11]] : index
// FULL-NEXT:         %[[V15:.*]] = arith.maxsi %[[V14]], %[[C0_5]] : index
// FULL-NEXT:         %[[V16:.*]] = tensor.at %[[V2]][%[[V15]] - %[[I]] + 1, %[[J_2]]] clamp : tensor<6x40xf32>
// FULL-NEXT:         %[[V17:.*]] = arith.addf %[[V10]], %[[V16]] : f32
// FULL-NEXT:         tensor.yield %[[V17]] : f32
// FULL-NEXT:       } : tensor<4x40xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.tile_write %[[V3]] into %[[ARG1]][%[[I]], 0] drop : tensor<4x40xf32> into tensor<37x40xf32>
// FULL-NEXT:       loop.yield %[[V4]] : tensor<37x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<37x40xf32>
// FULL-NEXT:   }
// FULL_LOWER: module {
// FULL_LOWER-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<37x40xf32>) -> tensor<37x40xf32> {
// FULL_LOWER-NEXT:     %[[V0:.*]] = tensor.empty : tensor<37x40xf32>
// FULL_LOWER-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_LOWER-NEXT:     %[[C37:.*]] = arith.constant 37 : index
// FULL_LOWER-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOWER-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C37]] step %[[C4]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<37x40xf32>) {
// FULL_LOWER-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [6, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<order(j, i), vectorize(j, 8)>} {
// FULL_LOWER-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_0]] - 1, %[[J]]] clamp : tensor<37x40xf32>
// FULL_LOWER-NEXT:         %[[V5:.*]] = arith.addf %[[V4]], %[[V4]] : f32
// FULL_LOWER-NEXT:         tensor.yield %[[V5]] : f32
// FULL_LOWER-NEXT:       } : tensor<6x40xf32>
// FULL_LOWER-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [4, 40] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<37x40xf32>) attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
// FULL_LOWER-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL_LOWER-NEXT:         %[[C1:.*]] = arith.constant 1 : index
// FULL_LOWER-NEXT:         %[[C37_4:.*]] = arith.constant 37 : index
// FULL_LOWER-NEXT:         %[[V4]] = arith.subi %[[C37_4]], %[[C1]] : index
// FULL_LOWER-NEXT:         %[[V5]] = arith.addi %[[I]], %[[I_1]] : index
// FULL_LOWER-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL_LOWER-NEXT:         %[[V6:.*]] = arith.addi %[[V5]], %[[C]]-1 : index
// FULL_LOWER-NEXT:         %[[V7:.*]] = arith.minsi %[[V6]], %[[V4]] : index
// FULL_LOWER-NEXT:         %[[V8:.*]] = arith.maxsi %[[V7]], %[[C0_3]] : index
// FULL_LOWER-NEXT:         %[[V9:.*]] = tensor.at %[[V2]][%[[V8]] - %[[I]] + 1, %[[J_2]]] clamp : tensor<6x40xf32>
// FULL_LOWER-NEXT:         %[[C0_5:.*]] = arith.constant 0 : index
// FULL_LOWER-NEXT:         %[[C1_6:.*]] = arith.constant 1 : index
// FULL_LOWER-NEXT:         %[[C37_7:.*]] = arith.constant 37 : index
// FULL_LOWER-NEXT:         %[[V10:.*]] = arith.subi %[[C37_7]], %[[C1_6]] : index
// FULL_LOWER-NEXT:         %[[V11:.*]] = arith.addi %[[I]], %[[I_1]] : index
// FULL_LOWER-NEXT:         %[[C1_8:.*]] = arith.constant 1 : index
// FULL_LOWER-NEXT:         %[[V12:.*]] = arith.addi %[[V11]], %[[C1_8]] : index
// FULL_LOWER-NEXT:         %[[V13:.*]] = arith.minsi %[[V12]], %[[V10]] : index
// FULL_LOWER-NEXT:         %[[V14:.*]] = arith.maxsi %[[V13]], %[[C0_5]] : index
// FULL_LOWER-NEXT:         %[[V15:.*]] = tensor.at %[[V2]][%[[V14]] - %[[I]] + 1, %[[J_2]]] clamp : tensor<6x40xf32>
// FULL_LOWER-NEXT:         %[[V16:.*]] = arith.addf %[[V9]], %[[V15]] : f32
// FULL_LOWER-NEXT:         tensor.put %[[V16]] into %[[ACC]][%[[I]] + %[[I_1]], %[[J_2]]] drop : memref<37x40xf32>
// FULL_LOWER-NEXT:         tensor.yield
// FULL_LOWER-NEXT:       }
// FULL_LOWER-NEXT:       loop.yield %[[V3]] : tensor<37x40xf32>
// FULL_LOWER-NEXT:     }
// FULL_LOWER-NEXT:     return %[[V1]] : tensor<37x40xf32>
// FULL_LOWER-NEXT:   }

// A trip has one row: what is said of rows applies to nothing, what is said of columns and folds does.
// CHECK-LABEL: func.func @one_row(
// CHECK: tensor.compute (%{{.*}}) in [40] attributes {axes = ["j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8), unroll(k, 2)>} {
func.func @one_row(%x: tensor<37x40xf32>, %y: tensor<40x40xf32>) -> tensor<37x40xf32> {
  %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [1]), order(i.0)>} {
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8), jam(i, 2), unroll(k, 2)>} {
      %f = tensor.fold (%k) = 0 to 40 add attributes {axis = "k"} {
        %a = tensor.at %x[%i, %k] : tensor<37x40xf32>
        %b = tensor.at %y[%k, %j] : tensor<40x40xf32>
        %c = arith.mulf %a, %b : f32
        tensor.yield %c : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<37x40xf32>
    %t = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %s[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    tensor.yield %t : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %z : tensor<37x40xf32>
}
// FULL-NEXT:   func.func @one_row(%[[ARG0:.*]]: tensor<37x40xf32>, %[[ARG1:.*]]: tensor<40x40xf32>) -> tensor<37x40xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<37x40xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C37:.*]] = arith.constant 37 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C37]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<37x40xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[J:.*]]) in [40] attributes {axes = ["j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8), unroll(k, 2)>} {
// FULL-NEXT:         %[[V6:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add attributes {axis = "k"} {
// FULL-NEXT:           %[[V7:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<37x40xf32>
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x40xf32>
// FULL-NEXT:           %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] : f32
// FULL-NEXT:           tensor.yield %[[V9]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V2]][%[[I_0]]] : tensor<40xf32>
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [1, 40] {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V3]][%[[J_2]]] : tensor<40xf32>
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<1x40xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG2]][%[[I]], 0] drop : tensor<1x40xf32> into tensor<37x40xf32>
// FULL-NEXT:       loop.yield %[[V5]] : tensor<37x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<37x40xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LOWER-NEXT:   func.func @one_row(%[[ARG0:.*]]: tensor<37x40xf32>, %[[ARG1:.*]]: tensor<40x40xf32>) -> tensor<37x40xf32> {
// FULL_LOWER-NEXT:     %[[V0:.*]] = tensor.empty : tensor<37x40xf32>
// FULL_LOWER-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_LOWER-NEXT:     %[[C37:.*]] = arith.constant 37 : index
// FULL_LOWER-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOWER-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C37]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<37x40xf32>) {
// FULL_LOWER-NEXT:       %[[V2:.*]] = tensor.compute (%[[J:.*]]) in [40] attributes {axes = ["j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8), unroll(k, 2)>} {
// FULL_LOWER-NEXT:         %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add attributes {axis = "k"} {
// FULL_LOWER-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<37x40xf32>
// FULL_LOWER-NEXT:           %[[V6:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x40xf32>
// FULL_LOWER-NEXT:           %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL_LOWER-NEXT:           tensor.yield %[[V7]] : f32
// FULL_LOWER-NEXT:         } : f32
// FULL_LOWER-NEXT:         tensor.yield %[[V4]] : f32
// FULL_LOWER-NEXT:       } : tensor<40xf32>
// FULL_LOWER-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [1, 40] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<37x40xf32>) {
// FULL_LOWER-NEXT:         %[[V4]] = tensor.at %[[V2]][%[[J_1]]] : tensor<40xf32>
// FULL_LOWER-NEXT:         %[[V5]] = arith.addf %[[V4]], %[[V4]] : f32
// FULL_LOWER-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]] + %[[I_0]], %[[J_1]]] : memref<37x40xf32>
// FULL_LOWER-NEXT:         tensor.yield
// FULL_LOWER-NEXT:       }
// FULL_LOWER-NEXT:       loop.yield %[[V3]] : tensor<37x40xf32>
// FULL_LOWER-NEXT:     }
// FULL_LOWER-NEXT:     return %[[V1]] : tensor<37x40xf32>
// FULL_LOWER-NEXT:   }
// FULL_LOWER-NEXT: }
