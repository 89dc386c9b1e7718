module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xf64>) -> tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x78024529D9F4F43F28FE96EF328A00C02875DD196335F93FE4541CAC651BF73FCEBFB66BC9010F402A5F263282900640702E987E0B1FD73F403FFABD1BC9FFBF408754AA555A0440E288E356BAD9F8BF066D194C2BECFABF646B9C698F97FB3FD4ECD5D3E9FC01403AB1413355EAF2BFEA0C6F8C14A002C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x3D3D23C04D3EC73DC043A441C835F2BF174136BEBBBEE63E7F40BBBCA8C0"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
