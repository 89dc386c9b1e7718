module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<i1>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %2 = stablehlo.cosine %arg1 : tensor<3x5xf32>
      stablehlo.return %2 : tensor<3x5xf32>
    }, {
      %2 = stablehlo.sine %arg1 : tensor<3x5xf32>
      stablehlo.return %2 : tensor<3x5xf32>
    }) : (tensor<i32>) -> tensor<3x5xf32>
    return %1 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<i1>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<i1>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i1>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<true> : tensor<i1>
    %c1 = stablehlo.constant dense<"0xCDDC07C0CE1E95BF24385DBE0741D7BF74F95340F5F73A4095312440F4E4654061FAE2BE935F1AC03FD24A40E5973140656D63BF8796A2BFCC654040"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<i1>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x87F859BFC8356BBFA8805BBE956D7EBF52C12DBEF1AC5F3E63730B3F94EFDEBEB99DDBBEFF9F2ABFEC2AE1BCBC91B73E9DAB46BFBC8574BF9C340A3E"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
