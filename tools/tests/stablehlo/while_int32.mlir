module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<i32>) -> (tensor<i64> {jax.result_info = "result[0]"}, tensor<i64> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %0:3 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %c, %iterArg_2 = %c_0) : tensor<i32>, tensor<i64>, tensor<i64>
    cond {
      %1 = stablehlo.convert %iterArg_1 : (tensor<i64>) -> tensor<i32>
      %2 = stablehlo.compare LT, %1, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1> : tensor<i64>
      %1 = stablehlo.add %iterArg_1, %c_3 : tensor<i64>
      %c_4 = stablehlo.constant dense<2> : tensor<i64>
      %2 = stablehlo.multiply %iterArg_2, %c_4 : tensor<i64>
      stablehlo.return %iterArg, %1, %2 : tensor<i32>, tensor<i64>, tensor<i64>
    }
    return %0#1, %0#2 : tensor<i64>, tensor<i64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<i32>)
    %e0, %e1 = call @expected() : () -> (tensor<i64>, tensor<i64>)
    %r0, %r1 = call @program(%a0) : (tensor<i32>) -> (tensor<i64>, tensor<i64>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i32>) {
    %c0 = stablehlo.constant dense<"0x09000000"> : tensor<i32>
    return %c0 : tensor<i32>
  }
  func.func private @expected() -> (tensor<i64>, tensor<i64>) {
    %c0 = stablehlo.constant dense<"0x0900000000000000"> : tensor<i64>
    %c1 = stablehlo.constant dense<"0x0002000000000000"> : tensor<i64>
    return %c0, %c1 : tensor<i64>, tensor<i64>
  }
}
