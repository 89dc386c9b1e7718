module @jit_cbrt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.cbrt %arg0 : tensor<3x5xf16>
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
    %c0 = stablehlo.constant dense<"0xBC4206BE47310943A7C1D13C4D438DBDB73ABA4223C050398140BB3E6334"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xFF3D96BC6338153EA8BD413C293E76BC8C3BFE3D19BDFB3A3E3DC23C3239"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
