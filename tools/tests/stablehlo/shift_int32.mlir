module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result[0]"}, tensor<3x5xi32> {jax.result_info = "result[1]"}, tensor<3x5xi32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<3x5xi32>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<3x5xi32>
    %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<3x5xi32>
    return %0, %1, %2 : tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi32>, tensor<3x5xi32>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>)
    %r0, %r1, %r2 = call @program(%a0, %a1) : (tensor<3x5xi32>, tensor<3x5xi32>) -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>, tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x030000000300000000000000010000000200000001000000FDFFFFFF00000000FDFFFFFF03000000FFFFFFFFFDFFFFFF02000000FEFFFFFF01000000"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0x150000004100000014000000340000003E0000002C0000000D000000260000003600000036000000060000000E000000410000000C00000037000000"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x00006000000000000000000000000000000000000000000000A0FFFF000000000000000000000000C0FFFFFF0040FFFF0000000000E0FFFF00000000"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000FFFF0700000000000000000000000000FFFFFF03FFFF030000000000FFFF0F0000000000"> : tensor<3x5xi32>
    %c2 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000FFFFFFFF00000000FFFFFFFF00000000FFFFFFFFFFFFFFFF00000000FFFFFFFF00000000"> : tensor<3x5xi32>
    return %c0, %c1, %c2 : tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>
  }
}
