// RUN: tfopt --import=stablehlo %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --import %s | FileCheck %s
// COMPLETE: FULL

// CHECK-LABEL: func.func @signs(%arg0: tensor<4xi8> {tf.element = ui8}, %arg1: tensor<4xi8> {tf.element = ui8})
// CHECK-SAME: -> (tensor<4xi8> {tf.element = ui8})
func.func @signs(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: arith.divui
  %0 = stablehlo.divide %a, %b : tensor<4xui8>
  // CHECK: arith.uitofp %{{.*}} : tensor<4xi8> to tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xui8>) -> tensor<4xf32>
  // CHECK: arith.fptoui
  %2 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xui8>
  // CHECK: arith.maxui
  %3 = stablehlo.maximum %2, %b : tensor<4xui8>
  return %3 : tensor<4xui8>
}
// FULL: module {
// FULL-NEXT:   func.func @signs(%[[ARG0:.*]]: tensor<4xi8> {tf.element = ui8}, %[[ARG1:.*]]: tensor<4xi8> {tf.element = ui8}) -> (tensor<4xi8> {tf.element = ui8}) attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = arith.divui %[[ARG0]], %[[ARG1]] : tensor<4xi8>
// FULL-NEXT:     %[[V1:.*]] = arith.uitofp %[[V0]] : tensor<4xi8> to tensor<4xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.fptoui %[[V1]] : tensor<4xf32> to tensor<4xi8>
// FULL-NEXT:     %[[V3:.*]] = arith.maxui %[[V2]], %[[ARG1]] : tensor<4xi8>
// FULL-NEXT:     return %[[V3]] : tensor<4xi8>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @bools
func.func @bools(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  // CHECK: arith.ori
  %0 = stablehlo.add %a, %b : tensor<4xi1>
  // CHECK: arith.andi
  %1 = stablehlo.multiply %0, %b : tensor<4xi1>
  // CHECK: arith.cmpi ult
  %2 = stablehlo.compare LT, %1, %b, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}
// FULL-NEXT:   func.func @bools(%[[ARG0:.*]]: tensor<4xi1>, %[[ARG1:.*]]: tensor<4xi1>) -> tensor<4xi1> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = arith.ori %[[ARG0]], %[[ARG1]] : tensor<4xi1>
// FULL-NEXT:     %[[V1:.*]] = arith.andi %[[V0]], %[[ARG1]] : tensor<4xi1>
// FULL-NEXT:     %[[V2:.*]] = arith.cmpi ult, %[[V1]], %[[ARG1]] : tensor<4xi1>
// FULL-NEXT:     return %[[V2]] : tensor<4xi1>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @dot
func.func @dot(%a: tensor<2x3x4xbf16>, %b: tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16> {
  // Narrow floats are summed in f32.
  // CHECK: %[[SUM:.*]] = tensor.contract "acb,abd->acd" %arg0, %arg1 : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xf32>
  // CHECK: arith.truncf %[[SUM]]
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16>
  return %0 : tensor<2x3x5xbf16>
}
// FULL-NEXT:   func.func @dot(%[[ARG0:.*]]: tensor<2x3x4xbf16>, %[[ARG1:.*]]: tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.contract "acb,abd->acd" %[[ARG0]], %[[ARG1]] : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.truncf %[[V0]] : tensor<2x3x5xf32> to tensor<2x3x5xbf16>
// FULL-NEXT:     return %[[V1]] : tensor<2x3x5xbf16>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @reduce
func.func @reduce(%a: tensor<4x8xf32>, %c: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // From zero, the sum is what the fold gives.
  // CHECK: %[[A:.*]] = tensor.reduce add %arg0 dims = [1]
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %[[M:.*]] = tensor.reduce maximumf %arg0 dims = [1]
  // CHECK: %[[C:.*]] = tensor.broadcast %arg1 dims = []
  // CHECK: arith.maximumf %[[C]], %[[M]]
  %1 = stablehlo.reduce(%a init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: return %[[A]]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// FULL-NEXT:   func.func @reduce(%[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce add %[[ARG0]] dims = [1] : tensor<4x8xf32> to tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce maximumf %[[ARG0]] dims = [1] : tensor<4x8xf32> to tensor<4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.broadcast %[[ARG1]] dims = [] : tensor<f32> to tensor<4xf32>
// FULL-NEXT:     %[[V3:.*]] = arith.maximumf %[[V2]], %[[V1]] : tensor<4xf32>
// FULL-NEXT:     return %[[V0]], %[[V3]] : tensor<4xf32>, tensor<4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @loop
func.func @loop(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: loop.while
  // CHECK: arith.cmpi slt
  // CHECK: %[[COND:.*]] = tensor.at
  // CHECK: loop.condition %[[COND]]
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %0 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = func.call @twice(%y) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
// FULL-NEXT:   func.func @loop(%[[ARG0:.*]]: tensor<i32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0> : tensor<i32>
// FULL-NEXT:     %[[V0:.*]]:2 = loop.while (%[[ARG2:.*]] = %[[CST]], %[[ARG3:.*]] = %[[ARG1]]) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = arith.cmpi slt, %[[ARG2]], %[[ARG0]] : tensor<i32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[V1]][] : tensor<i1>
// FULL-NEXT:       loop.condition %[[V2]], %[[ARG2]], %[[ARG3]] : tensor<i32>, tensor<4xf32>
// FULL-NEXT:     } do (%[[ARG2]]: tensor<i32>, %[[ARG3]]: tensor<4xf32>) {
// FULL-NEXT:       %[[CST_0:.*]] = arith.constant dense<1> : tensor<i32>
// FULL-NEXT:       %[[V1]] = arith.addi %[[ARG2]], %[[CST_0]] : tensor<i32>
// FULL-NEXT:       %[[V2]] = func.call @twice(%[[ARG3]]) : (tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:       loop.yield %[[V1]], %[[V2]] : tensor<i32>, tensor<4xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#1 : tensor<4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func private @twice
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// FULL-NEXT:   func.func private @twice(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG0]] : tensor<4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }

// A sum over windows along several axes has an order where numerics are strict; each step is rounded.
// CHECK-LABEL: func.func @windows
func.func @windows(%a: tensor<4x6xbf16>) -> (tensor<3x5xbf16>, tensor<4x5xbf16>) attributes {tf.numerics = "strict"} {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  // CHECK: tensor.reduce_window %arg0 init(%{{.*}}) window = [2, 2] {{.*}} combine
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<3x5xbf16>
  // CHECK: tensor.reduce_window add %arg0 window = [1, 2]
  %1 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<4x5xbf16>
  return %0, %1 : tensor<3x5xbf16>, tensor<4x5xbf16>
}
// FULL-NEXT:   func.func @windows(%[[ARG0:.*]]: tensor<4x6xbf16>) -> (tensor<3x5xbf16>, tensor<4x5xbf16>) attributes {tf.numerics = "strict"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<bf16>
// FULL-NEXT:     %[[V0:.*]] = tensor.at %[[CST]][] : tensor<bf16>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce_window %[[ARG0]] init(%[[V0]]) window = [2, 2] strides = [1, 1] base_dilations = [1, 1] window_dilations = [1, 1] low = [0, 0] high = [0, 0] combine (%[[ARG1:.*]]: bf16, %[[ARG2:.*]]: bf16) {
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[ARG1]], %[[ARG2]] : bf16
// FULL-NEXT:       tensor.yield %[[V3]] : bf16
// FULL-NEXT:     } : tensor<4x6xbf16> to tensor<3x5xbf16>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 2] strides = [1, 1] base_dilations = [1, 1] window_dilations = [1, 1] low = [0, 0] high = [0, 0] : tensor<4x6xbf16> to tensor<4x5xbf16>
// FULL-NEXT:     return %[[V1]], %[[V2]] : tensor<3x5xbf16>, tensor<4x5xbf16>
// FULL-NEXT:   }

// The triangle that is named is read, in order; a loop goes over the unknowns.
// CHECK-LABEL: func.func @solve
func.func @solve(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: loop.for %[[I:.*]] = %{{.*}} iter_args
  // CHECK: tensor.fold (%[[K:.*]]) = 0 to %[[I]] add
  // CHECK: tensor.at %arg0[%[[I]], %[[K]]] clamp
  // CHECK: tensor.update_slice
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
// FULL-NEXT:   func.func @solve(%[[ARG0:.*]]: tensor<4x4xf32>, %[[ARG1:.*]]: tensor<4x2xf32>) -> tensor<4x2xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<4x2xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (tensor<4x2xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [1, 2] {
// FULL-NEXT:         %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to %[[I]] add {
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] clamp : tensor<4x4xf32>
// FULL-NEXT:           %[[V9:.*]] = tensor.at %[[ARG2]][%[[K]], %[[J]]] clamp : tensor<4x2xf32>
// FULL-NEXT:           %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL-NEXT:           tensor.yield %[[V10]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]], %[[J]]] clamp : tensor<4x2xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.subf %[[V4]], %[[V3]] : f32
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I]]] clamp : tensor<4x4xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.divf %[[V5]], %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<1x2xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.update_slice %[[V1]], %[[ARG2]][%[[I]], %[[C0]]] : tensor<1x2xf32> into tensor<4x2xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<4x2xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4x2xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
