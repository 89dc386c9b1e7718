module @jit_eq attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui8>, %arg1: tensor<3x5xui8>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, UNSIGNED : (tensor<3x5xui8>, tensor<3x5xui8>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui8>, tensor<3x5xui8>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xui8>, tensor<3x5xui8>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui8>, tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x020103000002020001030001030301"> : tensor<3x5xui8>
    %c1 = stablehlo.constant dense<"0x030303010100020202020000000002"> : tensor<3x5xui8>
    return %c0, %c1 : tensor<3x5xui8>, tensor<3x5xui8>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000001000000010000000100000000"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
