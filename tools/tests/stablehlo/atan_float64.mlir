module @jit_atan attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.atan %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x0C43A3176FAB0A40F0CF1EB072AEF23F9ED8F8009F620740505B3635B173FB3FD06DEB56A403FC3F06E9AFB078FD08402CD45600EAB90240F06800BFFFBCC1BFD8B5BFDE51A7D4BF0AA0099A493F0E4046DC5A70F06FF2BF00754605D637D7BF0F3F3893BAE0FFBF58753D370D0AE4BF2014C28EF06DF13F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x5C02D2294D78F43F3E866640199AEB3FA2B875A5DFDBF33F3C9F9F6C81B0F03FF8C1989574D4F03F052BD2F4F72CF43F22E25BA443ACF23F83FACB9E42A0C1BF092385FF73FAD3BF0D9C0DBDE4FEF43FA6C61B13CC64EBBFABF7F659E945D6BF0ACDF4959BB0F1BF81B3AA0D45E7E1BFD448BD7C0F80EA3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
