// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='builtin.module(func.func(settle-policies),name-extents,inline,symbol-dce,func.func(unify-extents,switch-to-if,autodiff,set-target,apply-numerics,canonicalize,cse),split-at-binds,func.func(tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,tensor-hoist,combine-reciprocals,schedule))' \
// RUN:   | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --cpu | FileCheck %s --check-prefix=CODE
// RUN: tfopt %s --cpu --check-semantics -o /dev/null

// What a user asks for comes through everything before the loops, with computes merged and inlined around it; short axes and folds that it names
// stay loops.
// CHECK-LABEL: func.func @layer
// CHECK: tensor.compute (%row, %col) in [16, 4] attributes {axes = ["row", "col"], folds = ["t", "k"], schedule = #tensor.schedule<order(row, col, t, k), parallel(row), vectorize(row, 8), unroll(k, 4), unroll(t, 3)>} {
// CHECK: tensor.fold {{.*}} attributes {axis = "t"} {
// CHECK: tensor.fold {{.*}} attributes {axis = "k"} {
// CHECK-NOT: tensor.compute
// CODE-LABEL: func.func @layer
// CODE: loop.parallel
// CODE: vector<8xf32>
func.func @layer(%a: tensor<16x32xf32>, %w: tensor<3x32x4xf32>, %b: tensor<4xf32>) -> (tensor<16x4xf32>, tensor<16x4xf32>) {
  %scaled = arith.mulf %a, %a : tensor<16x32xf32>
  %c = tensor.compute (%row, %col) in [16, 4] attributes {schedule = #tensor.schedule<order(row, col, t, k), parallel(row), vectorize(row, 8), unroll(k, 4), unroll(t, 3)>} {
    %s = tensor.fold (%t) = 0 to 3 add attributes {axis = "t"} {
      %u = tensor.fold (%k) = 0 to 32 add attributes {axis = "k"} {
        %x = tensor.at %scaled[%row, %k] : tensor<16x32xf32>
        %y = tensor.at %w[%t, %k, %col] : tensor<3x32x4xf32>
        %z = arith.mulf %x, %y : f32
        tensor.yield %z : f32
      } : f32
      tensor.yield %u : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<16x4xf32>
  %bias = tensor.broadcast %b dims = [1] : tensor<4xf32> to tensor<16x4xf32>
  %d = arith.addf %c, %bias : tensor<16x4xf32>
  return %c, %d : tensor<16x4xf32>, tensor<16x4xf32>
}

// Taps and channels are one sum, six points share the kernel, and a rest of three does: the accumulators of all go through three loops.
// CHECK-LABEL: func.func @convolution
// CHECK: schedule = #tensor.schedule<parallel(b, y), vectorize(f, 8), jam(x, 6), unroll(c, 2)>
// CODE-LABEL: func.func @convolution
// CODE: %{{.*}}:6 = loop.for {{.*}} iter_args
// CODE: %{{.*}}:6 = loop.for {{.*}} iter_args
// CODE: %{{.*}}:6 = loop.for {{.*}} iter_args
// CODE: %{{.*}}:3 = loop.for {{.*}} iter_args
func.func @convolution(%in: tensor<1x4x11x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<1x2x9x8xf32> {
  %o = tensor.compute (%b, %y, %x, %f) in [1, 2, 9, 8] attributes {schedule = #tensor.schedule<parallel(b, y), vectorize(f, 8), jam(x, 6), unroll(c, 2)>} {
    %sum = tensor.fold (%r) = 0 to 3 add attributes {axis = "r"} {
      %row = tensor.fold (%s) = 0 to 3 add attributes {axis = "s"} {
        %tap = tensor.fold (%c) = 0 to 4 add attributes {axis = "c"} {
          %u = tensor.at %in[%b, %y + %r, %x + %s, %c] : tensor<1x4x11x4xf32>
          %v = tensor.at %w[%r, %s, %c, %f] : tensor<3x3x4x8xf32>
          %p = arith.mulf %u, %v : f32
          tensor.yield %p : f32
        } : f32
        tensor.yield %tap : f32
      } : f32
      tensor.yield %row : f32
    } : f32
    tensor.yield %sum : f32
  } : tensor<1x2x9x8xf32>
  return %o : tensor<1x2x9x8xf32>
}
