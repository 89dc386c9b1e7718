module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xi32>) {
    %s = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
    %r0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1, 2] : (tensor<3x4xf32>, tensor<3xi32>) -> tensor<2x3x4xf32>
    %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<3x4xf32>) -> tensor<i32>
    %t = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %r1 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<3xi32>
    return %r0, %r1 : tensor<2x3x4xf32>, tensor<3xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x4xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<2x3x4xf32>, tensor<3xi32>)
    %r0, %r1 = call @program(%a0) : (tensor<3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xi32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C0"> : tensor<3x4xf32>
    return %c0 : tensor<3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>, tensor<3xi32>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C09090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C0"> : tensor<2x3x4xf32>
    %c1 = stablehlo.constant dense<"0x000000000100000002000000"> : tensor<3xi32>
    return %c0, %c1 : tensor<2x3x4xf32>, tensor<3xi32>
  }
}
