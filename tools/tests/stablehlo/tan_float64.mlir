module @jit_tan attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.tan %arg0 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x38E1E5D61FDA0440586DAA90FA3EFE3F82380D9C74B6F9BF00D721B4185A903FBC422D1D68B6EABF30859181CF7D0C40C03CD6B2C4CBFA3F284996BC0CE20C404055F6CDCFEF0240D65073D7B35404407C08BA89DF83EABF62F41E2827870740ACB96BCA9202E5BF3C5EE678904F064058442C265780FF3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xFB513C7FF9F7E2BF7DE7A004C22C08C0BC8F2ECF45933B40144A54CD735A903FFA2C3EA0CAA9F1BF8AAE1F8C7791DC3F2F176BFD9A2B23C0C8223B6DB934E03F76B8E1D0504FEFBFBC080E6F43E7E5BF6957053F1C72F1BFC5575AA4DF06CABF37C66CEEDEA8E8BF939E65F39A8FD7BF6BF920D49C0603C0"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
