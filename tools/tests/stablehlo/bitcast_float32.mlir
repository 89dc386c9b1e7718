module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<3x5xf32>) -> tensor<3x5xi32>
    return %0 : tensor<3x5xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xi32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xi32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xEE79D9BEAE90F53FF2C14A4096353F40EA321DC07EFA4DBFF81D96BFD015743E32B0D2BFBE42EBBFC36813402CA08C3DDDF0A0BF67A5FBBF5AC819BF"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0xEE79D9BEAE90F53FF2C14A4096353F40EA321DC07EFA4DBFF81D96BFD015743E32B0D2BFBE42EBBFC36813402CA08C3DDDF0A0BF67A5FBBF5AC819BF"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
}
