// RUN: tfopt %s --split-input-file | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file | tfopt --split-input-file | FileCheck %s
// RUN: tfopt %s --split-input-file --print-op-generic | tfopt --split-input-file | FileCheck %s
// COMPLETE: FULL

// Loops have the names of the indices, and of folds those that they say; a schedule calls them so.
// CHECK-LABEL: func.func @names
// CHECK: tensor.compute (%row, %col) in [n, m] attributes {axes = ["row", "col"], folds = ["k"], schedule = #tensor.schedule<order(row, col, k), parallel(row, grain = 4), vectorize(col, 16), jam(row, 6), unroll(k, 4)>} {
// CHECK: tensor.fold (%k) = 0 to p add attributes {axis = "k"} {
func.func @names(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%row, %col) in [n, m]
      attributes {schedule = #tensor.schedule<order(row, col, k), parallel(row, grain = 4), vectorize(col, 16), jam(row, 6), unroll(k, 4)>} {
    %s = tensor.fold (%q) = 0 to p add attributes {axis = "k"} {
      %x = tensor.at %a[%row, %q] : tensor<?{n}x?{p}xf32>
      %y = tensor.at %b[%q, %col] : tensor<?{p}x?{m}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @names(%[[ARG0:.*]]: tensor<?{n}x?{p}xf32>, %[[ARG1:.*]]: tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[ROW:.*]], %[[COL:.*]]) in [n, m] attributes {axes = ["row", "col"], folds = ["k"], schedule = #tensor.schedule<order(row, col, k), parallel(row, grain = 4), vectorize(col, 16), jam(row, 6), unroll(k, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to p add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[ROW]], %[[K]]] : tensor<?{n}x?{p}xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[COL]]] : tensor<?{p}x?{m}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// Names stay without a schedule; a schedule says who decided; one without steps asks for plain loops. A step
// for a fold that is not there any more means nothing.
// CHECK-LABEL: func.func @authors
// CHECK: attributes {axes = ["y"]} {
// CHECK: attributes {axes = ["i"], schedule = #tensor.schedule<parallel(i), by tuner: vectorize(i, 8)>} {
// CHECK: attributes {axes = ["i"], schedule = #tensor.schedule<by file: parallel(i), by user: vectorize(i, 8)>} {
// CHECK: attributes {axes = ["i"], schedule = #tensor.schedule<>} {
// CHECK: attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<unroll(k, 2)>} {
func.func @authors(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %b = tensor.compute (%i) in [n] attributes {axes = ["y"]} {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  %c = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<parallel(i), by tuner: vectorize(i, 8)>} {
    %x = tensor.at %b[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  %d = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<by file: parallel(i), by user: vectorize(i, 8)>} {
    %x = tensor.at %c[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  %e = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<>} {
    %x = tensor.at %d[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  %f = tensor.compute (%i) in [n] attributes {folds = ["k"], schedule = #tensor.schedule<unroll(k, 2)>} {
    %x = tensor.at %e[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %f : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @authors(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[Y:.*]]) in [n] attributes {axes = ["y"]} {
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[Y]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<parallel(i), by tuner: vectorize(i, 8)>} {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<by file: parallel(i), by user: vectorize(i, 8)>} {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V1]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V2]][%[[I_1]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_2:.*]]) in [n] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<unroll(k, 2)>} {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V3]][%[[I_2]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V4]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
