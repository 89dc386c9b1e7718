module @jit_cosh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.cosh %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xC24060FF364AFABF803BAC6C467293BFA0157D04352DF43F60109AB6F25ED3BF6C4F9D3C254A0240900E266ABE71E33F049EC4C0D12DE7BF78A2EA3E6E9600401CFFCAF3A417EC3F00D7B8EFE6A9C43FC8B3A60BCCF4FDBF4ACAE8051B440F40B4A44C7A0A85FCBFA0B18F9872B1D3BF98DCAB2B5895F13F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x9FD4D78066750540A9E12F16BD00F03F432295F9DF7FFE3FC448F8670DBDF03FCCBF9B58DBE01340E8C40574B70BF33FDA1DF05A5762F43FE83E6A2FED2710406EAD23B25E92F63FCA493A4E7D35F03FC3C4BCD48BA00A40FAB35C687FEA384079D60633837308401247E6EB71C3F03FCE8F895C92ACFA3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
