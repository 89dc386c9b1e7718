module @jit_atan attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = chlo.atan %arg0 : tensor<3x5xbf16> -> tensor<3x5xbf16>
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
    %c0 = stablehlo.constant dense<"0x6A3E213F963F02402540F33F2A404D4038BF3340243F98BFE5BF1640BA3F"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x663E103F5D3F8F3F9A3F8B3F9B3FA23F20BF9D3F123F5FBF88BF953F783F"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
