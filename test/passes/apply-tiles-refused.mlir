// What loops over tiles cannot do is left out with a remark that says why; the compute stays as it is.
// RUN: tfopt %s --apply-tiles --split-input-file 2>&1 | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK: remark: the schedule's loops over tiles are left out: split(k, …) changes the order of the fold, which has no reassoc
func.func @order(%a: tensor<?{m}x40xf32>, %b: tensor<40x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [4]), split(j, [4]), split(k, [8]), order(k.0, i.0, j.0), vectorize(j, 4)>} {
    %s = tensor.fold (%k) = 0 to 40 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x40xf32>
      %y = tensor.at %b[%k, %j] : tensor<40x?{n}xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @order(%[[ARG0:.*]]: tensor<?{m}x40xf32>, %[[ARG1:.*]]: tensor<40x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, n] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x40xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x?{n}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{m}x?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}x?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: remark: the schedule's loops over tiles are left out: the step stage(k, j, …) is not legal: the staged tile has no constant size: it covers the whole extent of k
func.func @footprint(%a: tensor<?{m}x?{p}xf32>, %b: tensor<?{p}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [4]), split(j, [4]), order(j.0, i.0), stage(k, j, at = j.0)>} {
    %s = tensor.fold (%k) = 0 to p add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x?{p}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{p}x?{n}xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @footprint(%[[ARG0:.*]]: tensor<?{m}x?{p}xf32>, %[[ARG1:.*]]: tensor<?{p}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, n] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to p add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x?{p}xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<?{p}x?{n}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{m}x?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}x?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: remark: the schedule's loops over tiles are left out: the step stage(i, j, …) finds no operand that is read at exactly these loops
func.func @nothing(%a: tensor<?{m}x8xf32>, %b: tensor<8x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [4]), split(j, [4]), order(j.0, i.0), stage(i, j, at = i.0)>} {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x8xf32>
      %y = tensor.at %b[%k, %j] : tensor<8x?{n}xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @nothing(%[[ARG0:.*]]: tensor<?{m}x8xf32>, %[[ARG1:.*]]: tensor<8x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, n] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x8xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<8x?{n}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{m}x?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}x?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: remark: the schedule's loops over tiles are left out: the axis j has no constant extent
func.func @open(%a: tensor<?{m}x8xf32>, %b: tensor<8x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [4])>} {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x8xf32>
      %y = tensor.at %b[%k, %j] : tensor<8x?{n}xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @open(%[[ARG0:.*]]: tensor<?{m}x8xf32>, %[[ARG1:.*]]: tensor<8x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, n] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x8xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<8x?{n}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{m}x?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}x?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// Remarks come before code.
// CHECK-LABEL: func.func @order(
// CHECK: tensor.compute {{.*}}<vectorize(j, 4)>
// CHECK-LABEL: func.func @footprint(
// CHECK: tensor.compute {{.*}}<>
