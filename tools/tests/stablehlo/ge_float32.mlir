module @jit_ge attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x5AAC7E4044413FBFA2787DBF6BC70A40AB26853E2D2791BF0449813F608832408091D73F04E1A8BFCF5BD63F3E9660407F5DCFBF43FDC73F797EFE3E"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x2E5CD23FE64C02C05F5EAFBF641011BF5B2438402F8F9EBEFA5423BFBB3E0C40C0D901C08A9442BF88105B3FB34E13BF88BE973FDAF39A3FC3B200C0"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010101010000010101000101000101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
