module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xui8>) -> (tensor<2x2x2xui8> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:2, 1:3, 1:4:2] : (tensor<2x3x4xui8>) -> tensor<2x2x2xui8>
    return %0 : tensor<2x2x2xui8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<2x3x4xui8>)
    %e0 = call @expected() : () -> (tensor<2x2x2xui8>)
    %r0 = call @program(%a0) : (tensor<2x3x4xui8>) -> (tensor<2x2x2xui8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<2x2x2xui8>, tensor<2x2x2xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xui8>) {
    %c0 = stablehlo.constant dense<"0x020203020001000002010200030001030301030101030003"> : tensor<2x3x4xui8>
    return %c0 : tensor<2x3x4xui8>
  }
  func.func private @expected() -> (tensor<2x2x2xui8>) {
    %c0 = stablehlo.constant dense<"0x0100010001010303"> : tensor<2x2x2xui8>
    return %c0 : tensor<2x2x2xui8>
  }
}
