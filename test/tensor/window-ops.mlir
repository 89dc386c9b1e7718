// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --print-op-generic | tfopt | FileCheck %s
// COMPLETE: FULL

// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<?{n}x8xf32>, %y: tensor<?{n}x8xi32>, %f: f32, %i: i32) {
  // CHECK: tensor.reduce_window maximumf %{{.*}} window = [3, 2] strides = [1, 2] low = [1, 0] high = [1, 0] : tensor<?{n}x8xf32> to tensor<?{n}x4xf32>
  %0 = tensor.reduce_window maximumf %x window = [3, 2] strides = [1, 2] low = [1, 0] high = [1, 0] : tensor<?{n}x8xf32> to tensor<?{n}x4xf32>
  // CHECK: tensor.reduce_window [add, minsi] %{{.*}}, %{{.*}} init(%{{.*}}, %{{.*}}) window = [1, 2] base_dilations = [1, 2] window_dilations = [1, 3] fastmath<reassoc> {dialect.mark} : tensor<?{n}x8xf32>, tensor<?{n}x8xi32> to tensor<?{n}x12xf32>, tensor<?{n}x12xi32>
  %1:2 = tensor.reduce_window [add, minsi] %x, %y init(%f, %i) window = [1, 2] base_dilations = [1, 2] window_dilations = [1, 3] fastmath<reassoc> {dialect.mark} : tensor<?{n}x8xf32>, tensor<?{n}x8xi32> to tensor<?{n}x12xf32>, tensor<?{n}x12xi32>
  // CHECK: tensor.reduce_window %{{.*}} init(%{{.*}}) window = [2, 8] combine (%[[A:.*]]: f32, %[[B:.*]]: f32) associative {
  // CHECK-NEXT: %[[C:.*]] = arith.subf %[[A]], %[[B]] : f32
  // CHECK-NEXT: tensor.yield %[[C]] : f32
  // CHECK-NEXT: } : tensor<?{n}x8xf32> to tensor<?{max(0, n - 1)}x1xf32>
  %2 = tensor.reduce_window %x init(%f) window = [2, 8] combine (%a: f32, %b: f32) associative {
    %c = arith.subf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<?{n}x8xf32> to tensor<?{max(0, n - 1)}x1xf32>
  return
}
// FULL: module {
// FULL-NEXT:   func.func @windows(%[[ARG0:.*]]: tensor<?{n}x8xf32>, %[[ARG1:.*]]: tensor<?{n}x8xi32>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: i32) {
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce_window maximumf %[[ARG0]] window = [3, 2] strides = [1, 2] low = [1, 0] high = [1, 0] : tensor<?{n}x8xf32> to tensor<?{n}x4xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.reduce_window [add, minsi] %[[ARG0]], %[[ARG1]] init(%[[ARG2]], %[[ARG3]]) window = [1, 2] base_dilations = [1, 2] window_dilations = [1, 3] fastmath<reassoc> {dialect.mark} : tensor<?{n}x8xf32>, tensor<?{n}x8xi32> to tensor<?{n}x12xf32>, tensor<?{n}x12xi32>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce_window %[[ARG0]] init(%[[ARG2]]) window = [2, 8] combine (%[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32) associative {
// FULL-NEXT:       %[[V3:.*]] = arith.subf %[[ARG4]], %[[ARG5]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}x8xf32> to tensor<?{max(0, n - 1)}x1xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @convolutions
func.func @convolutions(%x: tensor<?{n}x8x9x4xf16>, %k: tensor<3x3x4x6xf16>, %d: tensor<3x3x1x8xf16>, %a: tensor<?{n}x4xi8>, %b: tensor<5x4xi8>, %e: tensor<4x8x9x4xf16>) {
  // CHECK: tensor.conv "b01f,01io->b01f" %{{.*}}, %{{.*}} strides = [2, 1] low = [1, 1] high = [1, 1] fastmath<reassoc> : (tensor<?{n}x8x9x4xf16>, tensor<3x3x4x6xf16>) -> tensor<?{n}x4x9x6xf32>
  %0 = tensor.conv "b01f,01io->b01f" %x, %k strides = [2, 1] low = [1, 1] high = [1, 1] fastmath<reassoc> : (tensor<?{n}x8x9x4xf16>, tensor<3x3x4x6xf16>) -> tensor<?{n}x4x9x6xf32>
  // CHECK: tensor.conv "b01f,01io->fb10" %{{.*}}, %{{.*}} input_dilations = [1, 2] kernel_dilations = [2, 1] reversed = [1] feature_groups = 4 {dialect.mark} : (tensor<?{n}x8x9x4xf16>, tensor<3x3x1x8xf16>) -> tensor<8x?{n}x15x4xf16>
  %1 = tensor.conv "b01f,01io->fb10" %x, %d input_dilations = [1, 2] kernel_dilations = [2, 1] reversed = [1] feature_groups = 4 {dialect.mark} : (tensor<?{n}x8x9x4xf16>, tensor<3x3x1x8xf16>) -> tensor<8x?{n}x15x4xf16>
  // CHECK: tensor.conv "b01f,01io->b01f" %{{.*}}, %{{.*}} batch_groups = 2 : (tensor<4x8x9x4xf16>, tensor<3x3x4x6xf16>) -> tensor<2x6x7x6xf16>
  %2 = tensor.conv "b01f,01io->b01f" %e, %k batch_groups = 2 : (tensor<4x8x9x4xf16>, tensor<3x3x4x6xf16>) -> tensor<2x6x7x6xf16>
  // CHECK: tensor.conv "bf,oi->bf" %{{.*}}, %{{.*}} : (tensor<?{n}x4xi8>, tensor<5x4xi8>) -> tensor<?{n}x5xi32>
  %3 = tensor.conv "bf,oi->bf" %a, %b : (tensor<?{n}x4xi8>, tensor<5x4xi8>) -> tensor<?{n}x5xi32>
  return
}
// FULL-NEXT:   func.func @convolutions(%[[ARG0:.*]]: tensor<?{n}x8x9x4xf16>, %[[ARG1:.*]]: tensor<3x3x4x6xf16>, %[[ARG2:.*]]: tensor<3x3x1x8xf16>, %[[ARG3:.*]]: tensor<?{n}x4xi8>, %[[ARG4:.*]]: tensor<5x4xi8>, %[[ARG5:.*]]: tensor<4x8x9x4xf16>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.conv "b01f,01io->b01f" %[[ARG0]], %[[ARG1]] strides = [2, 1] low = [1, 1] high = [1, 1] fastmath<reassoc> : (tensor<?{n}x8x9x4xf16>, tensor<3x3x4x6xf16>) -> tensor<?{n}x4x9x6xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.conv "b01f,01io->fb10" %[[ARG0]], %[[ARG2]] input_dilations = [1, 2] kernel_dilations = [2, 1] reversed = [1] feature_groups = 4 {dialect.mark} : (tensor<?{n}x8x9x4xf16>, tensor<3x3x1x8xf16>) -> tensor<8x?{n}x15x4xf16>
// FULL-NEXT:     %[[V2:.*]] = tensor.conv "b01f,01io->b01f" %[[ARG5]], %[[ARG1]] batch_groups = 2 : (tensor<4x8x9x4xf16>, tensor<3x3x4x6xf16>) -> tensor<2x6x7x6xf16>
// FULL-NEXT:     %[[V3:.*]] = tensor.conv "bf,oi->bf" %[[ARG3]], %[[ARG4]] : (tensor<?{n}x4xi8>, tensor<5x4xi8>) -> tensor<?{n}x5xi32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
