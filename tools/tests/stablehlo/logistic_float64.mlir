module @jit_logistic attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.negate %arg0 : tensor<3x5xf64>
    %1 = stablehlo.exponential %0 : tensor<3x5xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x5xf64>
    %3 = stablehlo.add %2, %1 : tensor<3x5xf64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x5xf64>
    %5 = stablehlo.divide %4, %3 : tensor<3x5xf64>
    return %5 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xA8ADFD3FA41EFFBF48199E74B6BBFE3F562779A5BC050740421D415AC31500C0D044AED65ACC0D40A0B0B97ED04C0D4050DB82BD9D92E8BF32FDF2FDEF7F0D4088208B33888D0C40A0B19B861D7901C0AC3BD4E674AA0140FC0F3D45B2E50D4018ADD9E73A1F06402779BE438A9100C040C9A1E0F582C2BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x555381EC5403C03F6C88BA8150E9EB3F7B388DB2AD4BEE3F528D4A2F423BBE3FB8EABB57133FEF3F25879143FD32EF3FB81A06F5A548D43F3DE8CA8AEB37EF3FF22C0603781FEF3F2A7514D630E7B93F9F46A006E1D4EC3F292D16926441EF3F0AD94D2EC71AEE3FF5A9033B2DA8BC3FEE2CC306A9B0DD3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
