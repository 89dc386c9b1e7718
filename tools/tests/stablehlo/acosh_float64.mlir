module @jit_acosh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.acosh %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x4872B1773C6CF23F3A2FEFB7E14D054053894A39A6190440E594F5B0F0FA0040876D7F07F15500403811629998ED0440CEAD318997EBF23F1BFB9CCE5E7FFF3F1729FC58BCFE014018F0AD53A5CBF63F91E69866499704403C9D4FAF2FDAFE3F0832CF810826F33FE41D4D5BFD25F63F5E3C6EA29CBCFF3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x9CBAB8BF2B65E13FE5CFDB77532AFA3FBCD86787EE27F93F9B86F04CDC28F63F8C8A33F52274F53F1EF29F4F7DDBF93FCF55BB5E1B0DE33F9F75109134C7F43FFDCAD2694C34F73FF41EBB97A289EC3FD3FF57E76593F93FAD817FFA6A64F43FE0401ED884C2E33F4409A7069239EB3F4F96A14923EBF43F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
