module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x5xf64>
    %1 = stablehlo.compare NE, %arg0, %0, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %2 = stablehlo.convert %1 : tensor<3x5xi1>
    return %2 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xC80DBD96B366F53F6E1E8F5496D2FBBFB85A7D9525950440E81AB10C5B1A06404482E398ECFEF03FB2D89416D00F0C402E08A93D302806405014FCDE899AF23FB06A4E80C99AC7BF94CD0073E9210440A4D4B8D2B8EFF73F809F132F94FAFD3F40130B0A66D00540E03EB15EC69AF03F84C6B4F8C267EABF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010101010101010101010101010101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
