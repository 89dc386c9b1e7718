module @jit_max attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.maximum %arg0, %arg1 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x52601D4031F07540BC99D8BFA6B3AFBF7E457E40F783703F9D0C4240EBF7E1BEDA5278BFE20148403CD1C6BF9A3792BFC98BD7BE959727BF17D2EABF"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0xFBCD78BF14B5E4BF8A813A3F1B55EE3F4D2A1C3F715720C06BEF903FBCC3FE3FC991E1BF6143C83EFBE5724086883240A1E1433E6BDE97BF8A67F0BF"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x52601D4031F075408A813A3F1B55EE3F7E457E40F783703F9D0C4240BCC3FE3FDA5278BFE2014840FBE5724086883240A1E1433E959727BF17D2EABF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
