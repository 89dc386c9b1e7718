// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file %s | FileCheck %s
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file --disable-rule=tensor-to-loops.arena %s | FileCheck %s --check-prefix=APART
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --split-input-file --check-semantics %s -o /dev/null
// APART-NOT: start
// APART-NOT: slot

// Of three temporaries in a chain, each is dead when the one after the next is made: the largest is at the bottom, the others where it leaves room, and
// the last is over the first.
// CHECK-LABEL: func.func @chain
// CHECK: mem.alloc {start = 16384 : i64} : memref<2048xf32>
// CHECK: mem.alloc {start = 0 : i64} : memref<4096xi32>
// CHECK: mem.alloc {start = 16384 : i64} : memref<4096xf16>
func.func @chain(%x: tensor<2048xf32>) -> tensor<2048xf32> {
  %a = tensor.compute (%i) in [2048] {
    %v = tensor.at %x[%i] : tensor<2048xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<2048xf32>
  %b = tensor.compute (%i) in [4096] {
    %v = tensor.at %a[%i floordiv 2] : tensor<2048xf32>
    %e = arith.fptosi %v : f32 to i32
    tensor.yield %e : i32
  } : tensor<4096xi32>
  %c = tensor.compute (%i) in [4096] {
    %v = tensor.at %b[%i] : tensor<4096xi32>
    %e = arith.sitofp %v : i32 to f16
    tensor.yield %e : f16
  } : tensor<4096xf16>
  %d = tensor.compute (%i) in [2048] {
    %v = tensor.at %c[2 * %i] : tensor<4096xf16>
    %e = arith.extf %v : f16 to f32
    tensor.yield %e : f32
  } : tensor<2048xf32>
  return %d : tensor<2048xf32>
}

// -----

// Sizes that a call gives take turns in slots.
// CHECK-LABEL: func.func @open
// CHECK: mem.alloc {slot = 0 : i64} : memref<?{n}xf32>
// CHECK: mem.alloc : memref<?{2*n}xi32>
// CHECK: mem.alloc {slot = 0 : i64} : memref<?{n}xf16>
func.func @open(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %a = tensor.compute (%i) in [n] {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [2*n] {
    %v = tensor.at %a[%i floordiv 2] : tensor<?{n}xf32>
    %e = arith.fptosi %v : f32 to i32
    tensor.yield %e : i32
  } : tensor<?{2*n}xi32>
  %c = tensor.compute (%i) in [n] {
    %v = tensor.at %b[2 * %i] : tensor<?{2*n}xi32>
    %e = arith.sitofp %v : i32 to f16
    tensor.yield %e : f16
  } : tensor<?{n}xf16>
  %d = tensor.compute (%i) in [n] {
    %v = tensor.at %c[%i] : tensor<?{n}xf16>
    %e = arith.extf %v : f16 to f32
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  return %d : tensor<?{n}xf32>
}

// -----

// Both are read by the last one: nothing is won.
// CHECK-LABEL: func.func @alive
// CHECK: mem.alloc : memref<2048xf32>
// CHECK: mem.alloc : memref<4096xi32>
func.func @alive(%x: tensor<2048xf32>) -> tensor<2048xf32> {
  %a = tensor.compute (%i) in [2048] {
    %v = tensor.at %x[%i] : tensor<2048xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<2048xf32>
  %b = tensor.compute (%i) in [4096] {
    %v = tensor.at %a[%i floordiv 2] : tensor<2048xf32>
    %e = arith.fptosi %v : f32 to i32
    tensor.yield %e : i32
  } : tensor<4096xi32>
  %c = tensor.compute (%i) in [2048] {
    %v = tensor.at %b[2 * %i] : tensor<4096xi32>
    %w = tensor.at %a[%i] : tensor<2048xf32>
    %e = arith.sitofp %v : i32 to f32
    %s = arith.addf %e, %w : f32
    tensor.yield %s : f32
  } : tensor<2048xf32>
  return %c : tensor<2048xf32>
}
