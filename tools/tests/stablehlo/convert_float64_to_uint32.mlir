module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xf64>) -> tensor<3x5xui32>
    return %0 : tensor<3x5xui32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xui32>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xui32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xA0FCFA5BDE4BBA3F807B7274C862CC3F56F5B2FBA0A7F6BF89CC30D386F6FCBF182DA4994E29F23F689CDDEC08C3E03F204E3805DF35E8BF2CDDC247C4B7F53F6834A1EB9314E4BF00F6310660B20340E8D12FAD7FB508408064E1B71A3C0F40BE530E1A4B970B40CCD1D263374BFBBF241E3812B8F2E9BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x000000000000000000000000000000000100000000000000000000000100000000000000020000000300000003000000030000000000000000000000"> : tensor<3x5xui32>
    return %c0 : tensor<3x5xui32>
  }
}
