module @jit_atan2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.atan2 %arg0, %arg1 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xEC900910495B0840F29CA49930B5F7BFA0818B774BF9FDBF2CD29D41877804408C0D5B8B6B2BF93FC0133D695C8D0E40284F89835037FEBF3DCF10011960FFBF4FD2ABFAFDE504C004657B0A1E5CE7BFC69DCA18C85305C02C57FA666DC3F43FB8452AE9023103C0F025387E9CFFC63F9045B7DE1B60E33F"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xD8A7CAD00F2A03C088E15579027EFD3F808A7E118B780F40902B67483B9AD1BFF438DDAED4C3E33FB094B83D87E2D7BF2880DCB769DE0E4092C5EC8992A0074066295DC04B3F0E408856F6EA4CE3D2BFBC51E8174824E9BF6F6C4576A01807C09873405217B203C01A194EB4DB8D0D408C4BB6107C72F13F"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xC59D0F574CE601405CC0999ABFAAE5BFDAD86865B171DCBF981B359F8ED8FA3F49F2E6717F25F33FC2E2468DFBB0FA3F0B6EC7603D21DDBF7328107F95C1E2BF13A3EB8BED58E3BFCD5FFB9CA147FFBFA3201BCCE4B7FDBFB13F3C05D5C00540A336F4210AF402C0CE01CD05D8E1A83FF126A0DA4A38E03F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
