module @jit_ceil attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.ceil %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x08A61188781DD0BF402F07463792E7BFC002B6D3C757DABF80CE85424D7AB3BF6075D3DE11CAE4BF6049F6ED8BA9EEBF00CE18A2729BCC3FC5A57367916305C0BB2102CBFDB6F6BFC018721E7A21B13FF8ECD7B21C8C094000707C24514169BF3803A00B1E85EC3FF800BBB58B0A0A40E6B70D7B4A200540"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x000000000000008000000000000000800000000000000080000000000000008000000000000000800000000000000080000000000000F03F00000000000000C0000000000000F0BF000000000000F03F00000000000010400000000000000080000000000000F03F00000000000010400000000000000840"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
