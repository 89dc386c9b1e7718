module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi1>) -> (tensor<3x5xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xi1>) -> tensor<3x5xui32>
    return %0 : tensor<3x5xui32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi1>)
    %e0 = call @expected() : () -> (tensor<3x5xui32>)
    %r0 = call @program(%a0) : (tensor<3x5xi1>) -> (tensor<3x5xui32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010100010101000101000101010001"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
  func.func private @expected() -> (tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x010000000100000000000000010000000100000001000000000000000100000001000000000000000100000001000000010000000000000001000000"> : tensor<3x5xui32>
    return %c0 : tensor<3x5xui32>
  }
}
