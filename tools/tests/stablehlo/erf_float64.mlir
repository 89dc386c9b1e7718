module @jit_erf attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = chlo.erf %arg0 : tensor<3x5xf64> -> tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x85C9FCBE174700C09E544CB5E713F7BF005DA84A0F1ADEBF62B7851724FF06C0C8FE11649ECAFD3F80730A10247CC63F80A90456E280E2BFA249469B9996084074E94BA6D01D0E40E0C5787F17A7CA3F00EFC451ED63EABFB4ABCF94AD8FF33FA02A692EB0A4C4BF18E79172F2ED094010429755B465EFBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xD66750492ADFEFBFE753E24019ADEEBF12688FF6909EDFBF0AC1B1629BFFEFBF7718855DB6BAEF3FA00D9E59EA1CC93F653A3A9295C4E2BF28BE3102E3FFEF3F7B1378C9FFFFEF3FF654467F32A5CD3F7DB8EC2F4D35E8BFE48C2B4B6A51ED3FD17D5134D517C7BFECDDCB6BF6FFEF3FE34E0C4C24B6EABF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
