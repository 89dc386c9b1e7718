module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xf32>) -> (tensor<4x3xf32> {jax.result_info = "result[0]"}, tensor<2x4xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x3xf32>
    %cst_0 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %cst_0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 2, 2>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %3 = stablehlo.minimum %arg1, %arg2 : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x4xf32>
    return %1, %2 : tensor<4x3xf32>, tensor<2x4xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4x6xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<4x3xf32>, tensor<2x4xf32>)
    %r0, %r1 = call @program(%a0) : (tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<2x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0x907D40407CEBF83F6E1F1E40EFBEFD3F7052D53F952B3E40E19F0D4087D84B40EBB012403DC16040A613784034DB654002CA1140617075406CB42340B5BB374096BA953F597E6D40163F4640E227574010B8A03F64D0B43F7FDE9A3FAFB84B40"> : tensor<4x6xf32>
    return %c0 : tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<4x3xf32>, tensor<2x4xf32>) {
    %c0 = stablehlo.constant dense<"0x5E89ED400FD4C340666A944005CF71417ACB7C41E9B0414104E38241673A82419F9245413A16834139A02741E5601441"> : tensor<4x3xf32>
    %c1 = stablehlo.constant dense<"0x02CA11407CEBF83F96BA953FEFBEFD3F10B8A03F64D0B43F7FDE9A3F64D0B43F"> : tensor<2x4xf32>
    return %c0, %c1 : tensor<4x3xf32>, tensor<2x4xf32>
  }
}
