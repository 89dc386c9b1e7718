module @jit_eq attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi64>, %arg1: tensor<3x5xi64>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare EQ, %arg0, %arg1, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi64>, tensor<3x5xi64>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xi64>, tensor<3x5xi64>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi64>, tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x02000000000000000300000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0000000000000000010000000000000002000000000000000100000000000000010000000000000000000000000000000300000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    %c1 = stablehlo.constant dense<"0x0100000000000000FDFFFFFFFFFFFFFF01000000000000000100000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0100000000000000FFFFFFFFFFFFFFFF000000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    return %c0, %c1 : tensor<3x5xi64>, tensor<3x5xi64>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000000000000010001000000000101"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
