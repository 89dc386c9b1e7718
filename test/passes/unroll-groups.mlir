// Short loops of a group's members are written out; the names of their other loops stay, by which the group
// knows what it shares. Its own loops stay, however short.
// RUN: tfopt %s --target=x86-64-v3 --choose-unroll --apply-unroll | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v3 --check-semantics --choose-unroll --apply-unroll --apply-groups | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: FileCheck %s --check-prefix=FULL_LOOPS --match-full-lines < %t.loops
// COMPLETE: FULL, FULL_LOOPS

// CHECK-LABEL: func.func @short(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [37, 40] attributes {axes = ["i", "j"]
// CHECK: tensor.from_elements
// CHECK: tensor.compute (%{{.*}}) in [40] attributes {axes = ["j"]
// CHECK: tensor.fold {{.*}} attributes {axis = "i"}
// LOOPS-LABEL: func.func @short(
// LOOPS: loop.for
func.func @short(%x: tensor<37x40xf32>) -> (tensor<37x40x2xf32>, tensor<40xf32>) {
  %y, %s = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %r = tensor.compute (%i, %j, %c) in [37, 40, 2] attributes {axes = ["i", "j", "c"]} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %n = arith.index_cast %c : index to i32
      %b = arith.sitofp %n : i32 to f32
      %d = arith.addf %a, %b : f32
      tensor.yield %d : f32
    } : tensor<37x40x2xf32>
    %t = tensor.compute (%j) in [40] attributes {axes = ["j"]} {
      %f = tensor.fold (%i) = 0 to 37 add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i, %j, 1] : tensor<37x40x2xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %r, %t : tensor<37x40x2xf32>, tensor<40xf32>
  } : tensor<37x40x2xf32>, tensor<40xf32>
  return %y, %s : tensor<37x40x2xf32>, tensor<40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<37x40xf32>) -> (tensor<37x40x2xf32>, tensor<40xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [37, 40] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<37x40xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.addf %[[V3]], %[[CST]] : f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V3]], %[[CST_0]] : f32
// FULL-NEXT:         %[[V6:.*]] = tensor.from_elements %[[V4]], %[[V5]] : tensor<2xf32>
// FULL-NEXT:         tensor.yield %[[V6]] : tensor<2xf32>
// FULL-NEXT:       } : tensor<37x40x2xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[J_1:.*]]) in [40] attributes {axes = ["j"]} {
// FULL-NEXT:         %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 37 add fastmath<reassoc> attributes {axis = "i"} {
// FULL-NEXT:           %[[V4]] = tensor.at %[[V1]][%[[K]], %[[J_1]], 1] : tensor<37x40x2xf32>
// FULL-NEXT:           tensor.yield %[[V4]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       tensor.yield %[[V1]], %[[V2]] : tensor<37x40x2xf32>, tensor<40xf32>
// FULL-NEXT:     } : tensor<37x40x2xf32>, tensor<40xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<37x40x2xf32>, tensor<40xf32>
// FULL-NEXT:   }
// FULL_LOOPS: module {
// FULL_LOOPS-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<37x40xf32>) -> (tensor<37x40x2xf32>, tensor<40xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_LOOPS-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_LOOPS-NEXT:     %[[CST_0:.*]] = arith.constant 1.000000e+00 : f32
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<37x40x2xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.empty : tensor<40xf32>
// FULL_LOOPS-NEXT:     %[[V2:.*]] = tensor.compute (%[[I:.*]]) in [40] {
// FULL_LOOPS-NEXT:       %[[CST_2:.*]] = arith.constant 0.000000e+00 : f32
// FULL_LOOPS-NEXT:       tensor.yield %[[CST_2]] : f32
// FULL_LOOPS-NEXT:     } : tensor<40xf32>
// FULL_LOOPS-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_LOOPS-NEXT:     %[[C37:.*]] = arith.constant 37 : index
// FULL_LOOPS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:     %[[V3:.*]]:3 = loop.for %[[I_1:.*]] = %[[C0]] to %[[C37]] step %[[C4]] iter_args(%[[ARG1:.*]] = %[[V0]], %[[ARG2:.*]] = %[[V1]], %[[ARG3:.*]] = %[[V2]]) -> (tensor<37x40x2xf32>, tensor<40xf32>, tensor<40xf32>) {
// FULL_LOOPS-NEXT:       %[[V5:.*]] = tensor.compute (%[[I_2:.*]], %[[J:.*]]) in [4, 40] {
// FULL_LOOPS-NEXT:         %[[V10:.*]] = tensor.at %[[ARG0]][%[[I_1]] + %[[I_2]], %[[J]]] clamp : tensor<37x40xf32>
// FULL_LOOPS-NEXT:         %[[V11:.*]] = arith.addf %[[V10]], %[[CST]] : f32
// FULL_LOOPS-NEXT:         %[[V12:.*]] = arith.addf %[[V10]], %[[CST_0]] : f32
// FULL_LOOPS-NEXT:         %[[V13:.*]] = tensor.from_elements %[[V11]], %[[V12]] : tensor<2xf32>
// FULL_LOOPS-NEXT:         tensor.yield %[[V13]] : tensor<2xf32>
// FULL_LOOPS-NEXT:       } : tensor<4x40x2xf32>
// FULL_LOOPS-NEXT:       %[[V6:.*]] = tensor.tile_write %[[V5]] into %[[ARG1]][%[[I_1]], 0, 0] drop : tensor<4x40x2xf32> into tensor<37x40x2xf32>
// FULL_LOOPS-NEXT:       %[[C37_3:.*]] = arith.constant 37 : index
// FULL_LOOPS-NEXT:       %[[V7:.*]] = arith.subi %[[C37_3]], %[[I_1]] : index
// FULL_LOOPS-NEXT:       %[[C4_4:.*]] = arith.constant 4 : index
// FULL_LOOPS-NEXT:       %[[V8:.*]] = arith.minsi %[[V7]], %[[C4_4]] : index
// FULL_LOOPS-NEXT:       %[[V9:.*]] = tensor.compute (%[[I_5:.*]]) in [40] {
// FULL_LOOPS-NEXT:         %[[V10]] = tensor.fold (%[[K:.*]]) = 0 to %[[V8]] add fastmath<reassoc> {
// FULL_LOOPS-NEXT:           %[[V13]] = tensor.at %[[V5]][%[[K]], %[[I_5]], 1] : tensor<4x40x2xf32>
// FULL_LOOPS-NEXT:           tensor.yield %[[V13]] : f32
// FULL_LOOPS-NEXT:         } : f32
// FULL_LOOPS-NEXT:         %[[V11]] = tensor.at %[[ARG3]][%[[I_5]]] : tensor<40xf32>
// FULL_LOOPS-NEXT:         %[[V12]] = arith.addf %[[V11]], %[[V10]] fastmath<reassoc> : f32
// FULL_LOOPS-NEXT:         tensor.yield %[[V12]] : f32
// FULL_LOOPS-NEXT:       } : tensor<40xf32>
// FULL_LOOPS-NEXT:       loop.yield %[[V6]], %[[ARG2]], %[[V9]] : tensor<37x40x2xf32>, tensor<40xf32>, tensor<40xf32>
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     %[[V4:.*]] = tensor.tile_write %[[V3]]#2 into %[[V3]]#1[0] : tensor<40xf32> into tensor<40xf32>
// FULL_LOOPS-NEXT:     return %[[V3]]#0, %[[V4]] : tensor<37x40x2xf32>, tensor<40xf32>
// FULL_LOOPS-NEXT:   }

// A loop of four trips that members share, called k as the first fold would be.
// CHECK-LABEL: func.func @shared(
// CHECK: tensor.fold {{.*}} attributes {axis = "k"}
// LOOPS-LABEL: func.func @shared(
// LOOPS: loop.for
func.func @shared(%x: tensor<4x40xf32>, %w: tensor<3xf32>) -> tensor<40xf32> {
  %s = tensor.group attributes {axes = ["k"], schedule = #tensor.schedule<split(k, [2]), order(k.0)>} {
    %r = tensor.compute (%k, %j) in [4, 40] attributes {axes = ["k", "j"]} {
      %f = tensor.fold (%c) = 0 to 3 add fastmath<reassoc> {
        %a = tensor.at %x[%k, %j + %c] wrap : tensor<4x40xf32>
        %b = tensor.at %w[%c] : tensor<3xf32>
        %d = arith.mulf %a, %b : f32
        tensor.yield %d : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<4x40xf32>
    %t = tensor.compute (%j) in [40] attributes {axes = ["j"]} {
      %f = tensor.fold (%k) = 0 to 4 add fastmath<reassoc> attributes {axis = "k"} {
        %g = tensor.fold (%c) = 0 to 3 add fastmath<reassoc> {
          %b = tensor.at %w[%c] : tensor<3xf32>
          %a = tensor.at %r[%k, %j] : tensor<4x40xf32>
          %d = arith.mulf %a, %b : f32
          tensor.yield %d : f32
        } : f32
        tensor.yield %g : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %t : tensor<40xf32>
  } : tensor<40xf32>
  return %s : tensor<40xf32>
}
// FULL-NEXT:   func.func @shared(%[[ARG0:.*]]: tensor<4x40xf32>, %[[ARG1:.*]]: tensor<3xf32>) -> tensor<40xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["k"], schedule = #tensor.schedule<split(k, [2]), order(k.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[K:.*]], %[[J:.*]]) in [4, 40] attributes {axes = ["k", "j"], folds = ["l"]} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]], %[[J]]] : tensor<4x40xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][0] : tensor<3xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[K]], %[[J]] + 1] wrap : tensor<4x40xf32>
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][1] : tensor<3xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         %[[V9:.*]] = arith.addf %[[V5]], %[[V8]] fastmath<reassoc> : f32
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[ARG0]][%[[K]], %[[J]] + 2] wrap : tensor<4x40xf32>
// FULL-NEXT:         %[[V11:.*]] = tensor.at %[[ARG1]][2] : tensor<3xf32>
// FULL-NEXT:         %[[V12:.*]] = arith.mulf %[[V10]], %[[V11]] : f32
// FULL-NEXT:         %[[V13:.*]] = arith.addf %[[V9]], %[[V12]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V13]] : f32
// FULL-NEXT:       } : tensor<4x40xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[J_0:.*]]) in [40] attributes {axes = ["j"], folds = ["k", "l"]} {
// FULL-NEXT:         %[[V3]] = tensor.fold (%[[K_1:.*]]) = 0 to 4 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V4]] = tensor.at %[[ARG1]][0] : tensor<3xf32>
// FULL-NEXT:           %[[V5]] = tensor.at %[[V1]][%[[K_1]], %[[J_0]]] : tensor<4x40xf32>
// FULL-NEXT:           %[[V6]] = arith.mulf %[[V5]], %[[V4]] : f32
// FULL-NEXT:           %[[V7]] = tensor.at %[[ARG1]][1] : tensor<3xf32>
// FULL-NEXT:           %[[V8]] = arith.mulf %[[V5]], %[[V7]] : f32
// FULL-NEXT:           %[[V9]] = arith.addf %[[V6]], %[[V8]] fastmath<reassoc> : f32
// FULL-NEXT:           %[[V10]] = tensor.at %[[ARG1]][2] : tensor<3xf32>
// FULL-NEXT:           %[[V11]] = arith.mulf %[[V5]], %[[V10]] : f32
// FULL-NEXT:           %[[V12]] = arith.addf %[[V9]], %[[V11]] fastmath<reassoc> : f32
// FULL-NEXT:           tensor.yield %[[V12]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<40xf32>
// FULL-NEXT:     } : tensor<40xf32>
// FULL-NEXT:     return %[[V0]] : tensor<40xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LOOPS-NEXT:   func.func @shared(%[[ARG0:.*]]: tensor<4x40xf32>, %[[ARG1:.*]]: tensor<3xf32>) -> tensor<40xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<40xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [40] {
// FULL_LOOPS-NEXT:       %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_LOOPS-NEXT:       tensor.yield %[[CST]] : f32
// FULL_LOOPS-NEXT:     } : tensor<40xf32>
// FULL_LOOPS-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_LOOPS-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_LOOPS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:     %[[V2:.*]]:2 = loop.for %[[I_0:.*]] = %[[C0]] to %[[C4]] step %[[C2]] iter_args(%[[ARG2:.*]] = %[[V0]], %[[ARG3:.*]] = %[[V1]]) -> (tensor<40xf32>, tensor<40xf32>) {
// FULL_LOOPS-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_1:.*]], %[[J:.*]]) in [2, 40] {
// FULL_LOOPS-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I_0]] + %[[I_1]], %[[J]]] : tensor<4x40xf32>
// FULL_LOOPS-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][0] : tensor<3xf32>
// FULL_LOOPS-NEXT:         %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL_LOOPS-NEXT:         %[[V9:.*]] = tensor.at %[[ARG0]][%[[I_0]] + %[[I_1]], %[[J]] + 1] wrap : tensor<4x40xf32>
// FULL_LOOPS-NEXT:         %[[V10:.*]] = tensor.at %[[ARG1]][1] : tensor<3xf32>
// FULL_LOOPS-NEXT:         %[[V11:.*]] = arith.mulf %[[V9]], %[[V10]] : f32
// FULL_LOOPS-NEXT:         %[[V12:.*]] = arith.addf %[[V8]], %[[V11]] fastmath<reassoc> : f32
// FULL_LOOPS-NEXT:         %[[V13:.*]] = tensor.at %[[ARG0]][%[[I_0]] + %[[I_1]], %[[J]] + 2] wrap : tensor<4x40xf32>
// FULL_LOOPS-NEXT:         %[[V14:.*]] = tensor.at %[[ARG1]][2] : tensor<3xf32>
// FULL_LOOPS-NEXT:         %[[V15:.*]] = arith.mulf %[[V13]], %[[V14]] : f32
// FULL_LOOPS-NEXT:         %[[V16:.*]] = arith.addf %[[V12]], %[[V15]] fastmath<reassoc> : f32
// FULL_LOOPS-NEXT:         tensor.yield %[[V16]] : f32
// FULL_LOOPS-NEXT:       } : tensor<2x40xf32>
// FULL_LOOPS-NEXT:       %[[C2_2:.*]] = arith.constant 2 : index
// FULL_LOOPS-NEXT:       %[[V5:.*]] = tensor.compute (%[[I_3:.*]]) in [40] {
// FULL_LOOPS-NEXT:         %[[V6]] = tensor.fold (%[[K:.*]]) = 0 to %[[C2_2]] add fastmath<reassoc> {
// FULL_LOOPS-NEXT:           %[[V9]] = tensor.at %[[ARG1]][0] : tensor<3xf32>
// FULL_LOOPS-NEXT:           %[[V10]] = tensor.at %[[V4]][%[[K]], %[[I_3]]] : tensor<2x40xf32>
// FULL_LOOPS-NEXT:           %[[V11]] = arith.mulf %[[V10]], %[[V9]] : f32
// FULL_LOOPS-NEXT:           %[[V12]] = tensor.at %[[ARG1]][1] : tensor<3xf32>
// FULL_LOOPS-NEXT:           %[[V13]] = arith.mulf %[[V10]], %[[V12]] : f32
// FULL_LOOPS-NEXT:           %[[V14]] = arith.addf %[[V11]], %[[V13]] fastmath<reassoc> : f32
// FULL_LOOPS-NEXT:           %[[V15]] = tensor.at %[[ARG1]][2] : tensor<3xf32>
// FULL_LOOPS-NEXT:           %[[V16]] = arith.mulf %[[V10]], %[[V15]] : f32
// FULL_LOOPS-NEXT:           %[[V17:.*]] = arith.addf %[[V14]], %[[V16]] fastmath<reassoc> : f32
// FULL_LOOPS-NEXT:           tensor.yield %[[V17]] : f32
// FULL_LOOPS-NEXT:         } : f32
// FULL_LOOPS-NEXT:         %[[V7]] = tensor.at %[[ARG3]][%[[I_3]]] : tensor<40xf32>
// FULL_LOOPS-NEXT:         %[[V8]] = arith.addf %[[V7]], %[[V6]] fastmath<reassoc> : f32
// FULL_LOOPS-NEXT:         tensor.yield %[[V8]] : f32
// FULL_LOOPS-NEXT:       } : tensor<40xf32>
// FULL_LOOPS-NEXT:       loop.yield %[[ARG2]], %[[V5]] : tensor<40xf32>, tensor<40xf32>
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     %[[V3:.*]] = tensor.tile_write %[[V2]]#1 into %[[V2]]#0[0] : tensor<40xf32> into tensor<40xf32>
// FULL_LOOPS-NEXT:     return %[[V3]] : tensor<40xf32>
// FULL_LOOPS-NEXT:   }
// FULL_LOOPS-NEXT: }
