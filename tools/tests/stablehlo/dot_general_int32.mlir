module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xi32>, %arg1: tensor<2x4x5xi32>) -> (tensor<2x3x5xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xi32>, tensor<2x4x5xi32>) -> tensor<2x3x5xi32>
    return %0 : tensor<2x3x5xi32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x3x4xi32>, tensor<2x4x5xi32>)
    %e0 = call @expected() : () -> (tensor<2x3x5xi32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x3x4xi32>, tensor<2x4x5xi32>) -> (tensor<2x3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<2x3x5xi32>, tensor<2x3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xi32>, tensor<2x4x5xi32>) {
    %c0 = stablehlo.constant dense<"0xFEFFFFFF00000000FFFFFFFFFFFFFFFFFDFFFFFF020000000000000000000000FFFFFFFF030000000200000002000000FDFFFFFF00000000FFFFFFFFFFFFFFFF0000000003000000FFFFFFFF03000000FFFFFFFFFFFFFFFF00000000FDFFFFFF"> : tensor<2x3x4xi32>
    %c1 = stablehlo.constant dense<"0xFFFFFFFFFEFFFFFFFEFFFFFFFFFFFFFFFDFFFFFF00000000010000000000000000000000020000000200000003000000FEFFFFFF02000000FDFFFFFF02000000FFFFFFFF030000000300000001000000FFFFFFFF03000000FEFFFFFFFFFFFFFFFEFFFFFF01000000FEFFFFFFFEFFFFFFFDFFFFFFFFFFFFFF00000000FFFFFFFFFEFFFFFF01000000030000000200000000000000FEFFFFFF01000000FDFFFFFF"> : tensor<2x4x5xi32>
    return %c0, %c1 : tensor<2x3x4xi32>, tensor<2x4x5xi32>
  }
  func.func private @expected() -> (tensor<2x3x5xi32>) {
    %c0 = stablehlo.constant dense<"0xFEFFFFFF0200000003000000FDFFFFFF08000000030000000800000006000000030000000D0000000900000009000000040000000B0000000500000001000000F8FFFFFF0A000000010000000600000009000000FBFFFFFFF6FFFFFFF9FFFFFFF1FFFFFFFAFFFFFFFFFFFFFF0A000000010000000C000000"> : tensor<2x3x5xi32>
    return %c0 : tensor<2x3x5xi32>
  }
}
