// Convolutions with holes become one without for each phase, whose results are put together; what has no holes, strides, or extents that a call says
// stays as it is.
// RUN: tfopt %s --polyphase | FileCheck %s
// RUN: tfopt %s --polyphase --check-semantics -o /dev/null
// RUN: tfopt %s --disable-rule=polyphase.polyphase --polyphase | FileCheck %s --check-prefix=OFF

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

// More phases than the kernel has elements: those in between are zero. Padding is negative in front.
// CHECK-LABEL: func.func @sparse(
// CHECK-NOT: dilations
// CHECK: return
func.func @sparse(%g: tensor<1x5x2xf32>, %k: tensor<2x2x3xf32>) -> tensor<1x11x3xf32> {
  %0 = tensor.conv "b0f,0io->b0f" %g, %k input_dilations = [3] low = [-3] high = [2] : (tensor<1x5x2xf32>, tensor<2x2x3xf32>) -> tensor<1x11x3xf32>
  return %0 : tensor<1x11x3xf32>
}

// That by its kernel reads every second element of the input: those lie side by side once they are stored.
// CHECK-LABEL: func.func @by_kernel(
// CHECK-NOT: dilations
// CHECK: tensor.slice {{.*}}:2] {tf.fusion = "keep"}
// CHECK: return %{{.*}} : tensor<3x3x4xf32>
func.func @by_kernel(%x: tensor<3x12x2xf32>, %g: tensor<6x2x4xf32>) -> tensor<3x3x4xf32> {
  %0 = tensor.conv "b0f,0io->b0f" %x, %g kernel_dilations = [2] low = [1] high = [0] : (tensor<3x12x2xf32>, tensor<6x2x4xf32>) -> tensor<3x3x4xf32>
  return %0 : tensor<3x3x4xf32>
}

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-3: tensor.conv
// CHECK: return
func.func @others(%x: tensor<3x12x2xf32>, %k: tensor<3x2x4xf32>, %n: tensor<3x?{n}x2xf32>) -> (tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>) {
  %0 = tensor.conv "b0f,0io->b0f" %x, %k kernel_dilations = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x8x4xf32>
  %1 = tensor.conv "b0f,0io->b0f" %x, %k strides = [2] : (tensor<3x12x2xf32>, tensor<3x2x4xf32>) -> tensor<3x5x4xf32>
  %2 = tensor.conv "b0f,0io->b0f" %n, %k input_dilations = [2] : (tensor<3x?{n}x2xf32>, tensor<3x2x4xf32>) -> tensor<3x?{max(0, 2*n - 3)}x4xf32>
  return %0, %1, %2 : tensor<3x8x4xf32>, tensor<3x5x4xf32>, tensor<3x?{max(0, 2*n - 3)}x4xf32>
}
