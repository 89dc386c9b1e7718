module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi64>, %arg1: tensor<3x5xi64>) -> (tensor<3x5xi64> {jax.result_info = "result[0]"}, tensor<3x5xi64> {jax.result_info = "result[1]"}, tensor<3x5xi64> {jax.result_info = "result[2]"}, tensor<3x5xi64> {jax.result_info = "result[3]"}, tensor<3x5xi64> {jax.result_info = "result[4]"}, tensor<3x5xi64> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<3x5xi64>
    %1 = stablehlo.or %arg0, %arg1 : tensor<3x5xi64>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<3x5xi64>
    %3 = stablehlo.not %arg0 : tensor<3x5xi64>
    %4 = stablehlo.popcnt %arg0 : tensor<3x5xi64>
    %5 = stablehlo.count_leading_zeros %arg0 : tensor<3x5xi64>
    return %0, %1, %2, %3, %4, %5 : tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi64>, tensor<3x5xi64>)
    %e0, %e1, %e2, %e3, %e4, %e5 = call @expected() : () -> (tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>)
    %r0, %r1, %r2, %r3, %r4, %r5 = call @program(%a0, %a1) : (tensor<3x5xi64>, tensor<3x5xi64>) -> (tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r4, %e4) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r5, %e5) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi64>, tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x01000000000000000300000000000000FFFFFFFFFFFFFFFF01000000000000000000000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF01000000000000000000000000000000000000000000000000000000000000000200000000000000020000000000000000000000000000000100000000000000"> : tensor<3x5xi64>
    %c1 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF02000000000000000300000000000000FDFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    return %c0, %c1 : tensor<3x5xi64>, tensor<3x5xi64>
  }
  func.func private @expected() -> (tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x00000000000000000100000000000000FFFFFFFFFFFFFFFF000000000000000000000000000000000100000000000000FCFFFFFFFFFFFFFF00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000"> : tensor<3x5xi64>
    %c1 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF0300000000000000FFFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF02000000000000000300000000000000FFFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %c2 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF020000000000000000000000000000000300000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF03000000000000000100000000000000FFFFFFFFFFFFFFFF02000000000000000300000000000000FFFFFFFFFFFFFFFF0200000000000000FEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %c3 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0000000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF02000000000000000100000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %c4 = stablehlo.constant dense<"0x010000000000000002000000000000004000000000000000010000000000000000000000000000003F000000000000003F0000000000000001000000000000000000000000000000000000000000000000000000000000000100000000000000010000000000000000000000000000000100000000000000"> : tensor<3x5xi64>
    %c5 = stablehlo.constant dense<"0x3F000000000000003E0000000000000000000000000000003F000000000000004000000000000000000000000000000000000000000000003F000000000000004000000000000000400000000000000040000000000000003E000000000000003E0000000000000040000000000000003F00000000000000"> : tensor<3x5xi64>
    return %c0, %c1, %c2, %c3, %c4, %c5 : tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>, tensor<3x5xi64>
  }
}
