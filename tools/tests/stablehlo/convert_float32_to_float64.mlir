module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xD37313C09EA85A4069BC46BF74717A40DB9D4C403D406140471AA7BEAC0708BFBAC5E53E51B75E401525764033BCFFBEB10F12C0A64CE6BF503B09BF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x000000607A6E02C0000000C013550B40000000208DD7E8BF000000802E4E0F4000000060BB930940000000A007280C40000000E048E3D4BF00000080F500E1BF00000040B7B8DC3F00000020EAD60B40000000A0A2C40E400000006086F7DFBF00000020F64102C0000000C094C9FCBF000000006A27E1BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
