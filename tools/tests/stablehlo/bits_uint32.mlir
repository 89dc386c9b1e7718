module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui32>, %arg1: tensor<3x5xui32>) -> (tensor<3x5xui32> {jax.result_info = "result[0]"}, tensor<3x5xui32> {jax.result_info = "result[1]"}, tensor<3x5xui32> {jax.result_info = "result[2]"}, tensor<3x5xui32> {jax.result_info = "result[3]"}, tensor<3x5xui32> {jax.result_info = "result[4]"}, tensor<3x5xui32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<3x5xui32>
    %1 = stablehlo.or %arg0, %arg1 : tensor<3x5xui32>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<3x5xui32>
    %3 = stablehlo.not %arg0 : tensor<3x5xui32>
    %4 = stablehlo.popcnt %arg0 : tensor<3x5xui32>
    %5 = stablehlo.count_leading_zeros %arg0 : tensor<3x5xui32>
    return %0, %1, %2, %3, %4, %5 : tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui32>, tensor<3x5xui32>)
    %e0, %e1, %e2, %e3, %e4, %e5 = call @expected() : () -> (tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>)
    %r0, %r1, %r2, %r3, %r4, %r5 = call @program(%a0, %a1) : (tensor<3x5xui32>, tensor<3x5xui32>) -> (tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r4, %e4) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r5, %e5) {has_side_effect = true} : (tensor<3x5xui32>, tensor<3x5xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui32>, tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x020000000000000002000000000000000000000000000000030000000100000003000000000000000000000002000000000000000200000002000000"> : tensor<3x5xui32>
    %c1 = stablehlo.constant dense<"0x020000000000000001000000030000000000000003000000030000000200000002000000030000000300000002000000010000000000000000000000"> : tensor<3x5xui32>
    return %c0, %c1 : tensor<3x5xui32>, tensor<3x5xui32>
  }
  func.func private @expected() -> (tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>) {
    %c0 = stablehlo.constant dense<"0x020000000000000000000000000000000000000000000000030000000000000002000000000000000000000002000000000000000000000000000000"> : tensor<3x5xui32>
    %c1 = stablehlo.constant dense<"0x020000000000000003000000030000000000000003000000030000000300000003000000030000000300000002000000010000000200000002000000"> : tensor<3x5xui32>
    %c2 = stablehlo.constant dense<"0x000000000000000003000000030000000000000003000000000000000300000001000000030000000300000000000000010000000200000002000000"> : tensor<3x5xui32>
    %c3 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFCFFFFFFFEFFFFFFFCFFFFFFFFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFDFFFFFFFDFFFFFF"> : tensor<3x5xui32>
    %c4 = stablehlo.constant dense<"0x010000000000000001000000000000000000000000000000020000000100000002000000000000000000000001000000000000000100000001000000"> : tensor<3x5xui32>
    %c5 = stablehlo.constant dense<"0x1E000000200000001E0000002000000020000000200000001E0000001F0000001E00000020000000200000001E000000200000001E0000001E000000"> : tensor<3x5xui32>
    return %c0, %c1, %c2, %c3, %c4, %c5 : tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>, tensor<3x5xui32>
  }
}
