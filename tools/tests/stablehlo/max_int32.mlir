module @jit_max attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<3x5xi32>
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
    %c0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF02000000FEFFFFFFFDFFFFFF02000000FEFFFFFFFDFFFFFF03000000030000000300000000000000FFFFFFFF03000000FEFFFFFF"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0x03000000FDFFFFFFFEFFFFFF0200000000000000FFFFFFFFFEFFFFFFFEFFFFFFFFFFFFFFFDFFFFFF0200000000000000FEFFFFFFFDFFFFFF00000000"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x03000000FFFFFFFF02000000020000000000000002000000FEFFFFFFFEFFFFFF03000000030000000300000000000000FFFFFFFF0300000000000000"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
}
