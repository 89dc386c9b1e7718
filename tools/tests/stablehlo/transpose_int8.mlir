module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xi8>) -> (tensor<4x2x3xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [2, 0, 1] : (tensor<2x3x4xi8>) -> tensor<4x2x3xi8>
    return %0 : tensor<4x2x3xi8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<2x3x4xi8>)
    %e0 = call @expected() : () -> (tensor<4x2x3xi8>)
    %r0 = call @program(%a0) : (tensor<2x3x4xi8>) -> (tensor<4x2x3xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<4x2x3xi8>, tensor<4x2x3xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xi8>) {
    %c0 = stablehlo.constant dense<"0x000300FD00FEFF00010102010301010201FFFD02FD020001"> : tensor<2x3x4xi8>
    return %c0 : tensor<2x3x4xi8>
  }
  func.func private @expected() -> (tensor<4x2x3xi8>) {
    %c0 = stablehlo.constant dense<"0x0000010301FD03FE0101FF0200FF0201FD00FD0001020201"> : tensor<4x2x3xi8>
    return %c0 : tensor<4x2x3xi8>
  }
}
