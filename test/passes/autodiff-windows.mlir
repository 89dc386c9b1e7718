// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | tee %t.check | FileCheck %s --implicit-check-not=tensor.put --implicit-check-not='accumulate('
// GOLDEN: cat %t.check

// Derivatives of convolutions, pooling and stencils are sums over what reaches an element: nothing is put
// anywhere.

// CHECK-LABEL: func.func @convolution
func.func @convolution(%x: tensor<?{b}x28x28x3xf32>, %w: tensor<5x5x3x8xf32>, %g: tensor<?{b}x28x28x8xf32>)
    -> (tensor<?{b}x28x28x3xf32>, tensor<5x5x3x8xf32>) {
  // CHECK: tensor.compute (%{{.*}}) in [b, 28, 28, 3] {
  // CHECK: tensor.compute (%{{.*}}) in [5, 5, 3, 8] {
  // CHECK: return
  %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g)
      : (tensor<?{b}x28x28x3xf32>, tensor<5x5x3x8xf32>) -> (tensor<?{b}x28x28x8xf32>) {
    %c = tensor.conv "b01f,01io->b01f" %u, %v low = [2, 2] high = [2, 2] : (tensor<?{b}x28x28x3xf32>, tensor<5x5x3x8xf32>) -> tensor<?{b}x28x28x8xf32>
    tensor.yield %c : tensor<?{b}x28x28x8xf32>
  }
  return %dx, %dw : tensor<?{b}x28x28x3xf32>, tensor<5x5x3x8xf32>
}

// CHECK-LABEL: func.func @strided
func.func @strided(%x: tensor<2x9x9x3xf32>, %w: tensor<3x3x3x4xf32>, %g: tensor<2x4x4x4xf32>)
    -> (tensor<2x9x9x3xf32>, tensor<3x3x3x4xf32>) {
  // CHECK: tensor.compute (%{{.*}}) in [2, 9, 9, 3] {
  // CHECK: floordiv
  // CHECK: tensor.compute (%{{.*}}) in [3, 3, 3, 4] {
  // CHECK: return
  %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g)
      : (tensor<2x9x9x3xf32>, tensor<3x3x3x4xf32>) -> (tensor<2x4x4x4xf32>) {
    %c = tensor.conv "b01f,01io->b01f" %u, %v strides = [2, 2] : (tensor<2x9x9x3xf32>, tensor<3x3x3x4xf32>) -> tensor<2x4x4x4xf32>
    tensor.yield %c : tensor<2x4x4x4xf32>
  }
  return %dx, %dw : tensor<2x9x9x3xf32>, tensor<3x3x3x4xf32>
}

// CHECK-LABEL: func.func @pooling
func.func @pooling(%x: tensor<?{b}x28x28x8xf32>, %g: tensor<?{b}x14x14x8xf32>) -> tensor<?{b}x28x28x8xf32> {
  // CHECK: tensor.compute (%{{.*}}) in [b, 28, 28, 8] {
  // CHECK: return
  %y:3 = tensor.vjp (%u = %x) seed(%g, %g) : (tensor<?{b}x28x28x8xf32>) -> (tensor<?{b}x14x14x8xf32>, tensor<?{b}x14x14x8xf32>) {
    %m = tensor.reduce_window maximumf %u window = [1, 2, 2, 1] strides = [1, 2, 2, 1] : tensor<?{b}x28x28x8xf32> to tensor<?{b}x14x14x8xf32>
    %s = tensor.reduce_window add %u window = [1, 2, 2, 1] strides = [1, 2, 2, 1] : tensor<?{b}x28x28x8xf32> to tensor<?{b}x14x14x8xf32>
    tensor.yield %m, %s : tensor<?{b}x14x14x8xf32>, tensor<?{b}x14x14x8xf32>
  }
  return %y#2 : tensor<?{b}x28x28x8xf32>
}

// CHECK-LABEL: func.func @stencil
func.func @stencil(%x: tensor<24x16xf32>, %g: tensor<24x16xf32>) -> tensor<24x16xf32> {
  // CHECK: tensor.compute (%{{.*}}) in [24, 16] {
  // CHECK: return
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<24x16xf32>) -> (tensor<24x16xf32>) {
    %s = tensor.compute (%i, %j) in [24, 16] {
      %a = tensor.at %u[%i, %j] : tensor<24x16xf32>
      %b = tensor.at %u[%i - 1, %j] clamp : tensor<24x16xf32>
      %c = tensor.at %u[%i + 1, %j] clamp : tensor<24x16xf32>
      %d = tensor.at %u[%i, %j - 1] wrap : tensor<24x16xf32>
      %e = tensor.at %u[%i, %j + 1] wrap : tensor<24x16xf32>
      %p = arith.mulf %b, %c : f32
      %q = arith.mulf %d, %e : f32
      %r = arith.addf %p, %q : f32
      %t = arith.mulf %r, %a : f32
      tensor.yield %t : f32
    } : tensor<24x16xf32>
    tensor.yield %s : tensor<24x16xf32>
  }
  return %dx : tensor<24x16xf32>
}

// Wrapped reads along axes whose extents are not known: an index that runs over the axis is found from where
// it leads.
// CHECK-LABEL: func.func @wrapped
func.func @wrapped(%x: tensor<?{n}x?{m}xf32>, %g: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  // CHECK: tensor.compute
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] + 2, %[[J]]] wrap :
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]], -%[[J]] + 1] wrap :
  // CHECK: return
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>) {
    %s = tensor.compute (%i, %j) in [n, m] {
      %a = tensor.at %u[%i - 2, %j] wrap : tensor<?{n}x?{m}xf32>
      %b = tensor.at %u[%i, 1 - %j] wrap : tensor<?{n}x?{m}xf32>
      %p = arith.mulf %a, %b : f32
      tensor.yield %p : f32
    } : tensor<?{n}x?{m}xf32>
    tensor.yield %s : tensor<?{n}x?{m}xf32>
  }
  return %dx : tensor<?{n}x?{m}xf32>
}

// Where the cotangent is 0 nothing is read, and clamped reads are plain ones.
// CHECK-LABEL: func.func @concatenation
func.func @concatenation(%x: tensor<?{n}x?{h}x?{w}x3xf32>, %z: tensor<?{n}x?{h}x?{w}x5xf32>, %g: tensor<?{n}x?{h}x?{w}x8xf32>) -> (tensor<?{n}x?{h}x?{w}x3xf32>, tensor<?{n}x?{h}x?{w}x5xf32>) {
  // CHECK: tensor.compute (%{{.*}}) in [n, h, w, 8] {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]], %[[L:.*]]) in [n, h, w, 3] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]], %[[J]], %[[K]], %[[L]]] :
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]], %[[L:.*]]) in [n, h, w, 5] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]], %[[J]], %[[K]], %[[L]] + 3] :
  // CHECK: return
  %y, %dx, %dz = tensor.vjp (%u = %x, %v = %z) seed(%g) : (tensor<?{n}x?{h}x?{w}x3xf32>, tensor<?{n}x?{h}x?{w}x5xf32>) -> (tensor<?{n}x?{h}x?{w}x8xf32>) {
    %q = tensor.concat %u, %v dim = 3 : tensor<?{n}x?{h}x?{w}x3xf32>, tensor<?{n}x?{h}x?{w}x5xf32> to tensor<?{n}x?{h}x?{w}x8xf32>
    %s = arith.mulf %q, %q : tensor<?{n}x?{h}x?{w}x8xf32>
    tensor.yield %s : tensor<?{n}x?{h}x?{w}x8xf32>
  }
  return %dx, %dz : tensor<?{n}x?{h}x?{w}x3xf32>, tensor<?{n}x?{h}x?{w}x5xf32>
}

// The gradient by what a convolution reads counts to constant ends; what it reads outside of the box is 0.
// Each subscript moves with its own loops alone.
// CHECK-LABEL: func.func @same
// CHECK: tensor.compute (%[[B:.*]], %[[Y:.*]], %[[X:.*]], %[[C:.*]]) in [2, 16, 16, 4] {
// CHECK: tensor.fold (%[[R:.*]]) = 0 to 3 add {
// CHECK: tensor.fold (%[[S:.*]]) = 0 to 3 add {
// CHECK: tensor.fold (%[[F:.*]]) = 0 to 5 add {
// CHECK: tensor.at %{{.*}}[%[[B]], %[[Y]] + %[[R]] - 1, %[[X]] + %[[S]] - 1, %[[F]]] fill(
// CHECK: tensor.at %{{.*}}[-%[[R]] + 2, -%[[S]] + 2, %[[C]], %[[F]]] :
func.func @same(%x: tensor<2x16x16x4xf32>, %w: tensor<3x3x4x5xf32>, %g: tensor<2x16x16x5xf32>) -> tensor<2x16x16x4xf32> {
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<2x16x16x4xf32>) -> (tensor<2x16x16x5xf32>) {
    %c = tensor.conv "b01f,01io->b01f" %u, %w low = [1, 1] high = [1, 1] : (tensor<2x16x16x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x16x16x5xf32>
    tensor.yield %c : tensor<2x16x16x5xf32>
  }
  return %dx : tensor<2x16x16x4xf32>
}

// Where a factor depends on the point that is outside, the sum is cut off as before.
// CHECK-LABEL: func.func @divided
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK-NOT: fill(
// CHECK: return
func.func @divided(%x: tensor<16xf32>, %d: tensor<14xf32>, %g: tensor<14xf32>) -> tensor<16xf32> {
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<16xf32>) -> (tensor<14xf32>) {
    %s = tensor.compute (%i) in [14] {
      %f = tensor.fold (%k) = 0 to 3 add {
        %p = tensor.at %u[%i + %k] : tensor<16xf32>
        %q = tensor.at %d[%i] : tensor<14xf32>
        %r = arith.divf %p, %q : f32
        tensor.yield %r : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<14xf32>
    tensor.yield %s : tensor<14xf32>
  }
  return %dx : tensor<16xf32>
}
