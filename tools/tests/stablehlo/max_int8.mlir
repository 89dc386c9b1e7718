module @jit_max attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi8>, %arg1: tensor<3x5xi8>) -> (tensor<3x5xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<3x5xi8>
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
    %c0 = stablehlo.constant dense<"0xFD01FFFDFD02FF0201030201020201"> : tensor<3x5xi8>
    %c1 = stablehlo.constant dense<"0x00FFFF010302FD00FE03FE0102FD02"> : tensor<3x5xi8>
    return %c0, %c1 : tensor<3x5xi8>, tensor<3x5xi8>
  }
  func.func private @expected() -> (tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x0001FF010302FF0201030201020202"> : tensor<3x5xi8>
    return %c0 : tensor<3x5xi8>
  }
}
