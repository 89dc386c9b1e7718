module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
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
    %c0 = stablehlo.constant dense<"0x35ED493FD2AB5E3FA806123F2067343F9A96393FCB556D3F7618233F61118E3FC3B3773FC2A5983FF989333FCDFC3D3FF21E753F4735663FC12B533FBDB0233FF58C7F3FF2475F3F0F0A613FE0D2A53F4F8A0D3F68F9303FA071BA3F9BC8583F7CFF0F3F0FE73A3F0418133FD0EEBC3FF4784E3FC2902A3F0EFC193F284CA93F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xB8206A3F67635340BBD38FBE909039BDD72D293F15C2B33FDEF21E3FC66A9FBFAE75663FE69267408440683F354C803DF3851FC006287940286F36C04ECD3CC010B428BF7D435D4005AB15BF037B584048CC4440764C0DBF346E6D3F0E7ABBBE"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xB8206A3F8FF42840150D8AC0B201873ED72D293F83DE6C3F119D8FBF0973E4BFAE75663F3ECE3D40EC0960C0452214BFF3851FC07EADA8405D80A9C03B00A2BF10B428BF11957440944240C0F52E4B4048CC4440F42110C0318F573F8E15EDBF"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
