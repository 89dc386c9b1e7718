// RUN: tfopt %s --tensor-decompose --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @windows(%[[ARG0:.*]]: tensor<?{n}x8xf32>) -> tensor<?{n}x4xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 4] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 3 maximumf {
// FULL-NEXT:         %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 2 maximumf {
// FULL-NEXT:           %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[K]] - 1, %[[J]] * 2 + %[[K_0]]] fill(%[[CST]]) : tensor<?{n}x8xf32>
// FULL-NEXT:           tensor.yield %[[V3]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}x4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x4xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @valid(%[[ARG0:.*]]: tensor<?{n}x8xf32>, %[[ARG1:.*]]: tensor<3x2x5xf32>) -> (tensor<?{n}x6xf32>, tensor<?{n}x7x5xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 6] {
// FULL-NEXT:       %[[V4:.*]] = tensor.fold (%[[K_8:.*]]) = 0 to 1 add {
// FULL-NEXT:         %[[V5:.*]] = tensor.fold (%[[K_9:.*]]) = 0 to 3 add {
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[K_8]], %[[J]] + %[[K_9]]] : tensor<?{n}x8xf32>
// FULL-NEXT:           tensor.yield %[[V6]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}x6xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]], %[[K:.*]]) in [n, 8, 1] {
// FULL-NEXT:       %[[V4]] = tensor.at %[[ARG0]][%[[I_0]], %[[J_1]]] : tensor<?{n}x8xf32>
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}x8x1xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]], %[[J_3:.*]], %[[K_4:.*]]) in [1, 2, 5] {
// FULL-NEXT:       %[[V4]] = tensor.at %[[ARG1]][%[[I_2]], %[[J_3]], %[[K_4]]] : tensor<3x2x5xf32>
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<1x2x5xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_5:.*]], %[[J_6:.*]], %[[K_7:.*]]) in [n, 7, 5] {
// FULL-NEXT:       %[[V4]] = tensor.fold (%[[K_8]]) = 0 to 2 add {
// FULL-NEXT:         %[[V5]] = tensor.fold (%[[K_9]]) = 0 to 1 add {
// FULL-NEXT:           %[[V6]] = tensor.at %[[V1]][%[[I_5]], %[[J_6]] + %[[K_8]], %[[K_9]]] : tensor<?{n}x8x1xf32>
// FULL-NEXT:           %[[V7:.*]] = tensor.at %[[V2]][%[[K_9]], %[[K_8]], %[[K_7]]] : tensor<1x2x5xf32>
// FULL-NEXT:           %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL-NEXT:           tensor.yield %[[V8]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}x7x5xf32>
// FULL-NEXT:     return %[[V0]], %[[V3]] : tensor<?{n}x6xf32>, tensor<?{n}x7x5xf32>
// FULL-NEXT:   }

// Places between elements are told by a remainder.
// CHECK-LABEL: func.func @dilated
func.func @dilated(%x: tensor<5xi32>, %s: i32) -> tensor<8xi32> {
  // CHECK: %[[R:.*]] = arith.remsi
  // CHECK: %[[T:.*]] = arith.cmpi eq, %[[R]]
  // CHECK: arith.select %[[T]]
  %0 = tensor.reduce_window add %x init(%s) window = [2] base_dilations = [2] : tensor<5xi32> to tensor<8xi32>
  return %0 : tensor<8xi32>
}
// FULL-NEXT:   func.func @dilated(%[[ARG0:.*]]: tensor<5xi32>, %[[ARG1:.*]]: i32) -> tensor<8xi32> {
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 2 add {
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[I]], %[[K]] : index
// FULL-NEXT:         %[[V4:.*]] = arith.remsi %[[V3]], %[[C2]] : index
// FULL-NEXT:         %[[V5:.*]] = arith.cmpi eq, %[[V4]], %[[C0]] : index
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][(%[[I]] + %[[K]]) floordiv 2] : tensor<5xi32>
// FULL-NEXT:         %[[V7:.*]] = arith.select %[[V5]], %[[V6]], %[[ARG1]] : i32
// FULL-NEXT:         tensor.yield %[[V7]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       %[[V2:.*]] = arith.addi %[[ARG1]], %[[V1]] : i32
// FULL-NEXT:       tensor.yield %[[V2]] : i32
// FULL-NEXT:     } : tensor<8xi32>
// FULL-NEXT:     return %[[V0]] : tensor<8xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
