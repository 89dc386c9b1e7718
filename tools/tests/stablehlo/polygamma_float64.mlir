module @jit_polygamma attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>) -> (tensor<4xf64> {jax.result_info = "result"}) {
    %0 = chlo.polygamma %arg0, %arg1 : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
    return %0 : tensor<4xf64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<4xf64>, tensor<4xf64>)
    %e0 = call @expected() : () -> (tensor<4xf64>)
    %r0 = call @program(%a0, %a1) : (tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf64>, tensor<4xf64>) {
    %c0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F00000000000000400000000000000840"> : tensor<4xf64>
    %c1 = stablehlo.constant dense<"0x000000000000E03F000000000000F03F00000000000004400000000000001040"> : tensor<4xf64>
    return %c0, %c1 : tensor<4xf64>, tensor<4xf64>
  }
  func.func private @expected() -> (tensor<4xf64>) {
    %c0 = stablehlo.constant dense<"0x0515327D896AFFBFD3075362A651FA3FDCF07D32EF3BCEBF5DD79F9A96F8A63F"> : tensor<4xf64>
    return %c0 : tensor<4xf64>
  }
}
