module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
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
    %c0 = stablehlo.constant dense<"0x75D45F3FA186953F0074783FCB490F3F98516A3F7F726A3F3A96723F5E1A063F5E24463F14A7B93F5E06B13F2769B83F5023A13F1B1A6F3F2300B83F20F84C3F7FEE8B3F0B318B3F41D5703F2218403F7A9A543F2E4B923FA4B5483F48A0583F78A65A3F7A26533F470DAA3F4BDC853FE4B3043F0CEC9E3F1947803FC6B2A33F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x1D84EC3E8FFA52BF4F003840D0AEE4BF09AA86BF9E2FC73EE838414090620CC0FD1121BF3FC6393F1CCDDF3F81DF10C0F85D1240AB00663F07B91E3FD4F5AABE01274CBF32F24E403C367D40EA01E3BFB57EC2BF9DA9D53F318616404DB03040"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x1D84EC3E8FFA52BF4F003840ED660DC0996F98BEFA840FC022B7BB402DD98FBF38D5CB3EE231C7C084BE95409B8B8BC0F85D1240AB00663F07B91E3FDEEC0EC02C95C5BFF2FD2D40C01576405543A2BF015389C0EBD318BF5757A240CD565740"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
