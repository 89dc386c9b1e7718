module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xui8>, %arg1: tensor<2x4x5xui8>) -> (tensor<2x3x5xui8> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xui8>, tensor<2x4x5xui8>) -> tensor<2x3x5xui8>
    return %0 : tensor<2x3x5xui8>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x3x4xui8>, tensor<2x4x5xui8>)
    %e0 = call @expected() : () -> (tensor<2x3x5xui8>)
    %r0 = call @program(%a0, %a1) : (tensor<2x3x4xui8>, tensor<2x4x5xui8>) -> (tensor<2x3x5xui8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<2x3x5xui8>, tensor<2x3x5xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xui8>, tensor<2x4x5xui8>) {
    %c0 = stablehlo.constant dense<"0x030003020000010001020200000301000100000200000003"> : tensor<2x3x4xui8>
    %c1 = stablehlo.constant dense<"0x01000003020003000000000101020001000000030101010303020201020201000002030101010301"> : tensor<2x4x5xui8>
    return %c0, %c1 : tensor<2x3x4xui8>, tensor<2x4x5xui8>
  }
  func.func private @expected() -> (tensor<2x3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x0503030F0C00010102000108020702070603080903030309050303030903"> : tensor<2x3x5xui8>
    return %c0 : tensor<2x3x5xui8>
  }
}
