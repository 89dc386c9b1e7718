module @jit_eq attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>, %arg1: tensor<3x5xf16>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<3x5xf16>, tensor<3x5xf16>) -> tensor<3x5xi1>
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
    %c0 = stablehlo.constant dense<"0x3834C4C09ABF19C0D0B4C5C04934A73BA9BEBF40EFC0193C5741323DF0C1"> : tensor<3x5xf16>
    %c1 = stablehlo.constant dense<"0xF3C05BC131C078396E43B2B60A416FBC9E4322B589BEA5BE67C0DCC0F942"> : tensor<3x5xf16>
    return %c0, %c1 : tensor<3x5xf16>, tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000000000000000000000000000000"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
