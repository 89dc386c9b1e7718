module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi1>) -> (tensor<3xi1> {jax.result_info = "result[0]"}, tensor<5xi1> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.or across dimensions = [1] : (tensor<3x5xi1>, tensor<i1>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.and across dimensions = [0] : (tensor<3x5xi1>, tensor<i1>) -> tensor<5xi1>
    return %0, %1 : tensor<3xi1>, tensor<5xi1>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi1>)
    %e0, %e1 = call @expected() : () -> (tensor<3xi1>, tensor<5xi1>)
    %r0, %r1 = call @program(%a0) : (tensor<3x5xi1>) -> (tensor<3xi1>, tensor<5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x010100010101000001000100010001"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
  func.func private @expected() -> (tensor<3xi1>, tensor<5xi1>) {
    %c0 = stablehlo.constant dense<[true, true, true]> : tensor<3xi1>
    %c1 = stablehlo.constant dense<[true, false, false, false, false]> : tensor<5xi1>
    return %c0, %c1 : tensor<3xi1>, tensor<5xi1>
  }
}
