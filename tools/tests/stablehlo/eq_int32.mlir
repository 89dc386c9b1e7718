module @jit_eq attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<3x5xi32>, tensor<3x5xi32>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi32>, tensor<3x5xi32>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xi32>, tensor<3x5xi32>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>, tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0xFDFFFFFF02000000FDFFFFFFFFFFFFFF000000000000000003000000FDFFFFFF010000000100000003000000FDFFFFFFFEFFFFFF0300000001000000"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF03000000FDFFFFFF00000000FEFFFFFFFDFFFFFFFDFFFFFF0200000003000000FFFFFFFFFDFFFFFFFDFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000000000100000100000001000000"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
