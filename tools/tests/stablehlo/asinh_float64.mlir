module @jit_asinh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.asinh %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xB00AFBED467EC63F88D06A2F3168F0BF10AA34B99032EFBF342EFD6D9D62F03FA88DF9DF27770B40B463A98DF4A90E40B0169BBD54BCEE3F92E1C4E177A506C0A71C5867B70BF1BFD0F9399F8670F93FA0C0D30512CA0B40F7D52AEF8FA3FFBFD2919AA418660640DE8E9ADF19400940BE3573E6CCF802C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x9FE517860B61C63F4237FB19A1C6ECBF8953DB9F08A2EBBFFC2A93C9D6BEEC3FE1F5565FBB27FF3F0CDB9938576D00406725AE8D114DEB3FE09F30BA7137FCBFA20079F9B3A8EDBFC85B146D04E6F33FE09ED738DB55FF3FB6F3CD999AEFF6BFCACC2371050DFC3F49C9762532DEFD3FD8F8E7291B93F9BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
