module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
    return %r0 : tensor<2x4x3xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>)
    %e0 = call @expected() : () -> (tensor<2x4x3xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x559DA33FEB8BA33F01D8753F9AA1A03F705C093F6B9D343FF630633FBFABB63F4011993F7194953F855DA93FAF739C3F050C103F6633B23F7397A13FDB2E373F94228C3F35AE733FDB6E073FFCABA63F9D1C583FA554903F680CA93FE61EB73F1F66833FC8CC723FDA7E023FC3F01C3F2FF69C3FE9D72E3F4F77833F00952A3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x55872340CE95C3BF354E194080E4E43D52A40F407931F9BE8B4C704097D1043FC2B820BE3B92C4BDD4DA5EBFEB22DA3F0647E4BFBEEFF5BFACBC6F4096EFC3BFE81D2B40F7D31AC0ABA7943F48BF10C0871FF4BE6ED828BF812FA53F70313EC0"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x55872340CE95C3BF354E1940F3C949C0CD4B86405B0763C05B2B8340677FDEBFC7D8303F110974C0615334C039A33A400647E4BFBEEFF5BFACBC6F4062D92A3E6F1590409983BFC08737F13FED22E6C03042AE40A991893E0B3EE13FEE0B28C0"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
