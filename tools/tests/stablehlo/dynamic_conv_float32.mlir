module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<1x6x1xf32>, %b: tensor<3x1x1xf32>) -> (tensor<1x5x1xf32>) {
    %p = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
    %r0 = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x6x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi32>) -> tensor<1x5x1xf32>
    return %r0 : tensor<1x5x1xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<1x6x1xf32>, tensor<3x1x1xf32>)
    %e0 = call @expected() : () -> (tensor<1x5x1xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<1x6x1xf32>, tensor<3x1x1xf32>) -> (tensor<1x5x1xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<1x5x1xf32>, tensor<1x5x1xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<1x6x1xf32>, tensor<3x1x1xf32>) {
    %c0 = stablehlo.constant dense<"0x2B14783F769CEDBF6BEDDBBFEF397F402DA3174093C136BF"> : tensor<1x6x1xf32>
    %c1 = stablehlo.constant dense<"0x434DC2BD0A96123F345382BF"> : tensor<3x1x1xf32>
    return %c0, %c1 : tensor<1x6x1xf32>, tensor<3x1x1xf32>
  }
  func.func private @expected() -> (tensor<1x5x1xf32>) {
    %c0 = stablehlo.constant dense<"0xE8791C40EC31183F30C79BC080C60B3DD543DA3F"> : tensor<1x5x1xf32>
    return %c0 : tensor<1x5x1xf32>
  }
}
