module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui8>) -> (tensor<3xui64> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}, tensor<ui8> {jax.result_info = "result[2]"}, tensor<3xui8> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xui8>) -> tensor<3x5xui64>
    %c = stablehlo.constant dense<0> : tensor<ui64>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<3x5xui64>, tensor<ui64>) -> tensor<3xui64>
    %c_0 = stablehlo.constant dense<0> : tensor<ui8>
    %2 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x5xui8>, tensor<ui8>) -> tensor<5xui8>
    %c_1 = stablehlo.constant dense<255> : tensor<ui8>
    %3 = stablehlo.reduce(%arg0 init: %c_1) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<3x5xui8>, tensor<ui8>) -> tensor<ui8>
    %c_2 = stablehlo.constant dense<1> : tensor<ui8>
    %4 = stablehlo.reduce(%arg0 init: %c_2) applies stablehlo.multiply across dimensions = [1] : (tensor<3x5xui8>, tensor<ui8>) -> tensor<3xui8>
    return %1, %2, %3, %4 : tensor<3xui64>, tensor<5xui8>, tensor<ui8>, tensor<3xui8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xui8>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<3xui64>, tensor<5xui8>, tensor<ui8>, tensor<3xui8>)
    %r0, %r1, %r2, %r3 = call @program(%a0) : (tensor<3x5xui8>) -> (tensor<3xui64>, tensor<5xui8>, tensor<ui8>, tensor<3xui8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<ui8>, tensor<ui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x030202010303010202020301030001"> : tensor<3x5xui8>
    return %c0 : tensor<3x5xui8>
  }
  func.func private @expected() -> (tensor<3xui64>, tensor<5xui8>, tensor<ui8>, tensor<3xui8>) {
    %c0 = stablehlo.constant dense<"0x0B000000000000000A000000000000000800000000000000"> : tensor<3xui64>
    %c1 = stablehlo.constant dense<"0x0302030203"> : tensor<5xui8>
    %c2 = stablehlo.constant dense<"0x00"> : tensor<ui8>
    %c3 = stablehlo.constant dense<"0x241800"> : tensor<3xui8>
    return %c0, %c1, %c2, %c3 : tensor<3xui64>, tensor<5xui8>, tensor<ui8>, tensor<3xui8>
  }
}
