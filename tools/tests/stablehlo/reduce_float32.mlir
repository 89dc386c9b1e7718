module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<5xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}, tensor<3xf32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x5xf32>, tensor<f32>) -> tensor<5xf32>
    %cst_1 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.multiply across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    return %0, %1, %2, %3 : tensor<3xf32>, tensor<5xf32>, tensor<f32>, tensor<3xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<3xf32>, tensor<5xf32>, tensor<f32>, tensor<3xf32>)
    %r0, %r1, %r2, %r3 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3xf32>, tensor<5xf32>, tensor<f32>, tensor<3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<5xf32>, tensor<5xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<f32>, tensor<f32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xC2522FC0696D2ABF65153F4009220240F0116040623C32C06CFE2140C8AA3C3F16B766409E57124062231F3F460BCA3F0D356F405F3219C0D550C8BF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3xf32>, tensor<5xf32>, tensor<f32>, tensor<3xf32>) {
    %c0 = stablehlo.constant dense<"0xA1ADA340B8FDCB407D51FD3F"> : tensor<3xf32>
    %c1 = stablehlo.constant dense<"0x62231F3F6CFE21400D356F4016B76640F0116040"> : tensor<5xf32>
    %c2 = stablehlo.constant dense<"0x623C32C0"> : tensor<f32>
    %c3 = stablehlo.constant dense<"0xF60C1B42A04A2BC2F1D05B41"> : tensor<3xf32>
    return %c0, %c1, %c2, %c3 : tensor<3xf32>, tensor<5xf32>, tensor<f32>, tensor<3xf32>
  }
}
