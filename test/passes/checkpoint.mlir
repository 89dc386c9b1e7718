// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// The backward pass computes exp again, from an input that waits for the cotangent; what leaves it is
// finished there.
// CHECK-LABEL: func.func @again
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[G:.*]]: tensor<8xf32>)
func.func @again(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[X]]
  // CHECK-NEXT: %[[Y:.*]] = math.sin %[[E]]
  // CHECK-NEXT: %[[A:.*]] = tensor.after %[[X]] behind %[[G]] : tensor<8xf32> behind tensor<8xf32>
  // CHECK-NEXT: %[[F:.*]] = math.exp %[[A]]
  // CHECK-NEXT: %[[C:.*]] = math.cos %[[F]]
  // CHECK-NEXT: %[[H:.*]] = arith.mulf %[[G]], %[[C]]
  // CHECK-NEXT: %[[D:.*]] = arith.mulf %[[H]], %[[F]]
  // CHECK-NEXT: %[[R:.*]] = tensor.after %[[D]] behind %[[G]]
  // CHECK-NEXT: return %[[Y]], %[[R]]
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    %r = tensor.checkpoint (%a = %v) : (tensor<8xf32>) -> (tensor<8xf32>) {
      %e = math.exp %a : tensor<8xf32>
      %s = math.sin %e : tensor<8xf32>
      tensor.yield %s : tensor<8xf32>
    }
    tensor.yield %r : tensor<8xf32>
  }
  return %y, %dx : tensor<8xf32>, tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @again(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : tensor<8xf32>
// FULL-NEXT:     %[[V1:.*]] = math.sin %[[V0]] : tensor<8xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.after %[[ARG0]] behind %[[ARG1]] : tensor<8xf32> behind tensor<8xf32>
// FULL-NEXT:     %[[V3:.*]] = math.exp %[[V2]] : tensor<8xf32>
// FULL-NEXT:     %[[V4:.*]] = math.cos %[[V3]] : tensor<8xf32>
// FULL-NEXT:     %[[V5:.*]] = arith.mulf %[[ARG1]], %[[V4]] : tensor<8xf32>
// FULL-NEXT:     %[[V6:.*]] = arith.mulf %[[V5]], %[[V3]] : tensor<8xf32>
// FULL-NEXT:     %[[V7:.*]] = tensor.after %[[V6]] behind %[[ARG1]] : tensor<8xf32> behind tensor<8xf32>
// FULL-NEXT:     return %[[V1]], %[[V7]] : tensor<8xf32>, tensor<8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A linear layer needs nothing but its weights, which are kept as they are.
// CHECK-LABEL: func.func @captured
func.func @captured(%x: tensor<4xf32>, %w: tensor<4x4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
  // CHECK-DAG: %[[X:.*]] = tensor.after %arg0 behind %arg2
  // CHECK-DAG: %[[W:.*]] = tensor.after %arg1 behind %arg2
  // CHECK-DAG: %[[DX:.*]] = tensor.after %{{.*}} behind %arg2 : tensor<4xf32>
  // CHECK-DAG: %[[DW:.*]] = tensor.after %{{.*}} behind %arg2 : tensor<4x4xf32>
  // CHECK: return %[[DX]], %[[DW]]
  %y, %dx, %dw = tensor.vjp (%v = %x, %u = %w) seed(%g) : (tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4xf32>) {
    %r = tensor.checkpoint (%a = %v) : (tensor<4xf32>) -> (tensor<4xf32>) {
      %s = tensor.contract "ij,j->i" %u, %a : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      tensor.yield %s : tensor<4xf32>
    }
    tensor.yield %r : tensor<4xf32>
  }
  return %dx, %dw : tensor<4xf32>, tensor<4x4xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @captured(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4x4xf32>, %[[ARG2:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.after %[[ARG0]] behind %[[ARG2]] : tensor<4xf32> behind tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.after %[[ARG1]] behind %[[ARG2]] : tensor<4x4xf32> behind tensor<4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[ARG2]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [4, 4] {
// FULL-NEXT:       %[[V7]] = tensor.at %[[V2]][%[[I_0]]] : tensor<4xf32>
// FULL-NEXT:       %[[V8:.*]] = tensor.at %[[V0]][%[[J]]] : tensor<4xf32>
// FULL-NEXT:       %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] : f32
// FULL-NEXT:       tensor.yield %[[V9]] : f32
// FULL-NEXT:     } : tensor<4x4xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_1:.*]]) in [4] {
// FULL-NEXT:       %[[V7]] = tensor.fold (%[[K:.*]]) = 0 to 4 add {
// FULL-NEXT:         %[[V8]] = tensor.at %[[V2]][%[[K]]] : tensor<4xf32>
// FULL-NEXT:         %[[V9]] = tensor.at %[[V1]][%[[K]], %[[I_1]]] : tensor<4x4xf32>
// FULL-NEXT:         %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL-NEXT:         tensor.yield %[[V10]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.after %[[V4]] behind %[[ARG2]] : tensor<4xf32> behind tensor<4xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.after %[[V3]] behind %[[ARG2]] : tensor<4x4xf32> behind tensor<4xf32>
// FULL-NEXT:     return %[[V5]], %[[V6]] : tensor<4xf32>, tensor<4x4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// Without a backward pass, a checkpoint is its code; forwards, tangents are computed beside the values.
// CHECK-LABEL: func.func @forwards
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[T:.*]]: tensor<8xf32>)
func.func @forwards(%x: tensor<8xf32>, %t: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[X]]
  // CHECK-NEXT: %[[D:.*]] = arith.mulf %[[T]], %[[E]]
  // CHECK-NEXT: return %[[E]], %[[D]]
  %y, %dy = tensor.jvp (%v = %x) tangent(%t) : (tensor<8xf32>) -> (tensor<8xf32>) {
    %r = tensor.checkpoint (%a = %v) : (tensor<8xf32>) -> (tensor<8xf32>) {
      %e = math.exp %a : tensor<8xf32>
      tensor.yield %e : tensor<8xf32>
    }
    tensor.yield %r : tensor<8xf32>
  }
  return %y, %dy : tensor<8xf32>, tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @forwards(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : tensor<8xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.mulf %[[ARG1]], %[[V0]] : tensor<8xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<8xf32>, tensor<8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// At a point of a comprehension nothing is kept, so nothing waits.
// CHECK-LABEL: func.func @point
// CHECK-NOT: tensor.after
// CHECK-NOT: tensor.checkpoint
func.func @point(%x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    %c = tensor.compute (%i) in [8] {
      %a = tensor.at %v[%i] : tensor<8xf32>
      %r = tensor.checkpoint (%b = %a) : (f32) -> (f32) {
        %e = math.exp %b : f32
        %s = math.sin %e : f32
        tensor.yield %s : f32
      }
      tensor.yield %r : f32
    } : tensor<8xf32>
    tensor.yield %c : tensor<8xf32>
  }
  return %dx : tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @point(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:       %[[V2:.*]] = math.exp %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:       %[[V4:.*]] = math.cos %[[V2]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.mulf %[[V5]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// For all slices at once, it is one checkpoint of the mapped code.
// CHECK-LABEL: func.func @mapped
// CHECK: tensor.after %{{.*}} behind %{{.*}} : tensor<3x8xf32> behind tensor<3x8xf32>
// CHECK-NOT: loop.for
func.func @mapped(%x: tensor<3x8xf32>, %g: tensor<8xf32>) -> tensor<3x8xf32> {
  %m = tensor.vmap (%w = %x) axes [0] -> [0] : (tensor<3x8xf32>) -> (tensor<3x8xf32>) {
    %h = math.sin %w : tensor<8xf32>
    %y, %dx = tensor.vjp (%v = %w) seed(%h) : (tensor<8xf32>) -> (tensor<8xf32>) {
      %r = tensor.checkpoint (%a = %v) : (tensor<8xf32>) -> (tensor<8xf32>) {
        %e = math.exp %a : tensor<8xf32>
        %s = math.sin %e : tensor<8xf32>
        tensor.yield %s : tensor<8xf32>
      }
      tensor.yield %r : tensor<8xf32>
    }
    tensor.yield %dx : tensor<8xf32>
  }
  return %m : tensor<3x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @mapped(%[[ARG0:.*]]: tensor<3x8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<3x8xf32> {
// FULL-NEXT:     %[[V0:.*]] = math.sin %[[ARG0]] : tensor<3x8xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.after %[[ARG0]] behind %[[V0]] : tensor<3x8xf32> behind tensor<3x8xf32>
// FULL-NEXT:     %[[V2:.*]] = math.exp %[[V1]] : tensor<3x8xf32>
// FULL-NEXT:     %[[V3:.*]] = math.cos %[[V2]] : tensor<3x8xf32>
// FULL-NEXT:     %[[V4:.*]] = arith.mulf %[[V0]], %[[V3]] : tensor<3x8xf32>
// FULL-NEXT:     %[[V5:.*]] = arith.mulf %[[V4]], %[[V2]] : tensor<3x8xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.after %[[V5]] behind %[[V0]] : tensor<3x8xf32> behind tensor<3x8xf32>
// FULL-NEXT:     return %[[V6]] : tensor<3x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
