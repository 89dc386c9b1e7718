module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r0 : tensor<2x3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>)
    %e0 = call @expected() : () -> (tensor<2x3x4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xCF2C073FCCD1B53FAEBD613FEA870B3FDA791A3F8A858B3F991A093F48CCA13F020B9F3F843E013FF677923F5E6F4E3FD5704A3F2B99AD3F544D123F5EC16A3F2F36BA3FD22C163FE9BF8D3F6302423F4ACD3A3FEC5E563FD3369B3F36356B3FCB7E9B3F27A7B53FE6D7B43F3296843F8F9C413FAED9903FF9A6173F23A1573F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x2A0A61BFF30B6B4018D26B3F98EE82BEB1D982BFDD73343F90ED363FB7D240404A03FC3E6ACF7440770E29C0A12FA03F44E5F3BCD42F5FBF7321D33E93C97E4084255CBE802F654040AB393F760C83BEB4981FC0DB3E18C04E854340043504C0"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x3E18D5BF674F89405836383F6469B4C04CCFF7BFF8F5DB3FEDF7FB3F1AE6973FD8A26E3F31913F40248594C0EC3C79BFBEA6A7BC3AFB82BFED2DAB3F8DBAA540955317BE75F78C40943572C0FA635BC0F768DBBF896DACBF85A89F40BE3327C0"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
