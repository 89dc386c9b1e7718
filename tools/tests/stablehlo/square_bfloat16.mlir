module @jit_square attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = chlo.square %arg0 : tensor<3x5xbf16> -> tensor<3x5xbf16>
    return %0 : tensor<3x5xbf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xbf16>)
    %e0 = call @expected() : () -> (tensor<3x5xbf16>)
    %r0 = call @program(%a0) : (tensor<3x5xbf16>) -> (tensor<3x5xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0xDA3FBA3F0D40553E3E40803F4B4004BEF33FD0BF1BC06140CFBE2CC0AA3F"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x3A4007409B40313D0D41803F2141883C67402940BC404641273EE740E23F"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
