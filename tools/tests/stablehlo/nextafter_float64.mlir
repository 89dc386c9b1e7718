module @jit_nextafter attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.next_after %arg0, %arg1 : tensor<3x5xf64>, tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x20D533475462BF3FA91A8CF18152FEBF6EF789C38F870C40ADC23B3ED4CB05C01880F56422A4F83FE43E41EA2815F33FA41FF1BDC6F200407AD21047D3A50140E0271A0C368BFB3FF41B77B1BBF9EB3F80BE37F4F637A23FACAB80B661E70440CEF0B4B1829000C0867C9C307B5CF0BF0E355E78CEC70340"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0x74CD2B24DCC90940188F2130DD28FA3F2F287647253505C018E5AC22B081064042B6C2E9C03B0E4010E7D4EDF07DCC3F10478C44961DD1BF50D5BA143015E1BFAC64661F54EFF33F7901DB82B7FDFCBF466D9866187600C0B8796DABB27C0F408CB34125793BE03FD8A9438DF24EE33F64C73626D67CECBF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x21D533475462BF3FA81A8CF18152FEBF6DF789C38F870C40ACC23B3ED4CB05C01980F56422A4F83FE33E41EA2815F33FA31FF1BDC6F2004079D21047D3A50140DF271A0C368BFB3FF31B77B1BBF9EB3F7FBE37F4F637A23FADAB80B661E70440CDF0B4B1829000C0857C9C307B5CF0BF0D355E78CEC70340"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
