module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result[0]"}, tensor<3x5xi32> {jax.result_info = "result[1]"}, tensor<3x5xi32> {jax.result_info = "result[2]"}, tensor<3x5xi32> {jax.result_info = "result[3]"}, tensor<3x5xi32> {jax.result_info = "result[4]"}, tensor<3x5xi32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<3x5xi32>
    %1 = stablehlo.or %arg0, %arg1 : tensor<3x5xi32>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<3x5xi32>
    %3 = stablehlo.not %arg0 : tensor<3x5xi32>
    %4 = stablehlo.popcnt %arg0 : tensor<3x5xi32>
    %5 = stablehlo.count_leading_zeros %arg0 : tensor<3x5xi32>
    return %0, %1, %2, %3, %4, %5 : tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi32>, tensor<3x5xi32>)
    %e0, %e1, %e2, %e3, %e4, %e5 = call @expected() : () -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>)
    %r0, %r1, %r2, %r3, %r4, %r5 = call @program(%a0, %a1) : (tensor<3x5xi32>, tensor<3x5xi32>) -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r4, %e4) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r5, %e5) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>, tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x03000000000000000300000000000000FDFFFFFF02000000FFFFFFFF0200000001000000FDFFFFFFFFFFFFFFFFFFFFFF0100000001000000FDFFFFFF"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0xFDFFFFFFFDFFFFFF0200000003000000FFFFFFFFFFFFFFFF00000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF02000000FDFFFFFF00000000FEFFFFFF"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x01000000000000000200000000000000FDFFFFFF02000000000000000000000001000000FCFFFFFFFFFFFFFF020000000100000000000000FCFFFFFF"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0xFFFFFFFFFDFFFFFF0300000003000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFF01000000FFFFFFFF"> : tensor<3x5xi32>
    %c2 = stablehlo.constant dense<"0xFEFFFFFFFDFFFFFF010000000300000002000000FDFFFFFFFFFFFFFFFFFFFFFFFEFFFFFF0300000000000000FDFFFFFFFCFFFFFF0100000003000000"> : tensor<3x5xi32>
    %c3 = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF02000000FDFFFFFF00000000FDFFFFFFFEFFFFFF020000000000000000000000FEFFFFFFFEFFFFFF02000000"> : tensor<3x5xi32>
    %c4 = stablehlo.constant dense<"0x020000000000000002000000000000001F000000010000002000000001000000010000001F000000200000002000000001000000010000001F000000"> : tensor<3x5xi32>
    %c5 = stablehlo.constant dense<"0x1E000000200000001E00000020000000000000001E000000000000001E0000001F0000000000000000000000000000001F0000001F00000000000000"> : tensor<3x5xi32>
    return %c0, %c1, %c2, %c3, %c4, %c5 : tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>
  }
}
