module @jit_zeta attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = chlo.zeta %arg0, %arg1 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<4xf32>, tensor<4xf32>)
    %e0 = call @expected() : () -> (tensor<4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0x0000C03F000000400000404000000041"> : tensor<4xf32>
    %c1 = stablehlo.constant dense<"0x0000003F0000803F0000204000008040"> : tensor<4xf32>
    return %c0, %c1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func private @expected() -> (tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0x67D99840338DD23F7ADFF13D59C99C37"> : tensor<4xf32>
    return %c0 : tensor<4xf32>
  }
}
