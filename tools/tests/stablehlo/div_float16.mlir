module @jit_div attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf16>, %arg1: tensor<3x5xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf16>, tensor<3x5xf16>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf16>, tensor<3x5xf16>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf16>, tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xA83306407EBE583BE543C8C108406BB859361ABC0F338237E1423A420743"> : tensor<3x5xf16>
    %c1 = stablehlo.constant dense<"0x8D439CB3EF4076425DC02B40283C6FBEAF3D443F4E3EEAC1F34253B83B41"> : tensor<3x5xf16>
    return %c0, %c1 : tensor<3x5xf16>, tensor<3x5xf16>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x0E2C3BC843B98C343DBF8CBDC23F7E35783484B87A3014B1EB3BC2C5603D"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
