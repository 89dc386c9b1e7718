module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
    return %r0 : tensor<2x4x3xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>)
    %e0 = call @expected() : () -> (tensor<2x4x3xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x9846B13F8EAC823FBB65633FC8A8BE3FADD0A23F95AC223FD342853F9613613F82D97E3F46BAA03FC563563F97F08C3FC8FC3C3F7B73713F79D1B13F82529E3FDDE65C3FD039473FE22E8D3FAB9A793FE567BE3FF4CB4B3FFBDCB53F6B0A3C3FE792A63FE8C4AE3F895C303F359F713FF8019B3F9F79693F12811B3F203FA23F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xA413D03E09B1DABFBB0329C0650F253F732F74BF0D5B2C4037D7F2BF50A838C03EA35640717E9BBD8D703E40D5F77D3F7BA34A40A26064403A371AC0EBF985BFE9E4DBBFE7906C40A07AEE3FD3B35E404D657940F9B72240A29F47404E7A6540"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0xBE0406BFE29964C0F4A4B2C0BC60264061133640E79108BFCE23E8BFAF2CC5C023BA1040717E9BBD8D703E40D5F77D3F110A3D406F826940DF65D7C045B809C01BA698C06929AB3E4D5C09BF9829093FCC39033FF9B72240A29F47404E7A6540"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
