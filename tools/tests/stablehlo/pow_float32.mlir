module @jit_pow attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.power %arg0, %arg1 : tensor<3x5xf32>
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
    %c0 = stablehlo.constant dense<"0xE0DD714014CE04403C1205403EC4C93FC061B03FFF15803F374E7340DE3E3D409AECFC3FA88A1B40F4B85740817AC53F97A1993FD209FB3FAF88F23F"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x273D3440B3B9504087D540403119EE3F6E08323F2C80E3BF3F39614040AD3E4030CC2E3F3ADD11407ECF5240574F5EBF7C1B823F31A76D40DAD3B7BF"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x67192942F8022D41FA3311417937154003F99F3FE2B17F3FDECBDB427140CA41ACC8CB3F662DF2409BEE5A4202AD2F3FF4179A3FCD274341847ACC3E"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
