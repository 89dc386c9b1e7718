module @jit_ge attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xE0DC69670ACF0540589B97BC9DBBF53F88694622ED15FE3F20C05BB335FEFF3F10FFBD2B429BF03F0BAB8D22C757FBBFA4B436AB3C74054004D10EB08447EE3FE874087BA86900409D3FAD17198806C0D42550374DA9FBBFBC4A4378D3A1EE3F1C9EBCAEDCDF044070772E8E891CDEBF82F4664244120240"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xB164713D56EA07C073E947AD0F8005C038B7C981171DFD3F740BD639424A0F40F4F52250A545E9BF3CA6940C3AB3E4BFC09E024D39CFE3BF9C2086DEC6F1F03F90314C99628CCEBF2878748DF1DCDCBFDCB9CD0DE7F602409C71E0CACCE407C0901F16ABBAC1084046D5676EF57F014094F156C6CC930D40"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010101000100010001000001000000"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
