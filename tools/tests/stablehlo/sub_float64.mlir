module @jit_sub attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.subtract %arg0, %arg1 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0xA2073B3DB81903C09A2C1D30A2CF0340D43A2F76A6B6E6BF10911BA499ADCC3FC87F7431A1A2044080782424F01BF73FA02741C18096CA3F40E70B0A1D75EEBFA42884A5C14D0240A0E4A0A1A9B0D03FE7FD78F37399F4BFD8D444FAAE56D0BF64D37E47DA9204404C77287B91B704C0506C5C4695D1E7BF"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0x18E010DFDFBB00400CE341BC5E9EF43F80447A436687B33FE64C66814C8FFEBFD77BB390AE5505C0A013CA16E5A3C8BF302FCE2CE216FD3F4004C31ECDFFF1BF3C6DA2C0E9830A4060CDF9EF7462F53FB02150070EE5C73F8E2E6A297C430240408E7C6E5EDFECBF0C7D7A5DD80F0A4090033A8E865DDBBF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xDDF3250ECCEA11C02876F8A3E500F33F64839E3E9327E9BF84DFF4DA7F120140D0FD13E127FC1440F4BAFDC66C30FA3F3C0AA61412C4F9BF0085E8CDF429C63F30893C36506CF0BF389491874A36F1BF1D0263B41596F7BF29C9B208524E04C0F4F61DE3B1CA0B402C7A51ECB46317C010D57EFEA345D4BF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
