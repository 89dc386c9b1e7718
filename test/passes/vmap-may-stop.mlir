// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s --allow-unregistered-dialect | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// Code that may stop the call runs for the slices that chose it, and for no others.

// A cast between extents that may differ.
// CHECK-LABEL: func.func @cast
func.func @cast(%x: tensor<2x?{n}xf32>, %y: tensor<?{m}xf32>, %p: tensor<2xi1>) -> tensor<2xf32> {
  // CHECK: loop.for
  // CHECK: loop.if
  // CHECK-NEXT: tensor.cast
  // CHECK-NOT: arith.select
  // CHECK: return
  %r = tensor.vmap (%u = %x, %c = %p) axes [0, 0] -> [0] : (tensor<2x?{n}xf32>, tensor<2xi1>) -> (tensor<2xf32>) {
    %t = tensor.at %c[] : tensor<i1>
    %q = loop.if %t -> (tensor<f32>) {
      %z = tensor.cast %u : tensor<?{n}xf32> to tensor<?{m}xf32>
      %w = arith.mulf %z, %y : tensor<?{m}xf32>
      %s = tensor.reduce add %w dims = [0] : tensor<?{m}xf32> to tensor<f32>
      loop.yield %s : tensor<f32>
    } else {
      %s = tensor.reduce add %u dims = [0] : tensor<?{n}xf32> to tensor<f32>
      loop.yield %s : tensor<f32>
    }
    tensor.yield %q : tensor<f32>
  }
  return %r : tensor<2xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @cast(%[[ARG0:.*]]: tensor<2x?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>, %[[ARG2:.*]]: tensor<2xi1>) -> tensor<2xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<2xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [2] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG2]][%[[I]]] : tensor<2xi1>
// FULL-NEXT:       tensor.yield %[[V2]] : i1
// FULL-NEXT:     } : tensor<2xi1>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]]) -> (tensor<2xf32>) {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] : tensor<2xi1>
// FULL-NEXT:       %[[V3:.*]] = tensor.dynamic_slice %[[ARG0]][%[[I_0]], %[[C0]]] : tensor<2x?{n}xf32> to tensor<1x?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.reshape %[[V3]] : tensor<1x?{n}xf32> to tensor<?{n}xf32>
// FULL-NEXT:       %[[V5:.*]] = loop.if %[[V2]] -> (tensor<f32>) {
// FULL-NEXT:         %[[V8:.*]] = tensor.cast %[[V4]] : tensor<?{n}xf32> to tensor<?{m}xf32>
// FULL-NEXT:         %[[V9:.*]] = arith.mulf %[[V8]], %[[ARG1]] : tensor<?{m}xf32>
// FULL-NEXT:         %[[V10:.*]] = tensor.reduce add %[[V9]] dims = [0] : tensor<?{m}xf32> to tensor<f32>
// FULL-NEXT:         loop.yield %[[V10]] : tensor<f32>
// FULL-NEXT:       } else {
// FULL-NEXT:         %[[V8]] = tensor.reduce add %[[V4]] dims = [0] : tensor<?{n}xf32> to tensor<f32>
// FULL-NEXT:         loop.yield %[[V8]] : tensor<f32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V6:.*]] = tensor.reshape %[[V5]] : tensor<f32> to tensor<1xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.update_slice %[[V6]], %[[ARG3]][%[[I_0]]] : tensor<1xf32> into tensor<2xf32>
// FULL-NEXT:       loop.yield %[[V7]] : tensor<2xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<2xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @require
func.func @require(%x: tensor<2x?{n}xf32>, %y: tensor<?{m}xf32>, %p: tensor<2xi1>) -> tensor<2xf32> {
  // CHECK-NOT: tensor.require
  // CHECK: loop.for
  // CHECK: loop.if
  // CHECK-NEXT: tensor.require [n] = [m]
  // CHECK: return
  %r = tensor.vmap (%u = %x, %c = %p) axes [0, 0] -> [0] : (tensor<2x?{n}xf32>, tensor<2xi1>) -> (tensor<2xf32>) {
    %t = tensor.at %c[] : tensor<i1>
    %s = tensor.reduce add %u dims = [0] : tensor<?{n}xf32> to tensor<f32>
    %q = loop.if %t -> (tensor<f32>) {
      tensor.require [n] = [m]
      %w = arith.addf %s, %s : tensor<f32>
      loop.yield %w : tensor<f32>
    } else {
      loop.yield %s : tensor<f32>
    }
    tensor.yield %q : tensor<f32>
  }
  return %r : tensor<2xf32>
}
// FULL-NEXT:   func.func @require(%[[ARG0:.*]]: tensor<2x?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>, %[[ARG2:.*]]: tensor<2xi1>) -> tensor<2xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<2xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [2] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG2]][%[[I]]] : tensor<2xi1>
// FULL-NEXT:       tensor.yield %[[V3]] : i1
// FULL-NEXT:     } : tensor<2xi1>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce add %[[ARG0]] dims = [1] : tensor<2x?{n}xf32> to tensor<2xf32>
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]]) -> (tensor<2xf32>) {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]]] : tensor<2xi1>
// FULL-NEXT:       %[[V4:.*]] = tensor.dynamic_slice %[[V1]][%[[I_0]]] : tensor<2xf32> to tensor<1xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.reshape %[[V4]] : tensor<1xf32> to tensor<f32>
// FULL-NEXT:       %[[V6:.*]] = loop.if %[[V3]] -> (tensor<f32>) {
// FULL-NEXT:         tensor.require [n] = [m]
// FULL-NEXT:         %[[V9:.*]] = arith.addf %[[V5]], %[[V5]] : tensor<f32>
// FULL-NEXT:         loop.yield %[[V9]] : tensor<f32>
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[V5]] : tensor<f32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V7:.*]] = tensor.reshape %[[V6]] : tensor<f32> to tensor<1xf32>
// FULL-NEXT:       %[[V8:.*]] = tensor.update_slice %[[V7]], %[[ARG3]][%[[I_0]]] : tensor<1xf32> into tensor<2xf32>
// FULL-NEXT:       loop.yield %[[V8]] : tensor<2xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<2xf32>
// FULL-NEXT:   }

// A read that stops the call, and an op of which nothing is known.
// CHECK-LABEL: func.func @others
func.func @others(%x: tensor<2x4xf32>, %p: tensor<2xi1>, %i: index) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: loop.if
  // CHECK-NEXT: tensor.at %{{.*}}[%{{.*}}] trap
  // CHECK: loop.if
  // CHECK-NEXT: "foo.check"
  // CHECK: return
  %r:2 = tensor.vmap (%u = %x, %c = %p) axes [0, 0] -> [0, 0] : (tensor<2x4xf32>, tensor<2xi1>) -> (tensor<2xf32>, tensor<2xf32>) {
    %t = tensor.at %c[] : tensor<i1>
    %z = arith.constant 0.0 : f32
    %q = loop.if %t -> (f32) {
      %e = tensor.at %u[%i] trap : tensor<4xf32>
      loop.yield %e : f32
    } else {
      loop.yield %z : f32
    }
    %o = loop.if %t -> (f32) {
      %e = "foo.check"(%u) : (tensor<4xf32>) -> f32
      loop.yield %e : f32
    } else {
      loop.yield %z : f32
    }
    %a = tensor.splat %q : tensor<f32>
    %b = tensor.splat %o : tensor<f32>
    tensor.yield %a, %b : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}
// FULL-NEXT:   func.func @others(%[[ARG0:.*]]: tensor<2x4xf32>, %[[ARG1:.*]]: tensor<2xi1>, %[[ARG2:.*]]: index) -> (tensor<2xf32>, tensor<2xf32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : tensor<2xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [2] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<2xi1>
// FULL-NEXT:       tensor.yield %[[V3]] : i1
// FULL-NEXT:     } : tensor<2xi1>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST_0]]) -> (tensor<2xf32>) {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_1]]] : tensor<2xi1>
// FULL-NEXT:       %[[V4:.*]] = tensor.dynamic_slice %[[ARG0]][%[[I_1]], %[[C0]]] : tensor<2x4xf32> to tensor<1x4xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.reshape %[[V4]] : tensor<1x4xf32> to tensor<4xf32>
// FULL-NEXT:       %[[V6:.*]] = loop.if %[[V3]] -> (f32) {
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[V5]][%[[ARG2]]] trap : tensor<4xf32>
// FULL-NEXT:         loop.yield %[[V9]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V7:.*]] = tensor.splat %[[V6]] : tensor<1xf32>
// FULL-NEXT:       %[[V8:.*]] = tensor.update_slice %[[V7]], %[[ARG3]][%[[I_1]]] : tensor<1xf32> into tensor<2xf32>
// FULL-NEXT:       loop.yield %[[V8]] : tensor<2xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I_2:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[ARG3]] = %[[CST_0]]) -> (tensor<2xf32>) {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_2]]] : tensor<2xi1>
// FULL-NEXT:       %[[V4]] = tensor.dynamic_slice %[[ARG0]][%[[I_2]], %[[C0]]] : tensor<2x4xf32> to tensor<1x4xf32>
// FULL-NEXT:       %[[V5]] = tensor.reshape %[[V4]] : tensor<1x4xf32> to tensor<4xf32>
// FULL-NEXT:       %[[V6]] = loop.if %[[V3]] -> (f32) {
// FULL-NEXT:         %[[V9]] = "foo.check"(%[[V5]]) : (tensor<4xf32>) -> f32
// FULL-NEXT:         loop.yield %[[V9]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V7]] = tensor.splat %[[V6]] : tensor<1xf32>
// FULL-NEXT:       %[[V8]] = tensor.update_slice %[[V7]], %[[ARG3]][%[[I_2]]] : tensor<1xf32> into tensor<2xf32>
// FULL-NEXT:       loop.yield %[[V8]] : tensor<2xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]], %[[V2]] : tensor<2xf32>, tensor<2xf32>
// FULL-NEXT:   }

// What only computes is run for all slices.
// CHECK-LABEL: func.func @pure
func.func @pure(%x: tensor<2x4xf32>, %p: tensor<2xi1>) -> tensor<2x4xf32> {
  // CHECK-NOT: loop.for
  // CHECK: arith.select
  // CHECK: return
  %r = tensor.vmap (%u = %x, %c = %p) axes [0, 0] -> [0] : (tensor<2x4xf32>, tensor<2xi1>) -> (tensor<2x4xf32>) {
    %t = tensor.at %c[] : tensor<i1>
    %q = loop.if %t -> (tensor<4xf32>) {
      %e = math.exp %u : tensor<4xf32>
      loop.yield %e : tensor<4xf32>
    } else {
      loop.yield %u : tensor<4xf32>
    }
    tensor.yield %q : tensor<4xf32>
  }
  return %r : tensor<2x4xf32>
}
// FULL-NEXT:   func.func @pure(%[[ARG0:.*]]: tensor<2x4xf32>, %[[ARG1:.*]]: tensor<2xi1>) -> tensor<2x4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [2] {
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<2xi1>
// FULL-NEXT:       tensor.yield %[[V4]] : i1
// FULL-NEXT:     } : tensor<2xi1>
// FULL-NEXT:     %[[V1:.*]] = math.exp %[[ARG0]] : tensor<2x4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.broadcast %[[V0]] dims = [0] : tensor<2xi1> to tensor<2x4xi1>
// FULL-NEXT:     %[[V3:.*]] = arith.select %[[V2]], %[[V1]], %[[ARG0]] : tensor<2x4xi1>, tensor<2x4xf32>
// FULL-NEXT:     return %[[V3]] : tensor<2x4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
