module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf16>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0) : (tensor<3x5xf16>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xADC16239823F71A11EC072B9883C2B43E5433CBDDAC1A141F942BA32CD40"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x00C2003C0040008000C000BC003C0044004400BC00C20042004200000040"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
