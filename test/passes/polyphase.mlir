// Convolutions with holes become one without for each phase, whose results are put together; what has no holes, strides, or extents that a call says
// stays as it is.
// RUN: tfopt %s --polyphase | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --polyphase --check-semantics -o /dev/null
// RUN: tfopt %s --disable-rule=polyphase.polyphase --polyphase | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=FULL_OFF --match-full-lines < %t.off
// COMPLETE: FULL, FULL_OFF

// OFF: input_dilations
// OFF: input_dilations
// OFF: kernel_dilations

// The gradient of a convolution in steps of 2 by its input: 9 taps in all for four points, not 36.
// CHECK-LABEL: func.func @gradient(
// CHECK-NOT: dilations
// CHECK-DAG: tensor.conv {{.*}} : (tensor<2x7x6x4xf32>, tensor<2x2x4x3xf32>)
// CHECK-DAG: tensor.conv {{.*}} : (tensor<2x7x6x4xf32>, tensor<2x1x4x3xf32>)
// CHECK-DAG: tensor.conv {{.*}} : (tensor<2x7x6x4xf32>, tensor<1x2x4x3xf32>)
// CHECK-DAG: tensor.conv {{.*}} : (tensor<2x7x6x4xf32>, tensor<1x1x4x3xf32>)
// CHECK: tensor.concat
// CHECK: return %{{.*}} : tensor<2x13x12x3xf32>
func.func @gradient(%g: tensor<2x7x6x4xf32>, %k: tensor<3x3x4x3xf32>) -> tensor<2x13x12x3xf32> {
  %0 = tensor.conv "b01f,01io->b01f" %g, %k input_dilations = [2, 2] low = [1, 1] high = [1, 2] reversed = [0, 1] fastmath<reassoc> : (tensor<2x7x6x4xf32>, tensor<3x3x4x3xf32>) -> tensor<2x13x12x3xf32>
  return %0 : tensor<2x13x12x3xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @gradient(%[[ARG0:.*]]: tensor<2x7x6x4xf32>, %[[ARG1:.*]]: tensor<3x3x4x3xf32>) -> tensor<2x13x12x3xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.slice %[[ARG1]] [1:2:2, 0:3, 0:4, 0:3] : tensor<3x3x4x3xf32> to tensor<1x3x4x3xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.slice %[[V0]] [0:1, 1:2:2, 0:4, 0:3] : tensor<1x3x4x3xf32> to tensor<1x1x4x3xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.conv "b01f,01io->b01f" %[[ARG0]], %[[V1]] reversed = [0, 1] fastmath<reassoc> {tf.fusion = "keep"} : (tensor<2x7x6x4xf32>, tensor<1x1x4x3xf32>) -> tensor<2x7x6x3xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.slice %[[V0]] [0:1, 0:3:2, 0:4, 0:3] : tensor<1x3x4x3xf32> to tensor<1x2x4x3xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.conv "b01f,01io->b01f" %[[ARG0]], %[[V3]] high = [0, 1] reversed = [0, 1] fastmath<reassoc> {tf.fusion = "keep"} : (tensor<2x7x6x4xf32>, tensor<1x2x4x3xf32>) -> tensor<2x7x6x3xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.reshape %[[V2]] : tensor<2x7x6x3xf32> to tensor<2x7x6x1x3xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.reshape %[[V4]] : tensor<2x7x6x3xf32> to tensor<2x7x6x1x3xf32>
// FULL-NEXT:     %[[V7:.*]] = tensor.concat %[[V5]], %[[V6]] dim = 3 : tensor<2x7x6x1x3xf32>, tensor<2x7x6x1x3xf32> to tensor<2x7x6x2x3xf32>
// FULL-NEXT:     %[[V8:.*]] = tensor.reshape %[[V7]] : tensor<2x7x6x2x3xf32> to tensor<2x7x12x3xf32>
// FULL-NEXT:     %[[V9:.*]] = tensor.slice %[[V8]] [0:2, 0:7, 0:12, 0:3] : tensor<2x7x12x3xf32> to tensor<2x7x12x3xf32>
// FULL-NEXT:     %[[V10:.*]] = tensor.slice %[[ARG1]] [0:3:2, 0:3, 0:4, 0:3] : tensor<3x3x4x3xf32> to tensor<2x3x4x3xf32>
// FULL-NEXT:     %[[V11:.*]] = tensor.slice %[[V10]] [0:2, 1:2:2, 0:4, 0:3] : tensor<2x3x4x3xf32> to tensor<2x1x4x3xf32>
// FULL-NEXT:     %[[V12:.*]] = tensor.conv "b01f,01io->b01f" %[[ARG0]], %[[V11]] high = [1, 0] reversed = [0, 1] fastmath<reassoc> {tf.fusion = "keep"} : (tensor<2x7x6x4xf32>, tensor<2x1x4x3xf32>) -> tensor<2x7x6x3xf32>
// FULL-NEXT:     %[[V13:.*]] = tensor.slice %[[V10]] [0:2, 0:3:2, 0:4, 0:3] : tensor<2x3x4x3xf32> to tensor<2x2x4x3xf32>
// FULL-NEXT:     %[[V14:.*]] = tensor.conv "b01f,01io->b01f" %[[ARG0]], %[[V13]] high = [1, 1] reversed = [0, 1] fastmath<reassoc> {tf.fusion = "keep"} : (tensor<2x7x6x4xf32>, tensor<2x2x4x3xf32>) -> tensor<2x7x6x3xf32>
// FULL-NEXT:     %[[V15:.*]] = tensor.reshape %[[V12]] : tensor<2x7x6x3xf32> to tensor<2x7x6x1x3xf32>
// FULL-NEXT:     %[[V16:.*]] = tensor.reshape %[[V14]] : tensor<2x7x6x3xf32> to tensor<2x7x6x1x3xf32>
// FULL-NEXT:     %[[V17:.*]] = tensor.concat %[[V15]], %[[V16]] dim = 3 : tensor<2x7x6x1x3xf32>, tensor<2x7x6x1x3xf32> to tensor<2x7x6x2x3xf32>
// FULL-NEXT:     %[[V18:.*]] = tensor.reshape %[[V17]] : tensor<2x7x6x2x3xf32> to tensor<2x7x12x3xf32>
// FULL-NEXT:     %[[V19:.*]] = tensor.slice %[[V18]] [0:2, 0:7, 0:12, 0:3] : tensor<2x7x12x3xf32> to tensor<2x7x12x3xf32>
// FULL-NEXT:     %[[V20:.*]] = tensor.reshape %[[V9]] : tensor<2x7x12x3xf32> to tensor<2x7x1x12x3xf32>
// FULL-NEXT:     %[[V21:.*]] = tensor.reshape %[[V19]] : tensor<2x7x12x3xf32> to tensor<2x7x1x12x3xf32>
// FULL-NEXT:     %[[V22:.*]] = tensor.concat %[[V20]], %[[V21]] dim = 2 : tensor<2x7x1x12x3xf32>, tensor<2x7x1x12x3xf32> to tensor<2x7x2x12x3xf32>
// FULL-NEXT:     %[[V23:.*]] = tensor.reshape %[[V22]] : tensor<2x7x2x12x3xf32> to tensor<2x14x12x3xf32>
// FULL-NEXT:     %[[V24:.*]] = tensor.slice %[[V23]] [0:2, 0:13, 0:12, 0:3] : tensor<2x14x12x3xf32> to tensor<2x13x12x3xf32>
// FULL-NEXT:     return %[[V24]] : tensor<2x13x12x3xf32>
// FULL-NEXT:   }
// FULL_OFF: module {
// FULL_OFF-NEXT:   func.func @gradient(%[[ARG0:.*]]: tensor<2x7x6x4xf32>, %[[ARG1:.*]]: tensor<3x3x4x3xf32>) -> tensor<2x13x12x3xf32> {
// FULL_OFF-NEXT:     %[[V0:.*]] = tensor.conv "b01f,01io->b01f" %[[ARG0]], %[[ARG1]] input_dilations = [2, 2] low = [1, 1] high = [1, 2] reversed = [0, 1] fastmath<reassoc> : (tensor<2x7x6x4xf32>, tensor<3x3x4x3xf32>) -> tensor<2x13x12x3xf32>
// FULL_OFF-NEXT:     return %[[V0]] : tensor<2x13x12x3xf32>
// FULL_OFF-NEXT:   }

// More phases than the kernel has elements: those in between are zero. Padding is negative in front.
// CHECK-LABEL: func.func @sparse(
// CHECK-NOT: dilations
// CHECK: return
func.func @sparse(%g: tensor<1x5x2xf32>, %k: tensor<2x2x3xf32>) -> tensor<1x11x3xf32> {
  %0 = tensor.conv "b0f,0io->b0f" %g, %k input_dilations = [3] low = [-3] high = [2] : (tensor<1x5x2xf32>, tensor<2x2x3xf32>) -> tensor<1x11x3xf32>
  return %0 : tensor<1x11x3xf32>
}
// FULL-NEXT:   func.func @sparse(%[[ARG0:.*]]: tensor<1x5x2xf32>, %[[ARG1:.*]]: tensor<2x2x3xf32>) -> tensor<1x11x3xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.slice %[[ARG1]] [0:1:3, 0:2, 0:3] : tensor<2x2x3xf32> to tensor<1x2x3xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[V0]] low = [-1] {tf.fusion = "keep"} : (tensor<1x5x2xf32>, tensor<1x2x3xf32>) -> tensor<1x4x3xf32>
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V2:.*]] = tensor.splat %[[CST]] : tensor<1x4x3xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.slice %[[ARG1]] [1:2:3, 0:2, 0:3] : tensor<2x2x3xf32> to tensor<1x2x3xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[V3]] low = [-2] high = [1] {tf.fusion = "keep"} : (tensor<1x5x2xf32>, tensor<1x2x3xf32>) -> tensor<1x4x3xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.reshape %[[V1]] : tensor<1x4x3xf32> to tensor<1x4x1x3xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.reshape %[[V2]] : tensor<1x4x3xf32> to tensor<1x4x1x3xf32>
// FULL-NEXT:     %[[V7:.*]] = tensor.reshape %[[V4]] : tensor<1x4x3xf32> to tensor<1x4x1x3xf32>
// FULL-NEXT:     %[[V8:.*]] = tensor.concat %[[V5]], %[[V6]], %[[V7]] dim = 2 : tensor<1x4x1x3xf32>, tensor<1x4x1x3xf32>, tensor<1x4x1x3xf32> to tensor<1x4x3x3xf32>
// FULL-NEXT:     %[[V9:.*]] = tensor.reshape %[[V8]] : tensor<1x4x3x3xf32> to tensor<1x12x3xf32>
// FULL-NEXT:     %[[V10:.*]] = tensor.slice %[[V9]] [0:1, 0:11, 0:3] : tensor<1x12x3xf32> to tensor<1x11x3xf32>
// FULL-NEXT:     return %[[V10]] : tensor<1x11x3xf32>
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @sparse(%[[ARG0:.*]]: tensor<1x5x2xf32>, %[[ARG1:.*]]: tensor<2x2x3xf32>) -> tensor<1x11x3xf32> {
// FULL_OFF-NEXT:     %[[V0:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[ARG1]] input_dilations = [3] low = [-3] high = [2] : (tensor<1x5x2xf32>, tensor<2x2x3xf32>) -> tensor<1x11x3xf32>
// FULL_OFF-NEXT:     return %[[V0]] : tensor<1x11x3xf32>
// FULL_OFF-NEXT:   }

// That by its kernel reads every second element of the input: those lie side by side once they are stored.
// CHECK-LABEL: func.func @by_kernel(
// CHECK-NOT: dilations
// CHECK: tensor.slice {{.*}}:2] {tf.fusion = "keep"}
// CHECK: return %{{.*}} : tensor<3x3x4xf32>
func.func @by_kernel(%x: tensor<3x12x2xf32>, %g: tensor<6x2x4xf32>) -> tensor<3x3x4xf32> {
  %0 = tensor.conv "b0f,0io->b0f" %x, %g kernel_dilations = [2] low = [1] high = [0] : (tensor<3x12x2xf32>, tensor<6x2x4xf32>) -> tensor<3x3x4xf32>
  return %0 : tensor<3x3x4xf32>
}
// FULL-NEXT:   func.func @by_kernel(%[[ARG0:.*]]: tensor<3x12x2xf32>, %[[ARG1:.*]]: tensor<6x2x4xf32>) -> tensor<3x3x4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.slice %[[ARG0]] [0:3, 1:12:2, 0:2] {tf.fusion = "keep"} : tensor<3x12x2xf32> to tensor<3x6x2xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.conv "b0f,0io->b0f" %[[V0]], %[[ARG1]] low = [1] {tf.fusion = "keep"} : (tensor<3x6x2xf32>, tensor<6x2x4xf32>) -> tensor<3x2x4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.slice %[[ARG0]] [0:3, 0:11:2, 0:2] {tf.fusion = "keep"} : tensor<3x12x2xf32> to tensor<3x6x2xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.conv "b0f,0io->b0f" %[[V2]], %[[ARG1]] high = [1] {tf.fusion = "keep"} : (tensor<3x6x2xf32>, tensor<6x2x4xf32>) -> tensor<3x2x4xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.reshape %[[V1]] : tensor<3x2x4xf32> to tensor<3x2x1x4xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.reshape %[[V3]] : tensor<3x2x4xf32> to tensor<3x2x1x4xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.concat %[[V4]], %[[V5]] dim = 2 : tensor<3x2x1x4xf32>, tensor<3x2x1x4xf32> to tensor<3x2x2x4xf32>
// FULL-NEXT:     %[[V7:.*]] = tensor.reshape %[[V6]] : tensor<3x2x2x4xf32> to tensor<3x4x4xf32>
// FULL-NEXT:     %[[V8:.*]] = tensor.slice %[[V7]] [0:3, 0:3, 0:4] : tensor<3x4x4xf32> to tensor<3x3x4xf32>
// FULL-NEXT:     return %[[V8]] : tensor<3x3x4xf32>
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @by_kernel(%[[ARG0:.*]]: tensor<3x12x2xf32>, %[[ARG1:.*]]: tensor<6x2x4xf32>) -> tensor<3x3x4xf32> {
// FULL_OFF-NEXT:     %[[V0:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[ARG1]] kernel_dilations = [2] low = [1] high = [0] : (tensor<3x12x2xf32>, tensor<6x2x4xf32>) -> tensor<3x3x4xf32>
// FULL_OFF-NEXT:     return %[[V0]] : tensor<3x3x4xf32>
// FULL_OFF-NEXT:   }

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: tensor.conv
// CHECK: return
func.func @others(%x: tensor<3x12x2xf32>, %k: tensor<3x2x4xf32>, %n: tensor<3x?{n}x2xf32>) -> (tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>) {
  %0 = tensor.conv "b0f,0io->b0f" %x, %k kernel_dilations = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x8x4xf32>
  %1 = tensor.conv "b0f,0io->b0f" %x, %k strides = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x5x4xf32>
  %2 = tensor.conv "b0f,0io->b0f" %n, %k input_dilations = [2] : (tensor<3x?{n}x2xf32>, tensor<3x2x4xf32>) -> tensor<3x?{max(0, 2*n - 3)}x4xf32>
  return %0, %1, %2 : tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>
}
// FULL-NEXT:   func.func @others(%[[ARG0:.*]]: tensor<3x12x2xf32>, %[[ARG1:.*]]: tensor<3x2x4xf32>, %[[ARG2:.*]]: tensor<3x?{n}x2xf32>) -> (tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[ARG1]] kernel_dilations = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x8x4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[ARG1]] strides = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x5x4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG2]], %[[ARG1]] input_dilations = [2] : (tensor<3x?{n}x2xf32>, tensor<3x2x4xf32>) -> tensor<3x?{max(0, 2*n - 3)}x4xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OFF-NEXT:   func.func @others(%[[ARG0:.*]]: tensor<3x12x2xf32>, %[[ARG1:.*]]: tensor<3x2x4xf32>, %[[ARG2:.*]]: tensor<3x?{n}x2xf32>) -> (tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>) {
// FULL_OFF-NEXT:     %[[V0:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[ARG1]] kernel_dilations = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x8x4xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG0]], %[[ARG1]] strides = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x5x4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = tensor.conv "b0f,0io->b0f" %[[ARG2]], %[[ARG1]] input_dilations = [2] : (tensor<3x?{n}x2xf32>, tensor<3x2x4xf32>) -> tensor<3x?{max(0, 2*n - 3)}x4xf32>
// FULL_OFF-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>
// FULL_OFF-NEXT:   }
// FULL_OFF-NEXT: }
