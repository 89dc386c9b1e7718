module @jit_sin attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.sine %arg0 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x9F3D27BF7AD67740B14A6840A0B8513FA64E13BF2D4C7440E3AD38C0DC142AC0C8FFCF3EACF18D3F0B113DC02C01D8BF5D6119C0572DA0BF7224DCBF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x9E981BBF95E22ABF890AF0BEA3093B3FCA4F0BBFC01520BF86A281BEF046EEBE2C53CA3E852D653FD1CD3EBEF1417EBFC5902DBF310D73BF39297DBF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
