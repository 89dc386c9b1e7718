module @jit_abs attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0xAC2A732D2934FF3F345A79B474F1F5BF687BB8E42D21F1BFA02C554B8069FB3FF63001A9175906C0D0F17301D904E93F60D15361DC4BC9BFDC73A31889EDFDBF304FAA82A40E0B40C8D5ED74198DDEBFEC7D06566DBDEEBF58AE05AED2C8FD3F608D216014E80740F8E21EB5D775F6BFA3C05DF9F2E000C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xAC2A732D2934FF3F345A79B474F1F53F687BB8E42D21F13FA02C554B8069FB3FF63001A917590640D0F17301D904E93F60D15361DC4BC93FDC73A31889EDFD3F304FAA82A40E0B40C8D5ED74198DDE3FEC7D06566DBDEE3F58AE05AED2C8FD3F608D216014E80740F8E21EB5D775F63FA3C05DF9F2E00040"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
