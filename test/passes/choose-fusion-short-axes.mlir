// Short axes that do not move a read are free only as far as unrolling merges what they repeat: together they
// are 8 at most.
// RUN: tfopt %s --choose-fusion --apply-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics -o /dev/null
// COMPLETE: FULL

// The gradient of a convolution by its kernel: what is folded for a point would be folded again for each of
// 27 elements of the kernel.
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
// FULL: module {
// FULL-NEXT:   func.func @kernel_gradient(%[[ARG0:.*]]: tensor<16x32x8x8xf32>, %[[ARG1:.*]]: tensor<3x10x10xf32>) -> tensor<16x3x3x3xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [16, 8, 8] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_3:.*]]) = 0 to 32 add {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K_3]], %[[J]], %[[K]]] : tensor<16x32x8x8xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16x8x8xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]], %[[K_2:.*]], %[[L:.*]]) in [16, 3, 3, 3] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K_3]]) = 0 to 8 add {
// FULL-NEXT:         %[[V3]] = tensor.fold (%[[K_4:.*]]) = 0 to 8 add {
// FULL-NEXT:           %[[V4:.*]] = tensor.at %[[V0]][%[[I_0]], %[[K_3]], %[[K_4]]] : tensor<16x8x8xf32>
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG1]][%[[J_1]], %[[K_3]] + %[[K_2]], %[[K_4]] + %[[L]]] : tensor<3x10x10xf32>
// FULL-NEXT:           %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:           tensor.yield %[[V6]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16x3x3x3xf32>
// FULL-NEXT:     return %[[V1]] : tensor<16x3x3x3xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @components(%[[ARG0:.*]]: tensor<16x32xf32>, %[[ARG1:.*]]: tensor<16x3xf32>) -> tensor<16x3xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [16, 3] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 32 add {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x32xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]], %[[J]]] : tensor<16x3xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<16x3xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16x3xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
