module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi8>, %arg1: tensor<3x5xi8>) -> (tensor<3x5xi8> {jax.result_info = "result[0]"}, tensor<3x5xi8> {jax.result_info = "result[1]"}, tensor<3x5xi8> {jax.result_info = "result[2]"}, tensor<3x5xi8> {jax.result_info = "result[3]"}, tensor<3x5xi8> {jax.result_info = "result[4]"}, tensor<3x5xi8> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<3x5xi8>
    %1 = stablehlo.or %arg0, %arg1 : tensor<3x5xi8>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<3x5xi8>
    %3 = stablehlo.not %arg0 : tensor<3x5xi8>
    %4 = stablehlo.popcnt %arg0 : tensor<3x5xi8>
    %5 = stablehlo.count_leading_zeros %arg0 : tensor<3x5xi8>
    return %0, %1, %2, %3, %4, %5 : tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi8>, tensor<3x5xi8>)
    %e0, %e1, %e2, %e3, %e4, %e5 = call @expected() : () -> (tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>)
    %r0, %r1, %r2, %r3, %r4, %r5 = call @program(%a0, %a1) : (tensor<3x5xi8>, tensor<3x5xi8>) -> (tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r4, %e4) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%r5, %e5) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi8>, tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0xFDFD0300FD01FD030002020102FD00"> : tensor<3x5xi8>
    %c1 = stablehlo.constant dense<"0xFEFDFFFF01FD01FDFEFDFDFDFF0301"> : tensor<3x5xi8>
    return %c0, %c1 : tensor<3x5xi8>, tensor<3x5xi8>
  }
  func.func private @expected() -> (tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0xFCFD03000101010100000001020100"> : tensor<3x5xi8>
    %c1 = stablehlo.constant dense<"0xFFFDFFFFFDFDFDFFFEFFFFFDFFFF01"> : tensor<3x5xi8>
    %c2 = stablehlo.constant dense<"0x0300FCFFFCFCFCFEFEFFFFFCFDFE01"> : tensor<3x5xi8>
    %c3 = stablehlo.constant dense<"0x0202FCFF02FE02FCFFFDFDFEFD02FF"> : tensor<3x5xi8>
    %c4 = stablehlo.constant dense<"0x070702000701070200010101010700"> : tensor<3x5xi8>
    %c5 = stablehlo.constant dense<"0x000006080007000608060607060008"> : tensor<3x5xi8>
    return %c0, %c1, %c2, %c3, %c4, %c5 : tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>, tensor<3x5xi8>
  }
}
