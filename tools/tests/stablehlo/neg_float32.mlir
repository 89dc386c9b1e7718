module @jit_neg attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.negate %arg0 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x50DEE5BF13D318404EE906C01B2D17C0EBC0B13F388A1740DCD7124026ED013D0EA35A40D4D0F8BF2AA7B93D8F79D4BEEEC3523F47D6D2BF8A2DFCBF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x50DEE53F13D318C04EE906401B2D1740EBC0B1BF388A17C0DCD712C026ED01BD0EA35AC0D4D0F83F2AA7B9BD8F79D43EEEC352BF47D6D23F8A2DFC3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
