module @jit_sub attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui64>, %arg1: tensor<3x5xui64>) -> (tensor<3x5xui64> {jax.result_info = "result"}) {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<3x5xui64>
    return %0 : tensor<3x5xui64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui64>, tensor<3x5xui64>)
    %e0 = call @expected() : () -> (tensor<3x5xui64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xui64>, tensor<3x5xui64>) -> (tensor<3x5xui64>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui64>, tensor<3x5xui64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui64>, tensor<3x5xui64>) {
    %c0 = stablehlo.constant dense<"0x010000000000000003000000000000000200000000000000010000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000020000000000000002000000000000000000000000000000030000000000000000000000000000000000000000000000"> : tensor<3x5xui64>
    %c1 = stablehlo.constant dense<"0x000000000000000003000000000000000200000000000000030000000000000002000000000000000200000000000000010000000000000000000000000000000000000000000000030000000000000000000000000000000000000000000000020000000000000002000000000000000200000000000000"> : tensor<3x5xui64>
    return %c0, %c1 : tensor<3x5xui64>, tensor<3x5xui64>
  }
  func.func private @expected() -> (tensor<3x5xui64>) {
    %c0 = stablehlo.constant dense<"0x010000000000000000000000000000000000000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000000000000000000000000000FFFFFFFFFFFFFFFF020000000000000000000000000000000100000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<3x5xui64>
    return %c0 : tensor<3x5xui64>
  }
}
