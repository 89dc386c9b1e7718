module @jit_round attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.round_nearest_afz %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0xFC1F30473082E73F5829A961D467EA3F74DB7871F3C5F43FB42D8D11FA9FEA3FE031F64626F6BEBF8F8DDABE9372F4BF78DC4907B427E83FEA7965FD4071F4BFB00812CD11DCF93F60AB302887A20940941148D090CE0440E27832BC150A04404A7419D6BA1EF8BF49DCB2D6061E06C0C41893B7272EF9BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F000000000000F03F0000000000000080000000000000F0BF000000000000F03F000000000000F0BF000000000000004000000000000008400000000000000840000000000000084000000000000000C000000000000008C000000000000000C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
