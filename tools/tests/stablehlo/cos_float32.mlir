module @jit_cos attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.cosine %arg0 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x1A420C40CF128A3E09D2B1BEE7E6CB3FC74D383F2BC5CBBF692EB1BD54826C4098E82640D9B2153F6BC6CF3FB53700C0B675DCBDB3E05040B571D7BF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x15E614BF5FBF763F0EB7703F46BFB5BC1279403FC850ADBCE50A7F3F57BA59BFBF675CBFD476553FD7B856BD1EA6D6BEA9847E3FEA177EBFC5A1E5BD"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
