module @jit_eq attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>, %arg1: tensor<3x5xbf16>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xbf16>, tensor<3x5xbf16>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xbf16>, tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x363D3CBFA33FD1BF5ABD4B3F09C02740563E393FE03F524002C0D4BF09C0"> : tensor<3x5xbf16>
    %c1 = stablehlo.constant dense<"0x6F409B3C0240EBBF604008C0DD3F34C0434091BEB33F993FCBBF3A3E3FC0"> : tensor<3x5xbf16>
    return %c0, %c1 : tensor<3x5xbf16>, tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000000000000000000000000000000"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
