module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xbf16>) -> (tensor<4x3xbf16> {jax.result_info = "result[0]"}, tensor<2x4xbf16> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %3 = stablehlo.add %arg1, %arg2 : tensor<bf16>
      stablehlo.return %3 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<4x3xbf16>
    %cst_0 = stablehlo.constant dense<9.000000e+00> : tensor<bf16>
    %2 = "stablehlo.reduce_window"(%arg0, %cst_0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 2, 2>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %3 = stablehlo.minimum %arg1, %arg2 : tensor<bf16>
      stablehlo.return %3 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<2x4xbf16>
    return %1, %2 : tensor<4x3xbf16>, tensor<2x4xbf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4x6xbf16>)
    %e0, %e1 = call @expected() : () -> (tensor<4x3xbf16>, tensor<2x4xbf16>)
    %r0, %r1 = call @program(%a0) : (tensor<4x6xbf16>) -> (tensor<4x3xbf16>, tensor<2x4xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<4x3xbf16>, tensor<4x3xbf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xbf16>) {
    %c0 = stablehlo.constant dense<"0x59406F4068400540D43F33402F40C23F863F6E405D401340A03F264014403F40EA3F03403C404D40D53F0C4054403740"> : tensor<4x6xbf16>
    return %c0 : tensor<4x6xbf16>
  }
  func.func private @expected() -> (tensor<4x3xbf16>, tensor<2x4xbf16>) {
    %c0 = stablehlo.constant dense<"0x2C41EB408E40804179412341384175411A41604164412141"> : tensor<4x3xbf16>
    %c1 = stablehlo.constant dense<"0xA03F0540D43F0340863FC23F863F0C40"> : tensor<2x4xbf16>
    return %c0, %c1 : tensor<4x3xbf16>, tensor<2x4xbf16>
  }
}
