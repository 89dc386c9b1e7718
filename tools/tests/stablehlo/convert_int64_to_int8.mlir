module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi64>) -> (tensor<3x5xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xi64>) -> tensor<3x5xi8>
    return %0 : tensor<3x5xi8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi64>)
    %e0 = call @expected() : () -> (tensor<3x5xi8>)
    %r0 = call @program(%a0) : (tensor<3x5xi64>) -> (tensor<3x5xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi64>) {
    %c0 = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFF01000000000000000100000000000000FFFFFFFFFFFFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF03000000000000000300000000000000FEFFFFFFFFFFFFFF0300000000000000FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFF"> : tensor<3x5xi64>
    return %c0 : tensor<3x5xi64>
  }
  func.func private @expected() -> (tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x00FF0101FFFDFF0303FE03FEFF01FD"> : tensor<3x5xi8>
    return %c0 : tensor<3x5xi8>
  }
}
