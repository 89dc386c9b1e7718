module @jit_min attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.minimum %arg0, %arg1 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x96266242201B084026285B6FC1D3F9BFFE2704E57E0607C0927AEF2E2C9D0440DC5096CD2928F6BF8C53DBF637F506403864D1DD1117E0BFB857B24B0FF6E0BFECDD4B5E5BB40840B627F0161D7F0240ADD0E08CC8BB04C07EC011EB67E10C402D86388489A9F8BF1075E0204DA8FA3F164399868BAB0C40"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xD4968EB5242C0740B806AB4BE0C0DA3FE8E6DD6A170A0D4080B6A2A158CDFC3F2496065C9201F4BF5C3429029BFF0D4068E40AF0DF0EEF3F709F19CA45CCE7BF805588090D61A53F088845047846FABF080160E1473CF03F74545BA058EFEE3FAFCA2CA4191FFEBF00D1C9A2C4A3B8BF4A612FB6EA2CF2BF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xD4968EB5242C074026285B6FC1D3F9BFFE2704E57E0607C080B6A2A158CDFC3FDC5096CD2928F6BF8C53DBF637F506403864D1DD1117E0BF709F19CA45CCE7BF805588090D61A53F088845047846FABFADD0E08CC8BB04C074545BA058EFEE3FAFCA2CA4191FFEBF00D1C9A2C4A3B8BF4A612FB6EA2CF2BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
