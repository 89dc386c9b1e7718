module @jit_log1p attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.log_plus_one %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x81788CD6BF19F33FFFA018AF1793F53F322784E5D2F20440FB8A903A71190940A73F88DFBA2C0B40AF0FA849FAC10840D690919869070640F6CE65F8D13404407A2AF5558E00C43F59265B3C811400404AF1D56712E80640D85E4B437C7DF43FC26EB774C501F13FCC1496C5C85BFB3FA7EB6AD218C80140"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x38D9687EDF23E93F8207AF88D451EB3F3F43146CC693F43F09BD249A9EB8F63FD0E31DD1B5B1F73F3E8561BC1E8EF63F729DC703DD29F53F9B514EB16329F43F2B8ECD11CE95C23F1868A32490A1F13FE2482CB3D99FF53FC1F46E2BEE61EA3F3BC6A0820F2CE73FA6AEB3D5B9E6EF3F5D4B2D4539B9F23F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
