module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xf32>) -> (tensor<11x7xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [1, -1], high = [0, 2], interior = [2, 0] : (tensor<4x6xf32>, tensor<f32>) -> tensor<11x7xf32>
    return %0 : tensor<11x7xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4x6xf32>)
    %e0 = call @expected() : () -> (tensor<11x7xf32>)
    %r0 = call @program(%a0) : (tensor<4x6xf32>) -> (tensor<11x7xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<11x7xf32>, tensor<11x7xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0x34C3863F1D04EB3F04DA1040798201C0B9DC903EE6A7AEBF38C4A63ED889E7BF15E24F403C7F3440CC7B923FBFF9693F10BF6B405A81DD3F80EA60BDDE6D4BBF164FBA3FD17FE33F486A3040B0A26F40776AE33FF3654B40D859AB3D336B1440"> : tensor<4x6xf32>
    return %c0 : tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<11x7xf32>) {
    %c0 = stablehlo.constant dense<"0x000010410000104100001041000010410000104100001041000010411D04EB3F04DA1040798201C0B9DC903EE6A7AEBF00001041000010410000104100001041000010410000104100001041000010410000104100001041000010410000104100001041000010410000104100001041D889E7BF15E24F403C7F3440CC7B923FBFF9693F000010410000104100001041000010410000104100001041000010410000104100001041000010410000104100001041000010410000104100001041000010415A81DD3F80EA60BDDE6D4BBF164FBA3FD17FE33F00001041000010410000104100001041000010410000104100001041000010410000104100001041000010410000104100001041000010410000104100001041B0A26F40776AE33FF3654B40D859AB3D336B14400000104100001041"> : tensor<11x7xf32>
    return %c0 : tensor<11x7xf32>
  }
}
