// RUN: tfopt %s --tensor-decompose --canonicalize | FileCheck %s

// The middle axis is padded; the last one is proved to be inside.
// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<?{n}x8xf32>) -> tensor<?{n}x4xf32> {
  // CHECK: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 4] {
  // CHECK-NEXT: %[[F:.*]] = tensor.fold (%[[P:.*]]) = 0 to 3 maximumf {
  // CHECK-NEXT: %[[G:.*]] = tensor.fold (%[[Q:.*]]) = 0 to 2 maximumf {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]] + %[[P]] - 1, %[[J]] * 2 + %[[Q]]] fill(%[[LOW]]) : tensor<?{n}x8xf32>
  // CHECK-NEXT: tensor.yield %[[V]] : f32
  %0 = tensor.reduce_window maximumf %x window = [3, 2] strides = [1, 2] low = [1, 0] high = [1, 0] : tensor<?{n}x8xf32> to tensor<?{n}x4xf32>
  return %0 : tensor<?{n}x4xf32>
}

// Without padding every read is proved to be inside.
// CHECK-LABEL: func.func @valid
func.func @valid(%x: tensor<?{n}x8xf32>, %k: tensor<3x2x5xf32>) -> (tensor<?{n}x6xf32>, tensor<?{n}x7x5xf32>) {
  // CHECK: tensor.at %{{.*}}[%{{.*}} + %{{.*}}, %{{.*}} + %{{.*}}] : tensor<?{n}x8xf32>
  %0 = tensor.reduce_window add %x window = [1, 3] : tensor<?{n}x8xf32> to tensor<?{n}x6xf32>
  %c = tensor.reshape %x : tensor<?{n}x8xf32> to tensor<?{n}x8x1xf32>
  %d = tensor.slice %k [0:1, 0:2, 0:5] : tensor<3x2x5xf32> to tensor<1x2x5xf32>
  // CHECK: tensor.compute (%[[B:.*]], %[[O:.*]], %[[F:.*]]) in [n, 7, 5] {
  // CHECK: tensor.at %{{.*}}[%[[B]], %[[O]] + %{{.*}}, %{{.*}}] : tensor<?{n}x8x1xf32>
  // CHECK: tensor.at %{{.*}}[%{{.*}}, %{{.*}}, %[[F]]] : tensor<1x2x5xf32>
  // CHECK: arith.mulf
  %1 = tensor.conv "b0f,i0o->b0f" %c, %d : (tensor<?{n}x8x1xf32>, tensor<1x2x5xf32>) -> tensor<?{n}x7x5xf32>
  return %0, %1 : tensor<?{n}x6xf32>, tensor<?{n}x7x5xf32>
}

// Places between elements are told by a remainder.
// CHECK-LABEL: func.func @dilated
func.func @dilated(%x: tensor<5xi32>, %s: i32) -> tensor<8xi32> {
  // CHECK: %[[R:.*]] = arith.remsi
  // CHECK: %[[T:.*]] = arith.cmpi eq, %[[R]]
  // CHECK: arith.select %[[T]]
  %0 = tensor.reduce_window add %x init(%s) window = [2] base_dilations = [2] : tensor<5xi32> to tensor<8xi32>
  return %0 : tensor<8xi32>
}
