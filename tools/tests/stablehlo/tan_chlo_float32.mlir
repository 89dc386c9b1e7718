module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %r0 = chlo.tan %a : tensor<4xf32> -> tensor<4xf32>
    %r1 = stablehlo.logistic %a : tensor<4xf32>
    return %r0, %r1 : tensor<4xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<4xf32>, tensor<4xf32>)
    %r0, %r1 = call @program(%a0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xADA3993ED7347DBFF84976BF52C0ACBC"> : tensor<4xf32>
    return %c0 : tensor<4xf32>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0x5D6C9E3EA9A4C2BFDDA2B7BFE0C6ACBC"> : tensor<4xf32>
    %c1 = stablehlo.constant dense<"0xE50F133F9ECC8A3EC88C8D3E054DFD3E"> : tensor<4xf32>
    return %c0, %c1 : tensor<4xf32>, tensor<4xf32>
  }
}
