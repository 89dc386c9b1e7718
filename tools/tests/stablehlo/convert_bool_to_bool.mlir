module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi1>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    return %arg0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi1>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0) : (tensor<3x5xi1>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000100000100000100010001000101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000100000100000100010001000101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
