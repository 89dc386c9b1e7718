// RUN: tfopt %s --split-input-file --canonicalize --cse | FileCheck %s
// RUN: tfopt %s --split-input-file --autodiff --simplify-computes --choose-unroll --apply-unroll --canonicalize | FileCheck %s --check-prefix=MAPPED

// A fold that nothing uses goes, and the schedule stays valid; results that nothing uses go, and the schedule stays.
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
