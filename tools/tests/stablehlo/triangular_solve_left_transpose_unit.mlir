module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
    return %r0 : tensor<2x4x3xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>)
    %e0 = call @expected() : () -> (tensor<2x4x3xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0xBF21AC3FBD370E3F9BAD0D3F6AB78E3FC0C0353FF3A5553F1DA6A43F9CE76C3F575C9D3FE625483FB28E213F406A113F7251AB3FD8411F3F0D1B143FE334283F57C1823F8E1C983F107D7E3F2E778F3F72487F3F7C479F3FA2408D3F43092D3FEB02563F3224BF3F9BDB723F64B7963F60242C3F2181963F0058993F1302293F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x96BB65404FA475BE63BB13BF116EDF3F5F425C40558737408A2C6F3F2FA827C0E359CD3E0736AC3FF2CD3640E8DBCABFD21C853EA273BE3F3EA2E83F403C2BC0F268484002160DC059A43E40BFF642400DEEA43F7494493FC0800DBFF0088FBE"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x96BB65404FA475BE63BB13BF9A907EBEC9C96440DC0B4C40FF863BBF40BAE2C02A5C58C0BBAF00C044C67540335BFCBFD21C853EA273BE3F3EA2E83F3D023FC0177EAE3F25A88BC06871C0407AAB803D998889407C2B92C03FD04DC077AB8DC0"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
