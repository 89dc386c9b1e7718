// Steps of a simulation allocate and copy nothing: two arrays change places where a step reads neighbours,
// and where the oldest array is dead but for the own point, the step is written over it.
// RUN: tfopt %s --cpu --target=x86-64-v3 | tee %t.check | FileCheck %s
// GOLDEN: cat %t.check

// CHECK-LABEL: func.func @jacobi(
// CHECK: %[[A:.*]] = mem.alloc
// CHECK: %[[B:.*]] = mem.alloc
// CHECK: mem.copy %arg0, %[[A]]
// CHECK: loop.for %{{.*}} iter_args(%[[U:.*]] = %[[A]], %[[W:.*]] = %[[B]])
// CHECK-NOT: mem.alloc
// CHECK-NOT: mem.copy
// CHECK: loop.yield %[[W]], %[[U]] : memref
func.func @jacobi(%u: tensor<?{n}x?{m}xf32>, %f: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r = loop.for %t = %c0 to %c100 step %c1 iter_args(%v = %u) -> (tensor<?{n}x?{m}xf32>) {
    %w = tensor.compute (%i, %j) in [n, m] {
      %a = tensor.at %v[%i - 1, %j] clamp : tensor<?{n}x?{m}xf32>
      %b = tensor.at %v[%i + 1, %j] clamp : tensor<?{n}x?{m}xf32>
      %c = tensor.at %v[%i, %j - 1] clamp : tensor<?{n}x?{m}xf32>
      %d = tensor.at %v[%i, %j + 1] clamp : tensor<?{n}x?{m}xf32>
      %e = tensor.at %f[%i, %j] : tensor<?{n}x?{m}xf32>
      %g = arith.addf %a, %b : f32
      %h = arith.addf %c, %d : f32
      %k = arith.addf %g, %h : f32
      %l = arith.addf %k, %e : f32
      tensor.yield %l : f32
    } : tensor<?{n}x?{m}xf32>
    loop.yield %w : tensor<?{n}x?{m}xf32>
  }
  return %r : tensor<?{n}x?{m}xf32>
}

// CHECK-LABEL: func.func @wave(
// CHECK: %[[P:.*]] = mem.alloc
// CHECK: %[[Q:.*]] = mem.alloc
// CHECK-NOT: mem.alloc
// CHECK: loop.for %{{.*}} iter_args(%[[OLD:.*]] = %[[P]], %[[NEW:.*]] = %[[Q]])
// CHECK-NOT: mem.alloc
// CHECK-NOT: mem.copy
// CHECK: loop.yield %[[NEW]], %[[OLD]] : memref
func.func @wave(%u0: tensor<?{n}x?{m}xf32>, %u1: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r:2 = loop.for %t = %c0 to %c100 step %c1 iter_args(%p = %u0, %u = %u1) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
    %w = tensor.compute (%i, %j) in [n, m] {
      %a = tensor.at %u[%i - 1, %j] clamp : tensor<?{n}x?{m}xf32>
      %b = tensor.at %u[%i + 1, %j] clamp : tensor<?{n}x?{m}xf32>
      %e = tensor.at %p[%i, %j] : tensor<?{n}x?{m}xf32>
      %g = arith.addf %a, %b : f32
      %l = arith.subf %g, %e : f32
      tensor.yield %l : f32
    } : tensor<?{n}x?{m}xf32>
    loop.yield %u, %w : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
  }
  return %r#0, %r#1 : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
}
