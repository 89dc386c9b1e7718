// RUN: tfopt %s --state-extents | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --state-extents --disable-rule=state-extents.extent | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=FULL_OFF --match-full-lines < %t.off
// COMPLETE: FULL, FULL_OFF

// A call where the slice cannot be is refused, though only its sum is left.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: tf.extents = extents<[n - 4]>
// OFF-LABEL: func.func @sum
// OFF-NOT: tf.extents
func.func @sum(%x: tensor<?{n}xf32>) -> tensor<f32> {
  %0 = tensor.slice %x[3:n - 1:1] : tensor<?{n}xf32> to tensor<?{n - 4}xf32>
  %1 = tensor.reduce add %0 dims = [0] : tensor<?{n - 4}xf32> to tensor<f32>
  return %1 : tensor<f32>
}
// FULL: module {
// FULL-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<f32> attributes {tf.extents = extents<[n - 4]>} {
// FULL-NEXT:     %[[V0:.*]] = tensor.slice %[[ARG0]] [3:n - 1] : tensor<?{n}xf32> to tensor<?{n - 4}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce add %[[V0]] dims = [0] : tensor<?{n - 4}xf32> to tensor<f32>
// FULL-NEXT:     return %[[V1]] : tensor<f32>
// FULL-NEXT:   }
// FULL_OFF: module {
// FULL_OFF-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<f32> {
// FULL_OFF-NEXT:     %[[V0:.*]] = tensor.slice %[[ARG0]] [3:n - 1] : tensor<?{n}xf32> to tensor<?{n - 4}xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = tensor.reduce add %[[V0]] dims = [0] : tensor<?{n - 4}xf32> to tensor<f32>
// FULL_OFF-NEXT:     return %[[V1]] : tensor<f32>
// FULL_OFF-NEXT:   }

// Extents of arguments are checked anyway, and others are never negative.
// CHECK-LABEL: func.func @known
// CHECK-NOT: tf.extents
func.func @known(%x: tensor<?{n - 4}xf32>, %y: tensor<?{n}x?{m}xf32>) -> (tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>) {
  %0 = math.exp %x : tensor<?{n - 4}xf32>
  %1 = tensor.reshape %y : tensor<?{n}x?{m}xf32> to tensor<?{m*n}xf32>
  return %0, %1 : tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>
}
// FULL-NEXT:   func.func @known(%[[ARG0:.*]]: tensor<?{n - 4}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : tensor<?{n - 4}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reshape %[[ARG1]] : tensor<?{n}x?{m}xf32> to tensor<?{m*n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @known(%[[ARG0:.*]]: tensor<?{n - 4}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>) {
// FULL_OFF-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : tensor<?{n - 4}xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = tensor.reshape %[[ARG1]] : tensor<?{n}x?{m}xf32> to tensor<?{m*n}xf32>
// FULL_OFF-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>
// FULL_OFF-NEXT:   }

// What a condition decides may not be computed at all.
// CHECK-LABEL: func.func @inside
// CHECK-NOT: tf.extents
func.func @inside(%x: tensor<?{n}xf32>, %c: i1) -> tensor<f32> {
  %0 = loop.if %c -> (tensor<f32>) {
    %1 = tensor.slice %x[3:n - 1:1] : tensor<?{n}xf32> to tensor<?{n - 4}xf32>
    %2 = tensor.reduce add %1 dims = [0] : tensor<?{n - 4}xf32> to tensor<f32>
    loop.yield %2 : tensor<f32>
  } else {
    %3 = arith.constant dense<0.0> : tensor<f32>
    loop.yield %3 : tensor<f32>
  }
  return %0 : tensor<f32>
}
// FULL-NEXT:   func.func @inside(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: i1) -> tensor<f32> {
// FULL-NEXT:     %[[V0:.*]] = loop.if %[[ARG1]] -> (tensor<f32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.slice %[[ARG0]] [3:n - 1] : tensor<?{n}xf32> to tensor<?{n - 4}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.reduce add %[[V1]] dims = [0] : tensor<?{n - 4}xf32> to tensor<f32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<f32>
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// FULL-NEXT:       loop.yield %[[CST]] : tensor<f32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<f32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OFF-NEXT:   func.func @inside(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: i1) -> tensor<f32> {
// FULL_OFF-NEXT:     %[[V0:.*]] = loop.if %[[ARG1]] -> (tensor<f32>) {
// FULL_OFF-NEXT:       %[[V1:.*]] = tensor.slice %[[ARG0]] [3:n - 1] : tensor<?{n}xf32> to tensor<?{n - 4}xf32>
// FULL_OFF-NEXT:       %[[V2:.*]] = tensor.reduce add %[[V1]] dims = [0] : tensor<?{n - 4}xf32> to tensor<f32>
// FULL_OFF-NEXT:       loop.yield %[[V2]] : tensor<f32>
// FULL_OFF-NEXT:     } else {
// FULL_OFF-NEXT:       %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// FULL_OFF-NEXT:       loop.yield %[[CST]] : tensor<f32>
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return %[[V0]] : tensor<f32>
// FULL_OFF-NEXT:   }
// FULL_OFF-NEXT: }
