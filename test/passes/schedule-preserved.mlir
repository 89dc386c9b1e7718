// RUN: tfopt %s --split-input-file --choose-fusion --apply-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --choose-fusion --apply-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tfopt %s --split-input-file --choose-fusion --apply-fusion --check-semantics -o /dev/null
// COMPLETE: FULL

// Merged computes have the steps of both. The fold of the second gets another name, and its axis the first
// one's.
// CHECK-LABEL: func.func @merged
// CHECK: tensor.compute (%i) in [n] attributes {axes = ["i"], folds = ["k", "k_1"], schedule = #tensor.schedule<parallel(i), unroll(k, 2), unroll(k_1, 4)>} {
// CHECK: tensor.fold {{.*}} add attributes {axis = "k"} {
// CHECK: tensor.fold {{.*}} maximumf attributes {axis = "k_1"} {
// CHECK-NOT: tensor.compute
func.func @merged(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<parallel(i), unroll(k, 2)>} {
    %f = tensor.fold (%k) = 0 to m add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %t = tensor.compute (%r) in [n] attributes {schedule = #tensor.schedule<parallel(r), unroll(k, 4)>} {
    %f = tensor.fold (%k) = 0 to m maximumf attributes {axis = "k"} {
      %x = tensor.at %a[%r, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %s, %t : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @merged(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k", "k_1"], schedule = #tensor.schedule<parallel(i), unroll(k, 2), unroll(k_1, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to m add attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to m maximumf attributes {axis = "k_1"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]], %[[V2]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// One schedule is enough for both; without any, nothing is named.
// CHECK-LABEL: func.func @one
// CHECK: tensor.compute (%i) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<vectorize(i, 8)>} {
// CHECK: tensor.compute (%i{{.*}}) in [m] {
// CHECK-NOT: tensor.compute
func.func @one(%a: tensor<?{n}xf32>, %b: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<?{m}xf32>) {
  %c = tensor.compute (%p) in [n] {
    %x = tensor.at %a[%p] : tensor<?{n}xf32>
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  %d = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<vectorize(i, 8)>} {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.sin %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  %e = tensor.compute (%p) in [m] {
    %x = tensor.at %b[%p] : tensor<?{m}xf32>
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } : tensor<?{m}xf32>
  %f = tensor.compute (%p) in [m] {
    %x = tensor.at %b[%p] : tensor<?{m}xf32>
    %y = math.sin %x : f32
    tensor.yield %y : f32
  } : tensor<?{m}xf32>
  return %c, %d, %e, %f : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @one(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<?{m}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<vectorize(i, 8)>} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V5:.*]] = math.sin %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V3]], %[[V5]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.compute (%[[I_0:.*]]) in [m] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<?{m}xf32>
// FULL-NEXT:       %[[V3]] = math.exp %[[V2]] : f32
// FULL-NEXT:       %[[V4]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<?{m}xf32>
// FULL-NEXT:       %[[V5]] = math.sin %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V3]], %[[V5]] : f32, f32
// FULL-NEXT:     } : tensor<?{m}xf32>, tensor<?{m}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1, %[[V1]]#0, %[[V1]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<?{m}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A step that contradicts one before it goes, with a remark.
// REMARK: remark: the step vectorize(j, 8) of the schedule is not legal for the merged compute, and is left out: the schedule vectorizes both i and j
// CHECK-LABEL: func.func @contradicting
// CHECK: schedule = #tensor.schedule<vectorize(i, 4), parallel(i)>
func.func @contradicting(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
  %c = tensor.compute (%i, %j) in [n, m] attributes {schedule = #tensor.schedule<vectorize(i, 4)>} {
    %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}x?{m}xf32>
  %d = tensor.compute (%i, %j) in [n, m] attributes {schedule = #tensor.schedule<vectorize(j, 8), parallel(i)>} {
    %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
    %y = math.sin %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}x?{m}xf32>
  return %c, %d : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @contradicting(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(i, 4), parallel(i)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V2:.*]] = math.exp %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V4:.*]] = math.sin %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V2]], %[[V4]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// What the heuristic chose for one does not decide about both.
// CHECK-LABEL: func.func @chosen
// CHECK: tensor.compute (%i) in [n] {
// CHECK-NOT: tensor.compute
func.func @chosen(%a: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<by heuristic: vectorize(i, 4)>} {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  %d = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.sin %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  return %c, %d : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @chosen(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = math.exp %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = math.sin %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V2]], %[[V4]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A compute with a schedule stays where it is; one that takes code in keeps its own, and the code's folds get
// other names.
// REMARK: remark: the compute is not inlined: its schedule specifies its own loops
// CHECK-LABEL: func.func @inlined
// CHECK: tensor.compute (%i) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<vectorize(i, 4)>} {
// CHECK: tensor.compute () in [] attributes {folds = ["k"], schedule = #tensor.schedule<unroll(k, 4)>} {
// CHECK: tensor.fold {{.*}} add attributes {axis = "k"} {
// CHECK: tensor.fold {{.*}} maximumf attributes {axis = "k_1"} {
// CHECK-NOT: tensor.compute
func.func @inlined(%a: tensor<?{n}x?{m}xf32>) -> tensor<f32> {
  %kept = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<vectorize(i, 4)>} {
    %x = tensor.at %a[%i, 0] clamp : tensor<?{n}x?{m}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  %most = tensor.compute (%i) in [n] {
    %f = tensor.fold (%k) = 0 to m maximumf attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %s = tensor.compute () in [] attributes {schedule = #tensor.schedule<unroll(k, 4)>} {
    %f = tensor.fold (%k) = 0 to n add attributes {axis = "k"} {
      %x = tensor.at %most[%k] : tensor<?{n}xf32>
      %y = tensor.at %kept[%k] : tensor<?{n}xf32>
      %z = arith.addf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<f32>
  return %s : tensor<f32>
}
// FULL: module {
// FULL-NEXT:   func.func @inlined(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<f32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<vectorize(i, 4)>} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], 0] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] attributes {folds = ["k"], schedule = #tensor.schedule<unroll(k, 4)>} {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K:.*]]) = 0 to n add attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to m maximumf attributes {axis = "k_1"} {
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_0]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           tensor.yield %[[V6]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[V0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     return %[[V1]] : tensor<f32>
// FULL-NEXT:   }
// FULL-NEXT: }
