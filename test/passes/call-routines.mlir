// RUN: tfopt %s --call-routines='bodies=false constants=true' | FileCheck %s
// RUN: tfopt %s --call-routines=constants=true | FileCheck %s --check-prefix=WHOLE
// RUN: tfopt %s --pass-pipeline='func.func(autodiff{keep-routines=true}),call-routines{bodies=false constants=true},func.func(autodiff)' | FileCheck %s --check-prefix=REST
// RUN: tfopt %s --call-routines=constants=true --disable-rule=call-routines.call | FileCheck %s --check-prefix=OFF
// RUN: tfopt %s --cpu --target=x86-64-v3 | FileCheck %s --check-prefix=MEMORY
// RUN: tfopt %s --simt | FileCheck %s --check-prefix=SIMT
// RUN: tfopt %s --call-routines=bodies=false | FileCheck %s --check-prefix=NAMES

// Code for constants stays where nothing is compiled yet.
// NAMES-LABEL: func.func @constants
// NAMES-NOT: call @
// NAMES-LABEL: func.func @names
// NAMES: call @tf.solve_lower

// One function serves both calls of a type; only its symbol and its types are here.
// CHECK: func.func private @tf.cholesky.f32_n0_n0(tensor<?{n0}x?{n0}xf32>) -> tensor<?{n0}x?{n0}xf32> attributes {tf.numerics = "precise", tf.routine = "cholesky"}
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %[[A:.*]] = call @tf.cholesky.f32_n0_n0(%arg0) {tf.routine = "cholesky"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
// CHECK-NEXT: %[[B:.*]] = call @tf.cholesky.f32_n0_n0(%arg1) {tf.routine = "cholesky"} : (tensor<100x100xf32>) -> tensor<100x100xf32>
// CHECK-NEXT: return %[[A]], %[[B]]
// WHOLE: func.func private @tf.cholesky.f32_n0_n0(%arg0: tensor<?{n0}x?{n0}xf32>)
// WHOLE: loop.for
// WHOLE-LABEL: func.func @constants
// OFF-NOT: call @
// Kernels have no such calls.
// SIMT-NOT: call @
func.func @constants(%a: tensor<64x64xf32>, %b: tensor<100x100xf32>) -> (tensor<64x64xf32>, tensor<100x100xf32>) {
  %0 = tensor.custom %a : (tensor<64x64xf32>) -> (tensor<64x64xf32>) attributes {tf.routine = "cholesky"} {
  ^bb0(%x: tensor<64x64xf32>):
    %y = math.exp %x : tensor<64x64xf32>
    tensor.yield %y : tensor<64x64xf32>
  } vjp {
  ^bb0(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %g: tensor<64x64xf32>):
    tensor.yield %g : tensor<64x64xf32>
  }
  %1 = tensor.custom %b : (tensor<100x100xf32>) -> (tensor<100x100xf32>) attributes {tf.routine = "cholesky"} {
  ^bb0(%x: tensor<100x100xf32>):
    %y = math.exp %x : tensor<100x100xf32>
    tensor.yield %y : tensor<100x100xf32>
  } vjp {
  ^bb0(%x: tensor<100x100xf32>, %y: tensor<100x100xf32>, %g: tensor<100x100xf32>):
    tensor.yield %g : tensor<100x100xf32>
  }
  return %0, %1 : tensor<64x64xf32>, tensor<100x100xf32>
}

// Extents by name may be large. Equal ones have one name, and an extent of 1 is a constant.
// CHECK: func.func private @tf.solve_lower.f64_n0_n0.f64_n0_1(tensor<?{n0}x?{n0}xf64>, tensor<?{n0}x1xf64>) -> tensor<?{n0}x1xf64>
// On memory, results follow the operands.
// MEMORY: func.func private @tf.solve_lower.f64_n0_n0.f64_n0_1(%arg0: memref<?{n0}x?{n0}xf64>, %arg1: memref<?{n0}x1xf64>, %arg2: memref<?{n0}x1xf64>)
// MEMORY-LABEL: func.func @names
// MEMORY-NEXT: call @tf.solve_lower.f64_n0_n0.f64_n0_1(%arg0, %arg1, %arg2) {tf.routine = "solve_lower"}
// CHECK-LABEL: func.func @names
// CHECK-NEXT: call @tf.solve_lower.f64_n0_n0.f64_n0_1(%arg0, %arg1) {tf.routine = "solve_lower"} : (tensor<?{2*k}x?{2*k}xf64>, tensor<?{2*k}x1xf64>) -> tensor<?{2*k}x1xf64>
func.func @names(%a: tensor<?{2*k}x?{2*k}xf64>, %b: tensor<?{2*k}x1xf64>) -> tensor<?{2*k}x1xf64> {
  %0 = tensor.custom %a, %b : (tensor<?{2*k}x?{2*k}xf64>, tensor<?{2*k}x1xf64>) -> (tensor<?{2*k}x1xf64>) attributes {tf.routine = "solve_lower"} {
  ^bb0(%x: tensor<?{2*k}x?{2*k}xf64>, %y: tensor<?{2*k}x1xf64>):
    %z = math.exp %y : tensor<?{2*k}x1xf64>
    tensor.yield %z : tensor<?{2*k}x1xf64>
  } vjp {
  ^bb0(%x: tensor<?{2*k}x?{2*k}xf64>, %y: tensor<?{2*k}x1xf64>, %z: tensor<?{2*k}x1xf64>, %g: tensor<?{2*k}x1xf64>):
    tensor.yield %x, %g : tensor<?{2*k}x?{2*k}xf64>, tensor<?{2*k}x1xf64>
  }
  return %0 : tensor<?{2*k}x1xf64>
}

// A matrix within the limit, a batch, an unknown algorithm, and one with other results stay.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: call
// CHECK-COUNT-4: tensor.custom
// Their code is what remains.
// REST-LABEL: func.func @stays
// REST-NOT: tensor.custom
// REST-COUNT-4: math.exp
func.func @stays(%a: tensor<32x32xf32>, %b: tensor<8x64x64xf32>, %c: tensor<64x64xf32>) -> (tensor<32x32xf32>, tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<64xf32>) {
  %0 = tensor.custom %a : (tensor<32x32xf32>) -> (tensor<32x32xf32>) attributes {tf.routine = "cholesky"} {
  ^bb0(%x: tensor<32x32xf32>):
    %y = math.exp %x : tensor<32x32xf32>
    tensor.yield %y : tensor<32x32xf32>
  } vjp {
  ^bb0(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>, %g: tensor<32x32xf32>):
    tensor.yield %g : tensor<32x32xf32>
  }
  %1 = tensor.custom %b : (tensor<8x64x64xf32>) -> (tensor<8x64x64xf32>) attributes {tf.routine = "cholesky"} {
  ^bb0(%x: tensor<8x64x64xf32>):
    %y = math.exp %x : tensor<8x64x64xf32>
    tensor.yield %y : tensor<8x64x64xf32>
  } vjp {
  ^bb0(%x: tensor<8x64x64xf32>, %y: tensor<8x64x64xf32>, %g: tensor<8x64x64xf32>):
    tensor.yield %g : tensor<8x64x64xf32>
  }
  %2 = tensor.custom %c : (tensor<64x64xf32>) -> (tensor<64x64xf32>) attributes {tf.routine = "unheard"} {
  ^bb0(%x: tensor<64x64xf32>):
    %y = math.exp %x : tensor<64x64xf32>
    tensor.yield %y : tensor<64x64xf32>
  } vjp {
  ^bb0(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %g: tensor<64x64xf32>):
    tensor.yield %g : tensor<64x64xf32>
  }
  %3 = tensor.custom %c : (tensor<64x64xf32>) -> (tensor<64xf32>) attributes {tf.routine = "cholesky"} {
  ^bb0(%x: tensor<64x64xf32>):
    %r = tensor.reduce add %x dims = [0] : tensor<64x64xf32> to tensor<64xf32>
    %y = math.exp %r : tensor<64xf32>
    tensor.yield %y : tensor<64xf32>
  } vjp {
  ^bb0(%x: tensor<64x64xf32>, %y: tensor<64xf32>, %g: tensor<64xf32>):
    tensor.yield %x : tensor<64x64xf32>
  }
  return %0, %1, %2, %3 : tensor<32x32xf32>, tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<64xf32>
}

// Nor are there routines for a vector, or for a matrix that is not square.
// CHECK-LABEL: func.func @others
// CHECK-NOT: call
// CHECK-COUNT-2: tensor.custom
func.func @others(%a: tensor<?{n}xf32>, %b: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>) {
  %0 = tensor.custom %a : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>) attributes {tf.routine = "cholesky"} {
  ^bb0(%x: tensor<?{n}xf32>):
    tensor.yield %x : tensor<?{n}xf32>
  } vjp {
  ^bb0(%x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>, %g: tensor<?{n}xf32>):
    tensor.yield %g : tensor<?{n}xf32>
  }
  %1 = tensor.custom %b : (tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>) attributes {tf.routine = "cholesky"} {
  ^bb0(%x: tensor<?{n}x?{m}xf32>):
    tensor.yield %x : tensor<?{n}x?{m}xf32>
  } vjp {
  ^bb0(%x: tensor<?{n}x?{m}xf32>, %y: tensor<?{n}x?{m}xf32>, %g: tensor<?{n}x?{m}xf32>):
    tensor.yield %g : tensor<?{n}x?{m}xf32>
  }
  return %0, %1 : tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>
}
