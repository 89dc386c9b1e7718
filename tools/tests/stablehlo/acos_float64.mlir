module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result[0]"}, tensor<3x5xf64> {jax.result_info = "result[1]"}, tensor<3x5xf64> {jax.result_info = "result[2]"}, tensor<3x5xf64> {jax.result_info = "result[3]"}) {
    %0 = chlo.acos %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
    %1 = chlo.asin %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
    %2 = chlo.atanh %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
    %3 = chlo.erf_inv %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
    return %0, %1, %2, %3 : tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>)
    %r0, %r1, %r2, %r3 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x80E61B7D9268D53FB48B698D424EEBBFA869217327AFD43F803A878C5CF59D3F1A191E2B005CE2BF4CFE75E9F5A0DFBF702133195997DA3F766B50C9DE8AE1BFF8B5010BDC22D4BF18524BEEEE7FCFBF583971BC45B3E03FAA867F3D9EABE3BFAAF316DC29EEEABF4CB2CEA53643E4BF245A97D60E34DB3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xA427263CE8ACF33FFF1769F6A2BE0440248D59F7FDDDF33FEAB54E8121AAF83FB49C7C9F6D740140CFD73836A1B3004029DB23CDEE46F23FC2DDE1474435014077911324F740FE3F28A61F706F1CFD3FE8B6F2620A59F03FFA0E72E4C6DC014093AFCF5F60910440A850BE0C470D0240F0AB03C5C11BF23F"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xD01578604CD4D53FE6028E984A5BF0BFD27FAA73F50FD53FA2CB5DBD74F69D3F9D186AD5BF8DE3BF0D055B308E8AE0BFBF47811C326CDB3FD81CFF761A91E2BF7A913D3FEF7BD4BF7BC8DBDEA0D3CFBF5FECA2E2E191E13FB8E13FE9242FE5BF0D325B6BC500F0BF70E8708A25F1E5BFA104023DE618DC3F"> : tensor<3x5xf64>
    %c2 = stablehlo.constant dense<"0x84CE6D3DEA43D63F31E86598754AF4BFAC695FAB0274D53F4600A2008DF79D3FA857CB42EBE5E4BFDAA9B395CC54E1BFC86D27AB6C4DDC3F8C1EFF10B1B4E3BF92969D9CD4D7D4BF1DE436B67314D0BF2E47D13D8E86E23FAAA7BC2214EDE6BF9DE2D912E89FF3BFE69034CA5BE5E7BF952D4E26C10BDD3F"> : tensor<3x5xf64>
    %c3 = stablehlo.constant dense<"0x331043B9CA90D33FAD4CC5C2686BF0BF815351FBF7DCD23FA9471185518E9A3F77879D0E8F00E2BF55D79A0DB51CDEBF2746BEC2DEBED83F86FE43937C06E1BF51E970C5AD55D2BF5213815BB75FCCBF4B678654E90CE03F64C3CB5CFCA4E3BFC841EF2FCCE9EFBF93B5B6B7CB6BE4BFD176BF80C460D93F"> : tensor<3x5xf64>
    return %c0, %c1, %c2, %c3 : tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5xf64>
  }
}
