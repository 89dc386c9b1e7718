module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
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
    %c0 = stablehlo.constant dense<"0x8F5C963F3813A83FDDE8613F4F55863F4F8A363F896E713FF866463FB26A203FF8B4A73F520C903F063F913F0528B33F76B0A73F45BD683F8C9A483FE7C1833F1824B03F1FA9BA3F6E40BB3F595A683F8EE9883FF5EE1E3F1E9F713F7267A33FFF322A3FEBCD213F8219563F47CE2E3F3AE82B3FCB5B173F74BA623FD5B5273F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x840E5C409A7336C0DF1D33C03EE496BF2E6B464055DA3F408A8691BF38D227C06D670C40404092BF04535940134A36BE3760B13E3B2EDCBF767A2A40C61B5A4093FD334070CC17401AB887BE86661EC0707635C0FCC8453F6EC7264072D7E7BF"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x66ABC9405CADB2BFB6E286BFA69692BF4DE22FBE95314740B9F90840080923C099337240E6C96EC0042C4D40431731BE4B2A2841E1A33DC170F887BF0877A640DE52C7C0F033EC40DE20314005CA71C0935894C008A09EBFE4F1AB4044F230C0"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
