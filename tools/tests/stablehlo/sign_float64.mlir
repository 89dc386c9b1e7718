module @jit_sign attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.sign %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0xF444AAA0ECB9EF3FD73A19763C0201C04DFDAB67DF6302C0A806891526E10F40E4E2BF4925A0E0BF00E7BF1A517004C01C4F11B4B193E23F44661FF7C91CFE3FC0A6E9550A64CC3F4DFB375CB6A400C010D7EA39D552E33F68C46EB8852104C0A6DD34E64BE70040BA61EA8D29960C4088025464F7A605C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x000000000000F03F000000000000F0BF000000000000F0BF000000000000F03F000000000000F0BF000000000000F0BF000000000000F03F000000000000F03F000000000000F03F000000000000F0BF000000000000F03F000000000000F0BF000000000000F03F000000000000F03F000000000000F0BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
