module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<2xi32>) {
    %r0 = "chlo.constant_like"(%a) <{value = 2.5 : f32}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %r1 = "chlo.constant"() <{value = dense<[1, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
    return %r0, %r1 : tensor<3x4xf32>, tensor<2xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x4xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<3x4xf32>, tensor<2xi32>)
    %r0, %r1 = call @program(%a0) : (tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<2xi32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xF3776B4001221B3FF7F93C3F4E462F40EDE37D3F72064A4014FB7C4063A642404888783F0E1ABD3F1A995040F5CF2740"> : tensor<3x4xf32>
    return %c0 : tensor<3x4xf32>
  }
  func.func private @expected() -> (tensor<3x4xf32>, tensor<2xi32>) {
    %c0 = stablehlo.constant dense<"0x000020400000204000002040000020400000204000002040000020400000204000002040000020400000204000002040"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x01000000FEFFFFFF"> : tensor<2xi32>
    return %c0, %c1 : tensor<3x4xf32>, tensor<2xi32>
  }
}
