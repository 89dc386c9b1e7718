module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
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
    %c0 = stablehlo.constant dense<"0x7EF0B63F0088B93F71C7A33F31B2943FFB6F633FA67AAA3F4B598A3FB886813F1796223F417A1E3F9954963FA98A233FFDE0993FF6596F3F66E3203FD4D6873FFC32A53F72B3BE3F417B3F3F123D643F13087C3F5CAA7C3FCA5B3C3F156E543F66DB163F053F893FAE8CBF3F33D01F3F03339C3F1E87833F9AEC533F7535553F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x00D87940DC640FC06A6B8F3F5A70423F5BC3664032BCC9BF33BA32C020084D400D8D39BFC5C009BE5C4D0AC02357B5BF6188B5BF20C4E23F95A403C00010D5BFE76A40BE0D5643BE1B1E2AC014447F40B52E3940BBD31C40FD04F53FE42267BE"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x3B84594038CE1CC04A30123FCC37373F18102A40A925B9BF11907FC01433414002BD8A3E46FEAD3F2F1490BF18E0AABF2E0111C0B25F8540CFAC89BE06D3FFBF7DA917C0A835BEBE369D8DC0BF3F9940A7BC6B3F2A309B3FB9EBB63F45C38ABE"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
