module @jit_mul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x1E2AD53F58E91640A71825C02E1C2440A8650940D0986640984612407FC7A83F2BBB1C40C5BC9B3F52FBC13E12F47640D257EB3E00C012C0A28F2BC0"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0xBCDED5BE1FBD463EC2DF643F2DCD20C0EE4D5A3F286C6D40A4C21040F23EF63FF9461B3FB9304C40B74617C0164D1C400717FF3F8524B4BEA613DE3E"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x821532BFED4FEA3E429A13C0482ACEC0C954EA3FE5DC5541D96DA540345922408D21BE3F22707840A64165BF18C71641A6816A3FDE874E3FB9D394BF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
