module @jit_log attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.log %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x682D7EA4220D09404EA8BF5ECCC5FA3F6312146C3C43F33F4B09A735F38F0F40803EF95D39C4E83FB9BD9EE345C7044072B9B34D7B420440F1B0D116156AF73F67FC12FF8A0008407D43525A3B5108408C83F2303253FF3F05E371D956C2F53F10443DAD7155E13F33DE2C6DE5F00B40848B2301F97E0F40"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x643726548543F23F26D2B64D2D79E03F1C1D7AAB0BC1C73F7456119CD9F5F53F7DCAA60B4D66D0BF29324FD20A8BEE3F01C4BF8CF0BBED3F076A2DD8665ED83F0B5AAD234794F13F09944133B7C9F13F2AF65AF09B7FE53F38B05A182EADD33F297E28F2589EE3BF9FF17A61AD02F43F3DE9A40D3CEDF53F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
