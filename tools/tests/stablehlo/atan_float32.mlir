module @jit_atan attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = chlo.atan %arg0 : tensor<3x5xf32> -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xD75BCA3F57A791BF0E5A92BFF91C22C099105440E0217ABF05A47C40F4F03CC0DC012640573C2E3FAA2C2DC0DA37D23FF666F53F2BDBF23FD58DEF3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x9BDE803FCD8D59BF22295ABFFAEE98BF7A8BA33F1E1846BFF54DA93FD9419FBF56F6993FD2FB183FF2BF9BBF000E833FEA858B3F5EF98A3F9D3F8A3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
