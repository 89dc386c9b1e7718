// RUN: tfopt --pass-pipeline='builtin.module(inline,func.func(autodiff,canonicalize,cse))' %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --pass-pipeline='builtin.module(inline)' %s | tee %t.inlined | FileCheck %s --check-prefix=INLINED
// RUN: FileCheck %s --check-prefix=FULL_INLINED --match-full-lines < %t.inlined
// COMPLETE: FULL, FULL_INLINED

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
// FULL: module {
// FULL-NEXT:   func.func @softmax_cross_entropy(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>, %[[ARG2:.*]]: tensor<f32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce add %[[V0]] dims = [0] : tensor<?{n}xf32> to tensor<f32>
// FULL-NEXT:     %[[V2:.*]] = tensor.broadcast %[[V1]] dims = [] : tensor<f32> to tensor<?{n}xf32>
// FULL-NEXT:     %[[V3:.*]] = arith.divf %[[V0]], %[[V2]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V4:.*]] = arith.subf %[[V3]], %[[ARG1]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.broadcast %[[ARG2]] dims = [] : tensor<f32> to tensor<?{n}xf32>
// FULL-NEXT:     %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V6]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL_INLINED: module {
// FULL_INLINED-NEXT:   func.func @softmax_cross_entropy(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>, %[[ARG2:.*]]: tensor<f32>) -> tensor<?{n}xf32> {
// FULL_INLINED-NEXT:     %[[V0:.*]]:2 = tensor.vjp (%[[ARG3:.*]] = %[[ARG0]]) seed(%[[ARG2]]) : (tensor<?{n}xf32>) -> (tensor<f32>) {
// FULL_INLINED-NEXT:       %[[V1:.*]] = tensor.custom %[[ARG3]], %[[ARG1]] : (tensor<?{n}xf32>, tensor<?{n}xf32>) -> (tensor<f32>) {
// FULL_INLINED-NEXT:       ^bb0(%[[ARG4:.*]]: tensor<?{n}xf32>, %[[ARG5:.*]]: tensor<?{n}xf32>):
// FULL_INLINED-NEXT:         %[[V2:.*]] = math.exp %[[ARG4]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V3:.*]] = tensor.reduce add %[[V2]] dims = [0] : tensor<?{n}xf32> to tensor<f32>
// FULL_INLINED-NEXT:         %[[V4:.*]] = math.log %[[V3]] : tensor<f32>
// FULL_INLINED-NEXT:         %[[V5:.*]] = arith.mulf %[[ARG4]], %[[ARG5]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V6:.*]] = tensor.reduce add %[[V5]] dims = [0] : tensor<?{n}xf32> to tensor<f32>
// FULL_INLINED-NEXT:         %[[V7:.*]] = arith.subf %[[V4]], %[[V6]] : tensor<f32>
// FULL_INLINED-NEXT:         tensor.yield %[[V7]] : tensor<f32>
// FULL_INLINED-NEXT:       } vjp {
// FULL_INLINED-NEXT:       ^bb0(%[[ARG4]]: tensor<?{n}xf32>, %[[ARG5]]: tensor<?{n}xf32>, %[[ARG6:.*]]: tensor<f32>, %[[ARG7:.*]]: tensor<f32>):
// FULL_INLINED-NEXT:         %[[V2]] = math.exp %[[ARG4]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V3]] = tensor.reduce add %[[V2]] dims = [0] : tensor<?{n}xf32> to tensor<f32>
// FULL_INLINED-NEXT:         %[[V4]] = tensor.broadcast %[[V3]] dims = [] : tensor<f32> to tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V5]] = arith.divf %[[V2]], %[[V4]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V6]] = arith.subf %[[V5]], %[[ARG5]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V7]] = tensor.broadcast %[[ARG7]] dims = [] : tensor<f32> to tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V9:.*]] = arith.negf %[[ARG4]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         %[[V10:.*]] = arith.mulf %[[V9]], %[[V7]] : tensor<?{n}xf32>
// FULL_INLINED-NEXT:         tensor.yield %[[V8]], %[[V10]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_INLINED-NEXT:       }
// FULL_INLINED-NEXT:       tensor.yield %[[V1]] : tensor<f32>
// FULL_INLINED-NEXT:     }
// FULL_INLINED-NEXT:     return %[[V0]]#1 : tensor<?{n}xf32>
// FULL_INLINED-NEXT:   }

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
// FULL-NEXT:   func.func @transposed(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 3.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG1]], %[[CST]] : f32
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL_INLINED-NEXT:   func.func @transposed(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL_INLINED-NEXT:     %[[V0:.*]]:2 = tensor.vjp (%[[ARG2:.*]] = %[[ARG0]]) seed(%[[ARG1]]) : (f32) -> (f32) {
// FULL_INLINED-NEXT:       %[[V1:.*]] = tensor.custom %[[ARG2]] : (f32) -> (f32) {
// FULL_INLINED-NEXT:       ^bb0(%[[ARG3:.*]]: f32):
// FULL_INLINED-NEXT:         %[[V2:.*]] = math.exp %[[ARG3]] : f32
// FULL_INLINED-NEXT:         tensor.yield %[[V2]] : f32
// FULL_INLINED-NEXT:       } jvp {
// FULL_INLINED-NEXT:       ^bb0(%[[ARG3]]: f32, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32):
// FULL_INLINED-NEXT:         %[[CST:.*]] = arith.constant 3.000000e+00 : f32
// FULL_INLINED-NEXT:         %[[V2]] = arith.mulf %[[ARG5]], %[[CST]] : f32
// FULL_INLINED-NEXT:         tensor.yield %[[V2]] : f32
// FULL_INLINED-NEXT:       }
// FULL_INLINED-NEXT:       tensor.yield %[[V1]] : f32
// FULL_INLINED-NEXT:     }
// FULL_INLINED-NEXT:     return %[[V0]]#1 : f32
// FULL_INLINED-NEXT:   }

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
// FULL-NEXT:   func.func @transposed_forwards(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: f32) -> (f32, f32) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 3.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : f32
// FULL-NEXT:     %[[V1:.*]] = arith.mulf %[[ARG2]], %[[CST]] : f32
// FULL-NEXT:     return %[[V0]], %[[V1]] : f32, f32
// FULL-NEXT:   }
// FULL_INLINED-NEXT:   func.func @transposed_forwards(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: f32) -> (f32, f32) {
// FULL_INLINED-NEXT:     %[[V0:.*]]:2 = tensor.jvp (%[[ARG3:.*]] = %[[ARG0]]) tangent(%[[ARG2]]) : (f32) -> (f32) {
// FULL_INLINED-NEXT:       %[[V1:.*]] = tensor.custom %[[ARG3]], %[[ARG1]] : (f32, i32) -> (f32) {
// FULL_INLINED-NEXT:       ^bb0(%[[ARG4:.*]]: f32, %[[ARG5:.*]]: i32):
// FULL_INLINED-NEXT:         %[[V2:.*]] = math.exp %[[ARG4]] : f32
// FULL_INLINED-NEXT:         tensor.yield %[[V2]] : f32
// FULL_INLINED-NEXT:       } vjp {
// FULL_INLINED-NEXT:       ^bb0(%[[ARG4]]: f32, %[[ARG5]]: i32, %[[ARG6:.*]]: f32, %[[ARG7:.*]]: f32):
// FULL_INLINED-NEXT:         %[[CST:.*]] = arith.constant 3.000000e+00 : f32
// FULL_INLINED-NEXT:         %[[V2]] = arith.mulf %[[ARG7]], %[[CST]] : f32
// FULL_INLINED-NEXT:         tensor.yield %[[V2]] : f32
// FULL_INLINED-NEXT:       }
// FULL_INLINED-NEXT:       tensor.yield %[[V1]] : f32
// FULL_INLINED-NEXT:     }
// FULL_INLINED-NEXT:     return %[[V0]]#0, %[[V0]]#1 : f32, f32
// FULL_INLINED-NEXT:   }

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
// FULL-NEXT:   func.func @plain(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       %[[V3:.*]] = math.sin %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [4] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<4xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<4xf32>, tensor<4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_INLINED-NEXT:   func.func @plain(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// FULL_INLINED-NEXT:     %[[V0:.*]]:2 = tensor.vjp (%[[ARG2:.*]] = %[[ARG0]]) seed(%[[ARG1]]) : (tensor<4xf32>) -> (tensor<4xf32>) {
// FULL_INLINED-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL_INLINED-NEXT:         %[[V2:.*]] = tensor.at %[[ARG2]][%[[I]]] : tensor<4xf32>
// FULL_INLINED-NEXT:         %[[V3:.*]] = tensor.custom %[[V2]] : (f32) -> (f32) {
// FULL_INLINED-NEXT:         ^bb0(%[[ARG3:.*]]: f32):
// FULL_INLINED-NEXT:           %[[V4:.*]] = math.sin %[[ARG3]] : f32
// FULL_INLINED-NEXT:           tensor.yield %[[V4]] : f32
// FULL_INLINED-NEXT:         } vjp {
// FULL_INLINED-NEXT:         ^bb0(%[[ARG3]]: f32, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32):
// FULL_INLINED-NEXT:           tensor.yield %[[ARG5]] : f32
// FULL_INLINED-NEXT:         }
// FULL_INLINED-NEXT:         tensor.yield %[[V3]] : f32
// FULL_INLINED-NEXT:       } : tensor<4xf32>
// FULL_INLINED-NEXT:       tensor.yield %[[V1]] : tensor<4xf32>
// FULL_INLINED-NEXT:     }
// FULL_INLINED-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<4xf32>, tensor<4xf32>
// FULL_INLINED-NEXT:   }
// FULL_INLINED-NEXT: }

func.func private @sine(%x: f32) -> f32 attributes {tf.vjp = @sine_vjp} {
  %s = math.sin %x : f32
  return %s : f32
}

func.func private @sine_vjp(%x: f32, %y: f32, %g: f32) -> f32 {
  return %g : f32
}
