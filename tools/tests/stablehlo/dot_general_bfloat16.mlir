module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xbf16>, %arg1: tensor<2x4x5xbf16>) -> (tensor<2x3x5xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> tensor<2x3x5xbf16>
    return %0 : tensor<2x3x5xbf16>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>)
    %e0 = call @expected() : () -> (tensor<2x3x5xbf16>)
    %r0 = call @program(%a0, %a1) : (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) -> (tensor<2x3x5xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<2x3x5xbf16>, tensor<2x3x5xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xbf16>, tensor<2x4x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x96BD364026C031C021403740CA3FB2BF993F19C0283FFF3D1EC011405F4006C0464023C003403740153F2B4063405B3F"> : tensor<2x3x4xbf16>
    %c1 = stablehlo.constant dense<"0x983F5D4082BF0340FE3FD43FD23FA3BF5240AD3F34BFD2BF054037C0373FC8BF5A400140023EA33FC73E22C034BDA93F0C3F6840CFBE3B3FC0BE4C405A40A23ED7BFDB3D2940D1BE5A40284005C03C3F"> : tensor<2x4x5xbf16>
    return %c0, %c1 : tensor<2x3x4xbf16>, tensor<2x4x5xbf16>
  }
  func.func private @expected() -> (tensor<2x3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x2C4141BF68C18241D7BF0D41C240B7C01D4103414DC0E5BE5C40E8C06DBEA04132BF19C11D3F59410EC0664005402FBF8A3FAD41BE3FE5BFD1BF9741"> : tensor<2x3x5xbf16>
    return %c0 : tensor<2x3x5xbf16>
  }
}
