module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
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
    %c0 = stablehlo.constant dense<"0x860A713F95C66F3F6D3EA33F0240363FA69D243F188E943F60BE533F8FB93A3F40E3343FB7A1153FE0C3683F1B60953F0B4BA83F458F513F7BBD0E3F656D383F0D05203FE359673F8CFB073F57EA9F3F4EA5883FC450A33F9FF4B43FCFAFB13FB7324B3F4DAD1E3F32FF5E3F877FAE3F7D53B03FE6108F3FC3BA5A3FC3998A3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x0A93A4BF24950DC098C735C0D08C31C0352E5A40B20E803F19097EBEFE672C409467883FF2E801C0BC3DF23F38068B3DB404AC3F93396F40044429C007E563407BDDDCBF7ACB11C0F6A235BFA8172640ED2C53BF145C29C0C80A0E40209DB23F"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xACC9AEBF38DA4DBFEA36F4BE72266ABF7EB86740DFD503C0408E5EC01029FC40ACDE903F42642AC00C9D3A40BA5343C005990940DD11B43F202CD4C0F543EB409BAB30C00DDE2D3E6DDE173F9ABF934069EBA8BF59D491BFAF73A6404BB911C0"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
