module @jit_eq attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x7E0426A9CC260A40608A0AAF922DFABFC8C1B250D122F43FB0B7624829B2F73FF4527ED2089DF33FD0A929C080D9D8BF0AF21B24769AF4BF0CED64A9998907C0BA343FC25813F9BFA0F549DC9296054052FB1C6F2ADDF0BF382762135D9CE73FA8C5DD02B75AEDBF583ED051066704C0000D6CE2E57DA9BF"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xC8E187055E920F401024DF2DC50FC8BFBC3218CD7746E5BFA0B399498E2CF03F209E413E3E5DDFBF22833F500090F5BFB8D1173E01FED4BF80CD2D1DB2690A4090C69F713D0200C00C0ADF2FE4A800C01872884D2F3B0240D4381316E7FBFABF2E459E82C4AB00C0DA812E2942BDF4BF8600DAA8C06D0940"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000000000000000000000000000000"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
