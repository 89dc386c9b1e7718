// Fourier transforms of the library: complex numbers are pairs, the axis is the last one or the one that is
// said.
// RUN: tfopt --import=stablehlo %s | FileCheck %s
// RUN: tfrun %s --entry there_and_back | FileCheck %s --check-prefix=OUT
// RUN: tfrun %s --entry there_and_back --device=interp | FileCheck %s --check-prefix=OUT
// RUN: tfrun %s --entry named --random --dim n=6 | FileCheck %s --check-prefix=NAMED

// CHECK-LABEL: func.func @there_and_back
// CHECK-NOT: custom_call
// OUT: re: tensor<2x3xf64>
// OUT-NEXT: 1. 3. 2.
// OUT-NEXT: 1. 3. 2.
// OUT: back: tensor<2x4xf64>
// OUT-NEXT: 1. 2. 3. 4.
// OUT-NEXT: 0. 0. 0. 0.
func.func @there_and_back() -> (tensor<2x3xf64> {tf.name = "re"}, tensor<2x4xf64> {tf.name = "back"}) {
  %x = stablehlo.constant dense<[[1.0, 3.0, 2.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf64>
  %re, %im = stablehlo.custom_call @tensorforge.fft(%x, %zero) {mhlo.backend_config = {axis = 0 : i64}} : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  %y = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<2x4xf64>
  %half:2 = stablehlo.custom_call @tensorforge.rfft(%y) : (tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  %back = stablehlo.custom_call @tensorforge.irfft(%half#0, %half#1) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x4xf64>
  return %re, %back : tensor<2x3xf64>, tensor<2x4xf64>
}

// The length of a result that half a spectrum does not say is an operand, as JAX gives it.
// CHECK-LABEL: func.func public @named
// CHECK-SAME: -> tensor<?{n}xf32>
// NAMED: tensor<6xf32>
func.func public @named(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32> {tf.shape = "n"}) -> tensor<?xf32> {
  %half:2 = stablehlo.custom_call @tensorforge.rfft(%x) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %back = stablehlo.custom_call @tensorforge.irfft(%half#0, %half#1, %shape) {indices_of_shape_operands = dense<[2]> : tensor<1xi64>} : (tensor<?xf32>, tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %back : tensor<?xf32>
}
