// RUN: tfopt --math-expand %s | FileCheck %s

// Functions become the arithmetic that defines them, on vectors as on scalars.
// CHECK-LABEL: func.func @expanded
// CHECK-NOT: math.exp
// CHECK-NOT: math.tanh
// CHECK: math.fma
func.func @expanded(%x: f32, %v: vector<16xf32>) -> (f32, vector<16xf32>) {
  %e = math.exp %x : f32
  %t = math.tanh %v : vector<16xf32>
  return %e, %t : f32, vector<16xf32>
}

// What machines have as an instruction stays.
// CHECK-LABEL: func.func @kept
// CHECK: math.sqrt
// CHECK: math.floor
// CHECK: math.rsqrt %{{.*}} fastmath<afn>
func.func @kept(%x: f32) -> (f32, f32, f32) {
  %s = math.sqrt %x : f32
  %f = math.floor %x : f32
  %r = math.rsqrt %x fastmath<afn> : f32
  return %s, %f, %r : f32, f32, f32
}

// Without 'afn', a reciprocal root is a root and a division.
// CHECK-LABEL: func.func @exact_root
// CHECK-NOT: math.rsqrt
// CHECK: math.sqrt
// CHECK: arith.divf
func.func @exact_root(%x: f32) -> f32 {
  %r = math.rsqrt %x : f32
  return %r : f32
}

// f16 computes in f32; tensors are left to tensor-decompose.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.extf
// CHECK: arith.truncf
// CHECK: math.exp %{{.*}} : tensor<4xf32>
func.func @narrow(%x: f16, %t: tensor<4xf32>) -> (f16, tensor<4xf32>) {
  %e = math.exp %x : f16
  %u = math.exp %t : tensor<4xf32>
  return %e, %u : f16, tensor<4xf32>
}
