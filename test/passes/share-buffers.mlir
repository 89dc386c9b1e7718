// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file %s | FileCheck %s
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops))' --split-input-file %s | FileCheck %s --check-prefix=OWN

// The first temporary is dead when the third is computed; the second is not.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-2: mem.alloc : memref<8xf32>
// CHECK-NOT: mem.alloc
// OWN-LABEL: func.func @chain
// OWN-COUNT-3: mem.alloc : memref<8xf32>
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = tensor.compute (%i) in [8] {
    %v = tensor.at %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %b = tensor.compute (%i) in [8] {
    %v = tensor.at %a[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %b[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %d = tensor.compute (%i) in [8] {
    %v = tensor.at %c[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

// Both are alive when the last is computed, and one of another type shares nothing.
// CHECK-LABEL: func.func @alive
// CHECK-COUNT-3: mem.alloc
func.func @alive(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = tensor.compute (%i) in [8] {
    %v = tensor.at %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %b = tensor.compute (%i) in [4] {
    %v = tensor.at %a[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<4xf32>
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %b[%i floordiv 2] : tensor<4xf32>
    %w = tensor.at %a[%i] : tensor<8xf32>
    %e = arith.addf %v, %w : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %d = tensor.compute (%i) in [8] {
    %v = tensor.at %c[%i] : tensor<8xf32>
    %w = tensor.at %a[%i] : tensor<8xf32>
    %e = arith.addf %v, %w : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

// In a loop, temporaries of a trip share, too; the buffer that the loop carries stays its own.
// CHECK-LABEL: func.func @loop
// CHECK-COUNT-2: mem.alloc : memref<8xf32>
// CHECK-NOT: mem.alloc
// OWN-LABEL: func.func @loop
// OWN-COUNT-3: mem.alloc : memref<8xf32>
func.func @loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %t = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<8xf32>) {
    %a = tensor.compute (%i) in [8] {
      %v = tensor.at %h[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    %b = tensor.compute (%i) in [8] {
      %v = tensor.at %a[7 - %i] : tensor<8xf32>
      %e = math.exp %v : f32
      tensor.yield %e : f32
    } : tensor<8xf32>
    %c = tensor.compute (%i) in [8] {
      %v = tensor.at %b[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    %d = tensor.compute (%i) in [8] {
      %v = tensor.at %c[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    loop.yield %d : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
