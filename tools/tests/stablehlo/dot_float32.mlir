module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> (tensor<3x5xf32>) {
    %r0 = stablehlo.dot %a, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    return %r0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x4xf32>, tensor<4x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x4xf32>, tensor<4x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<4x5xf32>) {
    %c0 = stablehlo.constant dense<"0xBE4FE1BFA9736F3FC2605F3F1B7812408B7C0C40723C7F4015BFB4BFF8676A40D55C58BF7C08044052E0EA3ED966A83E"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x41082DC02F8E7CBFBB42883FABD801C09B9581BE57ED48BFCB76293F385BCDBFCDD5F43F05D3FEBE955727C0BB3774408F4B1640435F0E4041CC3540E317FDBF614400C03EB52BC00FBE9ABFABE80B40"> : tensor<4x5xf32>
    return %c0, %c1 : tensor<3x4xf32>, tensor<4x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x0D0932C029A18C3F51E5EEC0D61C914075C5EE40B9D549C1271244C1EBA189C15D9E8CC07C41BA3F058E97BF069C5240107880C0E613C940F3C89A3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
