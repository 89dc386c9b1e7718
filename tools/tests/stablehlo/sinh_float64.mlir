module @jit_sinh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.sinh %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x3E7EE29E8D430C408865D3FAA07AECBF272614B2199501C01C97A9621A27FF3FC2FC011AE4400D40E07C514794F4C43F5C6BB60570E30F40D06F83AA6EE2E7BF843A37C20D50094084C9CE0F42EB07C04833FC0EC31CFC3F3C1B11BC1F9209401EB16783CAA5F0BFA00E353341790740F084446E7423F33F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x7F7812772F1931405B882BA0F131F0BFC1CE874CCFC911C09FFD221008760B402C4A58357C5A33406AA98C3D930CC53FEE71D27D65E93A40E03227802E2AEABFFFA9CB68FA9F2740D11E1F5A35D523C07AC2DFAB897D0640E5051B71F86628400BA9727577D1F3BF39ABB1C5DEC02240505BA44A4A0AF83F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
