module @jit_sin attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.sine %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x986FF72E81CBEF3FE6E6FA35398706403062A1672DBEF73F17B812DD434DFFBF8E10D446DB2E04C0003B3BCCF2E6C93F23FB17D0204C05C0B00743DCA1DC0640981ABD1614A7E33FD8243DAB700BE9BF38BD4362AC2B034052AB49E3F4F8F7BF4430542ACE18E33F6C6849735661E13F6A3727B5E72C02C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x6F412C5AD3D0EA3F1F91A7DE5578D43F63DB1FAD1CE1EF3F4EA0CB2096A6EDBFC127342C428FE2BF8EC805F8C8B9C93F340609B55E85DDBF5E8460B396ECD13FEF7CB64CB970E23FDDE18751A890E6BF040F62AB8EB3E53FBA51526B78EAEFBF27C05A22BEFBE13F9D0312C6C989E03F4AED5CA69E73E8BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
