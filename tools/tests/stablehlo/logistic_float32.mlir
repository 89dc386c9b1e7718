module @jit_logistic attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.negate %arg0 : tensor<3x5xf32>
    %1 = stablehlo.exponential %0 : tensor<3x5xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %3 = stablehlo.add %2, %1 : tensor<3x5xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
    %5 = stablehlo.divide %4, %3 : tensor<3x5xf32>
    return %5 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xA1C91A3F41A66940668C41402F453ABFBA4E2FC016C1953FA0FC823F0A95A7BF54CA9C3F16C1774019A1FEBFC8DF4BBFCEDF3B401A61F1BFC44F06C0"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x3E8F253F0C85793FC022743F76C4A63E3AA1783DF05C433FB3513C3FAFB7593EADDE453F7AC67A3F8C70F63D23219F3E6017733F68E3063E98B4DF3D"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
