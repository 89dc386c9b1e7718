module @jit_rsqrt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.rsqrt %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x20C02F5D9F4DC23F7021209BBC3F08409036CA03F2E8064034560D84D840EF3F89D37254B11CF13F8B84C1C6D3F9E83FA78FB848514CFB3FDA669AA559BF0E4032F5165D9DF9F93FB4BF1EDEB7B00D40BC1F0EECF0D1E93FDF85DE1A7B89F03F39E9843EC99D0040CA35FBF3D70DE63F1AF129B38857E13F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xE83C826CE8270540048688734F61E23FB5717755DDE8E23FD2E5EA38A430F03FC3277B6D56F1EE3F171727D6541CF23FEC60CA03AD7FE83F68412A609852E03F0F8F99106B1DE93F45EB6817569CE03F4A844391E8CFF13FD6A8D6CDE279EF3F417F08A52B34E63FEEE1E3DAE645F33FFF037111FDBBF53F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
