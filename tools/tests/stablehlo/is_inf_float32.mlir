module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>) {
    %r0 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xi1>
    %r1 = chlo.is_neg_inf %a : tensor<4xf32> -> tensor<4xi1>
    %r2 = chlo.is_pos_inf %a : tensor<4xf32> -> tensor<4xi1>
    %r3 = chlo.conj %a : tensor<4xf32> -> tensor<4xf32>
    return %r0, %r1, %r2, %r3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<4xf32>, tensor<4xf32>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>)
    %r0, %r1, %r2, %r3 = call @program(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0x0000803F000080FF0000807F0000C07F"> : tensor<4xf32>
    %c1 = stablehlo.constant dense<"0x8CF0C73D2E9FB9BF7F95083FA99639C0"> : tensor<4xf32>
    return %c0, %c1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func private @expected() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
    %c1 = stablehlo.constant dense<[false, true, false, false]> : tensor<4xi1>
    %c2 = stablehlo.constant dense<[false, false, true, false]> : tensor<4xi1>
    %c3 = stablehlo.constant dense<"0x0000803F000080FF0000807F0000C07F"> : tensor<4xf32>
    return %c0, %c1, %c2, %c3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>
  }
}
