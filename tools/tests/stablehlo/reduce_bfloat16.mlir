module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>) -> (tensor<3xbf16> {jax.result_info = "result[0]"}, tensor<5xbf16> {jax.result_info = "result[1]"}, tensor<bf16> {jax.result_info = "result[2]"}, tensor<3xbf16> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xbf16>) -> tensor<3x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
    %2 = stablehlo.convert %1 : (tensor<3xf32>) -> tensor<3xbf16>
    %cst_0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %3 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x5xbf16>, tensor<bf16>) -> tensor<5xbf16>
    %cst_1 = stablehlo.constant dense<0x7F80> : tensor<bf16>
    %4 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<3x5xbf16>, tensor<bf16>) -> tensor<bf16>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %5 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.multiply across dimensions = [1] : (tensor<3x5xbf16>, tensor<bf16>) -> tensor<3xbf16>
    return %2, %3, %4, %5 : tensor<3xbf16>, tensor<5xbf16>, tensor<bf16>, tensor<3xbf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xbf16>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<3xbf16>, tensor<5xbf16>, tensor<bf16>, tensor<3xbf16>)
    %r0, %r1, %r2, %r3 = call @program(%a0) : (tensor<3x5xbf16>) -> (tensor<3xbf16>, tensor<5xbf16>, tensor<bf16>, tensor<3xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<5xbf16>, tensor<5xbf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<bf16>, tensor<bf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<3xbf16>, tensor<3xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x464063400DC012C0E23E213F9BBF5440B8BFF43F124033C02AC0A43F0FC0"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3xbf16>, tensor<5xbf16>, tensor<bf16>, tensor<3xbf16>) {
    %c0 = stablehlo.constant dense<"0x26404D4084C0"> : tensor<3xbf16>
    %c1 = stablehlo.constant dense<"0x464063405440A43FF43F"> : tensor<5xbf16>
    %c2 = stablehlo.constant dense<"0x33C0"> : tensor<bf16>
    %c3 = stablehlo.constant dense<"0xC341DC4041C2"> : tensor<3xbf16>
    return %c0, %c1, %c2, %c3 : tensor<3xbf16>, tensor<5xbf16>, tensor<bf16>, tensor<3xbf16>
  }
}
