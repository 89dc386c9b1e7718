module @jit_sqrt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.sqrt %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x72B5ADB14AB40540502AD0271EF7F63F2ADFC6ED019A0640E9E07DA9768FEF3F5D227555E34EF43F0368C5C115A80C402BEAFBB699E20240524C8CE2A780E23FF9A8CEC469D9FB3F6A3D454AE860DF3FC2F5199DCBEED63FD084D655DE66024058FBA14A3325E13FD3E2295A00F4ED3F5412F31B3585D83F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x0EA9F0AAA35AFA3F6B5C9ED7392BF33F60CD4DF6B0E4FA3F7F8C8B8489C7EF3F03B430B69C06F23F4BDBA4293D48FE3F737B2A0B4195F83F684CEE182E55E83FCE9A2F01E51BF53F62E5DF611868E63F754CEC5BC027E33F166244523344F83F802A89135C6CE73F231268E1ABF5EE3FEEA66125A5CEE33F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
