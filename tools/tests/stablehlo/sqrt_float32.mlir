module @jit_sqrt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.sqrt %arg0 : tensor<3x5xf32>
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
    %c0 = stablehlo.constant dense<"0x02CC0B3F776B7F40E6F3E43F95E2BC3E595B3E3F78BF0D402BA05F402B1E8D3F8F2BD43F146A1440F6CF2840D8ED3A40D3EAAE3F8ED2C53F86736040"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x5C2D3D3FB1B5FF3F9730AB3F907D1B3F75C05C3F227EBE3F1244EF3F2366863FD2CBA43FB3EBC23F6EE2CF3F56C1DA3F84A1953F69209F3F09B5EF3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
