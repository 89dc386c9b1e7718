module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    return %arg0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xDC6557E4C76DF73F68B9AE9DF0AEE7BF78FDA56579DAEEBFE44CC1FBEE67FC3FCCC2460E9780E73F007B3540ADBCA13FE03D5F672E7CC63FFC1BB968A507F1BF96D29BE58D7403C064BEAD3B379CE6BFAFAC1C71367001C0E0F50882A95DD4BF681FB982985BD4BFF06263840B7C0C40D86E03E12EACF23F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xDC6557E4C76DF73F68B9AE9DF0AEE7BF78FDA56579DAEEBFE44CC1FBEE67FC3FCCC2460E9780E73F007B3540ADBCA13FE03D5F672E7CC63FFC1BB968A507F1BF96D29BE58D7403C064BEAD3B379CE6BFAFAC1C71367001C0E0F50882A95DD4BF681FB982985BD4BFF06263840B7C0C40D86E03E12EACF23F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
