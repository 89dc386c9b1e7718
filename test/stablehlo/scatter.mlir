// Scatters of one window: boxes at constant places are updates of slices, of everything the update itself;
// others put a box.
// RUN: tfopt --import=stablehlo %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func public @whole
// CHECK-NEXT: return %arg1
func.func public @whole(%x: tensor<3x4xf32>, %v: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %0 = "stablehlo.scatter"(%x, %none, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<0xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
// FULL: module {
// FULL-NEXT:   func.func public @whole(%[[ARG0:.*]]: tensor<3x4xf32>, %[[ARG1:.*]]: tensor<3x4xf32>) -> tensor<3x4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     return %[[ARG1]] : tensor<3x4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func public @constant
// CHECK: %[[R:.*]] = tensor.reshape %arg1 : tensor<4xf32> to tensor<1x4xf32>
// CHECK: tensor.update_slice %[[R]], %arg0[%c1, %c0] : tensor<1x4xf32> into tensor<3x4xf32>
func.func public @constant(%x: tensor<3x4xf32>, %v: tensor<4xf32>) -> tensor<3x4xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %at = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %at, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
// FULL-NEXT:   func.func public @constant(%[[ARG0:.*]]: tensor<3x4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<3x4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.reshape %[[ARG1]] : tensor<4xf32> to tensor<1x4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.update_slice %[[V0]], %[[ARG0]][%[[C1]], %[[C0]]] : tensor<1x4xf32> into tensor<3x4xf32>
// FULL-NEXT:     return %[[V1]] : tensor<3x4xf32>
// FULL-NEXT:   }

// A row at a place of run time: the index is read once, and no element is put twice.
// CHECK-LABEL: func.func public @row
// CHECK: %[[S:.*]] = tensor.at %arg2[] : tensor<i32>
// CHECK: %[[I:.*]] = arith.index_cast %[[S]] : i32 to index
// CHECK: tensor.compute (%[[J:.*]]) in [4] accumulate(set unique %{{.*}} = %arg0 : tensor<3x4xf32>) {
// CHECK: tensor.put %{{.*}} into %{{.*}}[%[[I]], %[[J]]] drop
func.func public @row(%x: tensor<3x4xf32>, %v: tensor<4xf32>, %i: tensor<i32>) -> tensor<3x4xf32> {
  %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %at, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
// FULL-NEXT:   func.func public @row(%[[ARG0:.*]]: tensor<3x4xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<i32>) -> tensor<3x4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.at %[[ARG2]][] : tensor<i32>
// FULL-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : i32 to index
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I:.*]]) in [4] accumulate(set unique %[[ACC:.*]] = %[[ARG0]] : tensor<3x4xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       tensor.put %[[V3]] into %[[ACC]][%[[V1]], %[[I]]] drop : memref<3x4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<3x4xf32>
// FULL-NEXT:   }

// An element that is added to, at two places of run time.
// CHECK-LABEL: func.func public @element
// CHECK: tensor.compute () in [] accumulate(add unique %{{.*}} = %arg0 : tensor<3x4xf32>) {
// CHECK: tensor.put %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] drop
func.func public @element(%x: tensor<3x4xf32>, %v: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x4xf32> {
  %k = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %l = stablehlo.broadcast_in_dim %j, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %at = stablehlo.concatenate %k, %l, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = "stablehlo.scatter"(%x, %at, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
// FULL-NEXT:   func.func public @element(%[[ARG0:.*]]: tensor<3x4xf32>, %[[ARG1:.*]]: tensor<f32>, %[[ARG2:.*]]: tensor<i32>, %[[ARG3:.*]]: tensor<i32>) -> tensor<3x4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.at %[[ARG2]][] : tensor<i32>
// FULL-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : i32 to index
// FULL-NEXT:     %[[V2:.*]] = tensor.at %[[ARG3]][] : tensor<i32>
// FULL-NEXT:     %[[V3:.*]] = arith.index_cast %[[V2]] : i32 to index
// FULL-NEXT:     %[[V4:.*]] = tensor.compute () in [] accumulate(add unique %[[ACC:.*]] = %[[ARG0]] : tensor<3x4xf32>) {
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG1]][] : tensor<f32>
// FULL-NEXT:       tensor.put %[[V5]] into %[[ACC]][%[[V1]], %[[V3]]] drop : memref<3x4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V4]] : tensor<3x4xf32>
// FULL-NEXT:   }

// A box that reaches outside: elements there are left out.
// CHECK-LABEL: func.func public @outside
// CHECK-NOT: tensor.update_slice
// CHECK: tensor.put %{{.*}} drop
func.func public @outside(%x: tensor<3x4xf32>, %v: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %at = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %at, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<1xi32>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
// FULL-NEXT:   func.func public @outside(%[[ARG0:.*]]: tensor<3x4xf32>, %[[ARG1:.*]]: tensor<2x4xf32>) -> tensor<3x4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2, 4] accumulate(set unique %[[ACC:.*]] = %[[ARG0]] : tensor<3x4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]], %[[J]]] : tensor<2x4xf32>
// FULL-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[I]] + 2, %[[J]]] drop : memref<3x4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<3x4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
