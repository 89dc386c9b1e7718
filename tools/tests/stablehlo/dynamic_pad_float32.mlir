module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>) -> (tensor<4x8xf32>) {
    %v = stablehlo.constant dense<9.0> : tensor<f32>
    %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
    %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
    %i = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
    %r0 = stablehlo.dynamic_pad %a, %v, %l, %h, %i : (tensor<3x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x8xf32>
    return %r0 : tensor<4x8xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x4xf32>)
    %e0 = call @expected() : () -> (tensor<4x8xf32>)
    %r0 = call @program(%a0) : (tensor<3x4xf32>) -> (tensor<4x8xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x9090FDBF1C856B408CD8A93ED4CD36409549873FF6AC4F3FECC994BE701AD13FC95CD0BDD87E304010978EBF883E17C0"> : tensor<3x4xf32>
    return %c0 : tensor<3x4xf32>
  }
  func.func private @expected() -> (tensor<4x8xf32>) {
    %c0 = stablehlo.constant dense<"0x00001041000010410000104100001041000010410000104100001041000010419090FDBF000010411C856B40000010418CD8A93E00001041D4CD3640000010419549873F00001041F6AC4F3F00001041ECC994BE00001041701AD13F00001041C95CD0BD00001041D87E30400000104110978EBF00001041883E17C000001041"> : tensor<4x8xf32>
    return %c0 : tensor<4x8xf32>
  }
}
