module @jit_round attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.round_nearest_afz %arg0 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x7EAB093F0032BABF1F18384035E8C5BF2119134019B6F6BF70D0624059781A40BE38023F348F203DE362813FC35BD03FC9B9673FC373EF3F09B818C0"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x0000803F000080BF00004040000000C000000040000000C000008040000000400000803F000000000000803F000000400000803F00000040000000C0"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
