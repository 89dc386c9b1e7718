module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> (tensor<5x3xf32>, tensor<4xf32>) {
    %r0 = stablehlo.einsum %a, %b, config = "ab,bc->ca" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<5x3xf32>
    %r1 = "stablehlo.unary_einsum"(%a) <{einsum_config = "ab->b"}> : (tensor<3x4xf32>) -> tensor<4xf32>
    return %r0, %r1 : tensor<5x3xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x4xf32>, tensor<4x5xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<5x3xf32>, tensor<4xf32>)
    %r0, %r1 = call @program(%a0, %a1) : (tensor<3x4xf32>, tensor<4x5xf32>) -> (tensor<5x3xf32>, tensor<4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<5x3xf32>, tensor<5x3xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<4x5xf32>) {
    %c0 = stablehlo.constant dense<"0xBE4FE1BFA9736F3FC2605F3F1B7812408B7C0C40723C7F4015BFB4BFF8676A40D55C58BF7C08044052E0EA3ED966A83E"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x41082DC02F8E7CBFBB42883FABD801C09B9581BE57ED48BFCB76293F385BCDBFCDD5F43F05D3FEBE955727C0BB3774408F4B1640435F0E4041CC3540E317FDBF614400C03EB52BC00FBE9ABFABE80B40"> : tensor<4x5xf32>
    return %c0, %c1 : tensor<3x4xf32>, tensor<4x5xf32>
  }
  func.func private @expected() -> (tensor<5x3xf32>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0x0C0932C0B9D549C1048E97BF2CA18C3F271244C1069C524051E5EEC0ECA189C10F7880C0D61C91405E9E8CC0E613C94076C5EE407841BA3FF2C89A3F"> : tensor<5x3xf32>
    %c1 = stablehlo.constant dense<"0x4A14D2BEEC90DF40F869A5BD78F6C840"> : tensor<4xf32>
    return %c0, %c1 : tensor<5x3xf32>, tensor<4xf32>
  }
}
