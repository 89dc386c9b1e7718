module @jit_rem attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui32>, %arg1: tensor<3x5xui32>) -> (tensor<3x5xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<3x5xui32>
    return %0 : tensor<3x5xui32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui32>, tensor<3x5xui32>)
    %e0 = call @expected() : () -> (tensor<3x5xui32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xui32>, tensor<3x5xui32>) -> (tensor<3x5xui32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui32>, tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x030000000000000000000000020000000000000002000000000000000300000000000000010000000100000001000000020000000200000000000000"> : tensor<3x5xui32>
    %c1 = stablehlo.constant dense<"0x020000000200000003000000000000000200000003000000020000000300000001000000020000000000000000000000000000000100000003000000"> : tensor<3x5xui32>
    return %c0, %c1 : tensor<3x5xui32>, tensor<3x5xui32>
  }
  func.func private @expected() -> (tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x010000000000000000000000020000000000000002000000000000000000000000000000010000000100000001000000020000000000000000000000"> : tensor<3x5xui32>
    return %c0 : tensor<3x5xui32>
  }
}
