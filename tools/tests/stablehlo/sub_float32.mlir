module @jit_sub attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xC13A1A4000B11240206E61405A656DBEEA933FBD4E66983EC84F0DBFF417143F8F18B13FA7538E3FEDEAE1BF62E40440425F20C0AE55C6BFD69464BE"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0xF3663240EE299EBF4FB432409535883FAF68F23F4CF46CBFEB087340B142C73F7CF31BC0793E294039BE8A3EBEFB354046B9F33F00DE704009505740"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x9061C1BEF7C5614044E73A3F40E2A5BF4E65F8BFBA939C3F6E2E8BC06E6D7ABFC47F74404B29C4BF3E4D02C0705D44BFF21D8DC06C04AAC0569965C0"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
