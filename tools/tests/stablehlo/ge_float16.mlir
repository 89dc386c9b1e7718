module @jit_ge attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>, %arg1: tensor<3x5xf16>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<3x5xf16>, tensor<3x5xf16>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf16>, tensor<3x5xf16>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf16>, tensor<3x5xf16>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf16>, tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x5BC0D6437B3E083F583C46388EBE86C0E0BC9BC1753DF1BEE54278C014BA"> : tensor<3x5xf16>
    %c1 = stablehlo.constant dense<"0x0742673D84AE3E4038B29EBFB7433642554024BC6538C5C077C13F43C1AC"> : tensor<3x5xf16>
    return %c0, %c1 : tensor<3x5xf16>, tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000101000101000000000101010000"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
