module @jit_div attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi8>, %arg1: tensor<3x5xi8>) -> (tensor<3x5xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<3x5xi8>
    return %0 : tensor<3x5xi8>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi8>, tensor<3x5xi8>)
    %e0 = call @expected() : () -> (tensor<3x5xi8>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xi8>, tensor<3x5xi8>) -> (tensor<3x5xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi8>, tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x01FEFEFF02FEFF00FF010300010000"> : tensor<3x5xi8>
    %c1 = stablehlo.constant dense<"0x030100000203FFFE01FF0303FFFE02"> : tensor<3x5xi8>
    return %c0, %c1 : tensor<3x5xi8>, tensor<3x5xi8>
  }
  func.func private @expected() -> (tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x00FEFFFF01000100FFFF0100FF0000"> : tensor<3x5xi8>
    return %c0 : tensor<3x5xi8>
  }
}
