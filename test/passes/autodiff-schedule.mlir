// RUN: tfopt --target=x86-64-v4 --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse,tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,schedule))' %s \
// RUN:   | tee %t.check | FileCheck %s --implicit-check-not=tensor.put --implicit-check-not='accumulate(' --implicit-check-not=tensor.compute
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// The derivatives of a convolution are sums as those of a product are: in three nests, each with a schedule
// of its own. That by what it reads is a convolution with the schedule of one; rows of the kernel share what
// they read of the cotangent.
// CHECK-LABEL: func.func @convolution
// CHECK: tensor.compute ({{.*}}) in [8, 56, 56, 64] attributes {{{.*}}schedule = #tensor.schedule<by heuristic: parallel({{.*}}), vectorize(l, {{.*}}>}
// CHECK: tensor.compute ({{.*}}) in [8, 56, 56, 64] attributes {{{.*}}schedule = #tensor.schedule<by heuristic: parallel({{.*}}), vectorize(l, {{.*}}>}
// CHECK: tensor.compute ({{.*}}) in [3, 3, 64, 64] attributes {{{.*}}vectorize(l, {{.*}}), jam(k, {{[0-9]+}})>}
// CHECK: return
func.func @convolution(%x: tensor<8x56x56x64xf32>, %w: tensor<3x3x64x64xf32>, %g: tensor<8x56x56x64xf32>)
// FULL: module {
// FULL-NEXT:   func.func @convolution(%[[ARG0:.*]]: tensor<8x56x56x64xf32>, %[[ARG1:.*]]: tensor<3x3x64x64xf32>, %[[ARG2:.*]]: tensor<8x56x56x64xf32>) -> (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]], %[[L:.*]]) in [8, 56, 56, 64] attributes {axes = ["i", "j", "k", "l"], folds = ["m", "n"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1), vectorize(l, 64), jam(k, 2)>} {
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K_8:.*]]) = 0 to 3 add attributes {axis = "m"} {
// FULL-NEXT:         %[[V4:.*]]:3 = tensor.fold (%[[K_9:.*]]) = 0 to 64 [add, add, add] attributes {axis = "n"} {
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + %[[K_8]] - 1, %[[K]] - 1, %[[K_9]]] fill(%[[CST]]) : tensor<8x56x56x64xf32>
// FULL-NEXT:           %[[V9:.*]] = tensor.at %[[ARG1]][%[[K_8]], 0, %[[K_9]], %[[L]]] : tensor<3x3x64x64xf32>
// FULL-NEXT:           %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL-NEXT:           %[[V11:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + %[[K_8]] - 1, %[[K]], %[[K_9]]] fill(%[[CST]]) : tensor<8x56x56x64xf32>
// FULL-NEXT:           %[[V12:.*]] = tensor.at %[[ARG1]][%[[K_8]], 1, %[[K_9]], %[[L]]] : tensor<3x3x64x64xf32>
// FULL-NEXT:           %[[V13:.*]] = arith.mulf %[[V11]], %[[V12]] : f32
// FULL-NEXT:           %[[V14:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + %[[K_8]] - 1, %[[K]] + 1, %[[K_9]]] fill(%[[CST]]) : tensor<8x56x56x64xf32>
// FULL-NEXT:           %[[V15:.*]] = tensor.at %[[ARG1]][%[[K_8]], 2, %[[K_9]], %[[L]]] : tensor<3x3x64x64xf32>
// FULL-NEXT:           %[[V16:.*]] = arith.mulf %[[V14]], %[[V15]] : f32
// FULL-NEXT:           tensor.yield %[[V10]], %[[V13]], %[[V16]] : f32, f32, f32
// FULL-NEXT:         } : f32, f32, f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V4]]#0, %[[CST]] : f32
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V4]]#1 : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V4]]#2 : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<8x56x56x64xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]], %[[K_2:.*]], %[[L_3:.*]]) in [8, 56, 56, 64] attributes {axes = ["i", "j", "k", "l"], folds = ["m", "n"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1), vectorize(l, 16), jam(k, 8)>} {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K_8]]) = 0 to 3 add attributes {axis = "m"} {
// FULL-NEXT:         %[[V4]]:3 = tensor.fold (%[[K_9]]) = 0 to 64 [add, add, add] attributes {axis = "n"} {
// FULL-NEXT:           %[[V8]] = tensor.at %[[ARG2]][%[[I_0]], %[[J_1]] + %[[K_8]] - 1, %[[K_2]] - 1, %[[K_9]]] fill(%[[CST]]) : tensor<8x56x56x64xf32>
// FULL-NEXT:           %[[V9]] = tensor.at %[[ARG1]][-%[[K_8]] + 2, 2, %[[L_3]], %[[K_9]]] : tensor<3x3x64x64xf32>
// FULL-NEXT:           %[[V10]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL-NEXT:           %[[V11]] = tensor.at %[[ARG2]][%[[I_0]], %[[J_1]] + %[[K_8]] - 1, %[[K_2]], %[[K_9]]] fill(%[[CST]]) : tensor<8x56x56x64xf32>
// FULL-NEXT:           %[[V12]] = tensor.at %[[ARG1]][-%[[K_8]] + 2, 1, %[[L_3]], %[[K_9]]] : tensor<3x3x64x64xf32>
// FULL-NEXT:           %[[V13]] = arith.mulf %[[V11]], %[[V12]] : f32
// FULL-NEXT:           %[[V14]] = tensor.at %[[ARG2]][%[[I_0]], %[[J_1]] + %[[K_8]] - 1, %[[K_2]] + 1, %[[K_9]]] fill(%[[CST]]) : tensor<8x56x56x64xf32>
// FULL-NEXT:           %[[V15]] = tensor.at %[[ARG1]][-%[[K_8]] + 2, 0, %[[L_3]], %[[K_9]]] : tensor<3x3x64x64xf32>
// FULL-NEXT:           %[[V16]] = arith.mulf %[[V14]], %[[V15]] : f32
// FULL-NEXT:           tensor.yield %[[V10]], %[[V13]], %[[V16]] : f32, f32, f32
// FULL-NEXT:         } : f32, f32, f32
// FULL-NEXT:         %[[V5]] = arith.addf %[[V4]]#0, %[[CST]] : f32
// FULL-NEXT:         %[[V6]] = arith.addf %[[V5]], %[[V4]]#1 : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V4]]#2 : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<8x56x56x64xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_4:.*]], %[[J_5:.*]], %[[K_6:.*]], %[[L_7:.*]]) in [3, 3, 64, 64] attributes {axes = ["i", "j", "k", "l"], folds = ["m", "n", "o"], schedule = #tensor.schedule<by heuristic: order(k, i, j, l), parallel(k, grain = 1), vectorize(l, 64), jam(k, 6)>} {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K_8]]) = 0 to 8 add attributes {axis = "m"} {
// FULL-NEXT:         %[[V4]] = tensor.fold (%[[K_9]]) = 0 to 56 add attributes {axis = "n"} {
// FULL-NEXT:           %[[V5]] = tensor.fold (%[[K_10:.*]]) = 0 to 56 add attributes {axis = "o"} {
// FULL-NEXT:             %[[V6]] = tensor.at %[[ARG2]][%[[K_8]], %[[K_9]], %[[K_10]], %[[L_7]]] : tensor<8x56x56x64xf32>
// FULL-NEXT:             %[[V7]] = tensor.at %[[ARG0]][%[[K_8]], %[[K_9]] + %[[I_4]] - 1, %[[K_10]] + %[[J_5]] - 1, %[[K_6]]] fill(%[[CST]]) : tensor<8x56x56x64xf32>
// FULL-NEXT:             %[[V8]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL-NEXT:             tensor.yield %[[V8]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<3x3x64x64xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
    -> (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) {
  %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g)
      : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> (tensor<8x56x56x64xf32>) {
    %c = tensor.conv "b01f,01io->b01f" %u, %v low = [1, 1] high = [1, 1] : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    tensor.yield %c : tensor<8x56x56x64xf32>
  }
  return %y, %dx, %dw : tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>
}
