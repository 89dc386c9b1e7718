module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi8>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xi8>) -> tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi8>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xi8>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x0300FE00FE00FFFEFF02FE0202FF02"> : tensor<3x5xi8>
    return %c0 : tensor<3x5xi8>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x0000000000000840000000000000000000000000000000C0000000000000000000000000000000C00000000000000000000000000000F0BF00000000000000C0000000000000F0BF000000000000004000000000000000C000000000000000400000000000000040000000000000F0BF0000000000000040"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
