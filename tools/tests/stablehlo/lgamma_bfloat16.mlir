module @jit_lgamma attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = chlo.lgamma %arg0 : tensor<3x5xbf16> -> tensor<3x5xbf16>
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
    %c0 = stablehlo.constant dense<"0xA23F114041404E3FE63F27407640933FD13F1440273F1F407A40953FFD3F"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0xD0BD093E353F173E93BDBB3ECD3F8DBDDDBD263EA53E8C3ED63F98BD1FBC"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
