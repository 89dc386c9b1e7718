module @jit_add attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>, %arg1: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x5xbf16>
    return %0 : tensor<3x5xbf16>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xbf16>, tensor<3x5xbf16>)
    %e0 = call @expected() : () -> (tensor<3x5xbf16>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> (tensor<3x5xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xbf16>, tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0xBCBF21402F3FD13F10C0F43D12BE71BFE0BF47400D40723F8BBFB83FFEBD"> : tensor<3x5xbf16>
    %c1 = stablehlo.constant dense<"0x3FC0AE3FD53F6F4032401DC049BF2CC021C0833EC5BF25C0B23F5D403240"> : tensor<3x5xbf16>
    return %c0, %c1 : tensor<3x5xbf16>, tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x8EC078401640AC40083F15C06EBF68C088C057402A3FD1BF9C3E9C402A40"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
