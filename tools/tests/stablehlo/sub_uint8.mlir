module @jit_sub attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui8>, %arg1: tensor<3x5xui8>) -> (tensor<3x5xui8> {jax.result_info = "result"}) {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<3x5xui8>
    return %0 : tensor<3x5xui8>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui8>, tensor<3x5xui8>)
    %e0 = call @expected() : () -> (tensor<3x5xui8>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xui8>, tensor<3x5xui8>) -> (tensor<3x5xui8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui8>, tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x010103010200020300000300010000"> : tensor<3x5xui8>
    %c1 = stablehlo.constant dense<"0x030303030201030303000101010300"> : tensor<3x5xui8>
    return %c0, %c1 : tensor<3x5xui8>, tensor<3x5xui8>
  }
  func.func private @expected() -> (tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0xFEFE00FE00FFFF00FD0002FF00FD00"> : tensor<3x5xui8>
    return %c0 : tensor<3x5xui8>
  }
}
