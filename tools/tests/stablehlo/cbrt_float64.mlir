module @jit_cbrt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.cbrt %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x30892E6902C30D400015B245FE3680BF1877357D86D6E73F00DCD790126BC93F0253E15A865D064000EC18A41C92643FC24091053E6502403C88D908F518E53FF61772F7958903C08462EF250C17E23F7C135921DDE907405C153DFD5EF8E63F40CC95AA9507D0BF0CE58F09679006C0DC35159C868BFE3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x2140F8CCB8CAF83FD2917BD7F682C9BF31A5ABF52302ED3FB6D5BDB158ABE23F9317BCCD2A8AF63FE7B28B6ADC65C13F56B81B554D1EF53F00B676D3E6D9EB3FD49C9692EF8BF5BF5F44843C9A75EA3FA0AE5DDE590CF73F13380552E9A6EC3FFCC4B7EBD12BE4BF2B3CC451359BF6BF8B83B1A434D9F33F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
