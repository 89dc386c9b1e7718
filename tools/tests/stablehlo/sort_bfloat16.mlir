module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xbf16>, %arg1: tensor<4x6xf32>) -> (tensor<4x6xbf16> {jax.result_info = "result[0]"}, tensor<4x6xf32> {jax.result_info = "result[1]"}) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %1 = stablehlo.compare EQ, %arg2, %cst, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %2 = stablehlo.select %1, %cst_0, %arg2 : tensor<i1>, tensor<bf16>
      %3 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<bf16>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %5 = stablehlo.compare EQ, %arg3, %cst_2, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
      %6 = stablehlo.select %5, %cst_3, %arg3 : tensor<i1>, tensor<bf16>
      %7 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<bf16>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<4x6xbf16>, tensor<4x6xf32>) -> (tensor<4x6xbf16>, tensor<4x6xf32>)
    return %0#0, %0#1 : tensor<4x6xbf16>, tensor<4x6xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<4x6xbf16>, tensor<4x6xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<4x6xbf16>, tensor<4x6xf32>)
    %r0, %r1 = call @program(%a0, %a1) : (tensor<4x6xbf16>, tensor<4x6xf32>) -> (tensor<4x6xbf16>, tensor<4x6xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<4x6xbf16>, tensor<4x6xbf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xbf16>, tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0x22BED3BFBFBFE4BFFDBF963FE6BF6F4070BF34C008C00BC0A3BF283F1540C83EBF3E4840F3BE65BFBB3F1F40A3BF20BF"> : tensor<4x6xbf16>
    %c1 = stablehlo.constant dense<"0x34C3863F1D04EB3F04DA1040798201C0B9DC903EE6A7AEBF38C4A63ED889E7BF15E24F403C7F3440CC7B923FBFF9693F10BF6B405A81DD3F80EA60BDDE6D4BBF164FBA3FD17FE33F486A3040B0A26F40776AE33FF3654B40D859AB3D336B1440"> : tensor<4x6xf32>
    return %c0, %c1 : tensor<4x6xbf16>, tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<4x6xbf16>, tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0xFDBFE4BFD3BFBFBF22BE963F34C00BC008C0E6BF70BF6F40A3BFBF3EC83E283F15404840A3BF65BF20BFF3BEBB3F1F40"> : tensor<4x6xbf16>
    %c1 = stablehlo.constant dense<"0xB9DC903E798201C01D04EB3F04DA104034C3863FE6A7AEBF3C7F3440BFF9693FCC7B923F38C4A63E15E24F40D889E7BF10BF6B40164FBA3FDE6D4BBF5A81DD3F80EA60BDD17FE33FD859AB3DB0A26F40336B1440486A3040776AE33FF3654B40"> : tensor<4x6xf32>
    return %c0, %c1 : tensor<4x6xbf16>, tensor<4x6xf32>
  }
}
