module @jit_square attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.square %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0xA02F8633D246E8BFA03CCD1E049705C01C6155E5531AFA3F70ACECA69BD5D7BF506EE0D461C9E93FD206A235F7C0F9BF9571C6978FEA06C0A42BFE5B739302C004BAEAB768C8F73FC6CF32B701DD00C0D434269BCD59EDBF48FC6258E24BF23F2A07720BB16BF1BF687EE97F40CAD33FC0880F94B4CDBCBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x15774F0AD86AE23F9E30A12EFC211D40A25CDBFDDD4A0540148307A3A1C0C13FE007CC329CC7E43F4987C6E10DBA0440B7E940C73C6920400AFDF569129115401211B3A6FDAC014050AACA2DF0C5114010530DAEC0EBEA3F745A5D2D25ECF43F9C71F20FADF7F23F39576CCD557AB83FB43ABF5826ED893F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
