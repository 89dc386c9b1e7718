// RUN: tfopt --pass-pipeline='builtin.module(inline,func.func(autodiff,canonicalize,cse))' %s | FileCheck %s
// RUN: tfopt --pass-pipeline='builtin.module(inline)' %s | FileCheck %s --check-prefix=INLINED

// The gradient of softmax and cross entropy is what its rule says: p - y, times the seed.
// INLINED-LABEL: func.func @softmax_cross_entropy
// INLINED: tensor.vjp
// INLINED: tensor.custom
// INLINED: } vjp {
// INLINED-NOT: call
// INLINED: return
// CHECK-LABEL: func.func @softmax_cross_entropy
// CHECK-SAME: (%[[X:.*]]: tensor<?{n}xf32>, %[[Y:.*]]: tensor<?{n}xf32>, %[[G:.*]]: tensor<f32>)
func.func @softmax_cross_entropy(%x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>, %g: tensor<f32>) -> tensor<?{n}xf32> {
  // CHECK-NOT: math.log
  // CHECK: %[[E:.*]] = math.exp %[[X]]
  // CHECK-NEXT: %[[S:.*]] = tensor.reduce add %[[E]] dims = [0]
  // CHECK-NEXT: %[[B:.*]] = tensor.broadcast %[[S]]
  // CHECK-NEXT: %[[P:.*]] = arith.divf %[[E]], %[[B]]
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[P]], %[[Y]]
  // CHECK-NEXT: %[[W:.*]] = tensor.broadcast %[[G]]
  // CHECK-NEXT: %[[DX:.*]] = arith.mulf %[[D]], %[[W]]
  // CHECK-NEXT: return %[[DX]]
  %l, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<?{n}xf32>) -> (tensor<f32>) {
    %v = func.call @loss(%u, %y) : (tensor<?{n}xf32>, tensor<?{n}xf32>) -> tensor<f32>
    tensor.yield %v : tensor<f32>
  }
  return %dx : tensor<?{n}xf32>
}

func.func private @loss(%x: tensor<?{m}xf32>, %y: tensor<?{m}xf32>) -> tensor<f32> attributes {tf.vjp = @loss_vjp} {
  %e = math.exp %x : tensor<?{m}xf32>
  %s = tensor.reduce add %e dims = [0] : tensor<?{m}xf32> to tensor<f32>
  %l = math.log %s : tensor<f32>
  %p = arith.mulf %x, %y : tensor<?{m}xf32>
  %t = tensor.reduce add %p dims = [0] : tensor<?{m}xf32> to tensor<f32>
  %r = arith.subf %l, %t : tensor<f32>
  return %r : tensor<f32>
}

func.func private @loss_vjp(%x: tensor<?{k}xf32>, %y: tensor<?{k}xf32>, %l: tensor<f32>, %g: tensor<f32>)
    -> (tensor<?{k}xf32>, tensor<?{k}xf32>) {
  %p = func.call @softmax(%x) : (tensor<?{k}xf32>) -> tensor<?{k}xf32>
  %d = arith.subf %p, %y : tensor<?{k}xf32>
  %w = tensor.broadcast %g dims = [] : tensor<f32> to tensor<?{k}xf32>
  %dx = arith.mulf %d, %w : tensor<?{k}xf32>
  %n = arith.negf %x : tensor<?{k}xf32>
  %dy = arith.mulf %n, %w : tensor<?{k}xf32>
  return %dx, %dy : tensor<?{k}xf32>, tensor<?{k}xf32>
}

func.func private @softmax(%x: tensor<?{k}xf32>) -> tensor<?{k}xf32> {
  %e = math.exp %x : tensor<?{k}xf32>
  %s = tensor.reduce add %e dims = [0] : tensor<?{k}xf32> to tensor<f32>
  %b = tensor.broadcast %s dims = [] : tensor<f32> to tensor<?{k}xf32>
  %p = arith.divf %e, %b : tensor<?{k}xf32>
  return %p : tensor<?{k}xf32>
}

// A rule for forwards serves backwards, transposed: dy = 3 t, so dx = 3 g, whatever the code is.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: (%[[X:.*]]: f32, %[[G:.*]]: f32)
func.func @transposed(%x: f32, %g: f32) -> f32 {
  // CHECK: %[[C:.*]] = arith.constant 3.0
  // CHECK-NEXT: %[[R:.*]] = arith.mulf %[[G]], %[[C]]
  // CHECK-NEXT: return %[[R]]
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (f32) -> (f32) {
    %v = tensor.custom %u : (f32) -> (f32) {
    ^bb0(%a: f32):
      %e = math.exp %a : f32
      tensor.yield %e : f32
    } jvp {
    ^bb0(%a: f32, %y: f32, %t: f32):
      %three = arith.constant 3.0 : f32
      %d = arith.mulf %t, %three : f32
      tensor.yield %d : f32
    }
    tensor.yield %v : f32
  }
  return %dx : f32
}

// Forwards without a rule for it, the transpose of the one for backwards.
// CHECK-LABEL: func.func @transposed_forwards
// CHECK-SAME: (%[[X:.*]]: f32, %[[K:.*]]: i32, %[[T:.*]]: f32)
func.func @transposed_forwards(%x: f32, %k: i32, %t: f32) -> (f32, f32) {
  // CHECK-DAG: %[[C:.*]] = arith.constant 3.0
  // CHECK-DAG: %[[E:.*]] = math.exp %[[X]]
  // CHECK: %[[R:.*]] = arith.mulf %[[T]], %[[C]]
  // CHECK-NEXT: return %[[E]], %[[R]]
  %y, %dy = tensor.jvp (%u = %x) tangent(%t) : (f32) -> (f32) {
    %v = tensor.custom %u, %k : (f32, i32) -> (f32) {
    ^bb0(%a: f32, %b: i32):
      %e = math.exp %a : f32
      tensor.yield %e : f32
    } vjp {
    ^bb0(%a: f32, %b: i32, %y: f32, %g: f32):
      %three = arith.constant 3.0 : f32
      %d = arith.mulf %g, %three : f32
      tensor.yield %d : f32
    }
    tensor.yield %v : f32
  }
  return %y, %dy : f32, f32
}

// Outside of transforms, rules leave no trace; in scalar code they are as good.
// CHECK-LABEL: func.func @plain
func.func @plain(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT: tensor.custom
  // CHECK-NOT: math.cos
  // CHECK: return
  %r, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %c = tensor.compute (%i) in [4] {
      %a = tensor.at %u[%i] : tensor<4xf32>
      %s = func.call @sine(%a) : (f32) -> f32
      tensor.yield %s : f32
    } : tensor<4xf32>
    tensor.yield %c : tensor<4xf32>
  }
  return %r, %dx : tensor<4xf32>, tensor<4xf32>
}

func.func private @sine(%x: f32) -> f32 attributes {tf.vjp = @sine_vjp} {
  %s = math.sin %x : f32
  return %s : f32
}

func.func private @sine_vjp(%x: f32, %y: f32, %g: f32) -> f32 {
  return %g : f32
}
