module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
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
    %c0 = stablehlo.constant dense<"0xBB7D953FC384AB3FD9F99B3F7E12B13F6795A33FACAE9D3F91A9B43F89B5A53F480D553FFAAA803F1215183F5F486B3FF6EB913FD673373FDAD4893F0851553FC66E3B3FCC1B5C3FD8108C3F4AE4763F74F4713FD03AA33FE237923F7BE18A3F05561D3FAF13053FF76C5F3F4E041F3F789F933F8E8CAD3F29629E3F2FAD713F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x06D53640CF4F0040751D263F44499E3F1636DDBFDF0837C0BCE55B40B12271409E0A103FB1F9863FB3BF2140E28213C05900034095232440E10EABBF7AF3723F85572840E6886840B4F5DFBD6268F7BF98200640F343A63F282DE63E61C585BE"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x06D53640BBB1D2BFEF7897BDB5CA42BF1636DDBF56B926BF3EECB040B494803E9E0A103F79BBAB3E0767DC3F604EA1C059000340A64C213FFA003BC065BEAC3F8557284084DB923F96A114C0F87F69C098200640268B2EBFE2D3F7BEA6D493BF"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
