// Loops that a schedule writes out, by name: copies of a fold are folds of their own until they become one,
// other steps stay, and what may not be done is refused.
// RUN: tfopt %s --split-input-file --apply-unroll | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --cpu --check-semantics -o /dev/null
// RUN: tfopt %s --split-input-file --simt --check-semantics -o /dev/null
// RUN: tfopt %s --split-input-file --tensor-to-loops --check-semantics -o /dev/null
// COMPLETE: FULL

// The axis becomes values of one point, in order and steps of the others nothing is left of it; three sums
// over all bodies are one fold.
// CHECK-LABEL: func.func @points
// CHECK: tensor.compute (%{{.*}}) in [5] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<order(i, k), vectorize(i, 4)>} {
// CHECK: %[[F:.*]]:3 = tensor.fold (%{{.*}}) = 0 to 7 [add, add, add] attributes {axis = "k"}
// CHECK: tensor.from_elements %[[F]]#0, %[[F]]#1, %[[F]]#2 : tensor<3xf32>
func.func @points(%a: tensor<7x3xf32>, %b: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %r = tensor.compute (%i, %c) in [5, 3] attributes {schedule = #tensor.schedule<order(i, c, k), vectorize(i, 4), unroll(c)>} {
    %f = tensor.fold (%k) = 0 to 7 add attributes {axis = "k"} {
      %x = tensor.at %a[%k, %c] : tensor<7x3xf32>
      %y = tensor.at %b[%i, %c] : tensor<5x3xf32>
      %z = arith.subf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @points(%[[ARG0:.*]]: tensor<7x3xf32>, %[[ARG1:.*]]: tensor<5x3xf32>) -> tensor<5x3xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [5] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<order(i, k), vectorize(i, 4)>} {
// FULL-NEXT:       %[[V1:.*]]:3 = tensor.fold (%[[K:.*]]) = 0 to 7 [add, add, add] attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]], 0] : tensor<7x3xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]], 0] : tensor<5x3xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.subf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[K]], 1] : tensor<7x3xf32>
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][%[[I]], 1] : tensor<5x3xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.subf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[ARG0]][%[[K]], 2] : tensor<7x3xf32>
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[ARG1]][%[[I]], 2] : tensor<5x3xf32>
// FULL-NEXT:         %[[V11:.*]] = arith.subf %[[V9]], %[[V10]] : f32
// FULL-NEXT:         tensor.yield %[[V5]], %[[V8]], %[[V11]] : f32, f32, f32
// FULL-NEXT:       } : f32, f32, f32
// FULL-NEXT:       %[[V2:.*]] = tensor.from_elements %[[V1]]#0, %[[V1]]#1, %[[V1]]#2 : tensor<3xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<3xf32>
// FULL-NEXT:     } : tensor<5x3xf32>
// FULL-NEXT:     return %[[V0]] : tensor<5x3xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A fold longer than what is chosen by itself, and one that is not named, which stays.
// CHECK-LABEL: func.func @asked
// CHECK: schedule = #tensor.schedule<>
// CHECK-COUNT-12: tensor.at %arg0[%i, {{[0-9]+}}]
// CHECK: tensor.fold (%{{.*}}) = 0 to 2
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @asked(%a: tensor<5x12xf32>, %b: tensor<2xf32>) -> tensor<5xf32> {
  %r = tensor.compute (%i) in [5] attributes {schedule = #tensor.schedule<unroll(k)>} {
    %f = tensor.fold (%k) = 0 to 12 maximumf attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<5x12xf32>
      tensor.yield %x : f32
    } : f32
    %g = tensor.fold (%l) = 0 to 2 add {
      %x = tensor.at %b[%l] : tensor<2xf32>
      tensor.yield %x : f32
    } : f32
    %s = arith.addf %f, %g : f32
    tensor.yield %s : f32
  } : tensor<5xf32>
  return %r : tensor<5xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @asked(%[[ARG0:.*]]: tensor<5x12xf32>, %[[ARG1:.*]]: tensor<2xf32>) -> tensor<5xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [5] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], 0] : tensor<5x12xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], 1] : tensor<5x12xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.maximumf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], 2] : tensor<5x12xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.maximumf %[[V3]], %[[V4]] : f32
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]], 3] : tensor<5x12xf32>
// FULL-NEXT:       %[[V7:.*]] = arith.maximumf %[[V5]], %[[V6]] : f32
// FULL-NEXT:       %[[V8:.*]] = tensor.at %[[ARG0]][%[[I]], 4] : tensor<5x12xf32>
// FULL-NEXT:       %[[V9:.*]] = arith.maximumf %[[V7]], %[[V8]] : f32
// FULL-NEXT:       %[[V10:.*]] = tensor.at %[[ARG0]][%[[I]], 5] : tensor<5x12xf32>
// FULL-NEXT:       %[[V11:.*]] = arith.maximumf %[[V9]], %[[V10]] : f32
// FULL-NEXT:       %[[V12:.*]] = tensor.at %[[ARG0]][%[[I]], 6] : tensor<5x12xf32>
// FULL-NEXT:       %[[V13:.*]] = arith.maximumf %[[V11]], %[[V12]] : f32
// FULL-NEXT:       %[[V14:.*]] = tensor.at %[[ARG0]][%[[I]], 7] : tensor<5x12xf32>
// FULL-NEXT:       %[[V15:.*]] = arith.maximumf %[[V13]], %[[V14]] : f32
// FULL-NEXT:       %[[V16:.*]] = tensor.at %[[ARG0]][%[[I]], 8] : tensor<5x12xf32>
// FULL-NEXT:       %[[V17:.*]] = arith.maximumf %[[V15]], %[[V16]] : f32
// FULL-NEXT:       %[[V18:.*]] = tensor.at %[[ARG0]][%[[I]], 9] : tensor<5x12xf32>
// FULL-NEXT:       %[[V19:.*]] = arith.maximumf %[[V17]], %[[V18]] : f32
// FULL-NEXT:       %[[V20:.*]] = tensor.at %[[ARG0]][%[[I]], 10] : tensor<5x12xf32>
// FULL-NEXT:       %[[V21:.*]] = arith.maximumf %[[V19]], %[[V20]] : f32
// FULL-NEXT:       %[[V22:.*]] = tensor.at %[[ARG0]][%[[I]], 11] : tensor<5x12xf32>
// FULL-NEXT:       %[[V23:.*]] = arith.maximumf %[[V21]], %[[V22]] : f32
// FULL-NEXT:       %[[V24:.*]] = tensor.fold (%[[K:.*]]) = 0 to 2 add {
// FULL-NEXT:         %[[V26:.*]] = tensor.at %[[ARG1]][%[[K]]] : tensor<2xf32>
// FULL-NEXT:         tensor.yield %[[V26]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V25:.*]] = arith.addf %[[V23]], %[[V24]] : f32
// FULL-NEXT:       tensor.yield %[[V25]] : f32
// FULL-NEXT:     } : tensor<5xf32>
// FULL-NEXT:     return %[[V0]] : tensor<5xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
