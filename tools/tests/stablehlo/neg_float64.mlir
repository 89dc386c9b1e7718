module @jit_neg attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.negate %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x78CF6DE75456EE3FE8C290DF3F9DD9BF98C4EBA89229D3BF48664D6EDA9902C0AC3985DC2B9A07C0E0D96FDE286CEBBF808B7493AD42A2BFECC46C6267D3F03F76629FFCF87F0D4048A68B1F6DFD02C0E0DB754AEA3DE2BFC68AAC19D5B90840B40FE2E5123D06400161D88F1ABB01C050B5C63377B0FB3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x78CF6DE75456EEBFE8C290DF3F9DD93F98C4EBA89229D33F48664D6EDA990240AC3985DC2B9A0740E0D96FDE286CEB3F808B7493AD42A23FECC46C6267D3F0BF76629FFCF87F0DC048A68B1F6DFD0240E0DB754AEA3DE23FC68AAC19D5B908C0B40FE2E5123D06C00161D88F1ABB014050B5C63377B0FBBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
