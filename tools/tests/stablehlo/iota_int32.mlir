module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program() -> (tensor<2x3xi32> {jax.result_info = "result[0]"}, tensor<2x3xf16> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
    %1 = stablehlo.iota dim = 0 : tensor<2x3xf16>
    return %0, %1 : tensor<2x3xi32>, tensor<2x3xf16>
  }
  func.func public @main() {
    %e0, %e1 = call @expected() : () -> (tensor<2x3xi32>, tensor<2x3xf16>)
    %r0, %r1 = call @program() : () -> (tensor<2x3xi32>, tensor<2x3xf16>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<2x3xf16>, tensor<2x3xf16>) -> ()
    return
  }
  func.func private @expected() -> (tensor<2x3xi32>, tensor<2x3xf16>) {
    %c0 = stablehlo.constant dense<"0x000000000100000002000000000000000100000002000000"> : tensor<2x3xi32>
    %c1 = stablehlo.constant dense<"0x000000000000003C003C003C"> : tensor<2x3xf16>
    return %c0, %c1 : tensor<2x3xi32>, tensor<2x3xf16>
  }
}
