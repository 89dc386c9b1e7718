// Loops in loops that carry tensors: the inner one goes on in the memory of what the outer one carries, where
// nothing else needs that. What has to be copied or filled and is large, all threads copy in vectors.
// RUN: tfopt %s --cpu --target=x86-64-v3 | tee %t.check | FileCheck %s
// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// GOLDEN: cat %t.check
// SAME: 4 functions compared

// CHECK-LABEL: func.func @lent(
// CHECK: loop.for {{.*}} iter_args(%[[A:[a-z0-9]+]] = {{.*}}) -> (memref<40x24xf32>
// CHECK-NOT: mem.copy
// CHECK: loop.for {{.*}} iter_args(%{{[a-z0-9]+}} = %[[A]],
func.func @lent(%x: tensor<40x24xf32>) -> tensor<40x24xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = loop.for %t = %c0 to %c3 step %c1 iter_args(%a = %x) -> (tensor<40x24xf32>) {
    %s = loop.for %u = %c0 to %c3 step %c1 iter_args(%b = %a) -> (tensor<40x24xf32>) {
      %y = tensor.compute (%i, %j) in [40, 24] {
        %l = tensor.at %b[%i - 1, %j] clamp : tensor<40x24xf32>
        %r = tensor.at %b[%i + 1, %j] clamp : tensor<40x24xf32>
        %d = arith.subf %l, %r : f32
        tensor.yield %d : f32
      } : tensor<40x24xf32>
      loop.yield %y : tensor<40x24xf32>
    }
    loop.yield %s : tensor<40x24xf32>
  }
  return %r : tensor<40x24xf32>
}

// Here it is read behind the inner loop, and here the inner loop runs twice from it: it stays as it is.
// CHECK-LABEL: func.func @read_behind(
// CHECK: loop.for
// CHECK-NEXT: mem.copy %arg1, %[[B:[a-z0-9]+]] {tf.copied = [memref<40x24xf32>, "a loop changes it, and it is needed afterwards"]}
// CHECK-NEXT: loop.for {{.*}} iter_args(%{{[a-z0-9]+}} = %[[B]],
// CHECK-LABEL: func.func @twice(
// CHECK: loop.for {{.*}} iter_args(%[[A:[a-z0-9]+]] = {{.*}}) -> (memref<40x24xf32>
// CHECK: mem.copy %[[A]],
func.func @read_behind(%x: tensor<40x24xf32>) -> tensor<40x24xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = loop.for %t = %c0 to %c3 step %c1 iter_args(%a = %x) -> (tensor<40x24xf32>) {
    %s = loop.for %u = %c0 to %c3 step %c1 iter_args(%b = %a) -> (tensor<40x24xf32>) {
      %y = tensor.compute (%i, %j) in [40, 24] {
        %l = tensor.at %b[%i - 1, %j] clamp : tensor<40x24xf32>
        %r = tensor.at %b[%i + 1, %j] clamp : tensor<40x24xf32>
        %d = arith.subf %l, %r : f32
        tensor.yield %d : f32
      } : tensor<40x24xf32>
      loop.yield %y : tensor<40x24xf32>
    }
    %z = tensor.compute (%i, %j) in [40, 24] {
      %l = tensor.at %s[%i - 1, %j] clamp : tensor<40x24xf32>
      %r = tensor.at %a[%i, %j] : tensor<40x24xf32>
      %d = arith.subf %l, %r : f32
      tensor.yield %d : f32
    } : tensor<40x24xf32>
    loop.yield %z : tensor<40x24xf32>
  }
  return %r : tensor<40x24xf32>
}
func.func @twice(%x: tensor<40x24xf32>) -> tensor<40x24xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = loop.for %t = %c0 to %c3 step %c1 iter_args(%a = %x) -> (tensor<40x24xf32>) {
    %z = loop.for %v = %c0 to %c3 step %c1 iter_args(%w = %a) -> (tensor<40x24xf32>) {
      %s = loop.for %u = %c0 to %c3 step %c1 iter_args(%b = %a) -> (tensor<40x24xf32>) {
        %y = tensor.compute (%i, %j) in [40, 24] {
          %l = tensor.at %b[%i - 1, %j] clamp : tensor<40x24xf32>
          %r = tensor.at %w[%i + 1, %j] clamp : tensor<40x24xf32>
          %d = arith.subf %l, %r : f32
          tensor.yield %d : f32
        } : tensor<40x24xf32>
        loop.yield %y : tensor<40x24xf32>
      }
      loop.yield %s : tensor<40x24xf32>
    }
    loop.yield %z : tensor<40x24xf32>
  }
  return %r : tensor<40x24xf32>
}

// A copy in a loop, and zeros, are written by all threads; a small one is not.
// CHECK-LABEL: func.func @large(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK: %[[V:.*]] = vector.load %{{.*}} : memref<512x520xf32>, vector<32xf32>
// CHECK-NEXT: vector.store %[[V]], %{{.*}} : memref<512x520xf32>, vector<32xf32>
// CHECK: return
// CHECK-LABEL: func.func @small(
// CHECK: loop.for
// CHECK: mem.copy
func.func @large(%x: tensor<512x520xf32>) -> (tensor<512x520xf32>, tensor<512x520xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = loop.for %t = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %x) -> (tensor<512x520xf32>, tensor<512x520xf32>) {
    %y = tensor.compute (%i, %j) in [512, 520] {
      %l = tensor.at %b[%i - 1, %j] clamp : tensor<512x520xf32>
      %r = tensor.at %a[%i + 1, %j] clamp : tensor<512x520xf32>
      %d = arith.subf %l, %r : f32
      tensor.yield %d : f32
    } : tensor<512x520xf32>
    loop.yield %y, %y : tensor<512x520xf32>, tensor<512x520xf32>
  }
  return %r#0, %r#1 : tensor<512x520xf32>, tensor<512x520xf32>
}
func.func @small(%x: tensor<12x8xf32>) -> (tensor<12x8xf32>, tensor<12x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = loop.for %t = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %x) -> (tensor<12x8xf32>, tensor<12x8xf32>) {
    %y = tensor.compute (%i, %j) in [12, 8] {
      %l = tensor.at %b[%i - 1, %j] clamp : tensor<12x8xf32>
      %r = tensor.at %a[%i + 1, %j] clamp : tensor<12x8xf32>
      %d = arith.subf %l, %r : f32
      tensor.yield %d : f32
    } : tensor<12x8xf32>
    loop.yield %y, %y : tensor<12x8xf32>, tensor<12x8xf32>
  }
  return %r#0, %r#1 : tensor<12x8xf32>, tensor<12x8xf32>
}
