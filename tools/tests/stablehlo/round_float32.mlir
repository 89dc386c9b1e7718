module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<3x5xf32>
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
    %c0 = stablehlo.constant dense<"0x678B7840039762BF7CEEFE3EFC7C5A40DAA561BFAF1EDEBE8A2C713F108221C0EC8635C0A2F3B63FEAC2CEBE2A621CC05D587EBF4356ED3FC44D1440"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x00008040000080BF0000000000004040000080BF000000800000803F000040C0000040C00000803F00000080000000C0000080BF0000004000000040"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
