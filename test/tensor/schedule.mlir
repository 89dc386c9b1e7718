// RUN: tfopt %s --split-input-file | FileCheck %s
// RUN: tfopt %s --split-input-file | tfopt --split-input-file | FileCheck %s
// RUN: tfopt %s --split-input-file --print-op-generic | tfopt --split-input-file | FileCheck %s

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

// -----

// Names stay without a schedule; a schedule says who decided; one without steps asks for plain loops. A step for a fold that is not
// there any more means nothing.
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
