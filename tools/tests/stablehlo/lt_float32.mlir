module @jit_lt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x06F8A53F9DA9783F27135B40CC897840F5535140EDD09E3F814D024065373C4049EBFCBFD07A4FBF21CA34C0D819AF3F9DDB5B404FDD3DC0CB6D07C0"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x76B5CCBF581B1D40EB23D2BE768DCEBFDB65C9BE0F5B9ABF60959FBF7EFC753F86ADD83F4B92A0BFAE6D593F0BA832C098A373403F1412C07A92693F"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000100000000000001000100010101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
