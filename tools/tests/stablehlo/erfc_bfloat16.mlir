module @jit_erfc attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = chlo.erfc %arg0 : tensor<3x5xbf16> -> tensor<3x5xbf16>
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
    %c0 = stablehlo.constant dense<"0x2D4091BE00C0A3BE2AC064BFB43F26C07B40413F66BF364002C03FBF6440"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x0A39A83FFF3FAC3F0040E53F3F3D0040FB32933EE63F7238FF3FDB3FFC34"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
