module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<i1>, %b: tensor<2xf32>) -> (tensor<2xf32>) {
    %r0 = "stablehlo.if"(%a) ({
    %1 = stablehlo.add %b, %b : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
    }, {
    %2 = stablehlo.multiply %b, %b : tensor<2xf32>
    stablehlo.return %2 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    return %r0 : tensor<2xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<i1>, tensor<2xf32>)
    %e0 = call @expected() : () -> (tensor<2xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<i1>, tensor<2xf32>) -> (tensor<2xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i1>, tensor<2xf32>) {
    %c0 = stablehlo.constant dense<false> : tensor<i1>
    %c1 = stablehlo.constant dense<"0x8940D4BF46E5F3BF"> : tensor<2xf32>
    return %c0, %c1 : tensor<i1>, tensor<2xf32>
  }
  func.func private @expected() -> (tensor<2xf32>) {
    %c0 = stablehlo.constant dense<"0xF3FA2F40105D6840"> : tensor<2xf32>
    return %c0 : tensor<2xf32>
  }
}
