// Loops that a schedule writes out, by name: copies of a fold are folds of their own until they become one, other steps stay, and what may not be done is refused.
// RUN: tfopt %s --split-input-file --apply-unroll | FileCheck %s
// RUN: tfopt %s --split-input-file --cpu --check-semantics -o /dev/null
// RUN: tfopt %s --split-input-file --simt --check-semantics -o /dev/null
// RUN: tfopt %s --split-input-file --tensor-to-loops --check-semantics -o /dev/null

// The axis becomes values of one point, in order and steps of the others nothing is left of it; three sums over all bodies are one fold.
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
