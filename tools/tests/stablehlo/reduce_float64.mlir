module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3xf64> {jax.result_info = "result[0]"}, tensor<5xf64> {jax.result_info = "result[1]"}, tensor<f64> {jax.result_info = "result[2]"}, tensor<3xf64> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf64>, tensor<f64>) -> tensor<3xf64>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x5xf64>, tensor<f64>) -> tensor<5xf64>
    %cst_1 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<3x5xf64>, tensor<f64>) -> tensor<f64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %3 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.multiply across dimensions = [1] : (tensor<3x5xf64>, tensor<f64>) -> tensor<3xf64>
    return %0, %1, %2, %3 : tensor<3xf64>, tensor<5xf64>, tensor<f64>, tensor<3xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<3xf64>, tensor<5xf64>, tensor<f64>, tensor<3xf64>)
    %r0, %r1, %r2, %r3 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3xf64>, tensor<5xf64>, tensor<f64>, tensor<3xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<5xf64>, tensor<5xf64>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<f64>, tensor<f64>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x0073F35F00C5ED3FD944A2E003AF00C024E057600601EB3F7C44EDE69293FD3F9CA5A0691BFA0F40C860AB800005E03F78E29EC9BC8A0D40600561871D90B63F3AC5FE94730C0A40EC2FA945639E0040080C6C0836EFDCBFA1CAAAB13DD704C0D4278360BCA3EDBF49442F230CAF02C0A0B86AA44DECD2BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3xf64>, tensor<5xf64>, tensor<f64>, tensor<3xf64>) {
    %c0 = stablehlo.constant dense<"0xE5EB435631231640FE2D2B2CD53A2340BAD84AB154751AC0"> : tensor<3xf64>
    %c1 = stablehlo.constant dense<"0x0073F35F00C5ED3F78E29EC9BC8A0D4024E057600601EB3F3AC5FE94730C0A409CA5A0691BFA0F40"> : tensor<5xf64>
    %c2 = stablehlo.constant dense<"0xA1CAAAB13DD704C0"> : tensor<f64>
    %c3 = stablehlo.constant dense<"0x62CF10A4A03128C01AEE59DF0EA2F13F776BEFFC051BE8BF"> : tensor<3xf64>
    return %c0, %c1, %c2, %c3 : tensor<3xf64>, tensor<5xf64>, tensor<f64>, tensor<3xf64>
  }
}
