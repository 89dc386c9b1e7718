module @jit_div attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi64>, %arg1: tensor<3x5xi64>) -> (tensor<3x5xi64> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<3x5xi64>
    return %0 : tensor<3x5xi64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi64>, tensor<3x5xi64>)
    %e0 = call @expected() : () -> (tensor<3x5xi64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xi64>, tensor<3x5xi64>) -> (tensor<3x5xi64>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi64>, tensor<3x5xi64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi64>, tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x0100000000000000030000000000000001000000000000000300000000000000FDFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF0200000000000000FFFFFFFFFFFFFFFF010000000000000001000000000000000100000000000000FDFFFFFFFFFFFFFF02000000000000000300000000000000FFFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %c1 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF000000000000000000000000000000000000000000000000FDFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF000000000000000003000000000000000100000000000000FFFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    return %c0, %c1 : tensor<3x5xi64>, tensor<3x5xi64>
  }
  func.func private @expected() -> (tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000000000000100000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF0100000000000000"> : tensor<3x5xi64>
    return %c0 : tensor<3x5xi64>
  }
}
