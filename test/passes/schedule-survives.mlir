// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='builtin.module(func.func(settle-policies),name-extents,inline,symbol-dce,func.func(unify-extents,switch-to-if,autodiff,set-target,apply-numerics,canonicalize,cse),split-at-binds,func.func(tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,tensor-hoist,combine-reciprocals,schedule))' \
// RUN:   | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v3 --cpu | tee %t.code | FileCheck %s --check-prefix=CODE
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// COMPLETE: FULL
// GOLDEN: cat %t.code

// What a user asks for comes through everything before the loops, with computes merged and inlined around it;
// short axes and folds that it names stay loops.
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
// FULL: module {
// FULL-NEXT:   func.func @layer(%[[ARG0:.*]]: tensor<16x32xf32>, %[[ARG1:.*]]: tensor<3x32x4xf32>, %[[ARG2:.*]]: tensor<4xf32>) -> (tensor<16x4xf32>, tensor<16x4xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[ROW:.*]], %[[COL:.*]]) in [16, 4] attributes {axes = ["row", "col"], folds = ["t", "k"], schedule = #tensor.schedule<order(row, col, t, k), parallel(row), vectorize(row, 8), unroll(k, 4), unroll(t, 3)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 3 add fastmath<reassoc,contract> attributes {axis = "t"} {
// FULL-NEXT:         %[[V4:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 32 add fastmath<reassoc,contract> attributes {axis = "k"} {
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[ROW]], %[[K_0]]] : tensor<16x32xf32>
// FULL-NEXT:           %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           %[[V7:.*]] = tensor.at %[[ARG1]][%[[K]], %[[K_0]], %[[COL]]] : tensor<3x32x4xf32>
// FULL-NEXT:           %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           tensor.yield %[[V8]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG2]][%[[COL]]] : tensor<4xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       tensor.yield %[[V1]], %[[V3]] : f32, f32
// FULL-NEXT:     } : tensor<16x4xf32>, tensor<16x4xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<16x4xf32>, tensor<16x4xf32>
// FULL-NEXT:   }

// Taps and channels are one sum, six points share the kernel, and a rest of three does: the accumulators of
// all go through three loops.
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
// FULL-NEXT:   func.func @convolution(%[[ARG0:.*]]: tensor<1x4x11x4xf32>, %[[ARG1:.*]]: tensor<3x3x4x8xf32>) -> tensor<1x2x9x8xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[B:.*]], %[[Y:.*]], %[[X:.*]], %[[F:.*]]) in [1, 2, 9, 8] attributes {axes = ["b", "y", "x", "f"], folds = ["r", "s", "c"], schedule = #tensor.schedule<parallel(b, y), vectorize(f, 8), jam(x, 6), unroll(c, 2)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 3 add fastmath<reassoc,contract> attributes {axis = "r"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 3 add fastmath<reassoc,contract> attributes {axis = "s"} {
// FULL-NEXT:           %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to 4 add fastmath<reassoc,contract> attributes {axis = "c"} {
// FULL-NEXT:             %[[V4:.*]] = tensor.at %[[ARG0]][%[[B]], %[[Y]] + %[[K]], %[[X]] + %[[K_0]], %[[K_1]]] : tensor<1x4x11x4xf32>
// FULL-NEXT:             %[[V5:.*]] = tensor.at %[[ARG1]][%[[K]], %[[K_0]], %[[K_1]], %[[F]]] : tensor<3x3x4x8xf32>
// FULL-NEXT:             %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:             tensor.yield %[[V6]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           tensor.yield %[[V3]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1x2x9x8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1x2x9x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
