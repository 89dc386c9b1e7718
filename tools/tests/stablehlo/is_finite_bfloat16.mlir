module @jit_is_finite attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.is_finite %arg0 : (tensor<3x5xbf16>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xbf16>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0) : (tensor<3x5xbf16>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x603D09C08CBF3DC033C08F3C163FA0BFAEBE12C0CE3F81BEEFBFF73EC5BF"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010101010101010101010101010101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
