module @jit_add attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>, %arg1: tensor<3x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x5xi32>
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
    %c0 = stablehlo.constant dense<"0x0300000001000000020000000100000000000000FFFFFFFFFEFFFFFF03000000FEFFFFFF01000000FEFFFFFF02000000010000000200000002000000"> : tensor<3x5xi32>
    %c1 = stablehlo.constant dense<"0x0000000001000000FFFFFFFF03000000FDFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFF01000000010000000000000002000000FDFFFFFF03000000"> : tensor<3x5xi32>
    return %c0, %c1 : tensor<3x5xi32>, tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x03000000020000000100000004000000FDFFFFFFFEFFFFFFFEFFFFFF02000000FDFFFFFF02000000FFFFFFFF0200000003000000FFFFFFFF05000000"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
}
