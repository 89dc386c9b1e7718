module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<4xi64>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
    %0 = call @_take(%arg0, %arg1) : (tensor<3x5xf32>, tensor<4xi64>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func private @_take(%arg0: tensor<3x5xf32>, %arg1: tensor<4xi64>) -> tensor<3x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<4xi64>) -> tensor<4x1xi64>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1>}> : (tensor<3x5xf32>, tensor<4x1xi64>) -> tensor<3x4xf32>
    return %1 : tensor<3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<4xi64>)
    %e0 = call @expected() : () -> (tensor<3x4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<4xi64>) -> (tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<4xi64>) {
    %c0 = stablehlo.constant dense<"0xC33C2940F09DA93FC40E2F40845C244088367C40EB0530C03383F83F8BA9CCBFDED6AEBFDDA11CC0B0D912403CD22BC0472E743F3033DBBF620B1740"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x040000000000000000000000000000000900000000000000FEFFFFFFFFFFFFFF"> : tensor<4xi64>
    return %c0, %c1 : tensor<3x5xf32>, tensor<4xi64>
  }
  func.func private @expected() -> (tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x88367C40C33C294088367C40C33C2940DDA11CC0EB0530C0DDA11CC0EB0530C0620B1740B0D91240620B1740B0D91240"> : tensor<3x4xf32>
    return %c0 : tensor<3x4xf32>
  }
}
