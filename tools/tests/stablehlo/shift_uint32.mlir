module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui32>, %arg1: tensor<3x5xui32>) -> (tensor<3x5xui32> {jax.result_info = "result[0]"}, tensor<3x5xui32> {jax.result_info = "result[1]"}, tensor<3x5xui32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<3x5xui32>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<3x5xui32>
    %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<3x5xui32>
    return %0, %1, %2 : tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui32>, tensor<3x5xui32>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>)
    %r0, %r1, %r2 = call @program(%a0, %a1) : (tensor<3x5xui32>, tensor<3x5xui32>) -> (tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui32>, tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x010000000300000000000000010000000200000001000000030000000300000001000000010000000000000000000000030000000000000002000000"> : tensor<3x5xui32>
    %c1 = stablehlo.constant dense<"0x3A000000260000004400000002000000110000000C0000003600000036000000210000000B000000140000001300000013000000380000002C000000"> : tensor<3x5xui32>
    return %c0, %c1 : tensor<3x5xui32>, tensor<3x5xui32>
  }
  func.func private @expected() -> (tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x000000000000000000000000040000000000040000100000000000000000000000000000000800000000000000000000000018000000000000000000"> : tensor<3x5xui32>
    %c1 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x5xui32>
    %c2 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x5xui32>
    return %c0, %c1, %c2 : tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>
  }
}
