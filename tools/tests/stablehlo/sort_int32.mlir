module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xi32>, %arg1: tensor<4x6xf32>) -> (tensor<4x6xi32> {jax.result_info = "result[0]"}, tensor<4x6xf32> {jax.result_info = "result[1]"}) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      %1 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xi32>, tensor<4x6xf32>) -> (tensor<4x6xi32>, tensor<4x6xf32>)
    return %0#0, %0#1 : tensor<4x6xi32>, tensor<4x6xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<4x6xi32>, tensor<4x6xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<4x6xi32>, tensor<4x6xf32>)
    %r0, %r1 = call @program(%a0, %a1) : (tensor<4x6xi32>, tensor<4x6xf32>) -> (tensor<4x6xi32>, tensor<4x6xf32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<4x6xi32>, tensor<4x6xi32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xi32>, tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0x01000000030000000200000003000000FFFFFFFFFEFFFFFF000000000300000001000000FDFFFFFFFDFFFFFF01000000FEFFFFFF01000000030000000100000001000000FEFFFFFF0200000003000000FDFFFFFFFEFFFFFFFEFFFFFF02000000"> : tensor<4x6xi32>
    %c1 = stablehlo.constant dense<"0x34C3863F1D04EB3F04DA1040798201C0B9DC903EE6A7AEBF38C4A63ED889E7BF15E24F403C7F3440CC7B923FBFF9693F10BF6B405A81DD3F80EA60BDDE6D4BBF164FBA3FD17FE33F486A3040B0A26F40776AE33FF3654B40D859AB3D336B1440"> : tensor<4x6xf32>
    return %c0, %c1 : tensor<4x6xi32>, tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<4x6xi32>, tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF01000000020000000300000003000000FDFFFFFFFDFFFFFF00000000010000000100000003000000FEFFFFFFFEFFFFFF01000000010000000100000003000000FDFFFFFFFEFFFFFFFEFFFFFF020000000200000003000000"> : tensor<4x6xi32>
    %c1 = stablehlo.constant dense<"0xE6A7AEBFB9DC903E34C3863F04DA10401D04EB3F798201C03C7F3440CC7B923F38C4A63E15E24F40BFF9693FD889E7BF10BF6B40D17FE33F5A81DD3FDE6D4BBF164FBA3F80EA60BD776AE33FF3654B40D859AB3D486A3040336B1440B0A26F40"> : tensor<4x6xf32>
    return %c0, %c1 : tensor<4x6xi32>, tensor<4x6xf32>
  }
}
