module @jit_lgamma attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.lgamma %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x39CC0DB35A16E13F60D3E899F194FD3FAD94B1C3D2DFE73F84398CE3E737F53FA4B4220510C1FC3F80919E5DED6CEB3FC45AD8739E08E43F490C929E58A5E53F4E01E82DEC2A0E40CDC8D24F015CF73F974B5258B707FE3FFBB2C0D9B64A0840834E90611E5C09406FB28115AF81064094CD4726F3A00C40"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x4000CC67BD44E03F801D2030D8D1ACBF20819B1D8391CA3F00FEEB5D1ABABCBF80D92413E067B2BF0080D9FD3BC2B93F203FA2D1D1FED63F0048C2133D96D23F951AD02AC92FF83F400D9C16A319BFBF801C4FCFB914A8BF6C5131622F44E73F34D4FD28F460EB3F8CA2CCADDFE4E03FBC4871D26F9EF43F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
