module @jit_mul attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x7EC1BFCC77B407C0D473CF5077CC0E40503D7E2FB33EDE3FECBF858DE7990A40774784D0E9E401C0A24D602A4F9CF9BF78755648B8B4D83FF0A8F03BAF240A4067E036A3ABD802C01C860B2D199FE83F9E59CC9C44740240F0DF73B09918D1BF60DCA14D7804BE3F18A87876294A0C40A4D54E94AD4BE83F"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xC8FA09BD4548FD3FA8B5B1D8315FFB3F7C622FB9F83E0A4008EB33135B83E3BF905BB6D35391EA3FBBE6CCF6BC13F8BFD80ADB1E8E73E5BFD4121FEB0B0606406A30D042E6F70D4060BCDB0B578BE6BF446AF3B1CAA70240584F16B8566DE83FE44B9FCEF891FD3F40656E9DEFDBDBBF88809BF25ED7E0BF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x6410464816B115C084D40CA823581A40918BB62676CEF83F18CA933D933800C0504A0C3A84B6FDBF151AA06A07450340BDFE801FD08FD0BFABB7C31629FE2140ECAE68955BA621C025CBFF5D9758E1BFB6ACAB8554841540C4B79CC8BA19CABFA602F1ABFABCCB3F46B8CB5C02A1F8BFFB41C8ADB692D9BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
