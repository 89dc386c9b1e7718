module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
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
    %c0 = stablehlo.constant dense<"0x126D4D3F9987353FE693123F5057603F80FF873FC3AFAF3F9975083FA7F3163F429A933FD9ED953F15C71F3F6CAB183F7529073FB809933FB2A4473FB7B13D3FF10F953FE3F91E3F31A9843FDA46173FF4D4103F7F92953FA053A53FAB61763F0BF3663F5ACC993F7377133F8C3D473FCDDFB33F6277B93F54D4093FCFC8003F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x180318404010273EA0911540E21CC03FE9050B3E9824FC3F0AA89D3F8FF538C07093863E59234B4043911D40CBD0CA3F3EEFAC3FA3D72D4010EA75BFE90D77BE6911B53FC7C92F404D1240BF2A0BE9BFF20E8CBF3E2A953D7AE313C016FDB23F"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x9F6F3D406331503E2B643A40AF5099BFEA7D6FBDF8BA51BF34AC9FBFB2AE9CC0BE055BC09903AB4050BE064175EB9D40C97F943F57471540C02A53BFFEA544BF9A7DA63D85FE2F400531C2BFC375DFC026FFCAC0C57B3D3F57A677C05AF77C40"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
