module @jit_add attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x6D86DBF0398700C064E5DE355EEB0340C0E7544BF214B4BF38716FF8BB4BFFBF0378D700A0B803C080CDE747894FB1BF765307D6E2280740B2854BAEF406F9BFDA4CE321AEB80F4063FBC7E9CED406C05CAF62D40A7AF23FA40CB50E4F4DFE3FB040330DA33AE73F3ECCB26E32F9F2BFF4F03710A81DE9BF"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xB8A91D7E2311EC3FCCCA4B16B0230A40C06F9C792FACAFBFA0660DD5ECC1E2BF10C2F2526343C9BFE2537C0D63F60F40BA7F0AE95927F2BFA4CB049037CEFCBFCC25ACFB22000A40EE19491D4AF900C0F6F7A5512A0207400803F6004F07F63F2A0086FA59A50D4004175EF57ED1E8BFEA69B879BCEA0740"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xFE37A822E205F3BF1858152687071740D08F110485F5C1BF44127B31595604C024A40636D64C05C076153DC3E66B0F40322704C36B2AFC3FAB28281F96EA0AC053B9C78E68DC1C40A88A88830CE713C0D2A7EBDD971F1040D687D5074F2A0A402B68E95E01BA1140C0D761E9F161FFBFAD6DAA7552A30140"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
