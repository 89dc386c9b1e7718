module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<3x4xi1>, tensor<3x4xf32>) {
    %r0 = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xi1>
    %r1 = chlo.broadcast_select %r0, %a, %b : (tensor<3x4xi1>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    return %r0, %r1 : tensor<3x4xi1>, tensor<3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x4xf32>, tensor<4xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<3x4xi1>, tensor<3x4xf32>)
    %r0, %r1 = call @program(%a0, %a1) : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xi1>, tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x4xi1>, tensor<3x4xi1>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xF3776B4001221B3FF7F93C3F4E462F40EDE37D3F72064A4014FB7C4063A642404888783F0E1ABD3F1A995040F5CF2740"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x388F0D409B51BB3FC6518A3F794AD33F"> : tensor<4xf32>
    return %c0, %c1 : tensor<3x4xf32>, tensor<4xf32>
  }
  func.func private @expected() -> (tensor<3x4xi1>, tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x000101000100000001000000"> : tensor<3x4xi1>
    %c1 = stablehlo.constant dense<"0x388F0D4001221B3FF7F93C3F794AD33FEDE37D3F9B51BB3FC6518A3F794AD33F4888783F9B51BB3FC6518A3F794AD33F"> : tensor<3x4xf32>
    return %c0, %c1 : tensor<3x4xi1>, tensor<3x4xf32>
  }
}
