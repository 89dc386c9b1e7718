// Ends of loops over tiles: nests of their own, a last tile that begins before the end, loops that are
// unrolled.
// RUN: tfopt %s --apply-tiles --split-input-file 2>%t.err | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: tfopt %s --apply-tiles --lower-tiles --split-input-file --check-semantics -o %t 2>&1
// COMPLETE: FULL

// The tile of the rest has as many points as are left.
// CHECK-LABEL: func.func @peel
// CHECK: loop.for %{{.*}} = %c0 to %c28 step %c4
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 8]
// CHECK: tensor.tile_write
// CHECK-NOT: loop.for
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [3, 8]
// CHECK: tensor.tile_write
func.func @peel(%a: tensor<31x40xf32>, %b: tensor<40x8xf32>) -> tensor<31x8xf32> {
  %t = tensor.compute (%i, %j) in [31, 8] attributes {schedule = #tensor.schedule<split(i, [4], tail = peel), order(i.0), vectorize(j, 8)>} {
    %s = tensor.fold (%k) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<31x40xf32>
      %y = tensor.at %b[%k, %j] : tensor<40x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<31x8xf32>
  return %t : tensor<31x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @peel(%[[ARG0:.*]]: tensor<31x40xf32>, %[[ARG1:.*]]: tensor<40x8xf32>) -> tensor<31x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<31x8xf32>
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C28:.*]] = arith.constant 28 : index
// FULL-NEXT:     %[[C28_0:.*]] = arith.constant 28 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C28]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<31x8xf32>) {
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_2:.*]], %[[J_3:.*]]) in [4, 8] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// FULL-NEXT:         %[[V6:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[V7:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_2]], %[[K]]] : tensor<31x40xf32>
// FULL-NEXT:           %[[CST_4:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J_3]]] : tensor<40x8xf32>
// FULL-NEXT:           %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] : f32
// FULL-NEXT:           tensor.yield %[[V9]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<4x8xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG2]][%[[I]], 0] drop : tensor<4x8xf32> into tensor<31x8xf32>
// FULL-NEXT:       loop.yield %[[V5]] : tensor<31x8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]], %[[J:.*]]) in [3, 8] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// FULL-NEXT:       %[[V4]] = tensor.fold (%[[K]]) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[C28_0]] + %[[I_1]], %[[K]]] : tensor<31x40xf32>
// FULL-NEXT:         %[[CST_2:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         %[[V6]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x8xf32>
// FULL-NEXT:         %[[V7]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<3x8xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.tile_write %[[V2]] into %[[V1]][%[[C28_0]], 0] drop : tensor<3x8xf32> into tensor<31x8xf32>
// FULL-NEXT:     return %[[V3]] : tensor<31x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// Threads share whole tiles; the last one is whole, too, and begins before the end.
// CHECK-LABEL: func.func @overlap
// CHECK: loop.parallel
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 8]
// CHECK: loop.for %{{.*}} step %c1
// CHECK-NOT: loop.parallel
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 8]
func.func @overlap(%a: tensor<?{m}x40xf32>, %b: tensor<40x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4], tail = overlap), order(i.0), parallel(i.0), vectorize(j, 8)>} {
    %s = tensor.fold (%k) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x40xf32>
      %y = tensor.at %b[%k, %j] : tensor<40x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @overlap(%[[ARG0:.*]]: tensor<?{m}x40xf32>, %[[ARG1:.*]]: tensor<40x8xf32>) -> tensor<?{m}x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{m}x8xf32>
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V1:.*]] = tensor.extent [m] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V2:.*]] = tensor.extent [4*(m floordiv 4)] : index
// FULL-NEXT:     %[[V3:.*]] = tensor.extent [max(0, m - 4)] : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi slt, %[[V2]], %[[V1]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.select %[[V4]], %[[C1]], %[[C0]] : index
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V6:.*]] = loop.parallel (%[[I:.*]]) = (%[[C0_0]]) to (%[[V2]]) step (%[[C4]]) shared(%[[ARG2:.*]] = %[[V0]]) -> (tensor<?{m}x8xf32>) {
// FULL-NEXT:       %[[V8:.*]] = tensor.compute (%[[I_4:.*]], %[[J:.*]]) in [4, 8] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// FULL-NEXT:         %[[V10:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[V11:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_4]], %[[K]]] : tensor<?{m}x40xf32>
// FULL-NEXT:           %[[CST_5:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[V12:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x8xf32>
// FULL-NEXT:           %[[V13:.*]] = arith.mulf %[[V11]], %[[V12]] : f32
// FULL-NEXT:           tensor.yield %[[V13]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V10]] : f32
// FULL-NEXT:       } : tensor<4x8xf32>
// FULL-NEXT:       %[[V9:.*]] = tensor.tile_write %[[V8]] into %[[ARG2]][%[[I]], 0] drop : tensor<4x8xf32> into tensor<?{m}x8xf32>
// FULL-NEXT:       loop.yield %[[V9]] : tensor<?{m}x8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_2:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V7:.*]] = loop.for %[[I_3:.*]] = %[[C0_1]] to %[[V5]] step %[[C1_2]] iter_args(%[[ARG2]] = %[[V6]]) -> (tensor<?{m}x8xf32>) {
// FULL-NEXT:       %[[V8]] = tensor.compute (%[[I_4]], %[[J]]) in [4, 8] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// FULL-NEXT:         %[[V10]] = tensor.fold (%[[K]]) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[V11]] = tensor.at %[[ARG0]][%[[V3]] + %[[I_4]], %[[K]]] fill(%[[CST]]) : tensor<?{m}x40xf32>
// FULL-NEXT:           %[[CST_5]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:           %[[V12]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x8xf32>
// FULL-NEXT:           %[[V13]] = arith.mulf %[[V11]], %[[V12]] : f32
// FULL-NEXT:           tensor.yield %[[V13]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V10]] : f32
// FULL-NEXT:       } : tensor<4x8xf32>
// FULL-NEXT:       %[[V9]] = tensor.tile_write %[[V8]] into %[[ARG2]][%[[V3]], 0] drop : tensor<4x8xf32> into tensor<?{m}x8xf32>
// FULL-NEXT:       loop.yield %[[V9]] : tensor<?{m}x8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V7]] : tensor<?{m}x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// Loops over tiles are unrolled where their step says so, those of a tile where its own does.
// CHECK-LABEL: func.func @unroll
// CHECK: loop.for {{.*}} attributes {unroll = 2 : i64}
// CHECK: schedule = #tensor.schedule<vectorize(j, 8), unroll(k, 4)>
func.func @unroll(%a: tensor<?{m}x40xf32>, %b: tensor<40x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4]), split(k, [8]), order(i.0, k.0), vectorize(j, 8), unroll(k.1, 4), unroll(k.0, 2)>} {
    %s = tensor.fold (%k) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x40xf32>
      %y = tensor.at %b[%k, %j] : tensor<40x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @unroll(%[[ARG0:.*]]: tensor<?{m}x40xf32>, %[[ARG1:.*]]: tensor<40x8xf32>) -> tensor<?{m}x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{m}x8xf32>
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V1:.*]] = tensor.extent [m] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<?{m}x8xf32>) {
// FULL-NEXT:       %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V3:.*]] = loop.for %[[I_1:.*]] = %[[C0_0]] to %[[C40]] step %[[C8]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (tensor<?{m}x8xf32>) attributes {unroll = 2 : i64} {
// FULL-NEXT:         %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V4:.*]] = arith.cmpi eq, %[[I_1]], %[[C0_2]] : index
// FULL-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V5:.*]] = arith.select %[[V4]], %[[C1]], %[[C0_3]] : index
// FULL-NEXT:         %[[V6:.*]] = loop.for %[[I_4:.*]] = %[[C0_3]] to %[[V5]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG3]]) -> (tensor<?{m}x8xf32>) {
// FULL-NEXT:           %[[V9:.*]] = tensor.compute (%[[I_6:.*]], %[[J_7:.*]]) in [4, 8] {
// FULL-NEXT:             %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:             tensor.yield %[[CST]] : f32
// FULL-NEXT:           } : tensor<4x8xf32>
// FULL-NEXT:           %[[V10:.*]] = tensor.tile_write %[[V9]] into %[[ARG4]][%[[I]], 0] drop : tensor<4x8xf32> into tensor<?{m}x8xf32>
// FULL-NEXT:           loop.yield %[[V10]] : tensor<?{m}x8xf32>
// FULL-NEXT:         }
// FULL-NEXT:         %[[V7:.*]] = tensor.compute (%[[I_5:.*]], %[[J:.*]]) in [4, 8] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8), unroll(k, 4)>} {
// FULL-NEXT:           %[[V9]] = tensor.fold (%[[K:.*]]) = 0 to 8 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:             %[[CST]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:             %[[V10]] = tensor.at %[[ARG0]][%[[I]] + %[[I_5]], %[[I_1]] + %[[K]]] fill(%[[CST]]) : tensor<?{m}x40xf32>
// FULL-NEXT:             %[[CST_6:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:             %[[V11:.*]] = tensor.at %[[ARG1]][%[[I_1]] + %[[K]], %[[J]]] : tensor<40x8xf32>
// FULL-NEXT:             %[[V12:.*]] = arith.mulf %[[V10]], %[[V11]] : f32
// FULL-NEXT:             tensor.yield %[[V12]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           tensor.yield %[[V9]] : f32
// FULL-NEXT:         } : tensor<4x8xf32>
// FULL-NEXT:         %[[V8:.*]] = tensor.tile_write add %[[V7]] into %[[V6]][%[[I]], 0] drop : tensor<4x8xf32> into tensor<?{m}x8xf32>
// FULL-NEXT:         loop.yield %[[V8]] : tensor<?{m}x8xf32>
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V3]] : tensor<?{m}x8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<?{m}x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// What would be added up twice is not.
// REMARK: remark: the schedule's loops over tiles are left out: split(k, …, tail = overlap) would combine terms of the fold twice
func.func @fold(%a: tensor<?{m}x30xf32>, %b: tensor<30x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4]), split(k, [8], tail = overlap), order(i.0, k.0)>} {
    %s = tensor.fold (%k) = 0 to 30 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x30xf32>
      %y = tensor.at %b[%k, %j] : tensor<30x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @fold(%[[ARG0:.*]]: tensor<?{m}x30xf32>, %[[ARG1:.*]]: tensor<30x8xf32>) -> tensor<?{m}x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, 8] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 30 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x30xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<30x8xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{m}x8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// REMARK: remark: the schedule's loops over tiles are left out: split(i, …, tail = overlap) would add up some points twice, because their fold is split
func.func @parts(%a: tensor<?{m}x30xf32>, %b: tensor<30x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4], tail = overlap), split(k, [8]), order(i.0, k.0)>} {
    %s = tensor.fold (%k) = 0 to 30 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x30xf32>
      %y = tensor.at %b[%k, %j] : tensor<30x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @parts(%[[ARG0:.*]]: tensor<?{m}x30xf32>, %[[ARG1:.*]]: tensor<30x8xf32>) -> tensor<?{m}x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, 8] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 30 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x30xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<30x8xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{m}x8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
