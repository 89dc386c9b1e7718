module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
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
    %c0 = stablehlo.constant dense<"0x82FF8D3F2CEBA83F3CBCBC3F6CB2783F4F7B373FBE2B953F28300E3FA6354F3FC972603F1507A73F4622063FF15C523F65814E3F6ECE943F720AB03F5D007B3FFB06AC3FE9126C3F964E803F7333523F3535323F07FCB13F0F1A8D3F2AAA443F12F5843F43A4673FA26E093F572F993FDF17AF3F04EB8D3FB0CF253FC8636B3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xF590C9BFE262E7BFB4A970BF0964514052AB3940468C23406FC65F4004AE0FC07EC9BBBF1C902CC011243EC07F85BE3FDEB40FBEE573753FD936454019617EBF23D6A4BF52F22F4057E034C0ABD65E402F2C12BFE00631C06EAFBDBF8FC31BC0"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x7DF14FC11A8299C05CE3D53E22BD04BFE0DF8B40FEE16640BAC62F412D5AEF3E55C9A5C0DBFF2FC06EED41C0CC50C23F5AD94A3F2DD49FBED1CC123F0D3748BE916900C1B658CABE6F87B83FDE412141CCC89A40E68640C0314BCEBFFA6629C0"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
