module @jit_sub attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>, %arg1: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf16>, tensor<3x5xf16>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf16>, tensor<3x5xf16>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf16>, tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x2A429A3DC8C0B8C03242554245B20BC17FC066C0CB42F9B0E13377412FBD"> : tensor<3x5xf16>
    %c1 = stablehlo.constant dense<"0xD439313C0EAE50C044A86EC03ABA53B2ACBEF743513F0A430C43EFBBF1BF"> : tensor<3x5xf16>
    return %c0, %c1 : tensor<3x5xf16>, tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xB540A43598C080B243426245A938A6C0A4B82EC6453E5AC38EC273438439"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
