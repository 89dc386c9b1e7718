// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='builtin.module(func.func(settle-policies),name-extents,inline,symbol-dce,func.func(unify-extents,switch-to-if,autodiff,set-target,apply-numerics,canonicalize,cse),split-at-binds,func.func(tensor-decompose,prove-bounds,tensor-fuse,cse,canonicalize,tensor-unroll-small-axes,cse,canonicalize,tensor-hoist,combine-reciprocals,schedule))' \
// RUN:   | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --cpu | FileCheck %s --check-prefix=CODE
// RUN: tfopt %s --cpu --check-semantics -o /dev/null

// What a user asks for comes through everything before the loops, with computes merged and inlined around it; short axes and folds that it names
// stay loops.
// CHECK-LABEL: func.func @layer
// CHECK: tensor.compute (%row, %col) in [64, 4] attributes {axes = ["row", "col"], folds = ["t", "k"], schedule = #tensor.schedule<order(row, col, t, k), parallel(row), vectorize(row, 8), unroll(k, 4), unroll(t, 3)>} {
// CHECK: tensor.fold {{.*}} attributes {axis = "t"} {
// CHECK: tensor.fold {{.*}} attributes {axis = "k"} {
// CHECK-NOT: tensor.compute
// CODE-LABEL: func.func @layer
// CODE: loop.parallel
// CODE: vector<8xf32>
func.func @layer(%a: tensor<64x32xf32>, %w: tensor<3x32x4xf32>, %b: tensor<4xf32>) -> (tensor<64x4xf32>, tensor<64x4xf32>) {
  %scaled = arith.mulf %a, %a : tensor<64x32xf32>
  %c = tensor.compute (%row, %col) in [64, 4] attributes {schedule = #tensor.schedule<order(row, col, t, k), parallel(row), vectorize(row, 8), unroll(k, 4), unroll(t, 3)>} {
    %s = tensor.fold (%t) = 0 to 3 add attributes {axis = "t"} {
      %u = tensor.fold (%k) = 0 to 32 add attributes {axis = "k"} {
        %x = tensor.at %scaled[%row, %k] : tensor<64x32xf32>
        %y = tensor.at %w[%t, %k, %col] : tensor<3x32x4xf32>
        %z = arith.mulf %x, %y : f32
        tensor.yield %z : f32
      } : f32
      tensor.yield %u : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<64x4xf32>
  %bias = tensor.broadcast %b dims = [1] : tensor<4xf32> to tensor<64x4xf32>
  %d = arith.addf %c, %bias : tensor<64x4xf32>
  return %c, %d : tensor<64x4xf32>, tensor<64x4xf32>
}
