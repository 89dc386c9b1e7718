module @jit_tanh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.tanh %arg0 : tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf16>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0) : (tensor<3x5xf16>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x8D33472F89C02D3F7041A13D39BDFF40ECBF9541423CCCBBBE389C3DC2BC"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x6A333F2FD5BB923BEE3B183BE8BAE43BB3BBF13B4D3A01BA4138163BA5BA"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
