module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<4x3x5xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<4x3x5xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) {
    %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3x5xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    return %r0, %r1, %r2 : tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %a0, %a1, %a2, %a3, %a4 = call @inputs() : () -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3x5xf32>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    %r0, %r1, %r2 = call @program(%a0, %a1, %a2, %a3, %a4) : (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3x5xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x3x5xf32>, tensor<4x3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x767ADEBF6C4637C0B459783E39C5044019EC6FBD4EC5CB3E32463AC066BDD23EECED6540FD273D402A06074047490FC0157850404E0140401815ECBF3F92B63FC7D236C0A3B30BC0DD1149BFB582F2BFDA0514405D962E40D36E16BF6AB644BFCCF90DC095631AC0399AFE3FDE30993FE60E27C0ED97B73E72C840BE04E53B40B09801400B739B3F2FDF5D3FA832694097077A40073522BF8112A9BFA0CD2440EE7723C0B037E5BE3AA120C06DB143BFF67720C0F6D877BF1EF721408D9E55402918234075C76E3FD5F3A73F6771F0BE5DBDE8BF6AE65B3D464E08408BD323C02DB636C09E3419406A7C66BF423EF43F"> : tensor<4x3x5xf32>
    %c1 = stablehlo.constant dense<"0x92210940F7F061401F724ABE"> : tensor<3xf32>
    %c2 = stablehlo.constant dense<"0xEEECA83EE4BD433FE48FCCBE"> : tensor<3xf32>
    %c3 = stablehlo.constant dense<"0xD8E46A402A338740858A9340"> : tensor<3xf32>
    %c4 = stablehlo.constant dense<"0x29BEC83F22502B40AD6CBF3F58EF6C4071B229BFB8BC0A407B866940C7D128BFB305A43F2970E1BE21526C3E2C661EC08C5537C0AE521440B0602D3E2C0FAE3F8F7F0B40830A8EBD5C75DABED98CE8BFA3A72340653335406BED0840C921484098A8C43FE0ACEF3F490ED3BF35E61740CE5229BF4B95863DA49544BF06607A3F3830CE3F51B3833FFDCE45BF42ABBCBF4F883A40588562BFE0548A3DD80B17C034A564BFD69B19C0D51018BFA188FB3F795674409333B03F3BB48EBF3D69CC3F40CAB13F67E431402E613C3FB92E5840E356BBBD70687FBFD70F223FF9415D40EF4F0440272FEA3EE506F73E4E41C53F"> : tensor<4x3x5xf32>
    return %c0, %c1, %c2, %c3, %c4 : tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3x5xf32>
  }
  func.func private @expected() -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) {
    %c0 = stablehlo.constant dense<"0x7C446A3F7BF50F40ACC62A3F1AC23E402C52DCBFC0DCF13F33425E40218D3DC0F5B4A53F0A6DECBF97C94BBC3E42973E1F98833E9AC75DBE961B3F3D46E4D43EA9AFD83F27FC60BF60AFB2BFC2DC36C0534A4740CC216D402008C73F4CB34C40542F3C3D1DD8D1BD8921263ED6174ABEABB0083E6876D83C62F5E9BFFC740DBE146A253FEC29823D5D00F6BF2C0A5BC07E1786401BBD69C004D40DC01424A8C053C21D3E5B56873EEDF1003EC67508BE617F8FBE9BCC223FF5721CC0322B053FFE41B53EEFE0024006BF9BBE72D06D40708B28C0D85F69C02D4779BEB9457CBE9258EABD7D1F18BD9819A63BDF7705BE"> : tensor<4x3x5xf32>
    %c1 = stablehlo.constant dense<"0x1D7A38409F58DEC00AC0C9C0"> : tensor<3xf32>
    %c2 = stablehlo.constant dense<"0x0EE390410DE2A041977C1441"> : tensor<3xf32>
    return %c0, %c1, %c2 : tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
