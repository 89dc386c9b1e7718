module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
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
    %c0 = stablehlo.constant dense<"0xAF52073F4D72193F9EB3333FDD47A83F5B833D3F3CA3453F0FEB6D3FDFABAD3FA3BF473FA8C2783F5297793FEBE47F3FAE23723F360DA73F632C333F0190803FE78A213F2288AF3F1ACA6C3FABBFBF3F5BE6943F633E343F4261B63F0E294B3F1BB7913FB7F1A13F74711A3F0F232F3FD03A6D3F7ECB5B3FC3DD503F242C453F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x06BDF3BEEEBE7740162F563EE50B523EF48B9FBF280CD6BF6D5699BF38C54C4041094D407202E7BFEB0665BE0212883FF7D95F3F6488CBBF685824C041E42440C5D505C057AD5EBE58811540B707E63F7BF510BEB316264073FA7C40BF27B83E"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x1ECF12C0CF112741397B9840A87A4E40623CB2C0D750E4C021AE7A3D57425C40A8AC2140B1FFE5BF620664BE9879873FDC0F71C009A67A3F112B8EC045E0473F91FE06C0029E2D3F4D432FBF848D7DC01BBF5DBF69A457405B3AA4405E19EF3E"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
