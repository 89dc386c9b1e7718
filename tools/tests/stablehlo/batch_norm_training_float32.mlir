module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<4x3x5xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) {
    %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a, %b, %c) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    return %r0, %r1, %r2 : tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %a0, %a1, %a2 = call @inputs() : () -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    %r0, %r1, %r2 = call @program(%a0, %a1, %a2) : (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x3x5xf32>, tensor<4x3x5xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) {
    %c0 = stablehlo.constant dense<"0x767ADEBF6C4637C0B459783E39C5044019EC6FBD4EC5CB3E32463AC066BDD23EECED6540FD273D402A06074047490FC0157850404E0140401815ECBF3F92B63FC7D236C0A3B30BC0DD1149BFB582F2BFDA0514405D962E40D36E16BF6AB644BFCCF90DC095631AC0399AFE3FDE30993FE60E27C0ED97B73E72C840BE04E53B40B09801400B739B3F2FDF5D3FA832694097077A40073522BF8112A9BFA0CD2440EE7723C0B037E5BE3AA120C06DB143BFF67720C0F6D877BF1EF721408D9E55402918234075C76E3FD5F3A73F6771F0BE5DBDE8BF6AE65B3D464E08408BD323C02DB636C09E3419406A7C66BF423EF43F"> : tensor<4x3x5xf32>
    %c1 = stablehlo.constant dense<"0x92210940F7F061401F724ABE"> : tensor<3xf32>
    %c2 = stablehlo.constant dense<"0xC45BFBBE88572940F47D1640"> : tensor<3xf32>
    return %c0, %c1, %c2 : tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func private @expected() -> (tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>) {
    %c0 = stablehlo.constant dense<"0x066E33C03BFE81C071B316BF15E2BA3FB0E66CBFEC0B014091966AC0E78A02404A15F040A812CD4017B507404454214026F200402B7602404C011F4021333C3F92BD81C0464253C0117EDEBF6FA13EC0DAC0A9402D90C0401DC0A53E997D593C7B831EC0EF592240196B084020160D408584234074061240AE0389BFFE151B40CCC8B33F7114FF3EA9DCDF3DC2E3F240D5AB0041D59E7A3E527C6FBF7629B840EB2F234096C6164004ED224055A4184038E92240D5A5F8BFEA2DFC3F79DA374060B4FE3F3D8F3B3EA684654004C2063F8214E5BFD468B63F3CB19F405A38234070F5244097080640557119402CE50840"> : tensor<4x3x5xf32>
    %c1 = stablehlo.constant dense<"0xEEECA83EE4BD433FE48FCCBE"> : tensor<3xf32>
    %c2 = stablehlo.constant dense<"0xD8E46A402A338740858A9340"> : tensor<3xf32>
    return %c0, %c1, %c2 : tensor<4x3x5xf32>, tensor<3xf32>, tensor<3xf32>
  }
}
