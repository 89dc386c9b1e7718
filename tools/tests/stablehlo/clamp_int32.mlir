module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x5xi32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x5xi32>
    %2 = stablehlo.clamp %0, %arg0, %1 : tensor<3x5xi32>
    return %2 : tensor<3x5xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi32>)
    %e0 = call @expected() : () -> (tensor<3x5xi32>)
    %r0 = call @program(%a0) : (tensor<3x5xi32>) -> (tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x02000000FDFFFFFF02000000FFFFFFFF0200000003000000FDFFFFFFFFFFFFFFFDFFFFFF0000000000000000FFFFFFFFFEFFFFFF03000000FEFFFFFF"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x02000000FFFFFFFF02000000FFFFFFFF0200000002000000FFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF02000000FFFFFFFF"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
}
