// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s --allow-unregistered-dialect | FileCheck %s

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
