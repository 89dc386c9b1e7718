module @jit_is_finite attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.is_finite %arg0 : (tensor<3x5xf64>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xA068363B1623FB3FF8A85FB36B6CFB3F0637ADFA88920F4008D93409BBD4F6BF1ED3A2FACA4E0F400CBDA1ED8AF2E7BFEB966F1BA0B802C00EB9E6165BA50B400DEF8CF96E8D02C0503E132F50EED43F1ECC03B5F5B40640DC79E13E2805F1BF9679D3334D550040B07B3710ABE4F73FCC31D6EE2C67FD3F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010101010101010101010101010101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
