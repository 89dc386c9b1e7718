module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r0 : tensor<2x3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>)
    %e0 = call @expected() : () -> (tensor<2x3x4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xD45DAF3F645C983FE2FD973FE1FE8D3F91FF8F3FE80B9A3FBE8DAF3FEA4A4B3FA7452A3F8F41553F8D53A43F36A0AD3FAF45683FE8C0863F7930A63F670EA23FD430A33FD733833F7C71943F3FCB213F1C34833FE5FA033F92AA743FA3E51A3F00DBB03F4342AB3F09008C3FF48DB63FC7D4203F78E9983FA2436A3FFBC99A3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xED0A1940EA0962402B5869403A7E4A3F16245A401E2DB0BCEADC03400D79353FCB6C4240D850F5BF280B14404B703C4093EE0240BD8BEDBFA015C03F37F73240A88BE3BF3A127540CB8452BF89B1E8BF40C9B93FA41C35C0C9FF993FC193023B"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x6369DF3FE4CCA63F608A8B3F91F734C098381F409FFA15C0A414EB3FD03194BF28E90D40A3926AC0E80042402DF62C3F2465CD3FD348D9C064D6F440296419402B7AB2BF783223416A7B37C1EF570BC00FB9913F3C15F8C086531241D9D3173E"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
