// Running combinations as JAX lowers them, windows over all that came before, are scans.
// RUN: tfopt --import=stablehlo %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func public @cumsum
// CHECK: tensor.scan add %{{.*}} dim = 1 : tensor<3x5xf32>
func.func public @cumsum(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 5>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
// FULL: module {
// FULL-NEXT:   func.func public @cumsum(%[[ARG0:.*]]: tensor<3x5xf32>) -> tensor<3x5xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.scan add %[[ARG0]] dim = 1 : tensor<3x5xf32>
// FULL-NEXT:     return %[[V0]] : tensor<3x5xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func public @cummin_reverse
// CHECK: tensor.scan minsi %{{.*}} dim = 0 reverse : tensor<3x5xi32>
func.func public @cummin_reverse(%x: tensor<3x5xi32>) -> tensor<3x5xi32> {
  %most = stablehlo.constant dense<2147483647> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %most) <{padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x5xi32>, tensor<i32>) -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}
// FULL-NEXT:   func.func public @cummin_reverse(%[[ARG0:.*]]: tensor<3x5xi32>) -> tensor<3x5xi32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.scan minsi %[[ARG0]] dim = 0 reverse : tensor<3x5xi32>
// FULL-NEXT:     return %[[V0]] : tensor<3x5xi32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func public @cumlogsumexp_reverse
// CHECK: tensor.scan %{{.*}} init(%{{.*}}) dim = 0 reverse combine
func.func public @cumlogsumexp_reverse(%x: tensor<7xf32>) -> tensor<7xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{padding = dense<[[0, 6]]> : tensor<1x2xi64>, window_dimensions = array<i64: 7>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %d = stablehlo.subtract %a, %b : tensor<f32>
    %nan = stablehlo.compare NE, %d, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.add %a, %b : tensor<f32>
    %f = stablehlo.abs %d : tensor<f32>
    %g = stablehlo.negate %f : tensor<f32>
    %e = stablehlo.exponential %g : tensor<f32>
    %l = stablehlo.log_plus_one %e : tensor<f32>
    %t = stablehlo.add %m, %l : tensor<f32>
    %r = stablehlo.select %nan, %s, %t : tensor<i1>, tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
// FULL-NEXT:   func.func public @cumlogsumexp_reverse(%[[ARG0:.*]]: tensor<7xf32>) -> tensor<7xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.scan %[[ARG0]] init(%[[CST]]) dim = 0 reverse combine (%[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) {
// FULL-NEXT:       %[[V1:.*]] = arith.maximumf %[[ARG2]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V2:.*]] = arith.subf %[[ARG2]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.cmpf une, %[[V2]], %[[V2]] : f32
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[ARG2]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V5:.*]] = math.absf %[[V2]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.negf %[[V5]] : f32
// FULL-NEXT:       %[[V7:.*]] = math.exp %[[V6]] : f32
// FULL-NEXT:       %[[V8:.*]] = math.log1p %[[V7]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V1]], %[[V8]] : f32
// FULL-NEXT:       %[[V10:.*]] = arith.select %[[V3]], %[[V4]], %[[V9]] : f32
// FULL-NEXT:       tensor.yield %[[V10]] : f32
// FULL-NEXT:     } : tensor<7xf32>
// FULL-NEXT:     return %[[V0]] : tensor<7xf32>
// FULL-NEXT:   }

// An initial value that changes what it meets is taken in once for each window; padding is left out.
// CHECK-LABEL: func.func public @sums_from_one
// CHECK: %[[sums:.*]] = tensor.reduce_window add %{{[^ ]*}} window = [2] {{.*}}low = [1] high = [0] : tensor<4xf32> to tensor<4xf32>
// CHECK: arith.addf %{{.*}}, %[[sums]]
func.func public @sums_from_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %one) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// FULL-NEXT:   func.func public @sums_from_one(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce_window add %[[ARG0]] window = [2] strides = [1] base_dilations = [1] window_dilations = [1] low = [1] high = [0] : tensor<4xf32> to tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.broadcast %[[CST]] dims = [] : tensor<f32> to tensor<4xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.addf %[[V1]], %[[V0]] : tensor<4xf32>
// FULL-NEXT:     return %[[V2]] : tensor<4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
