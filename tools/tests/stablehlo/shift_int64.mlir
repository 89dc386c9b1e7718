module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi64>, %arg1: tensor<3x5xi64>) -> (tensor<3x5xi64> {jax.result_info = "result[0]"}, tensor<3x5xi64> {jax.result_info = "result[1]"}, tensor<3x5xi64> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<3x5xi64>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<3x5xi64>
    %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<3x5xi64>
    return %0, %1, %2 : tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi64>, tensor<3x5xi64>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>)
    %r0, %r1, %r2 = call @program(%a0, %a1) : (tensor<3x5xi64>, tensor<3x5xi64>) -> (tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi64>, tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF02000000000000000100000000000000FDFFFFFFFFFFFFFF020000000000000000000000000000000100000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFF020000000000000001000000000000000100000000000000FDFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %c1 = stablehlo.constant dense<"0x33000000000000000C000000000000004500000000000000090000000000000012000000000000000B0000000000000001000000000000002C0000000000000031000000000000002400000000000000110000000000000006000000000000003A0000000000000044000000000000004100000000000000"> : tensor<3x5xi64>
    return %c0, %c1 : tensor<3x5xi64>, tensor<3x5xi64>
  }
  func.func private @expected() -> (tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x000000000000E8FF0020000000000000000000000000000000FAFFFFFFFFFFFF0000080000000000000000000000000002000000000000000000000000E0FFFF000000000000FEFF00000000000000000000FCFFFFFFFFFF8000000000000000000000000000000400000000000000000000000000000000"> : tensor<3x5xi64>
    %c1 = stablehlo.constant dense<"0xFF1F00000000000000000000000000000000000000000000FFFFFFFFFFFF7F00000000000000000000000000000000000000000000000000FFFF0F0000000000FF7F0000000000000000000000000000FFFFFFFFFF7F00000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x5xi64>
    %c2 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF00000000000000000000000000000000FFFFFFFFFFFFFFFF000000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF000000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    return %c0, %c1, %c2 : tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>
  }
}
