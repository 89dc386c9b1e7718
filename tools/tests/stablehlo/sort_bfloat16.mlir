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
    %c0 = stablehlo.constant dense<"0x3DC0203F194008C0873F4740FD3F6240283D0CBD06C0BABF4840C03F1A40D2BF6BBF25C0F83EE9BFA0BE953F5A404D40"> : tensor<4x6xbf16>
    %c1 = stablehlo.constant dense<"0x34C3863F1D04EB3F04DA1040798201C0B9DC903EE6A7AEBF38C4A63ED889E7BF15E24F403C7F3440CC7B923FBFF9693F10BF6B405A81DD3F80EA60BDDE6D4BBF164FBA3FD17FE33F486A3040B0A26F40776AE33FF3654B40D859AB3D336B1440"> : tensor<4x6xf32>
    return %c0, %c1 : tensor<4x6xbf16>, tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<4x6xbf16>, tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0x3DC008C0203F873F1940474006C0BABF0CBD283DFD3F624025C0D2BF6BBFC03F1A404840E9BFA0BEF83E953F4D405A40"> : tensor<4x6xbf16>
    %c1 = stablehlo.constant dense<"0x34C3863F798201C01D04EB3FB9DC903E04DA1040E6A7AEBFCC7B923FBFF9693F3C7F344015E24F4038C4A63ED889E7BFD17FE33FDE6D4BBF164FBA3F5A81DD3F80EA60BD10BF6B40B0A26F40776AE33F486A3040F3654B40336B1440D859AB3D"> : tensor<4x6xf32>
    return %c0, %c1 : tensor<4x6xbf16>, tensor<4x6xf32>
  }
}
