// An update that sets every element at its own point is the new tensor: what it starts from is not read.
// RUN: tfopt %s --canonicalize | FileCheck %s
// RUN: tfopt %s --canonicalize --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: 9 functions compared

// CHECK-LABEL: func.func @whole(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 5] {
// CHECK-NOT: tensor.put
// CHECK: tensor.yield %{{.*}} : f32
func.func @whole(%x: tensor<4x5xf32>, %v: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %y = tensor.compute (%i, %j) in [4, 5] accumulate(set unique %acc = %x : tensor<4x5xf32>) {
    %e = tensor.at %v[%i, %j] : tensor<4x5xf32>
    %f = arith.addf %e, %e : f32
    tensor.put %f into %acc[%i, %j] : memref<4x5xf32>
    tensor.yield
  }
  return %y : tensor<4x5xf32>
}

// Without the promise, of extents that are not known, where the new elements are made of the old ones.
// CHECK-LABEL: func.func @named(
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: return
func.func @named(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.compute (%i) in [n] accumulate(set %acc = %x : tensor<?{n}xf32>) {
    %e = tensor.at %x[%i - 1] wrap : tensor<?{n}xf32>
    tensor.put %e into %acc[%i] : memref<?{n}xf32>
    tensor.yield
  }
  return %y : tensor<?{n}xf32>
}

// Of several results.
// CHECK-LABEL: func.func @several(
// CHECK: %{{.*}}:3 = tensor.compute (%{{.*}}) in [4] {
// CHECK: tensor.yield %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32
func.func @several(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w, %y, %u = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>, set %bcc = %z : tensor<4xf32>) {
    %e = tensor.at %z[%i] : tensor<4xf32>
    %f = arith.addf %e, %e : f32
    %g = arith.mulf %f, %e : f32
    tensor.put %f into %acc[%i] : memref<4xf32>
    tensor.put %g into %bcc[%i] : memref<4xf32>
    tensor.yield %e : f32
  } : tensor<4xf32>
  return %w, %y, %u : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What is left of these is not whole: a sum, a part, another place, a condition, axes in another order, one
// of two.
// CHECK-LABEL: func.func @added(
// CHECK: accumulate(add
func.func @added(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.compute (%i) in [4] accumulate(add %acc = %x : tensor<4xf32>) {
    %e = tensor.at %x[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i] : memref<4xf32>
    tensor.yield
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @part(
// CHECK: accumulate(set
func.func @part(%x: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.compute (%i) in [3] accumulate(set %acc = %x : tensor<4xf32>) {
    %e = tensor.at %v[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i] : memref<4xf32>
    tensor.yield
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @shifted(
// CHECK: accumulate(set
func.func @shifted(%x: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>) {
    %e = tensor.at %v[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i + 1] drop : memref<4xf32>
    tensor.yield
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @turned(
// CHECK: accumulate(set
func.func @turned(%x: tensor<4x4xf32>, %v: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %y = tensor.compute (%i, %j) in [4, 4] accumulate(set %acc = %x : tensor<4x4xf32>) {
    %e = tensor.at %v[%i, %j] : tensor<4x4xf32>
    tensor.put %e into %acc[%j, %i] : memref<4x4xf32>
    tensor.yield
  }
  return %y : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @sometimes(
// CHECK: accumulate(set
func.func @sometimes(%x: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %y = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>) {
    %e = tensor.at %v[%i] : tensor<4xf32>
    %c = arith.cmpf olt, %e, %zero : f32
    loop.if %c {
      tensor.put %e into %acc[%i] : memref<4xf32>
      loop.yield
    } else {
      loop.yield
    }
    tensor.yield
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @one_of_two(
// CHECK: accumulate(set
func.func @one_of_two(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y, %u = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>, add %bcc = %z : tensor<4xf32>) {
    %e = tensor.at %z[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i] : memref<4xf32>
    tensor.put %e into %bcc[%i] : memref<4xf32>
    tensor.yield
  }
  return %y, %u : tensor<4xf32>, tensor<4xf32>
}
