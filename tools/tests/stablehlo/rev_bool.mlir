module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xi1>) -> (tensor<2x3x4xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.reverse %arg0, dims = [0, 2] : tensor<2x3x4xi1>
    return %0 : tensor<2x3x4xi1>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<2x3x4xi1>)
    %e0 = call @expected() : () -> (tensor<2x3x4xi1>)
    %r0 = call @program(%a0) : (tensor<2x3x4xi1>) -> (tensor<2x3x4xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<2x3x4xi1>, tensor<2x3x4xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xi1>) {
    %c0 = stablehlo.constant dense<"0x000001000101010000010000000001010100000001000101"> : tensor<2x3x4xi1>
    return %c0 : tensor<2x3x4xi1>
  }
  func.func private @expected() -> (tensor<2x3x4xi1>) {
    %c0 = stablehlo.constant dense<"0x010100000000000101010001000100000001010100000100"> : tensor<2x3x4xi1>
    return %c0 : tensor<2x3x4xi1>
  }
}
