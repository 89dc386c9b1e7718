module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui64>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xui64>) -> tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xui64>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0) : (tensor<3x5xui64>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui64>) {
    %c0 = stablehlo.constant dense<"0x030000000000000003000000000000000100000000000000020000000000000002000000000000000000000000000000010000000000000000000000000000000200000000000000010000000000000000000000000000000000000000000000020000000000000002000000000000000000000000000000"> : tensor<3x5xui64>
    return %c0 : tensor<3x5xui64>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x00420042003C004000400000003C00000040003C00000000004000400000"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
