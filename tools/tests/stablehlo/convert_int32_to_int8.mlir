module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>) -> (tensor<3x5xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xi32>) -> tensor<3x5xi8>
    return %0 : tensor<3x5xi8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi32>)
    %e0 = call @expected() : () -> (tensor<3x5xi8>)
    %r0 = call @program(%a0) : (tensor<3x5xi32>) -> (tensor<3x5xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x01000000FEFFFFFFFEFFFFFFFDFFFFFF010000000300000000000000FFFFFFFFFDFFFFFF030000000200000002000000FEFFFFFF0200000003000000"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x01FEFEFD010300FFFD030202FE0203"> : tensor<3x5xi8>
    return %c0 : tensor<3x5xi8>
  }
}
