module @jit_rem attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<3x5xf32>
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
    %c0 = stablehlo.constant dense<"0xCF1BAB3E5161743FFCAD16409D433E4074097ABF80C293BF48B349BF7991434098735340E8701BBF556135409C714F3F37246D40877A7D3FC70E5540"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x84A5613F0B580EBFC76F3C40847923BF4B4A2140ECF5363F57203CBF2AC5AA3E89EE55407C176BBFAB5319C0F9EE54405B220BC03416B1BF2C37B73E"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xCF1BAB3E8C12CC3EFCAD1640C850D63E74097ABF281EE1BE102F59BD70EA5C3D98735340E8701BBF506DE03E9C714F3FB803C43F877A7D3FB016DE3D"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
