module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result[0]"}, tensor<3x5xf32> {jax.result_info = "result[1]"}, tensor<3x5xf32> {jax.result_info = "result[2]"}, tensor<3x5xf32> {jax.result_info = "result[3]"}) {
    %0 = chlo.acos %arg0 : tensor<3x5xf32> -> tensor<3x5xf32>
    %1 = chlo.asin %arg0 : tensor<3x5xf32> -> tensor<3x5xf32>
    %2 = chlo.atanh %arg0 : tensor<3x5xf32> -> tensor<3x5xf32>
    %3 = chlo.erf_inv %arg0 : tensor<3x5xf32> -> tensor<3x5xf32>
    return %0, %1, %2, %3 : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>)
    %r0, %r1, %r2, %r3 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x31DE4D3FFB03243E8A6286BE3AADBA3E7A0F56BE1D54123E7143A53ED914D4BED232A63EC5C2803CFDAF3E3E0210D8BE48B7FB3E608D33BF56581DBD"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xB3F2223FA778B43F6F0EEB3FA14A993FAF04E43F41B5B63F25FE9E3FA7BAFF3FE5BE9E3FCA0CC73F0716B13F926900404B46873FA3471640ECFACD3F"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x012D6F3F9FB9243E50FA87BEE414BF3EA6A657BECBD4123ED546A83E32ABDABED543A93E20C4803C9FCE3F3E220DDFBE2093033FD7FE46BF40621DBD"> : tensor<3x5xf32>
    %c2 = stablehlo.constant dense<"0x9C1E8E3FAD70253EE69A89BEA8ADC33E504359BE4456133E0764AB3EF6A2E1BE6C6FAC3E7CC5803C4CF0403E0C76E6BE35C8093F8EB85EBF2B6C1DBD"> : tensor<3x5xf32>
    %c3 = stablehlo.constant dense<"0x56276A3F6458123E60A872BE95A8AB3E23EE3FBEA961023EC4B3963E484CC5BE3A9B973EC33C643C788E2A3E5867C9BE2772EF3E41263CBF527F0BBD"> : tensor<3x5xf32>
    return %c0, %c1, %c2, %c3 : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
  }
}
