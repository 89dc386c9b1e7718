module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4xui32>) -> (tensor<4xui32> {jax.result_info = "result[0]"}, tensor<5xui32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
    %2 = stablehlo.bitcast_convert %output_state : (tensor<2xui64>) -> tensor<2x2xui32>
    %3 = stablehlo.reshape %2 : (tensor<2x2xui32>) -> tensor<4xui32>
    return %3, %output : tensor<4xui32>, tensor<5xui32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4xui32>)
    %e0, %e1 = call @expected() : () -> (tensor<4xui32>, tensor<5xui32>)
    %r0, %r1 = call @program(%a0) : (tensor<4xui32>) -> (tensor<4xui32>, tensor<5xui32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xui32>) {
    %c0 = stablehlo.constant dense<"0x01000000020000000300000004000000"> : tensor<4xui32>
    return %c0 : tensor<4xui32>
  }
  func.func private @expected() -> (tensor<4xui32>, tensor<5xui32>) {
    %c0 = stablehlo.constant dense<"0x01000000020000000500000004000000"> : tensor<4xui32>
    %c1 = stablehlo.constant dense<"0x64E88F1ED70B5E4DBEC9874B0192682D7B487352"> : tensor<5xui32>
    return %c0, %c1 : tensor<4xui32>, tensor<5xui32>
  }
}
