module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>) {
    %s = stablehlo.constant dense<4> : tensor<i32>
    %r0 = stablehlo.set_dimension_size %a, %s, dim = 1 : (tensor<3x4xf32>, tensor<i32>) -> tensor<3x4xf32>
    return %r0 : tensor<3x4xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x4xf32>)
    %e0 = call @expected() : () -> (tensor<3x4xf32>)
    %r0 = call @program(%a0) : (tensor<3x4xf32>) -> (tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C0"> : tensor<3x4xf32>
    return %c0 : tensor<3x4xf32>
  }
  func.func private @expected() -> (tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C0"> : tensor<3x4xf32>
    return %c0 : tensor<3x4xf32>
  }
}
