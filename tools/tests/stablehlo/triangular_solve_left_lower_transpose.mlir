module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
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
    %c0 = stablehlo.constant dense<"0x0319903FC79FB83FDCF08F3F8FB8AF3F284A993F5272093F8374583FEE68B23F5003783FA7186F3F3F0F4E3F7EE4283FA49D953F1135653FD8E8B03F830E0B3FAEEAAF3F84A5173F0B69A93F2141753F0DBE9E3F636D733FCD95283F475EB93FB83C923F3FFE363F945A8C3F48AA353F57E5663F55308C3F431D8E3FCDA11B3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xC675D3BFACB8543E4AF41C3FA20B404079C0843F6D8F2B402AF8D2BE3BCCD7BF7C6585BFB8CF34C051F4E6BE8968B93F1B3439400BA0ADBFF25DF83FC91711400B55EB3FF8976F403193873FCED1D63D83F1413FE0DD3DC0FBFC3CC0AB10E93E"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0xF7EE39C05F2A49C001E909C1D2DAC3BEEA588F405E362C4117B30641C7292BBF60F4BBC0496FA6C0389754BF88AA2A409F6434C0227FABC092FDEBBF841C644002937040350248408A06BD40D371A040D3BB89BD0A289CC0126F9BC05FAF3F3F"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
