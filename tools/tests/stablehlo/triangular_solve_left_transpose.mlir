module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
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
    %c0 = stablehlo.constant dense<"0xC8F5B53F3832943F46FF763F08D65B3F5060BF3F93C7B73FF146B63FC27BB63F13545B3FFCBCAA3F971C983F04DBB43F06279E3FA8A1AA3F7F6DA63FE20F8A3F7628993F555B133FC277623F8E00A73FCACA173FBE80543F552A903F863C733FF384123F3DCA2B3F3A41953F7826863F7C538B3FFC11B43F5C6AB73F7B404B3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xDA734C4083D4293F070FC03FB4B712C0BEE641BE0309694095C46440F554BEBD0D6BA3BFB90D6E40DBBE023F468A6840F13230C05962943F266A83BF603F3EC01B3DD63ED1D46840081E583EAFAAC0BF3658F23F3E534840A55D14409EDF9FBF"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x85D20F4031EFEE3E981A873F8B295AC02D1902BFACAAD73FDC94A84092881B3EEFD17CC04A743CBFF31F133FA93BAF40964113C04405783F0BA85BBF4D27FEBFF5C22BBECD489F40860B7640D792EEBFC72022C01ECBA04071497F403CAA31C0"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
