module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xi32>) -> (tensor<4x3xi32> {jax.result_info = "result[0]"}, tensor<4x3xi32> {jax.result_info = "result[1]"}) {
    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<4x6xi32> -> (tensor<4x3xi32>, tensor<4x3xi32>)
    return %values, %indices : tensor<4x3xi32>, tensor<4x3xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4x6xi32>)
    %e0, %e1 = call @expected() : () -> (tensor<4x3xi32>, tensor<4x3xi32>)
    %r0, %r1 = call @program(%a0) : (tensor<4x6xi32>) -> (tensor<4x3xi32>, tensor<4x3xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xi32>) {
    %c0 = stablehlo.constant dense<"0x03000000FFFFFFFF01000000020000000000000002000000FFFFFFFF00000000FFFFFFFF0100000001000000FEFFFFFFFEFFFFFF000000000000000002000000FFFFFFFF03000000FEFFFFFFFFFFFFFFFFFFFFFF010000000100000002000000"> : tensor<4x6xi32>
    return %c0 : tensor<4x6xi32>
  }
  func.func private @expected() -> (tensor<4x3xi32>, tensor<4x3xi32>) {
    %c0 = stablehlo.constant dense<"0x030000000200000002000000010000000100000000000000030000000200000000000000020000000100000001000000"> : tensor<4x3xi32>
    %c1 = stablehlo.constant dense<"0x000000000300000005000000030000000400000001000000050000000300000001000000050000000300000004000000"> : tensor<4x3xi32>
    return %c0, %c1 : tensor<4x3xi32>, tensor<4x3xi32>
  }
}
