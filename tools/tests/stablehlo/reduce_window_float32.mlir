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
    %c0 = stablehlo.constant dense<"0x4A9FD73F12B54BBF54F5DC3EA62F35BF50EAB8BF61CBCC3F88042EBE8F4E0640C424723C3A1837402D836D4079FF4240F65294BC8D5B6740F093223F4CC1AE3F51A626C07AD15440BB7BF23F64B22040EDD319C0366202C017A720C043040640"> : tensor<4x6xf32>
    return %c0 : tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<4x3xf32>, tensor<2x4xf32>) {
    %c0 = stablehlo.constant dense<"0x1602A93FCE44DCBF88081F3E77E1504092B59B409839DD40279CC5406E76BF40E756EF401C7AC740F4BEF1C0A8429C3E"> : tensor<4x3xf32>
    %c1 = stablehlo.constant dense<"0xF65294BC12B54BBF51A626C0A62F35BFEDD319C0366202C017A720C0366202C0"> : tensor<2x4xf32>
    return %c0, %c1 : tensor<4x3xf32>, tensor<2x4xf32>
  }
}
