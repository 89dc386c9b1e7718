module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xi32>) -> (tensor<4x3xi32> {jax.result_info = "result[0]"}, tensor<2x4xi32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %3 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %3 : tensor<i32>
    }) : (tensor<4x6xi32>, tensor<i32>) -> tensor<4x3xi32>
    %c_0 = stablehlo.constant dense<9> : tensor<i32>
    %2 = "stablehlo.reduce_window"(%arg0, %c_0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 2, 2>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %3 = stablehlo.minimum %arg1, %arg2 : tensor<i32>
      stablehlo.return %3 : tensor<i32>
    }) : (tensor<4x6xi32>, tensor<i32>) -> tensor<2x4xi32>
    return %1, %2 : tensor<4x3xi32>, tensor<2x4xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4x6xi32>)
    %e0, %e1 = call @expected() : () -> (tensor<4x3xi32>, tensor<2x4xi32>)
    %r0, %r1 = call @program(%a0) : (tensor<4x6xi32>) -> (tensor<4x3xi32>, tensor<2x4xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xi32>) {
    %c0 = stablehlo.constant dense<"0x010000000100000001000000030000000300000003000000020000000300000002000000030000000200000001000000010000000200000001000000010000000300000002000000030000000200000001000000030000000300000003000000"> : tensor<4x6xi32>
    return %c0 : tensor<4x6xi32>
  }
  func.func private @expected() -> (tensor<4x3xi32>, tensor<2x4xi32>) {
    %c0 = stablehlo.constant dense<"0x0300000007000000060000000A0000000E000000090000000B0000000C000000080000000A0000000C0000000B000000"> : tensor<4x3xi32>
    %c1 = stablehlo.constant dense<"0x0100000001000000010000000100000001000000020000000100000001000000"> : tensor<2x4xi32>
    return %c0, %c1 : tensor<4x3xi32>, tensor<2x4xi32>
  }
}
