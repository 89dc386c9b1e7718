// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v4},canonicalize,choose-unroll)' | FileCheck %s

// A fold without terms goes, the step that names it stays: new names would be others, so nothing is added to such a schedule.
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
