module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
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
    %c0 = stablehlo.constant dense<"0xB5DB9C3F64EBB13F4633933FEB524A3F90CF6F3FD711303FB8F1B73F1228403F014D5A3F4CEF923F5C4C9E3F2B81733FC639233F1FF2683F8884A83FFA99473F3694683F8AFC453FFD925E3F9DE7553FE5787A3F8320AA3F7A82A83F5B312C3F79AD3C3F280A583F2D17973FBB299E3F4F2A9E3F0755373F551B393F3068BE3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xB1E28E3F274F1540F522C9BF0291AA3F8D4871BF17E0CA3EE9E7D83D76F140400B65F6BED1FF0A40E35957BFFE6B9E3FE4983F4000F1AEBFDFBF99BDE9AC75400A86324058C34B4093A79A3FF69BC4BE255300C06BB243400E910CC073236240"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x0DF8C2BF14059E40F1D854C00291AA3F8A55C3BF019B0540723D77C076F14040003133C0586F78405B1F1EC0FE6B9E3FE391014040E2DABF2E7236C0E9AC7540D05E3D3C141C0D400032BE3FF69BC4BE6BDEE9C0CC2E9140680A98C073236240"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
