// RUN: tfopt %s --split-input-file --canonicalize --cse | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --autodiff --simplify-computes --choose-unroll --apply-unroll --canonicalize | tee %t.mapped | FileCheck %s --check-prefix=MAPPED
// RUN: FileCheck %s --check-prefix=FULL_MAPPED --match-full-lines < %t.mapped
// COMPLETE: FULL, FULL_MAPPED

// A fold that nothing uses goes, and the schedule stays valid; results that nothing uses go, and the schedule
// stays.
// CHECK-LABEL: func.func @dead
// CHECK: %{{[0-9]+}} = tensor.compute (%i) in [n] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<parallel(i), unroll(k, 4)>} {
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @dead(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %c:2 = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<parallel(i), unroll(k, 4)>} {
    %s = tensor.fold (%k) = 0 to m add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    %y = tensor.at %a[%i, 0] clamp : tensor<?{n}x?{m}xf32>
    tensor.yield %s, %y : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %c#1 : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @dead(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<parallel(i), unroll(k, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], 0] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_MAPPED: module {
// FULL_MAPPED-NEXT:   func.func @dead(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
// FULL_MAPPED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<parallel(i), unroll(k, 4)>} {
// FULL_MAPPED-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], 0] clamp : tensor<?{n}x?{m}xf32>
// FULL_MAPPED-NEXT:       tensor.yield %[[V1]] : f32
// FULL_MAPPED-NEXT:     } : tensor<?{n}xf32>
// FULL_MAPPED-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL_MAPPED-NEXT:   }
// FULL_MAPPED-NEXT: }

// -----

// Slices are a further axis, outside of the others and parallel as they are.
// MAPPED-LABEL: func.func @mapped
// MAPPED: attributes {axes = ["slice", "i"], folds = ["k"], schedule = #tensor.schedule<order(slice, i, k), parallel(slice, i), unroll(k, 4)>} {
func.func @mapped(%a: tensor<?{b}x?{n}x?{m}xf32>) -> tensor<?{b}x?{n}xf32> {
  %r = tensor.vmap (%s = %a) axes [0] -> [0] : (tensor<?{b}x?{n}x?{m}xf32>) -> (tensor<?{b}x?{n}xf32>) {
    %c = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<order(i, k), parallel(i), unroll(k, 4)>} {
      %f = tensor.fold (%k) = 0 to m add attributes {axis = "k"} {
        %x = tensor.at %s[%i, %k] : tensor<?{n}x?{m}xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    tensor.yield %c : tensor<?{n}xf32>
  }
  return %r : tensor<?{b}x?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @mapped(%[[ARG0:.*]]: tensor<?{b}x?{n}x?{m}xf32>) -> tensor<?{b}x?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.vmap (%[[ARG1:.*]] = %[[ARG0]]) axes [0] -> [0] : (tensor<?{b}x?{n}x?{m}xf32>) -> (tensor<?{b}x?{n}xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<order(i, k), parallel(i), unroll(k, 4)>} {
// FULL-NEXT:         %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to m add attributes {axis = "k"} {
// FULL-NEXT:           %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           tensor.yield %[[V3]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<?{b}x?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_MAPPED: module {
// FULL_MAPPED-NEXT:   func.func @mapped(%[[ARG0:.*]]: tensor<?{b}x?{n}x?{m}xf32>) -> tensor<?{b}x?{n}xf32> {
// FULL_MAPPED-NEXT:     %[[V0:.*]] = tensor.compute (%[[SLICE:.*]], %[[I:.*]]) in [b, n] attributes {axes = ["slice", "i"], folds = ["k"], schedule = #tensor.schedule<order(slice, i, k), parallel(slice, i), unroll(k, 4)>} {
// FULL_MAPPED-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to m add attributes {axis = "k"} {
// FULL_MAPPED-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[SLICE]], %[[I]], %[[K]]] : tensor<?{b}x?{n}x?{m}xf32>
// FULL_MAPPED-NEXT:         tensor.yield %[[V2]] : f32
// FULL_MAPPED-NEXT:       } : f32
// FULL_MAPPED-NEXT:       tensor.yield %[[V1]] : f32
// FULL_MAPPED-NEXT:     } : tensor<?{b}x?{n}xf32>
// FULL_MAPPED-NEXT:     return %[[V0]] : tensor<?{b}x?{n}xf32>
// FULL_MAPPED-NEXT:   }
// FULL_MAPPED-NEXT: }

// -----

// A short axis and a short fold that the schedule names stay loops; without names they go.
// MAPPED-LABEL: func.func @short
// MAPPED: tensor.compute (%i, %j) in [n, 3] attributes {{.*}} {
// MAPPED: tensor.fold
// MAPPED: tensor.compute (%{{.*}}) in [n] {
// MAPPED-NOT: tensor.fold
// MAPPED: return
func.func @short(%a: tensor<?{n}x3x4xf32>, %b: tensor<?{n}x3x4xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>) {
  %c = tensor.compute (%i, %j) in [n, 3] attributes {schedule = #tensor.schedule<vectorize(j, 2), unroll(k, 2)>} {
    %f = tensor.fold (%k) = 0 to 4 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %j, %k] : tensor<?{n}x3x4xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}x3xf32>
  %d = tensor.compute (%i, %j) in [n, 3] {
    %f = tensor.fold (%k) = 0 to 4 add {
      %x = tensor.at %b[%i, %j, %k] : tensor<?{n}x3x4xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}x3xf32>
  return %c, %d : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<?{n}x3x4xf32>, %[[ARG1:.*]]: tensor<?{n}x3x4xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 3] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 2), unroll(k, 2)>} {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]], %[[K]]] : tensor<?{n}x3x4xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}x3xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [n, 3] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K]]) = 0 to 4 add {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG1]][%[[I_0]], %[[J_1]], %[[K]]] : tensor<?{n}x3x4xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}x3xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_MAPPED: module {
// FULL_MAPPED-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<?{n}x3x4xf32>, %[[ARG1:.*]]: tensor<?{n}x3x4xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>) {
// FULL_MAPPED-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_MAPPED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 3] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 2), unroll(k, 2)>} {
// FULL_MAPPED-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4 add attributes {axis = "k"} {
// FULL_MAPPED-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]], %[[K]]] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:         tensor.yield %[[V3]] : f32
// FULL_MAPPED-NEXT:       } : f32
// FULL_MAPPED-NEXT:       tensor.yield %[[V2]] : f32
// FULL_MAPPED-NEXT:     } : tensor<?{n}x3xf32>
// FULL_MAPPED-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL_MAPPED-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[I_0]], 0, 0] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V3]] = arith.addf %[[V2]], %[[CST]] : f32
// FULL_MAPPED-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I_0]], 0, 1] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL_MAPPED-NEXT:       %[[V6:.*]] = tensor.at %[[ARG1]][%[[I_0]], 0, 2] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V7:.*]] = arith.addf %[[V5]], %[[V6]] : f32
// FULL_MAPPED-NEXT:       %[[V8:.*]] = tensor.at %[[ARG1]][%[[I_0]], 0, 3] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V9:.*]] = arith.addf %[[V7]], %[[V8]] : f32
// FULL_MAPPED-NEXT:       %[[V10:.*]] = tensor.at %[[ARG1]][%[[I_0]], 1, 0] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V11:.*]] = arith.addf %[[V10]], %[[CST]] : f32
// FULL_MAPPED-NEXT:       %[[V12:.*]] = tensor.at %[[ARG1]][%[[I_0]], 1, 1] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V13:.*]] = arith.addf %[[V11]], %[[V12]] : f32
// FULL_MAPPED-NEXT:       %[[V14:.*]] = tensor.at %[[ARG1]][%[[I_0]], 1, 2] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V15:.*]] = arith.addf %[[V13]], %[[V14]] : f32
// FULL_MAPPED-NEXT:       %[[V16:.*]] = tensor.at %[[ARG1]][%[[I_0]], 1, 3] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V17:.*]] = arith.addf %[[V15]], %[[V16]] : f32
// FULL_MAPPED-NEXT:       %[[V18:.*]] = tensor.at %[[ARG1]][%[[I_0]], 2, 0] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V19:.*]] = arith.addf %[[V18]], %[[CST]] : f32
// FULL_MAPPED-NEXT:       %[[V20:.*]] = tensor.at %[[ARG1]][%[[I_0]], 2, 1] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V21:.*]] = arith.addf %[[V19]], %[[V20]] : f32
// FULL_MAPPED-NEXT:       %[[V22:.*]] = tensor.at %[[ARG1]][%[[I_0]], 2, 2] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V23:.*]] = arith.addf %[[V21]], %[[V22]] : f32
// FULL_MAPPED-NEXT:       %[[V24:.*]] = tensor.at %[[ARG1]][%[[I_0]], 2, 3] : tensor<?{n}x3x4xf32>
// FULL_MAPPED-NEXT:       %[[V25:.*]] = arith.addf %[[V23]], %[[V24]] : f32
// FULL_MAPPED-NEXT:       %[[V26:.*]] = tensor.from_elements %[[V9]], %[[V17]], %[[V25]] : tensor<3xf32>
// FULL_MAPPED-NEXT:       tensor.yield %[[V26]] : tensor<3xf32>
// FULL_MAPPED-NEXT:     } : tensor<?{n}x3xf32>
// FULL_MAPPED-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
// FULL_MAPPED-NEXT:   }
// FULL_MAPPED-NEXT: }
