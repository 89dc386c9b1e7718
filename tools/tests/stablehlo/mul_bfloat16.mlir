module @jit_mul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>, %arg1: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<3x5xbf16>
    return %0 : tensor<3x5xbf16>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xbf16>, tensor<3x5xbf16>)
    %e0 = call @expected() : () -> (tensor<3x5xbf16>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> (tensor<3x5xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xbf16>, tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0xCEBF0D40C3BF5EBE1040194026C09BBF6F407B3F863F9BBF1F3E8DBF02C0"> : tensor<3x5xbf16>
    %c1 = stablehlo.constant dense<"0x81BF673F2A3F2C3F18BF563D47405C405240ADBFB93F184035BFAE3E4040"> : tensor<3x5xbf16>
    return %c0, %c1 : tensor<3x5xbf16>, tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0xD03FFE3F81BF15BEABBF003E01C185C04441AABFC23F38C0E1BDC0BEC3C0"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
