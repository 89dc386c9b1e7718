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
    %c0 = stablehlo.constant dense<"0x06C0C13F423F3B3DF03E0FBEB23FC4BD963F7A408F3E44404740EC3EAE3FABBF5C3F1F402CC097BD494074402C403540"> : tensor<4x6xbf16>
    return %c0 : tensor<4x6xbf16>
  }
  func.func private @expected() -> (tensor<4x3xbf16>, tensor<4x3xi32>) {
    %c0 = stablehlo.constant dense<"0xC13F423FF03E7A404440B23F47401F40AE3F744049403540"> : tensor<4x3xbf16>
    %c1 = stablehlo.constant dense<"0x010000000200000004000000030000000500000000000000000000000500000002000000030000000200000005000000"> : tensor<4x3xi32>
    return %c0, %c1 : tensor<4x3xbf16>, tensor<4x3xi32>
  }
}
