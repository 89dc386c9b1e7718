module @jit_lt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<3x5xi32>, tensor<3x5xi32>) -> tensor<3x5xi1>
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
    %c0 = stablehlo.constant dense<"0xFDFFFFFF00000000FFFFFFFF03000000010000000100000002000000FEFFFFFFFFFFFFFF020000000300000001000000FEFFFFFF0100000000000000"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0xFFFFFFFF0000000001000000FDFFFFFF010000000200000003000000FFFFFFFFFDFFFFFFFDFFFFFF0100000001000000010000000300000000000000"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010001000001010100000000010100"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
