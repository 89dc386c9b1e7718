module @jit_exp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential %arg0 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x0DBC2300298403C0AAB0F18F295EF8BFE0AEC7BDA164D03FB0B77D3962F2DE3F00DD483A2671E73F50DB36BA196B0C4002074953A00A06C094258F8DA4BCFB3F0059A213325D813F10A67A68417C0540F08CAC35E6C2FA3F0CAE343D8A8105400C38A5218A5B084068216604D7B303403408C071FC9700C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x84AFA9F0D952B63F3CC256DA5CE9CB3F7C57D85DC5ABF43FEE4A21F1F0F2F93F093E35EDAAA40040AE337608587241407BF66400E547B03FAB5791209AA41640412CCD2FE022F03FC3B491980A562D40841D4249BA4D15402CFF84D971692D403EBC0B58F0003540400629EDBD79274030B404F87915C03F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
