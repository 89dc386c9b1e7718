module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xbf16>) -> (tensor<4x3xbf16> {jax.result_info = "result[0]"}, tensor<4x3xi32> {jax.result_info = "result[1]"}) {
    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<4x6xbf16> -> (tensor<4x3xbf16>, tensor<4x3xi32>)
    return %values, %indices : tensor<4x3xbf16>, tensor<4x3xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4x6xbf16>)
    %e0, %e1 = call @expected() : () -> (tensor<4x3xbf16>, tensor<4x3xi32>)
    %r0, %r1 = call @program(%a0) : (tensor<4x6xbf16>) -> (tensor<4x3xbf16>, tensor<4x3xi32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<4x3xbf16>, tensor<4x3xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xbf16>) {
    %c0 = stablehlo.constant dense<"0xC03F33C01A40053FDFBE594000BF2C4028408FBE863FF03F30BFB4BE0240E53F0A409DBEABBFE5BD7640733FE93F7EBF"> : tensor<4x6xbf16>
    return %c0 : tensor<4x6xbf16>
  }
  func.func private @expected() -> (tensor<4x3xbf16>, tensor<4x3xi32>) {
    %c0 = stablehlo.constant dense<"0x59401A40C03F2C402840F03F0A400240E53F7640E93F733F"> : tensor<4x3xbf16>
    %c1 = stablehlo.constant dense<"0x050000000200000000000000010000000200000005000000040000000200000003000000020000000400000003000000"> : tensor<4x3xi32>
    return %c0, %c1 : tensor<4x3xbf16>, tensor<4x3xi32>
  }
}
