// RUN: tfopt --import=stablehlo %s | FileCheck %s
// RUN: tfopt --import %s | FileCheck %s

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

// CHECK-LABEL: func.func @dot
func.func @dot(%a: tensor<2x3x4xbf16>, %b: tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16> {
  // Narrow floats are summed in f32.
  // CHECK: %[[SUM:.*]] = tensor.contract "acb,abd->acd" %arg0, %arg1 : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xf32>
  // CHECK: arith.truncf %[[SUM]]
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16>
  return %0 : tensor<2x3x5xbf16>
}

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

// CHECK-LABEL: func.func private @twice
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

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
