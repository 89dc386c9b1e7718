module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xf32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<2x3x4xf32>)
    %e0 = call @expected() : () -> (tensor<4x6xf32>)
    %r0 = call @program(%a0) : (tensor<2x3x4xf32>) -> (tensor<4x6xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x77082140AAC9EDBF3F050D403E25FD3FA130E4BFA257F03F787FEA3FD390DB3F25C06E4004EE604036B7FB3DFB244EBF8B320DC0198435BF1CF9C53FD1E935407E5CFCBF1FFE233F76A0F3BF18B64740C3E25840090A1AC008001CC04B3F3640"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0x77082140AAC9EDBF3F050D403E25FD3FA130E4BFA257F03F787FEA3FD390DB3F25C06E4004EE604036B7FB3DFB244EBF8B320DC0198435BF1CF9C53FD1E935407E5CFCBF1FFE233F76A0F3BF18B64740C3E25840090A1AC008001CC04B3F3640"> : tensor<4x6xf32>
    return %c0 : tensor<4x6xf32>
  }
}
