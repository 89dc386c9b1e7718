module @jit_expm1 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential_minus_one %arg0 : tensor<3x5xbf16>
    return %0 : tensor<3x5xbf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xbf16>)
    %e0 = call @expected() : () -> (tensor<3x5xbf16>)
    %r0 = call @program(%a0) : (tensor<3x5xbf16>) -> (tensor<3x5xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x423FAA3FD73F5F408C3E8A3FB5BFA7BF283FB3BF32C0D8BE104088BF4240"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x913F32408C40FD41A13EF83F42BF3BBF6D3F41BF70BFB0BE084128BF9E41"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
