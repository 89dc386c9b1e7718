module @jit_min attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xbf16>, %arg1: tensor<3x5xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.minimum %arg0, %arg1 : tensor<3x5xbf16>
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
    %c0 = stablehlo.constant dense<"0x2140C3BF8DBF58409D3FABBEB43F1040FE3F0A3FAF3FACBFC03E4B405A40"> : tensor<3x5xbf16>
    %c1 = stablehlo.constant dense<"0x36C09CBF96BF35BF60BF84BFA03EA8BF074033C06F40D7BF5140E13F4C40"> : tensor<3x5xbf16>
    return %c0, %c1 : tensor<3x5xbf16>, tensor<3x5xbf16>
  }
  func.func private @expected() -> (tensor<3x5xbf16>) {
    %c0 = stablehlo.constant dense<"0x36C0C3BF96BF35BF60BF84BFA03EA8BFFE3F33C0AF3FD7BFC03EE13F4C40"> : tensor<3x5xbf16>
    return %c0 : tensor<3x5xbf16>
  }
}
