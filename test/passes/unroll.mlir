// RUN: tfopt --target=x86-64-v4 --set-target --simplify-computes --choose-unroll --apply-unroll --canonicalize %s | tee %t.check | FileCheck %s
// RUN: tfopt --target=x86-64-v4 --pass-pipeline='set-target,choose-unroll{limit=2},apply-unroll' %s | tee %t.limit | FileCheck %s --check-prefix=LIMIT
// RUN: FileCheck %s --check-prefix=FULL_LIMIT --match-full-lines < %t.limit
// COMPLETE: FULL_LIMIT
// GOLDEN: cat %t.check

// The axis of 3 becomes three values of one point, and the three folds one.
// CHECK-LABEL: func.func @points
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: %[[F:.*]]:3 = tensor.fold (%{{.*}}) = 0 to n [add, add, add]
// CHECK: %[[P:.*]] = tensor.from_elements %[[F]]#0, %[[F]]#1, %[[F]]#2 : tensor<3xf32>
// CHECK: tensor.yield %[[P]]
// LIMIT-LABEL: func.func @points
// LIMIT: tensor.compute (%{{.*}}, %{{.*}}) in [n, 3] {
func.func @points(%a: tensor<?{n}x3xf32>) -> tensor<?{n}x3xf32> {
  %r = tensor.compute (%i, %c) in [n, 3] {
    %f = tensor.fold (%k) = 0 to n add {
      %x = tensor.at %a[%k, %c] : tensor<?{n}x3xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}x3xf32>
  return %r : tensor<?{n}x3xf32>
}
// FULL_LIMIT: module {
// FULL_LIMIT-NEXT:   func.func @points(%[[ARG0:.*]]: tensor<?{n}x3xf32>) -> tensor<?{n}x3xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 3] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL_LIMIT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[J]]] : tensor<?{n}x3xf32>
// FULL_LIMIT-NEXT:         tensor.yield %[[V2]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_LIMIT-NEXT:     } : tensor<?{n}x3xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<?{n}x3xf32>
// FULL_LIMIT-NEXT:   }

// A short fold becomes straight-line code; without reassoc it starts at +0.
// CHECK-LABEL: func.func @short
// CHECK-NOT: tensor.fold
// CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[X:.*]] = tensor.at %{{.*}}[%{{.*}}, 0]
// CHECK: arith.addf %[[X]], %[[Z]]
func.func @short(%a: tensor<?{n}x2xf32>) -> tensor<?{n}xf32> {
  %r = tensor.compute (%i) in [n] {
    %f = tensor.fold (%k) = 0 to 2 add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x2xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
// FULL_LIMIT-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<?{n}x2xf32>) -> tensor<?{n}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], 0] : tensor<?{n}x2xf32>
// FULL_LIMIT-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[CST]] : f32
// FULL_LIMIT-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], 1] : tensor<?{n}x2xf32>
// FULL_LIMIT-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:     } : tensor<?{n}xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL_LIMIT-NEXT:   }

// Folds over different ranges stay apart.
// CHECK-LABEL: func.func @ranges
// CHECK-COUNT-2: tensor.fold
func.func @ranges(%a: tensor<?{n}xf32>, %b: tensor<?{m}xf32>) -> tensor<1xf32> {
  %r = tensor.compute (%i) in [1] {
    %f = tensor.fold (%k) = 0 to n add {
      %x = tensor.at %a[%k] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    %g = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %b[%k] : tensor<?{m}xf32>
      tensor.yield %x : f32
    } : f32
    %s = arith.addf %f, %g : f32
    tensor.yield %s : f32
  } : tensor<1xf32>
  return %r : tensor<1xf32>
}
// FULL_LIMIT-NEXT:   func.func @ranges(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> tensor<1xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL_LIMIT-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL_LIMIT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to m add {
// FULL_LIMIT-NEXT:         %[[V4]] = tensor.at %[[ARG1]][%[[K_0]]] : tensor<?{m}xf32>
// FULL_LIMIT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_LIMIT-NEXT:     } : tensor<1xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<1xf32>
// FULL_LIMIT-NEXT:   }

// Three nested folds of 8 points would be 512 copies: the inner two are unrolled, the outer one stays.
// CHECK-LABEL: func.func @nested
// CHECK-COUNT-1: tensor.fold
// CHECK-COUNT-64: tensor.at
// CHECK-NOT: tensor.{{at|fold}}
func.func @nested(%a: tensor<?{n}x8x8x8xf32>) -> tensor<?{n}xf32> {
  %r = tensor.compute (%i) in [n] {
    %f = tensor.fold (%j) = 0 to 8 add {
      %g = tensor.fold (%k) = 0 to 8 add {
        %h = tensor.fold (%l) = 0 to 8 add {
          %x = tensor.at %a[%i, %j, %k, %l] : tensor<?{n}x8x8x8xf32>
          tensor.yield %x : f32
        } : f32
        tensor.yield %h : f32
      } : f32
      tensor.yield %g : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
// FULL_LIMIT-NEXT:   func.func @nested(%[[ARG0:.*]]: tensor<?{n}x8x8x8xf32>) -> tensor<?{n}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8 add {
// FULL_LIMIT-NEXT:         %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 8 add {
// FULL_LIMIT-NEXT:           %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to 8 add {
// FULL_LIMIT-NEXT:             %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]], %[[K_0]], %[[K_1]]] : tensor<?{n}x8x8x8xf32>
// FULL_LIMIT-NEXT:             tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:           } : f32
// FULL_LIMIT-NEXT:           tensor.yield %[[V3]] : f32
// FULL_LIMIT-NEXT:         } : f32
// FULL_LIMIT-NEXT:         tensor.yield %[[V2]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_LIMIT-NEXT:     } : tensor<?{n}xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL_LIMIT-NEXT:   }

// Copies of a long fold run side by side with a sum each: 9 stay in registers.
// CHECK-LABEL: func.func @small_window
// CHECK: tensor.fold (%{{.*}}) = 0 to n [add, add, add, add, add, add, add, add, add]
// CHECK-NOT: tensor.fold
func.func @small_window(%a: tensor<3x3x?{n}xf32>) -> tensor<1xf32> {
  %r = tensor.compute (%i) in [1] {
    %f = tensor.fold (%j) = 0 to 3 add {
      %g = tensor.fold (%k) = 0 to 3 add {
        %h = tensor.fold (%l) = 0 to n add {
          %x = tensor.at %a[%j, %k, %l] : tensor<3x3x?{n}xf32>
          tensor.yield %x : f32
        } : f32
        tensor.yield %h : f32
      } : f32
      tensor.yield %g : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<1xf32>
  return %r : tensor<1xf32>
}
// FULL_LIMIT-NEXT:   func.func @small_window(%[[ARG0:.*]]: tensor<3x3x?{n}xf32>) -> tensor<1xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 3 add {
// FULL_LIMIT-NEXT:         %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 3 add {
// FULL_LIMIT-NEXT:           %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to n add {
// FULL_LIMIT-NEXT:             %[[V4:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_0]], %[[K_1]]] : tensor<3x3x?{n}xf32>
// FULL_LIMIT-NEXT:             tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:           } : f32
// FULL_LIMIT-NEXT:           tensor.yield %[[V3]] : f32
// FULL_LIMIT-NEXT:         } : f32
// FULL_LIMIT-NEXT:         tensor.yield %[[V2]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_LIMIT-NEXT:     } : tensor<1xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<1xf32>
// FULL_LIMIT-NEXT:   }

// 49 would not: the outer fold stays.
// CHECK-LABEL: func.func @large_window
// CHECK: tensor.fold (%{{.*}}) = 0 to 7 add
// CHECK: tensor.fold (%{{.*}}) = 0 to n [add, add, add, add, add, add, add]
// CHECK-NOT: tensor.fold
func.func @large_window(%a: tensor<7x7x?{n}xf32>) -> tensor<1xf32> {
  %r = tensor.compute (%i) in [1] {
    %f = tensor.fold (%j) = 0 to 7 add {
      %g = tensor.fold (%k) = 0 to 7 add {
        %h = tensor.fold (%l) = 0 to n add {
          %x = tensor.at %a[%j, %k, %l] : tensor<7x7x?{n}xf32>
          tensor.yield %x : f32
        } : f32
        tensor.yield %h : f32
      } : f32
      tensor.yield %g : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<1xf32>
  return %r : tensor<1xf32>
}
// FULL_LIMIT-NEXT:   func.func @large_window(%[[ARG0:.*]]: tensor<7x7x?{n}xf32>) -> tensor<1xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 7 add {
// FULL_LIMIT-NEXT:         %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 7 add {
// FULL_LIMIT-NEXT:           %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to n add {
// FULL_LIMIT-NEXT:             %[[V4:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_0]], %[[K_1]]] : tensor<7x7x?{n}xf32>
// FULL_LIMIT-NEXT:             tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:           } : f32
// FULL_LIMIT-NEXT:           tensor.yield %[[V3]] : f32
// FULL_LIMIT-NEXT:         } : f32
// FULL_LIMIT-NEXT:         tensor.yield %[[V2]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_LIMIT-NEXT:     } : tensor<1xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<1xf32>
// FULL_LIMIT-NEXT:   }

// Copies of folds in each other would not run side by side: a short fold around two long ones stays.
// CHECK-LABEL: func.func @around_a_plane
// CHECK: tensor.fold (%{{.*}}) = 0 to 3
// CHECK: tensor.fold (%{{.*}}) = 0 to n
// CHECK: tensor.fold (%{{.*}}) = 0 to m
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @around_a_plane(%a: tensor<?{p}x3x?{n}x?{m}xf32>) -> tensor<?{p}xf32> {
  %r = tensor.compute (%i) in [p] {
    %f = tensor.fold (%k) = 0 to 3 add {
      %g = tensor.fold (%y) = 0 to n add {
        %h = tensor.fold (%z) = 0 to m add {
          %x = tensor.at %a[%i, %k, %y, %z] : tensor<?{p}x3x?{n}x?{m}xf32>
          tensor.yield %x : f32
        } : f32
        tensor.yield %h : f32
      } : f32
      tensor.yield %g : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{p}xf32>
  return %r : tensor<?{p}xf32>
}
// FULL_LIMIT-NEXT:   func.func @around_a_plane(%[[ARG0:.*]]: tensor<?{p}x3x?{n}x?{m}xf32>) -> tensor<?{p}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [p] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 3 add {
// FULL_LIMIT-NEXT:         %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to n add {
// FULL_LIMIT-NEXT:           %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to m add {
// FULL_LIMIT-NEXT:             %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]], %[[K_0]], %[[K_1]]] : tensor<?{p}x3x?{n}x?{m}xf32>
// FULL_LIMIT-NEXT:             tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:           } : f32
// FULL_LIMIT-NEXT:           tensor.yield %[[V3]] : f32
// FULL_LIMIT-NEXT:         } : f32
// FULL_LIMIT-NEXT:         tensor.yield %[[V2]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_LIMIT-NEXT:     } : tensor<?{p}xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<?{p}xf32>
// FULL_LIMIT-NEXT:   }

// Folds over one plane become one, at each level.
// CHECK-LABEL: func.func @two_of_a_plane
// CHECK: tensor.fold (%{{.*}}) = 0 to n [add, maximumf]
// CHECK: tensor.fold (%{{.*}}) = 0 to m [add, maximumf]
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @two_of_a_plane(%a: tensor<?{n}x?{m}xf32>) -> (tensor<f32>, tensor<f32>) {
  %r:2 = tensor.compute () in [] {
    %f = tensor.fold (%y) = 0 to n add {
      %h = tensor.fold (%z) = 0 to m add {
        %x = tensor.at %a[%y, %z] : tensor<?{n}x?{m}xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %h : f32
    } : f32
    %g = tensor.fold (%y) = 0 to n maximumf {
      %h = tensor.fold (%z) = 0 to m maximumf {
        %x = tensor.at %a[%y, %z] : tensor<?{n}x?{m}xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %h : f32
    } : f32
    tensor.yield %f, %g : f32, f32
  } : tensor<f32>, tensor<f32>
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}
// FULL_LIMIT-NEXT:   func.func @two_of_a_plane(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<f32>, tensor<f32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[V0:.*]]:2 = tensor.compute () in [] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL_LIMIT-NEXT:         %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to m add {
// FULL_LIMIT-NEXT:           %[[V4:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_1]]] : tensor<?{n}x?{m}xf32>
// FULL_LIMIT-NEXT:           tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:         } : f32
// FULL_LIMIT-NEXT:         tensor.yield %[[V3]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to n maximumf {
// FULL_LIMIT-NEXT:         %[[V3]] = tensor.fold (%[[K_1]]) = 0 to m maximumf {
// FULL_LIMIT-NEXT:           %[[V4]] = tensor.at %[[ARG0]][%[[K_0]], %[[K_1]]] : tensor<?{n}x?{m}xf32>
// FULL_LIMIT-NEXT:           tensor.yield %[[V4]] : f32
// FULL_LIMIT-NEXT:         } : f32
// FULL_LIMIT-NEXT:         tensor.yield %[[V3]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V1]], %[[V2]] : f32, f32
// FULL_LIMIT-NEXT:     } : tensor<f32>, tensor<f32>
// FULL_LIMIT-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<f32>, tensor<f32>
// FULL_LIMIT-NEXT:   }

// Rows of four, the first two of which are not those of the tensor: that nothing is read for the first points
// is seen also where the fold around has become numbers, as conditions that contradict themselves.
// CHECK-LABEL: func.func @unreachable_points
// CHECK-NOT: clamp
// CHECK: return
func.func @unreachable_points(%a: tensor<32xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = tensor.compute (%i) in [4] {
    %s = tensor.fold (%k) = 0 to 6 add fastmath<reassoc> {
      %q = arith.floordivsi %i, %c4 : index
      %p = arith.muli %q, %c4 : index
      %r = arith.subi %i, %p : index
      %t = arith.muli %k, %c4 : index
      %at = arith.addi %t, %r : index
      %above = arith.cmpi slt, %at, %c8 : index
      %v = loop.if %above -> (f32) {
        loop.yield %zero : f32
      } else {
        %x = tensor.at %a[(%k * 4 + %i mod 4 - 8) * 2 + 1] : tensor<32xf32>
        loop.yield %x : f32
      }
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// FULL_LIMIT-NEXT:   func.func @unreachable_points(%[[ARG0:.*]]: tensor<32xf32>) -> tensor<4xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LIMIT-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_LIMIT-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_LIMIT-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_LIMIT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL_LIMIT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 6 add fastmath<reassoc> {
// FULL_LIMIT-NEXT:         %[[V2:.*]] = arith.floordivsi %[[I]], %[[C4]] : index
// FULL_LIMIT-NEXT:         %[[V3:.*]] = arith.muli %[[V2]], %[[C4]] : index
// FULL_LIMIT-NEXT:         %[[V4:.*]] = arith.subi %[[I]], %[[V3]] : index
// FULL_LIMIT-NEXT:         %[[V5:.*]] = arith.muli %[[K]], %[[C4]] : index
// FULL_LIMIT-NEXT:         %[[V6:.*]] = arith.addi %[[V5]], %[[V4]] : index
// FULL_LIMIT-NEXT:         %[[V7:.*]] = arith.cmpi slt, %[[V6]], %[[C8]] : index
// FULL_LIMIT-NEXT:         %[[V8:.*]] = loop.if %[[V7]] -> (f32) {
// FULL_LIMIT-NEXT:           loop.yield %[[CST]] : f32
// FULL_LIMIT-NEXT:         } else {
// FULL_LIMIT-NEXT:           %[[V9:.*]] = tensor.at %[[ARG0]][(%[[K]] * 4 + %[[I]] mod 4 - 8) * 2 + 1] : tensor<32xf32>
// FULL_LIMIT-NEXT:           loop.yield %[[V9]] : f32
// FULL_LIMIT-NEXT:         }
// FULL_LIMIT-NEXT:         tensor.yield %[[V8]] : f32
// FULL_LIMIT-NEXT:       } : f32
// FULL_LIMIT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_LIMIT-NEXT:     } : tensor<4xf32>
// FULL_LIMIT-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL_LIMIT-NEXT:   }
// FULL_LIMIT-NEXT: }
