// RUN: tfopt --simt %s | FileCheck %s

// Few long rows: tiles of all rows in one launch, each row a chain of its own.
// CHECK-LABEL: kernel.func @few_k1
// CHECK: arith.divui
// CHECK: arith.remui
// CHECK: kernel.load_acquire
// CHECK: func.func @few(
// CHECK: mem.alloc : memref<?{3*((n + 4095) floordiv 4096) + 3*((n + 131071) floordiv 131072) + 1}xi32>
// CHECK: loop.if
// CHECK: kernel.launch @few_k0
// CHECK: kernel.launch @few_k1
// CHECK: } else {
// CHECK: kernel.launch @few_k2
func.func @few(%x: tensor<3x?{n}xi32>) -> tensor<3x?{n}xi32> {
  %z = tensor.scan maxsi %x dim = 1 reverse : tensor<3x?{n}xi32>
  return %z : tensor<3x?{n}xi32>
}
