module @jit_pow attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.power %arg0, %arg1 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x6DB294CDF8720540A0EA470A80C4094082593837ABF0FF3FB012E9A8380FD23F29DD24D9ECBC0340C0BA9DDFC60B0D408A7027A4D242D33FE41BB3B8F24BF73FEA3463000E37C53FB93B9E10C9CF02401A904E150937E03FBC6E48D73F280E401A854BF15305FB3F27CA6A59B42F0440FF416A9D621CF63F"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xE871C833A6C0E4BF8CFD06DB925A07C0400FBFF6498808408BFDBE9979CAF1BF98B94E0E0B2FF4BF706EA37171BFDEBF64ABCA8BF660FBBF10941A85FA09EABFCE7890DEE483F0BFCE886773FA980E4084225853491209407199F3DE035FF0BFFC3B881B96FE06402C5790615CDD05C044B7A9BE045EEF3F"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x2C50853855E1E03FDEFD948721D7A03F631D49F8CAA82040229054D0FD5410407F630B3AD67BD43F1E92B1131539E13F13D8405467381F40DB0DBB2A1992E73FAC23956B5E921940ECD72AD464513A40584B3B97A668BE3F784081F78976D03FB15E9E13C10912408E70DC1D5E66B43F21F685AD4BF8F53F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
