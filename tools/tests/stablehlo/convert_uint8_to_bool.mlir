module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui8>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<3x5xui8>
    %1 = stablehlo.compare NE, %arg0, %0, UNSIGNED : (tensor<3x5xui8>, tensor<3x5xui8>) -> tensor<3x5xi1>
    %2 = stablehlo.convert %1 : tensor<3x5xi1>
    return %2 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xui8>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0) : (tensor<3x5xui8>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x030101020103010200030201030303"> : tensor<3x5xui8>
    return %c0 : tensor<3x5xui8>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010101010101010100010101010101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
