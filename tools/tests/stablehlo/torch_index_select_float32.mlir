module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>, %b: tensor<2xi64>, %c: tensor<2x5x3xf32>, %d: tensor<2x4xi64>) -> (tensor<3x2xf32>, tensor<2x4x3xf32>) {
    %r0 = "stablehlo.torch_index_select"(%a, %b) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x2xf32>
    %r1 = "stablehlo.torch_index_select"(%c, %d) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x5x3xf32>, tensor<2x4xi64>) -> tensor<2x4x3xf32>
    return %r0, %r1 : tensor<3x2xf32>, tensor<2x4x3xf32>
  }
  func.func public @main() {
    %a0, %a1, %a2, %a3 = call @inputs() : () -> (tensor<3x4xf32>, tensor<2xi64>, tensor<2x5x3xf32>, tensor<2x4xi64>)
    %e0, %e1 = call @expected() : () -> (tensor<3x2xf32>, tensor<2x4x3xf32>)
    %r0, %r1 = call @program(%a0, %a1, %a2, %a3) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x5x3xf32>, tensor<2x4xi64>) -> (tensor<3x2xf32>, tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<2xi64>, tensor<2x5x3xf32>, tensor<2x4xi64>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C0"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x02000000000000000000000000000000"> : tensor<2xi64>
    %c2 = stablehlo.constant dense<"0x2D0072BF4952B3BF64D4BCBF5E7CE5BF832244409A8514409D777840BC89AF3F4BC4E3BFF7F2F93EF73E564085C5A53F8D2A2E40C032A5BF6BA900C0D7F670402E29E53EF3BF4C404E98723F683247BF88FDF63F8F83833E1093F8BF51961D4053607E4041813B404761D93FCBED1E402D1B254077F13EC0"> : tensor<2x5x3xf32>
    %c3 = stablehlo.constant dense<"0x04000000000000000000000000000000000000000000000002000000000000000100000000000000010000000000000003000000000000000000000000000000"> : tensor<2x4xi64>
    return %c0, %c1, %c2, %c3 : tensor<3x4xf32>, tensor<2xi64>, tensor<2x5x3xf32>, tensor<2x4xi64>
  }
  func.func private @expected() -> (tensor<3x2xf32>, tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x8CD8A93E9090FDBFECC994BE9549873F10978EBFC95CD0BD"> : tensor<3x2xf32>
    %c1 = stablehlo.constant dense<"0x8D2A2E40C032A5BF6BA900C02D0072BF4952B3BF64D4BCBF2D0072BF4952B3BF64D4BCBF9D777840BC89AF3F4BC4E3BF4E98723F683247BF88FDF63F4E98723F683247BF88FDF63F53607E4041813B404761D93FD7F670402E29E53EF3BF4C40"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<3x2xf32>, tensor<2x4x3xf32>
  }
}
