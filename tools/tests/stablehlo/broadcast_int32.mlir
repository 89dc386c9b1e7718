module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xi32>, %b: tensor<4xi32>) -> (tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>) {
    %r0 = chlo.broadcast_and %a, %b : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %r1 = chlo.broadcast_or %a, %b : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %r2 = chlo.broadcast_xor %a, %b : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %r3 = chlo.broadcast_shift_left %a, %b : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %r4 = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %r5 = chlo.broadcast_shift_right_logical %a, %b : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %e0, %e1, %e2, %e3, %e4, %e5 = call @expected() : () -> (tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>)
    %r0, %r1, %r2, %r3, %r4, %r5 = call @program(%a0, %a1) : (tensor<3x4xi32>, tensor<4xi32>) -> (tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r4, %e4) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r5, %e5) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %c0 = stablehlo.constant dense<"0x030000000000000008000000040000000300000003000000050000000100000002000000030000000600000002000000"> : tensor<3x4xi32>
    %c1 = stablehlo.constant dense<"0x05000000040000000800000005000000"> : tensor<4xi32>
    return %c0, %c1 : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func private @expected() -> (tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>) {
    %c0 = stablehlo.constant dense<"0x010000000000000008000000040000000100000000000000000000000100000000000000000000000000000000000000"> : tensor<3x4xi32>
    %c1 = stablehlo.constant dense<"0x0700000004000000080000000500000007000000070000000D0000000500000007000000070000000E00000007000000"> : tensor<3x4xi32>
    %c2 = stablehlo.constant dense<"0x0600000004000000000000000100000006000000070000000D0000000400000007000000070000000E00000007000000"> : tensor<3x4xi32>
    %c3 = stablehlo.constant dense<"0x600000000000000000080000800000006000000030000000000500002000000040000000300000000006000040000000"> : tensor<3x4xi32>
    %c4 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x4xi32>
    %c5 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<3x4xi32>
    return %c0, %c1, %c2, %c3, %c4, %c5 : tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>, tensor<3x4xi32>
  }
}
