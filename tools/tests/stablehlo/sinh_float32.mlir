module @jit_sinh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = chlo.sinh %arg0 : tensor<3x5xf32> -> tensor<3x5xf32>
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
    %c0 = stablehlo.constant dense<"0x53D806406F2896BF33AF2F40E7B81A40130542405EB11240CC1CDB3F46FB603F5E234040BE89B5BF46D9D33F56DD2240AF141B407DEE05C0D98F4DBF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xEB9F81403C0CBBBFDF05F8408A10B2404D732541DCB59C40A1782B40DA147F3F54A2204108D2F8BFFE5A21403296CA40B414B340E8767FC00A6064BF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
