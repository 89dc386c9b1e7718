module @jit_div attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<3x5xi32>
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
    %c0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF03000000010000000000000000000000FFFFFFFF00000000FFFFFFFF03000000FFFFFFFF0200000001000000FFFFFFFF00000000"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0x000000000000000003000000FDFFFFFF0100000003000000FFFFFFFF020000000300000001000000FEFFFFFF01000000FFFFFFFF02000000FDFFFFFF"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF01000000000000000000000000000000010000000000000000000000030000000000000002000000FFFFFFFF0000000000000000"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
}
