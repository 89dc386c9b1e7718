module @jit_digamma attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.digamma %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x44C83B573E6B01401F7750F587EAE73FAA30CC95C2E6034016055FFD98D4FD3FFEA26175FEAE0A40EA90B95AC0C2F03F0902712406ED0540910E02AB19D4C13F8B8211A4CB80F93F3A7198865732F73F1C8148F9FDF3DD3F6239DBB344690A40278F6C5D2A990A40873F8F995E39F13F228DEA7941000740"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xA40F47D0EFFFE03F368AEAF30B7BF1BFED074FF89A4EE63F46ECDA5EA835D53FD466E127A4C1F03FFD8A67C3310DE0BF54D6E5402813EA3FDD9D716182311EC0A8ECC9161CEFBE3F40E9291B819887BF4C2EE1AD4A0B01C010D5A00DA990F03F461D40935EB2F03FFE515BCE164FDDBF5A7CE9EE44E9EB3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
