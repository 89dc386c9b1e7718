module @jit_div attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x98D0F7BF6E343DC04C5226BF582522BFD9C4243FEE3314BF866C4E408BB1FEBF281D31401E694F3F26C6B9BF91774840831A5F3F9EB614C08B414440"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0xF5DF8BBFED23803F194CE03F4C4F0D4014070140548C34407F3019404EF1D6BF4255663FD482E93E9E4E04C020DD073D41F61B40C702E53DABAA82BE"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xBCC6E23F62FF3CC06CD4BDBEA4DF92BEE574A33E302352BE207BAC3F08AC973FB5D94440CA62E33FF3B9333F33DDBC42A11AB73E473DA6C1344040C1"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
