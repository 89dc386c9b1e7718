module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi8>, %arg1: tensor<3x5xi8>) -> (tensor<3x5xi8> {jax.result_info = "result[0]"}, tensor<3x5xi8> {jax.result_info = "result[1]"}, tensor<3x5xi8> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<3x5xi8>
    %1 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<3x5xi8>
    %2 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<3x5xi8>
    return %0, %1, %2 : tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi8>, tensor<3x5xi8>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>)
    %r0, %r1, %r2 = call @program(%a0, %a1) : (tensor<3x5xi8>, tensor<3x5xi8>) -> (tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi8>, tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0xFD00FFFD01FF00FDFF02FFFEFEFEFD"> : tensor<3x5xi8>
    %c1 = stablehlo.constant dense<"0x3F2E110822331D44231B273F0B1033"> : tensor<3x5xi8>
    return %c0, %c1 : tensor<3x5xi8>, tensor<3x5xi8>
  }
  func.func private @expected() -> (tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x000000000000000000000000000000"> : tensor<3x5xi8>
    %c1 = stablehlo.constant dense<"0x000000000000000000000000000000"> : tensor<3x5xi8>
    %c2 = stablehlo.constant dense<"0xFF00FFFF00FF00FFFF00FFFFFFFFFF"> : tensor<3x5xi8>
    return %c0, %c1, %c2 : tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>
  }
}
