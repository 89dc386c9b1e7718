// Members that fold over one shared loop and need each other: its trips carry what each comes to so far, and
// correct it as the others grow. Nothing is as large as a row of scores.
// RUN: tfopt --apply-groups --canonicalize --cse %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --apply-groups %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// COMPLETE: FULL

// CHECK-LABEL: func.func @attention(
// CHECK-NOT: x128xf32
// CHECK: loop.parallel
// CHECK: %[[R:.*]]:3 = loop.for %{{.*}} step %{{.*}} iter_args(%[[M:.*]] = %{{.*}}, %[[L:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>) {
// The scores, the greatest with these, and what stands for it while nothing but -inf was met.
// CHECK: tensor.compute ({{.*}}) in [4, 16] {
// CHECK: %[[M1:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK: tensor.at %[[M]]
// CHECK: arith.maximumf
// CHECK: %[[REF:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK: arith.select
// CHECK: %[[E:.*]] = tensor.compute ({{.*}}) in [4, 16] {
// CHECK: tensor.at %[[REF]]
// CHECK: math.exp
// The exponentials of how far the greatest has moved, one for a row.
// CHECK: %[[BY:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK-DAG: tensor.at %[[M]]
// CHECK-DAG: tensor.at %[[M1]]
// CHECK: math.exp
// CHECK: %[[L1:.*]] = tensor.compute ({{.*}}) in [4] {
// CHECK: tensor.at %[[E]]
// CHECK: tensor.at %[[L]]
// CHECK: tensor.at %[[BY]]
// Nothing is divided in a trip.
// CHECK-NOT: arith.divf
// CHECK: %[[O1:.*]] = tensor.compute ({{.*}}) in [4, 8] {
// CHECK: tensor.at %[[E]]
// CHECK: tensor.at %[[O]]
// CHECK: tensor.at %[[BY]]
// CHECK: loop.yield %[[M1]], %[[L1]], %[[O1]]
// CHECK: arith.divf
// CHECK: tensor.tile_write
func.func @attention(%q: tensor<32x8xf32>, %k: tensor<128x8xf32>, %v: tensor<128x8xf32>) -> tensor<32x8xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), parallel(i.0), join(j: m, l, o)>} {
    %s = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %f = tensor.fold (%c) = 0 to 8 add fastmath<reassoc> {
        %a = tensor.at %q[%i, %c] : tensor<32x8xf32>
        %b = tensor.at %k[%j, %c] : tensor<128x8xf32>
        %p = arith.mulf %a, %b : f32
        tensor.yield %p : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32x128xf32>
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %e = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %m[%i] : tensor<32xf32>
      %d = arith.subf %a, %b : f32
      %x = math.exp %d : f32
      tensor.yield %x : f32
    } : tensor<32x128xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %p = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %l[%i] : tensor<32xf32>
      %d = arith.divf %a, %b : f32
      tensor.yield %d : f32
    } : tensor<32x128xf32>
    %o = tensor.compute (%i, %d) in [32, 8] attributes {axes = ["i", "d"], member = "o"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %p[%i, %j] : tensor<32x128xf32>
        %b = tensor.at %v[%j, %d] : tensor<128x8xf32>
        %y = arith.mulf %a, %b : f32
        tensor.yield %y : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32x8xf32>
    tensor.yield %o : tensor<32x8xf32>
  } : tensor<32x8xf32>
  return %1 : tensor<32x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @attention(%[[ARG0:.*]]: tensor<32x8xf32>, %[[ARG1:.*]]: tensor<128x8xf32>, %[[ARG2:.*]]: tensor<128x8xf32>) -> tensor<32x8xf32> {
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[C128:.*]] = arith.constant 128 : index
// FULL-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[CST_2:.*]] = arith.constant 0x7FC00000 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<32x8xf32>
// FULL-NEXT:     %[[V1:.*]] = loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C32]]) step (%[[C4]]) shared(%[[ARG3:.*]] = %[[V0]]) -> (tensor<32x8xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_3:.*]]) in [4] {
// FULL-NEXT:         tensor.yield %[[CST]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_4:.*]]) in [4] {
// FULL-NEXT:         tensor.yield %[[CST_0]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_5:.*]], %[[J:.*]]) in [4, 8] {
// FULL-NEXT:         tensor.yield %[[CST_0]] : f32
// FULL-NEXT:       } : tensor<4x8xf32>
// FULL-NEXT:       %[[V5:.*]]:3 = loop.for %[[I_6:.*]] = %[[C0]] to %[[C128]] step %[[C16]] iter_args(%[[ARG4:.*]] = %[[V2]], %[[ARG5:.*]] = %[[V3]], %[[ARG6:.*]] = %[[V4]]) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>) {
// FULL-NEXT:         %[[V9:.*]] = tensor.compute (%[[I_10:.*]], %[[J_11:.*]]) in [4, 16] {
// FULL-NEXT:           %[[V16:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8 add fastmath<reassoc> {
// FULL-NEXT:             %[[V17:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_10]], %[[K]]] : tensor<32x8xf32>
// FULL-NEXT:             %[[V18:.*]] = tensor.at %[[ARG1]][%[[I_6]] + %[[J_11]], %[[K]]] : tensor<128x8xf32>
// FULL-NEXT:             %[[V19:.*]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL-NEXT:             tensor.yield %[[V19]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           tensor.yield %[[V16]] : f32
// FULL-NEXT:         } : tensor<4x16xf32>
// FULL-NEXT:         %[[V10:.*]] = tensor.compute (%[[I_12:.*]]) in [4] {
// FULL-NEXT:           %[[V16]] = tensor.fold (%[[K]]) = 0 to 16 maximumf {
// FULL-NEXT:             %[[V19]] = tensor.at %[[V9]][%[[I_12]], %[[K]]] : tensor<4x16xf32>
// FULL-NEXT:             tensor.yield %[[V19]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           %[[V17]] = tensor.at %[[ARG4]][%[[I_12]]] : tensor<4xf32>
// FULL-NEXT:           %[[V18]] = arith.maximumf %[[V17]], %[[V16]] : f32
// FULL-NEXT:           tensor.yield %[[V18]] : f32
// FULL-NEXT:         } : tensor<4xf32>
// FULL-NEXT:         %[[V11:.*]] = tensor.compute (%[[I_13:.*]]) in [4] {
// FULL-NEXT:           %[[V16]] = tensor.at %[[V10]][%[[I_13]]] : tensor<4xf32>
// FULL-NEXT:           %[[V17]] = arith.cmpf oeq, %[[V16]], %[[CST]] : f32
// FULL-NEXT:           %[[V18]] = arith.select %[[V17]], %[[CST_0]], %[[V16]] : f32
// FULL-NEXT:           tensor.yield %[[V18]] : f32
// FULL-NEXT:         } : tensor<4xf32>
// FULL-NEXT:         %[[V12:.*]] = tensor.compute (%[[I_14:.*]], %[[J_15:.*]]) in [4, 16] {
// FULL-NEXT:           %[[V16]] = tensor.at %[[V11]][%[[I_14]]] : tensor<4xf32>
// FULL-NEXT:           %[[V17]] = tensor.at %[[V9]][%[[I_14]], %[[J_15]]] : tensor<4x16xf32>
// FULL-NEXT:           %[[V18]] = arith.subf %[[V17]], %[[V16]] : f32
// FULL-NEXT:           %[[V19]] = math.exp %[[V18]] : f32
// FULL-NEXT:           tensor.yield %[[V19]] : f32
// FULL-NEXT:         } : tensor<4x16xf32>
// FULL-NEXT:         %[[V13:.*]] = tensor.compute (%[[I_16:.*]]) in [4] {
// FULL-NEXT:           %[[V16]] = tensor.at %[[ARG4]][%[[I_16]]] : tensor<4xf32>
// FULL-NEXT:           %[[V17]] = tensor.at %[[V10]][%[[I_16]]] : tensor<4xf32>
// FULL-NEXT:           %[[V18]] = arith.cmpf oeq, %[[V16]], %[[CST]] : f32
// FULL-NEXT:           %[[V19]] = arith.subf %[[V16]], %[[V17]] : f32
// FULL-NEXT:           %[[V20:.*]] = math.exp %[[V19]] : f32
// FULL-NEXT:           %[[V21:.*]] = arith.select %[[V18]], %[[CST_1]], %[[V20]] : f32
// FULL-NEXT:           tensor.yield %[[V21]] : f32
// FULL-NEXT:         } : tensor<4xf32>
// FULL-NEXT:         %[[V14:.*]] = tensor.compute (%[[I_17:.*]]) in [4] {
// FULL-NEXT:           %[[V16]] = tensor.fold (%[[K]]) = 0 to 16 add fastmath<reassoc> {
// FULL-NEXT:             %[[V21]] = tensor.at %[[V12]][%[[I_17]], %[[K]]] : tensor<4x16xf32>
// FULL-NEXT:             tensor.yield %[[V21]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           %[[V17]] = tensor.at %[[ARG5]][%[[I_17]]] : tensor<4xf32>
// FULL-NEXT:           %[[V18]] = tensor.at %[[V13]][%[[I_17]]] : tensor<4xf32>
// FULL-NEXT:           %[[V19]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL-NEXT:           %[[V20]] = arith.addf %[[V19]], %[[V16]] fastmath<reassoc> : f32
// FULL-NEXT:           tensor.yield %[[V20]] : f32
// FULL-NEXT:         } : tensor<4xf32>
// FULL-NEXT:         %[[V15:.*]] = tensor.compute (%[[I_18:.*]], %[[J_19:.*]]) in [4, 8] {
// FULL-NEXT:           %[[V16]] = tensor.fold (%[[K]]) = 0 to 16 add fastmath<reassoc> {
// FULL-NEXT:             %[[V21]] = tensor.at %[[V12]][%[[I_18]], %[[K]]] : tensor<4x16xf32>
// FULL-NEXT:             %[[V22:.*]] = tensor.at %[[ARG2]][%[[I_6]] + %[[K]], %[[J_19]]] : tensor<128x8xf32>
// FULL-NEXT:             %[[V23:.*]] = arith.mulf %[[V21]], %[[V22]] : f32
// FULL-NEXT:             tensor.yield %[[V23]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           %[[V17]] = tensor.at %[[ARG6]][%[[I_18]], %[[J_19]]] : tensor<4x8xf32>
// FULL-NEXT:           %[[V18]] = tensor.at %[[V13]][%[[I_18]]] : tensor<4xf32>
// FULL-NEXT:           %[[V19]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL-NEXT:           %[[V20]] = arith.addf %[[V19]], %[[V16]] fastmath<reassoc> : f32
// FULL-NEXT:           tensor.yield %[[V20]] : f32
// FULL-NEXT:         } : tensor<4x8xf32>
// FULL-NEXT:         loop.yield %[[V10]], %[[V14]], %[[V15]] : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V6:.*]] = tensor.compute (%[[I_7:.*]]) in [4] {
// FULL-NEXT:         %[[V9]] = tensor.at %[[V5]]#1[%[[I_7]]] : tensor<4xf32>
// FULL-NEXT:         %[[V10]] = tensor.at %[[V5]]#0[%[[I_7]]] : tensor<4xf32>
// FULL-NEXT:         %[[V11]] = arith.cmpf oeq, %[[V10]], %[[CST]] : f32
// FULL-NEXT:         %[[V12]] = arith.select %[[V11]], %[[CST_2]], %[[V9]] : f32
// FULL-NEXT:         tensor.yield %[[V12]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.compute (%[[I_8:.*]], %[[J_9:.*]]) in [4, 8] {
// FULL-NEXT:         %[[V9]] = tensor.at %[[V5]]#2[%[[I_8]], %[[J_9]]] : tensor<4x8xf32>
// FULL-NEXT:         %[[V10]] = tensor.at %[[V5]]#0[%[[I_8]]] : tensor<4xf32>
// FULL-NEXT:         %[[V11]] = arith.cmpf oeq, %[[V10]], %[[CST]] : f32
// FULL-NEXT:         %[[V12]] = arith.select %[[V11]], %[[CST_2]], %[[V9]] : f32
// FULL-NEXT:         %[[V13]] = tensor.at %[[V6]][%[[I_8]]] : tensor<4xf32>
// FULL-NEXT:         %[[V14]] = arith.divf %[[V12]], %[[V13]] : f32
// FULL-NEXT:         tensor.yield %[[V14]] : f32
// FULL-NEXT:       } : tensor<4x8xf32>
// FULL-NEXT:       %[[V8:.*]] = tensor.tile_write %[[V7]] into %[[ARG3]][%[[I]], 0] drop : tensor<4x8xf32> into tensor<32x8xf32>
// FULL-NEXT:       loop.yield %[[V8]] : tensor<32x8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<32x8xf32>
// FULL-NEXT:   }

// What needs all of the terms cannot be made in a trip.
// SAYS: remark: the group's loops are left out: the compute over (i, j) depends on joined members, but is a result of the group: its value is final only after the loop
func.func @yielded(%x: tensor<32x128xf32>) -> tensor<32x128xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), join(j: m, l)>} {
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %e = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %m[%i] : tensor<32xf32>
      %d = arith.subf %a, %b : f32
      %y = math.exp %d : f32
      tensor.yield %y : f32
    } : tensor<32x128xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %e : tensor<32x128xf32>
  } : tensor<32x128xf32>
  return %1 : tensor<32x128xf32>
}
// FULL-NEXT:   func.func @yielded(%[[ARG0:.*]]: tensor<32x128xf32>) -> tensor<32x128xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [32] attributes {axes = ["i"], member = "m"} {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 128 maximumf attributes {axis = "j"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<32x128xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<32xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [32, 128] attributes {axes = ["i", "j"]} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<32x128xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]]] : tensor<32xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.subf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<32x128xf32>
// FULL-NEXT:     return %[[V1]] : tensor<32x128xf32>
// FULL-NEXT:   }

// SAYS: remark: the group's loops are left out: no law corrects l when a fold that it depends on changes
func.func @no_law(%x: tensor<32x128xf32>) -> tensor<32xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), join(j: m, l)>} {
    %s = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<32x128xf32>
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        %b = tensor.at %m[%i] : tensor<32xf32>
        %c = arith.subf %a, %b : f32
        %d = math.tanh %c : f32
        tensor.yield %d : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %l : tensor<32xf32>
  } : tensor<32xf32>
  return %1 : tensor<32xf32>
}
// FULL-NEXT:   func.func @no_law(%[[ARG0:.*]]: tensor<32x128xf32>) -> tensor<32xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 128] attributes {axes = ["i", "j"]} {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x128xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<32x128xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [32] attributes {axes = ["i"], member = "m"} {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 128 maximumf attributes {axis = "j"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<32x128xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<32xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [32] attributes {axes = ["i"], member = "l"} {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_1]], %[[K]]] : tensor<32x128xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[V1]][%[[I_1]]] : tensor<32xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.subf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         %[[V7:.*]] = math.tanh %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<32xf32>
// FULL-NEXT:     return %[[V2]] : tensor<32xf32>
// FULL-NEXT:   }

// SAYS: remark: the group's loops are left out: a fold over a shared loop has a fixed order: it has no reassoc
func.func @in_order(%x: tensor<32x128xf32>) -> tensor<32xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0), join(j: m, l)>} {
    %s = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<32x128xf32>
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add attributes {axis = "j"} {
        %a = tensor.at %s[%i, %j] : tensor<32x128xf32>
        %b = tensor.at %m[%i] : tensor<32xf32>
        %c = arith.subf %a, %b : f32
        %d = math.exp %c : f32
        tensor.yield %d : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %l : tensor<32xf32>
  } : tensor<32xf32>
  return %1 : tensor<32xf32>
}
// FULL-NEXT:   func.func @in_order(%[[ARG0:.*]]: tensor<32x128xf32>) -> tensor<32xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 128] attributes {axes = ["i", "j"]} {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x128xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<32x128xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [32] attributes {axes = ["i"], member = "m"} {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 128 maximumf attributes {axis = "j"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<32x128xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<32xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [32] attributes {axes = ["i"], member = "l"} {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 128 add attributes {axis = "j"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_1]], %[[K]]] : tensor<32x128xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[V1]][%[[I_1]]] : tensor<32xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.subf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         %[[V7:.*]] = math.exp %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<32xf32>
// FULL-NEXT:     return %[[V2]] : tensor<32xf32>
// FULL-NEXT:   }

// Two members of which one needs the other share no trips unless they are joined.
// SAYS: remark: the group's loops are left out: a member reads m before the end of the loop that reduces it
func.func @not_joined(%x: tensor<32x128xf32>) -> tensor<32xf32> {
  %1 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [16]), order(i.0, j.0)>} {
    %m = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "m"} {
      %f = tensor.fold (%j) = 0 to 128 maximumf attributes {axis = "j"} {
        %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    %e = tensor.compute (%i, %j) in [32, 128] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<32x128xf32>
      %b = tensor.at %m[%i] : tensor<32xf32>
      %d = arith.subf %a, %b : f32
      %y = math.exp %d : f32
      tensor.yield %y : f32
    } : tensor<32x128xf32>
    %l = tensor.compute (%i) in [32] attributes {axes = ["i"], member = "l"} {
      %f = tensor.fold (%j) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
        %a = tensor.at %e[%i, %j] : tensor<32x128xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<32xf32>
    tensor.yield %l : tensor<32xf32>
  } : tensor<32xf32>
  return %1 : tensor<32xf32>
}
// FULL-NEXT:   func.func @not_joined(%[[ARG0:.*]]: tensor<32x128xf32>) -> tensor<32xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [32] attributes {axes = ["i"], member = "m"} {
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 128 maximumf attributes {axis = "j"} {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<32x128xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<32xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [32, 128] attributes {axes = ["i", "j"]} {
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<32x128xf32>
// FULL-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]]] : tensor<32xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.subf %[[V3]], %[[V4]] : f32
// FULL-NEXT:       %[[V6:.*]] = math.exp %[[V5]] : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<32x128xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [32] attributes {axes = ["i"], member = "l"} {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 128 add fastmath<reassoc> attributes {axis = "j"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_1]], %[[K]]] : tensor<32x128xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<32xf32>
// FULL-NEXT:     return %[[V2]] : tensor<32xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
