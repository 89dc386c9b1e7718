module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui64>, %arg1: tensor<3x5xui64>) -> (tensor<3x5xui64> {jax.result_info = "result[0]"}, tensor<3x5xui64> {jax.result_info = "result[1]"}, tensor<3x5xui64> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<3x5xui64>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<3x5xui64>
    %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<3x5xui64>
    return %0, %1, %2 : tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xui64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui64>, tensor<3x5xui64>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xui64>)
    %r0, %r1, %r2 = call @program(%a0, %a1) : (tensor<3x5xui64>, tensor<3x5xui64>) -> (tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xui64>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui64>, tensor<3x5xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xui64>, tensor<3x5xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xui64>, tensor<3x5xui64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui64>, tensor<3x5xui64>) {
    %c0 = stablehlo.constant dense<"0x030000000000000000000000000000000200000000000000020000000000000002000000000000000300000000000000020000000000000001000000000000000300000000000000000000000000000002000000000000000300000000000000000000000000000001000000000000000100000000000000"> : tensor<3x5xui64>
    %c1 = stablehlo.constant dense<"0x08000000000000001100000000000000260000000000000026000000000000003E0000000000000045000000000000002500000000000000320000000000000000000000000000000C0000000000000003000000000000001D0000000000000016000000000000000C000000000000000E00000000000000"> : tensor<3x5xui64>
    return %c0, %c1 : tensor<3x5xui64>, tensor<3x5xui64>
  }
  func.func private @expected() -> (tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xui64>) {
    %c0 = stablehlo.constant dense<"0x000300000000000000000000000000000000000080000000000000008000000000000000000000800000000000000000000000004000000000000000000004000300000000000000000000000000000010000000000000000000006000000000000000000000000000100000000000000040000000000000"> : tensor<3x5xui64>
    %c1 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x5xui64>
    %c2 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x5xui64>
    return %c0, %c1, %c2 : tensor<3x5xui64>, tensor<3x5xui64>, tensor<3x5xui64>
  }
}
