module @jit_add attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi64>, %arg1: tensor<3x5xi64>) -> (tensor<3x5xi64> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x5xi64>
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
    %c0 = stablehlo.constant dense<"0x0000000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFF0300000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF030000000000000000000000000000000200000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %c1 = stablehlo.constant dense<"0x0300000000000000FDFFFFFFFFFFFFFF03000000000000000100000000000000FEFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF00000000000000000200000000000000010000000000000002000000000000000300000000000000FEFFFFFFFFFFFFFF0300000000000000FFFFFFFFFFFFFFFF0300000000000000"> : tensor<3x5xi64>
    return %c0, %c1 : tensor<3x5xi64>, tensor<3x5xi64>
  }
  func.func private @expected() -> (tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x0300000000000000FBFFFFFFFFFFFFFF01000000000000000400000000000000FBFFFFFFFFFFFFFF0000000000000000FDFFFFFFFFFFFFFF000000000000000000000000000000000500000000000000030000000000000000000000000000000000000000000000FDFFFFFFFFFFFFFF0200000000000000"> : tensor<3x5xi64>
    return %c0 : tensor<3x5xi64>
  }
}
