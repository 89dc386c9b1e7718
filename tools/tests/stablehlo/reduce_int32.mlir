module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>) -> (tensor<3xi64> {jax.result_info = "result[0]"}, tensor<5xi32> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}, tensor<3xi32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xi32>) -> tensor<3x5xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<3x5xi64>, tensor<i64>) -> tensor<3xi64>
    %c_0 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %2 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x5xi32>, tensor<i32>) -> tensor<5xi32>
    %c_1 = stablehlo.constant dense<2147483647> : tensor<i32>
    %3 = stablehlo.reduce(%arg0 init: %c_1) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<3x5xi32>, tensor<i32>) -> tensor<i32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.reduce(%arg0 init: %c_2) applies stablehlo.multiply across dimensions = [1] : (tensor<3x5xi32>, tensor<i32>) -> tensor<3xi32>
    return %1, %2, %3, %4 : tensor<3xi64>, tensor<5xi32>, tensor<i32>, tensor<3xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi32>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<3xi64>, tensor<5xi32>, tensor<i32>, tensor<3xi32>)
    %r0, %r1, %r2, %r3 = call @program(%a0) : (tensor<3x5xi32>) -> (tensor<3xi64>, tensor<5xi32>, tensor<i32>, tensor<3xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r2, %e2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %e3) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x030000000000000003000000FFFFFFFFFFFFFFFFFDFFFFFF03000000FDFFFFFFFFFFFFFF0000000003000000FFFFFFFF00000000FDFFFFFFFDFFFFFF"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3xi64>, tensor<5xi32>, tensor<i32>, tensor<3xi32>) {
    %c0 = stablehlo.constant dense<"0x0400000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF"> : tensor<3xi64>
    %c1 = stablehlo.constant dense<"0x030000000300000003000000FFFFFFFF00000000"> : tensor<5xi32>
    %c2 = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<i32>
    %c3 = stablehlo.constant dense<"0x000000000000000000000000"> : tensor<3xi32>
    return %c0, %c1, %c2, %c3 : tensor<3xi64>, tensor<5xi32>, tensor<i32>, tensor<3xi32>
  }
}
