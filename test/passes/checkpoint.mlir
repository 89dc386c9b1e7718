// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' --split-input-file %s | FileCheck %s

// The backward pass computes exp again, from an input that waits for the cotangent; what leaves it is finished there.
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
