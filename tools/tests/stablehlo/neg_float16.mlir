module @jit_neg attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.negate %arg0 : tensor<3x5xf16>
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
    %c0 = stablehlo.constant dense<"0x1240D6414ABF9E3E4F41C93A63BF81C11EBC4F4160C1E3C180B71CC1D0BF"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x12C0D6C14A3F9EBE4FC1C9BA633F81411E3C4FC16041E34180371C41D03F"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
