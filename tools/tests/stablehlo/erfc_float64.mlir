module @jit_erfc attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.erfc %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x7EBACB22ABD300C0708B34F4122807C07A7537197CECFCBF460FBC9525B502C08464014E0B000B403CD35C5C6A26FC3F7CF80CB52413F13F1213B4CDF6E70C4020633B060D3BF53F6C67BDB2A015FF3F32865D92A53EFEBFD05EEB7C6C94EFBF006921F3ED26F53F9A3E892B07D00640ADC145B65367F0BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x62D0AAB2FBF3FF3F44BAB373D3FFFF3F4D62E10FB2D4FF3FFB81E76C23FCFF3F7E88ABBE6473BE3E16F2A75C994C8A3F392C9CB7A0CCC03FB7086D70CCA0953E816739026E04AF3F0F20C358BD98783FF93F5DC83BE1FF3F8B89B2821465FD3F09DC780D2882AF3F42B9DDFE87E70C3FCAEAEC7E85A5FD3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
