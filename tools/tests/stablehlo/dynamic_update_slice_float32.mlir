module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xf32>, %arg1: tensor<i32>) -> (tensor<4x6xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:2, 0:3] : (tensor<4x6xf32>) -> tensor<2x3xf32>
    %c = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.subtract %arg1, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.add %1, %c_1 : tensor<i32>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<6> : tensor<i32>
    %6 = stablehlo.add %arg1, %c_3 : tensor<i32>
    %7 = stablehlo.select %5, %6, %arg1 : tensor<i1>, tensor<i32>
    %8 = stablehlo.dynamic_update_slice %arg0, %0, %4, %7 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return %8 : tensor<4x6xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<4x6xf32>, tensor<i32>)
    %e0 = call @expected() : () -> (tensor<4x6xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<4x6xf32>, tensor<i32>) -> (tensor<4x6xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x6xf32>, tensor<4x6xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>, tensor<i32>) {
    %c0 = stablehlo.constant dense<"0x34C3863F1D04EB3F04DA1040798201C0B9DC903EE6A7AEBF38C4A63ED889E7BF15E24F403C7F3440CC7B923FBFF9693F10BF6B405A81DD3F80EA60BDDE6D4BBF164FBA3FD17FE33F486A3040B0A26F40776AE33FF3654B40D859AB3D336B1440"> : tensor<4x6xf32>
    %c1 = stablehlo.constant dense<"0x05000000"> : tensor<i32>
    return %c0, %c1 : tensor<4x6xf32>, tensor<i32>
  }
  func.func private @expected() -> (tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0x34C3863F1D04EB3F04DA1040798201C0B9DC903EE6A7AEBF38C4A63ED889E7BF15E24F4034C3863F1D04EB3F04DA104010BF6B405A81DD3F80EA60BD38C4A63ED889E7BF15E24F40486A3040B0A26F40776AE33FF3654B40D859AB3D336B1440"> : tensor<4x6xf32>
    return %c0 : tensor<4x6xf32>
  }
}
