module @jit_log attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.log %arg0 : tensor<3x5xf16>
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
    %c0 = stablehlo.constant dense<"0xBE425443A6397640D33CFA41BA3233406242EE412D38B2421C3C80421440"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xDC3C323D92B56B3AFF31613C3DBEEF39A43C593C33B9D53CE826B73CB339"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
