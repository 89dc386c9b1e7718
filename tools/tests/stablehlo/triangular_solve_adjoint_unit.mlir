module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
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
    %c0 = stablehlo.constant dense<"0x2452633F89D76C3F1E96943FBFC8123FA2350D3F45D22C3F0AE3843F6DFF6D3FB1CCBB3F82FB823F81E0B13F1CB42F3FA45D053FF3A5AC3F759E733F413C193F0D2D893F59F6883FF2F2443F9824B13F4607AA3F44AD743F26813C3FF5884B3FF868B33F9D93673FDFF88A3F19A8283F4F338C3FED45BD3FEBB3B23F10F6643F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x3E939ABFA5C9863FDC74713FF93D1440A15A1BC03AC5FD3F5DE47A404733E5BF3D2BA0BD312CD43E9AED4640E40701C04A3237C02FB12BBF94FB4840A3C3A7BF86F5ECBF2BEA00408FF82FC0004BEF3F164E8E3E4B5F703DBBFB2D40863EA0BE"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x28AFB1BF92B4DBBEC88525BFF93D144028D0B9C07767D9BF02C6A4404733E5BF9A45F8BF08FC17C063BE8F40E40701C0FA90AFBFC8EA24C06D1F8040A3C3A7BF5F79A2C014685D40BBCB7EC0004BEF3FFE67DF3EA24BECBF032E3B40863EA0BE"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
