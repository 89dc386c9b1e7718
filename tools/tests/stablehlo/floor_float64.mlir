module @jit_floor attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.floor %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x7C15883465E60940B26AFFB48C5C0340BC4C8B354583F73F989FA57E3D77E43F4ECD91CAF1BE0E408A373CF5C909F3BFECB847C39104FF3FA49D0D369B2B03C024F581FF1D9FF53FEE1CFAD1921FFABFEA127B990B7907C0EA84807C69EA0A402890BA8E72B6F0BFB45B4623ED740F40F050750AA723FC3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x00000000000008400000000000000040000000000000F03F0000000000000000000000000000084000000000000000C0000000000000F03F00000000000008C0000000000000F03F00000000000000C000000000000008C0000000000000084000000000000000C00000000000000840000000000000F03F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
