// Gradients through 16 steps of simulations whose states the backward pass needs: no trip copies one.
// bench/log/0056-tapes.md times them.
// RUN: tfopt %s --cpu --target=x86-64-v3 | FileCheck %s

// CHECK-LABEL: func.func @heat(
// CHECK: %[[TAPE:[a-z0-9_]+]] = mem.alloc : memref<17x2048x2048xf32>
// CHECK: loop.for %[[T:[a-z0-9_]+]] = %c0 to %c16 step %c1 {
// CHECK: %[[NEXT:[a-z0-9_]+]] = arith.addi %[[T]], %c1
// CHECK-NOT: store %{{[a-z0-9_]+}}, %[[TAPE]][%[[T]],
// CHECK: vector.store %{{[a-z0-9_]+}}, %[[TAPE]][%[[NEXT]],
// CHECK-NOT: memref<16x2048x2048xf32>
// CHECK-LABEL: func.func @wave(
// CHECK: mem.alloc : memref<18x2048x2048xf32>
// CHECK-NOT: memref<16x2048x2048xf32>
// CHECK-NOT: mem.alloc : memref<18x2048x2048xf32>

// Heat whose sources grow with the temperature.
func.func @heat(%x: tensor<2048x2048xf32>, %g: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %q = arith.constant 0.1 : f32
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>) {
    %s = loop.for %t = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<2048x2048xf32>) {
      %b = tensor.compute (%i, %j) in [2048, 2048] {
        %m = tensor.at %a[%i, %j] : tensor<2048x2048xf32>
        %u = tensor.at %a[%i - 1, %j] clamp : tensor<2048x2048xf32>
        %d = tensor.at %a[%i + 1, %j] clamp : tensor<2048x2048xf32>
        %l = tensor.at %a[%i, %j - 1] clamp : tensor<2048x2048xf32>
        %r = tensor.at %a[%i, %j + 1] clamp : tensor<2048x2048xf32>
        %s0 = arith.addf %u, %d : f32
        %s1 = arith.addf %l, %r : f32
        %s2 = arith.addf %s0, %s1 : f32
        %m2 = arith.mulf %m, %m : f32
        %s3 = arith.addf %s2, %m2 : f32
        %z = arith.mulf %s3, %q : f32
        tensor.yield %z : f32
      } : tensor<2048x2048xf32>
      loop.yield %b : tensor<2048x2048xf32>
    }
    tensor.yield %s : tensor<2048x2048xf32>
  }
  return %y, %dx : tensor<2048x2048xf32>, tensor<2048x2048xf32>
}

// A wave whose speed depends on its height: the step before the last is handed on.
func.func @wave(%x: tensor<2048x2048xf32>, %p: tensor<2048x2048xf32>, %g: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %q = arith.constant 0.1 : f32
  %y, %dx, %dp = tensor.vjp (%v = %x, %w = %p) seed(%g) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>) {
    %s, %s2 = loop.for %t = %c0 to %n step %c1 iter_args(%a = %v, %o = %w) -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
      %b = tensor.compute (%i, %j) in [2048, 2048] {
        %m = tensor.at %a[%i, %j] : tensor<2048x2048xf32>
        %old = tensor.at %o[%i, %j] : tensor<2048x2048xf32>
        %u = tensor.at %a[%i - 1, %j] wrap : tensor<2048x2048xf32>
        %d = tensor.at %a[%i + 1, %j] wrap : tensor<2048x2048xf32>
        %l = tensor.at %a[%i, %j - 1] wrap : tensor<2048x2048xf32>
        %r = tensor.at %a[%i, %j + 1] wrap : tensor<2048x2048xf32>
        %s0 = arith.addf %u, %d : f32
        %s1 = arith.addf %l, %r : f32
        %s2 = arith.addf %s0, %s1 : f32
        %s3 = arith.mulf %s2, %old : f32
        %s4 = arith.addf %s3, %m : f32
        %z = arith.mulf %s4, %q : f32
        tensor.yield %z : f32
      } : tensor<2048x2048xf32>
      loop.yield %b, %a : tensor<2048x2048xf32>, tensor<2048x2048xf32>
    }
    tensor.yield %s : tensor<2048x2048xf32>
  }
  return %y, %dx, %dp : tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
}
