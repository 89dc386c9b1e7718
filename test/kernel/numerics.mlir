// What functions say of floats holds in the kernels that they launch, written by hand or mapped.
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %ptxas -arch=sm_90 -o %t.cubin %t.ptx
// RUN: sed s/standard/strict/ %s | tfopt - --emit=ptx --arch=sm_90 | FileCheck %s --check-prefix=STRICT
// RUN: sed s/standard/fast/ %s | tfopt - --emit=ptx --arch=sm_90 -o %t.fast && FileCheck %s --check-prefix=FAST < %t.fast
// RUN: %ptxas -arch=sm_90 -o %t.cubin %t.fast

// CHECK-LABEL: .entry by_hand(
// CHECK-DAG: div.full.f32
// CHECK-DAG: sqrt.approx.f32
// CHECK-DAG: fma.rn.f32
// CHECK-DAG: rcp.approx.f32
// Doubles have no such instructions.
// CHECK-DAG: sqrt.rn.f64
// CHECK-DAG: rcp.rn.f64

// A quotient by a root is a product with the reciprocal root.
// CHECK-LABEL: .entry pull(
// CHECK-NOT: div.
// CHECK: rsqrt.approx.f32
// CHECK-NOT: div.

// Vectors of lanes, too.
// CHECK-LABEL: .entry lanes(
// CHECK-COUNT-4: div.full.f32

// The same in tensor code.
// CHECK-LABEL: .entry main_k0(
// CHECK: rsqrt.approx.f32

// STRICT-NOT: .approx
// STRICT-NOT: div.full
// STRICT-NOT: fma.rn.f32
// STRICT: .entry lanes(
// STRICT-NOT: .approx
// STRICT-NOT: div.full
// STRICT-NOT: fma.rn.f32

// FAST-LABEL: .entry by_hand(
// FAST-DAG: div.approx.f32
// FAST-DAG: sqrt.approx.f32
// FAST-LABEL: .entry pull(
// FAST-NOT: div.
// FAST: rsqrt.approx.ftz.f32

kernel.func @by_hand(%x: memref<?{n}xf32> {kernel.access = "inout"}, %z: memref<?{n}xf64> {kernel.access = "inout"}) {
  %t = kernel.thread_id x
  %one = arith.constant 1.0 : f32
  %v = mem.load %x[%t] : memref<?{n}xf32>
  %w = arith.mulf %v, %v : f32
  %s = arith.addf %w, %one : f32
  %q = arith.divf %v, %s : f32
  %i = arith.divf %one, %q : f32
  %r = math.sqrt %i : f32
  mem.store %r, %x[%t] : memref<?{n}xf32>
  %d = mem.load %z[%t] : memref<?{n}xf64>
  %e = math.sqrt %d : f64
  %f = arith.divf %d, %e : f64
  mem.store %f, %z[%t] : memref<?{n}xf64>
  kernel.return
}

kernel.func @pull(%x: memref<?{n}xf32> {kernel.access = "inout"}) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<?{n}xf32>
  %r = math.sqrt %v : f32
  %p = arith.mulf %v, %r : f32
  %q = arith.divf %v, %p : f32
  mem.store %q, %x[%t] : memref<?{n}xf32>
  kernel.return
}

kernel.func @lanes(%x: memref<16xf32> {kernel.access = "inout"}, %y: memref<16xf32>) {
  %t = kernel.thread_id x
  %c4 = arith.constant 4 : index
  %i = arith.muli %t, %c4 : index
  %v = vector.load %x[%i] axis = 0 : memref<16xf32>, vector<4xf32>
  %w = vector.load %y[%i] axis = 0 : memref<16xf32>, vector<4xf32>
  %q = arith.divf %v, %w : vector<4xf32>
  vector.store %q, %x[%i] axis = 0 : memref<16xf32>, vector<4xf32>
  kernel.return
}

func.func @main(%x: tensor<?{n}xf32>, %z: tensor<?{n}xf64>, %y: tensor<16xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf64>, tensor<16xf32>, tensor<?{n}xf32>)
    attributes {tf.numerics = "standard"} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.extent [n] : index
  %0:2 = kernel.launch @by_hand grid(%c1) block(%n) args(%x, %z) changes = [0, 1] : (tensor<?{n}xf32>, tensor<?{n}xf64>) -> (tensor<?{n}xf32>, tensor<?{n}xf64>)
  %1 = kernel.launch @pull grid(%c1) block(%n) args(%0#0) changes = [0] : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
  %2 = kernel.launch @lanes grid(%c1) block(%c4) args(%y, %y) changes = [0] : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %r = math.sqrt %x : tensor<?{n}xf32>
  %s = arith.divf %x, %r : tensor<?{n}xf32>
  return %1, %0#1, %2, %s : tensor<?{n}xf32>, tensor<?{n}xf64>, tensor<16xf32>, tensor<?{n}xf32>
}
