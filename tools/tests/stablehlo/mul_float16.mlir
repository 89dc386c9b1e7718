module @jit_mul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>, %arg1: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf16>, tensor<3x5xf16>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf16>, tensor<3x5xf16>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf16>, tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xE2439238F43E2142F7B8953C41BBF8BD85C167BD05BD7640E938D340F9BB"> : tensor<3x5xf16>
    %c1 = stablehlo.constant dense<"0x0ABE2F3C68BC8E4039B524BC8C40B7BE264057B4CFC0943D0F3D9AC00E33"> : tensor<3x5xf16>
    return %c0, %c1 : tensor<3x5xf16>, tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xF3C5C838A9BFFB467B32BEBC1FC00341B9C5DD3509423942363A8DC508B3"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
