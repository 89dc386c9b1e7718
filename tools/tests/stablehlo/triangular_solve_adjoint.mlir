module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r0 : tensor<2x3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>)
    %e0 = call @expected() : () -> (tensor<2x3x4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xD5A27C3F8ADD443F994BA93F71AFA63F450CA13F82420C3FF22F713F35F07E3F63CB813F8829BC3F34D72A3F6E2F913FD1BDA03F9868643F961B433FF537113FC9549F3F9D1D543FF01C6E3FAB4B4D3F7AE8553FF829BA3F44DB943FE46AB03F08766F3FC1F0A53F1576AD3F9DE5293F3B39BA3F8BDA1B3FE2E9893FD4FD643F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xB14F0140A5B65CBF279CBA3FFEB1F03F0D2321C0EBC3973FDB653A3F9425E4BEBD3EFBBFC1770DC02D0E0940A6E86C3E28FB4D40CD3281BF7FDA2940BDECEEBFC21B88BF4AB91CC07C1E38400DAB48407DB38E3D2FDF1ABF919833405692243E"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xF51A6640B55ED5BF0FC75CC0F1275440AD0E8AC02C8614BFBE461B406C1849BFE6C9983FFCA011C13C02214088D1D03E19D51B40DFBE8CBFE9BD3E406B8D05C0F433073EE791AAC0EB02D03E075660402C37C4BDCFFB0AC08DCAFD3F6AFB373E"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
