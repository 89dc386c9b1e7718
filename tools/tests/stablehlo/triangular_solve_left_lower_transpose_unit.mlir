module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
    return %r0 : tensor<2x4x3xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>)
    %e0 = call @expected() : () -> (tensor<2x4x3xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0xDCBFB23F479A573FA06ABA3FBF6C6B3F4193843F8505BD3F61E29A3F87B4803F5B95A03FAB2A793F895C9C3FDFEB383F6DAF133F2FB18C3F1408833F87EF753F00131E3F239FB73FE49A1C3FE4D5BB3F4170513F0226483F9151B83FBCF4BA3F46AF993F2445BA3F5DCB2C3F6FA6AD3F23218F3FC5A94B3FE7578C3F86FA1B3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xBACF2240411FBF3FB50B10C08C2FBBBF133375BFD2CBA13EE55BB1BFE2C56ABFD7415C3F064DFCBFB07C11408BAC1D3E5AE519BE80D6813FFEB6F2BF5A674F409B680CC0C06F543FA34B70406FA401C05022F23F3CE374408E217E40DCDA10BF"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x3DF0324002F69140508B2AC05C00B63D660899BE308809BFB7D5213F43A04FC0B5E7333F064DFCBFB07C11408BAC1D3ECBBA92C06A4D823FFC8115C07D84563FEB8E7B40080B18C098A8E1BED423CCC0DFC520403CE374408E217E40DCDA10BF"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
