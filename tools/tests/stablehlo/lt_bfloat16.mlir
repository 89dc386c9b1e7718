module @jit_lt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>, %arg1: tensor<3x5xbf16>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xi1>
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
    %c0 = stablehlo.constant dense<"0x1F40403E87BF7ABE14BEF1BFDFBEDE3F6A3F7C400F403340FCBF253FA5BF"> : tensor<3x5xbf16>
    %c1 = stablehlo.constant dense<"0xAABF32BF7C3FC9BD5ABEE2BE7A4030BD5B407D40AD3F764080402D400040"> : tensor<3x5xbf16>
    return %c0, %c1 : tensor<3x5xbf16>, tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000001010001010001010001010101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
