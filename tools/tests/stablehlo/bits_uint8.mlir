module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui8>, %arg1: tensor<3x5xui8>) -> (tensor<3x5xui8> {jax.result_info = "result[0]"}, tensor<3x5xui8> {jax.result_info = "result[1]"}, tensor<3x5xui8> {jax.result_info = "result[2]"}, tensor<3x5xui8> {jax.result_info = "result[3]"}, tensor<3x5xui8> {jax.result_info = "result[4]"}, tensor<3x5xui8> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<3x5xui8>
    %1 = stablehlo.or %arg0, %arg1 : tensor<3x5xui8>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<3x5xui8>
    %3 = stablehlo.not %arg0 : tensor<3x5xui8>
    %4 = stablehlo.popcnt %arg0 : tensor<3x5xui8>
    %5 = stablehlo.count_leading_zeros %arg0 : tensor<3x5xui8>
    return %0, %1, %2, %3, %4, %5 : tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xui8>, tensor<3x5xui8>)
    %e0, %e1, %e2, %e3, %e4, %e5 = call @expected() : () -> (tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>)
    %r0, %r1, %r2, %r3, %r4, %r5 = call @program(%a0, %a1) : (tensor<3x5xui8>, tensor<3x5xui8>) -> (tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r4, %e4) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r5, %e5) {has_side_effect = true} : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui8>, tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x010302010101010300000001020302"> : tensor<3x5xui8>
    %c1 = stablehlo.constant dense<"0x000202010300020303000302030202"> : tensor<3x5xui8>
    return %c0, %c1 : tensor<3x5xui8>, tensor<3x5xui8>
  }
  func.func private @expected() -> (tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x000202010100000300000000020202"> : tensor<3x5xui8>
    %c1 = stablehlo.constant dense<"0x010302010301030303000303030302"> : tensor<3x5xui8>
    %c2 = stablehlo.constant dense<"0x010100000201030003000303010100"> : tensor<3x5xui8>
    %c3 = stablehlo.constant dense<"0xFEFCFDFEFEFEFEFCFFFFFFFEFDFCFD"> : tensor<3x5xui8>
    %c4 = stablehlo.constant dense<"0x010201010101010200000001010201"> : tensor<3x5xui8>
    %c5 = stablehlo.constant dense<"0x070606070707070608080807060606"> : tensor<3x5xui8>
    return %c0, %c1, %c2, %c3, %c4, %c5 : tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>, tensor<3x5xui8>
  }
}
