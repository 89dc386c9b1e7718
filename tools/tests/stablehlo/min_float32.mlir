module @jit_min attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.minimum %arg0, %arg1 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x58772BC0B3FCADBF324AD63E93B0FA3E9A51E5BF9D15393EEA2FB33D78A72A4070BE5C4047DD6C406F8FD13E513E3D40B8B3AB3F116F12C06B5B1FC0"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0xB8289E3F8AC4E23FDDDDC73F395DC63E8209933F7520D23FD75BF63F3B04FFBF3C1DAA3E40A42EBF3CFDC43E790A7CBE65591FC012E62140075D273F"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x58772BC0B3FCADBF324AD63E395DC63E9A51E5BF9D15393EEA2FB33D3B04FFBF3C1DAA3E40A42EBF3CFDC43E790A7CBE65591FC0116F12C06B5B1FC0"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
