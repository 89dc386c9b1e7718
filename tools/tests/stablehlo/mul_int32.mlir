module @jit_mul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<3x5xi32>
    return %0 : tensor<3x5xi32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi32>, tensor<3x5xi32>)
    %e0 = call @expected() : () -> (tensor<3x5xi32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xi32>, tensor<3x5xi32>) -> (tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>, tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x02000000FFFFFFFF0100000001000000FEFFFFFFFEFFFFFFFDFFFFFF03000000FDFFFFFFFFFFFFFF01000000FEFFFFFFFDFFFFFF02000000FDFFFFFF"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0xFFFFFFFF000000000100000000000000FDFFFFFFFDFFFFFF00000000FDFFFFFFFEFFFFFF03000000FFFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFDFFFFFF"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0xFEFFFFFF000000000100000000000000060000000600000000000000F7FFFFFF06000000FDFFFFFFFFFFFFFF0200000003000000FAFFFFFF09000000"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
}
