module @jit_max attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0xB0815A15509AC13F5AF03E23847DF1BF1EF77A2B69630D406093EF7D2690F43F8431A7C7FBD9E6BF1468C316FA2AF33F10F9C3998F89FB3F2A4A48A67FF807402640C4EF9AB30940C0B6F0FA784BAABF7407CDB5F7770240C8D5C45712840E40280395761191E73F7E8C4C9B74F80040C0CC82809302DB3F"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xE84CE0B8E092D4BFB2035BF0A638F9BFA059FEEEA6E402C09CA15019FE4FE7BF1860A053318BE0BFCC07469916ADEF3F5CA3677D2819FB3FB4D23E06839BFF3FEC5CFDBE9412034054429E1B3818F03F0CE9520EE7B8E23F84C5C627E482F43FE4DBB1FCF0AEFE3F9880D17CFB59074050678D2F26CAF3BF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xB0815A15509AC13F5AF03E23847DF1BF1EF77A2B69630D406093EF7D2690F43F1860A053318BE0BF1468C316FA2AF33F10F9C3998F89FB3F2A4A48A67FF807402640C4EF9AB3094054429E1B3818F03F7407CDB5F7770240C8D5C45712840E40E4DBB1FCF0AEFE3F9880D17CFB590740C0CC82809302DB3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
