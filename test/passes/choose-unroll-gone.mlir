// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v4},canonicalize,choose-unroll)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// A fold without terms goes, the step that names it stays: new names would be others, so nothing is added to
// such a schedule.
// CHECK: tensor.compute
// CHECK-SAME: schedule = #tensor.schedule<unroll(k)>
// CHECK-NOT: tensor.fold
func.func @gone(%x: tensor<7x3x0xf32>) -> tensor<7x3xf32> {
  %y = tensor.compute (%i, %c) in [7, 3] attributes {axes = ["i", "c"], folds = ["k"], schedule = #tensor.schedule<unroll(k)>} {
    %s = tensor.fold (%k) = 0 to 0 add attributes {axis = "k"} {
      %a = tensor.at %x[%i, %c, %k] : tensor<7x3x0xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<7x3xf32>
  return %y : tensor<7x3xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @gone(%[[ARG0:.*]]: tensor<7x3x0xf32>) -> tensor<7x3xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[C:.*]]) in [7, 3] attributes {axes = ["i", "c"], folds = ["k"], schedule = #tensor.schedule<unroll(k)>} {
// FULL-NEXT:       tensor.yield %[[CST]] : f32
// FULL-NEXT:     } : tensor<7x3xf32>
// FULL-NEXT:     return %[[V0]] : tensor<7x3xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
