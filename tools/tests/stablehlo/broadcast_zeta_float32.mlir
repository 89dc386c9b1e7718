module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2xf32>, %b: tensor<1xf32>, %c: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %r0 = chlo.broadcast_polygamma %a, %b : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
    %r1 = chlo.broadcast_zeta %c, %b : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
    return %r0, %r1 : tensor<2xf32>, tensor<2xf32>
  }
  func.func public @main() {
    %a0, %a1, %a2 = call @inputs() : () -> (tensor<2xf32>, tensor<1xf32>, tensor<2xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<2xf32>, tensor<2xf32>)
    %r0, %r1 = call @program(%a0, %a1, %a2) : (tensor<2xf32>, tensor<1xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2xf32>, tensor<1xf32>, tensor<2xf32>) {
    %c0 = stablehlo.constant dense<"0x0000803F0000803F"> : tensor<2xf32>
    %c1 = stablehlo.constant dense<"0x0000803F"> : tensor<1xf32>
    %c2 = stablehlo.constant dense<"0x0000004000000040"> : tensor<2xf32>
    return %c0, %c1, %c2 : tensor<2xf32>, tensor<1xf32>, tensor<2xf32>
  }
  func.func private @expected() -> (tensor<2xf32>, tensor<2xf32>) {
    %c0 = stablehlo.constant dense<"0x338DD23F338DD23F"> : tensor<2xf32>
    %c1 = stablehlo.constant dense<"0x338DD23F338DD23F"> : tensor<2xf32>
    return %c0, %c1 : tensor<2xf32>, tensor<2xf32>
  }
}
