module @jit_nextafter attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = chlo.next_after %arg0, %arg1 : tensor<3x5xf32>, tensor<3x5xf32> -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x41FA704098BD4B3F180D8BBF5AD8193F862D5040BEB16840B9455DBEF0DFD13E9B722540158462BE5A41A9BF02AF85BFE6BEB83E7B6EAABF8A8D1640"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x4ED2D53F2FD561406F910E40F354313EA759DCBF442AADBFA9504D40CD7DB93FC41D10C0FB64FF3EA5451740FD8A2840540D38402D2358402698C03E"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x40FA704099BD4B3F170D8BBF59D8193F852D5040BDB16840B8455DBEF1DFD13E9A722540148462BE5941A9BF01AF85BFE7BEB83E7A6EAABF898D1640"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
