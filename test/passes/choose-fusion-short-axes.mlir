// Short axes that do not move a read are free only as far as unrolling merges what they repeat: together they are 8 at most.
// RUN: tfopt %s --choose-fusion --apply-fusion | FileCheck %s
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics -o /dev/null

// The gradient of a convolution by its kernel: what is folded for a point would be folded again for each of 27 elements of the kernel.
// CHECK-LABEL: func.func @kernel_gradient(
// CHECK: tensor.compute {{.*}} in [16, 8, 8]
// CHECK: tensor.compute {{.*}} in [16, 3, 3, 3]
func.func @kernel_gradient(%g: tensor<16x32x8x8xf32>, %x: tensor<3x10x10xf32>) -> tensor<16x3x3x3xf32> {
  %p = tensor.compute (%o, %y, %z) in [16, 8, 8] {
    %s = tensor.fold (%k) = 0 to 32 add {
      %v = tensor.at %g[%o, %k, %y, %z] : tensor<16x32x8x8xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<16x8x8xf32>
  %d = tensor.compute (%o, %c, %r, %s) in [16, 3, 3, 3] {
    %t = tensor.fold (%y) = 0 to 8 add {
      %u = tensor.fold (%z) = 0 to 8 add {
        %v = tensor.at %p[%o, %y, %z] : tensor<16x8x8xf32>
        %w = tensor.at %x[%c, %y + %r, %z + %s] : tensor<3x10x10xf32>
        %m = arith.mulf %v, %w : f32
        tensor.yield %m : f32
      } : f32
      tensor.yield %u : f32
    } : f32
    tensor.yield %t : f32
  } : tensor<16x3x3x3xf32>
  return %d : tensor<16x3x3x3xf32>
}

// Three components read one number.
// CHECK-LABEL: func.func @components(
// CHECK-NOT: tensor.compute {{.*}} in [16]
// CHECK: tensor.compute {{.*}} in [16, 3]
func.func @components(%g: tensor<16x32xf32>, %x: tensor<16x3xf32>) -> tensor<16x3xf32> {
  %p = tensor.compute (%o) in [16] {
    %s = tensor.fold (%k) = 0 to 32 add {
      %v = tensor.at %g[%o, %k] : tensor<16x32xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<16xf32>
  %d = tensor.compute (%o, %c) in [16, 3] {
    %v = tensor.at %p[%o] : tensor<16xf32>
    %w = tensor.at %x[%o, %c] : tensor<16x3xf32>
    %m = arith.mulf %v, %w : f32
    tensor.yield %m : f32
  } : tensor<16x3xf32>
  return %d : tensor<16x3xf32>
}
