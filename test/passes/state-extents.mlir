// RUN: tfopt %s --state-extents | FileCheck %s
// RUN: tfopt %s --state-extents --disable-rule=state-extents.extent | FileCheck %s --check-prefix=OFF

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

// Extents of arguments are checked anyway, and others are never negative.
// CHECK-LABEL: func.func @known
// CHECK-NOT: tf.extents
func.func @known(%x: tensor<?{n - 4}xf32>, %y: tensor<?{n}x?{m}xf32>) -> (tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>) {
  %0 = math.exp %x : tensor<?{n - 4}xf32>
  %1 = tensor.reshape %y : tensor<?{n}x?{m}xf32> to tensor<?{m*n}xf32>
  return %0, %1 : tensor<?{n - 4}xf32>, tensor<?{m*n}xf32>
}

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
