module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>, %b: tensor<3x1xi32>) -> (tensor<3x4xf32>) {
    %s = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
    %r0 = "stablehlo.dynamic_gather"(%a, %b, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3x4xf32>, tensor<3x1xi32>, tensor<2xi32>) -> tensor<3x4xf32>
    return %r0 : tensor<3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x4xf32>, tensor<3x1xi32>)
    %e0 = call @expected() : () -> (tensor<3x4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x4xf32>, tensor<3x1xi32>) -> (tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<3x1xi32>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C0"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x000000000200000001000000"> : tensor<3x1xi32>
    return %c0, %c1 : tensor<3x4xf32>, tensor<3x1xi32>
  }
  func.func private @expected() -> (tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD3640C95CD0BDD87E304010978EBF883E17C09549873FF6AC4F3FECC994BE701AD13F"> : tensor<3x4xf32>
    return %c0 : tensor<3x4xf32>
  }
}
