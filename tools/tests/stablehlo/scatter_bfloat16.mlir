module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xbf16>, %arg1: tensor<3xi64>, %arg2: tensor<3x6xbf16>) -> (tensor<4x6xbf16> {jax.result_info = "result[0]"}, tensor<4x6xbf16> {jax.result_info = "result[1]"}, tensor<4x6xbf16> {jax.result_info = "result[2]"}, tensor<4x6xbf16> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %3 = stablehlo.add %arg1, %2 : tensor<3xi64>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<3xi1>, tensor<3xi64>
    %5 = stablehlo.convert %4 : (tensor<3xi64>) -> tensor<3xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %7 = "stablehlo.scatter"(%arg0, %6, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<bf16>, %arg4: tensor<bf16>):
      %38 = stablehlo.add %arg3, %arg4 : tensor<bf16>
      stablehlo.return %38 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<3x1xi32>, tensor<3x6xbf16>) -> tensor<4x6xbf16>
    %8 = stablehlo.slice %arg2 [0:3, 0:1] : (tensor<3x6xbf16>) -> tensor<3x1xbf16>
    %9 = stablehlo.reshape %8 : (tensor<3x1xbf16>) -> tensor<3xbf16>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %11 = stablehlo.compare LT, %arg1, %10, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_2 = stablehlo.constant dense<4> : tensor<i64>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %13 = stablehlo.add %arg1, %12 : tensor<3xi64>
    %14 = stablehlo.select %11, %13, %arg1 : tensor<3xi1>, tensor<3xi64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %16 = stablehlo.convert %14 : (tensor<3xi64>) -> tensor<3xi32>
    %17 = stablehlo.convert %15 : (tensor<3xi64>) -> tensor<3xi32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %19 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %20 = stablehlo.concatenate %18, %19, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %21 = "stablehlo.scatter"(%arg0, %20, %9) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<bf16>, %arg4: tensor<bf16>):
      stablehlo.return %arg4 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<3x2xi32>, tensor<3xbf16>) -> tensor<4x6xbf16>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %22 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %23 = stablehlo.compare LT, %arg1, %22, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_5 = stablehlo.constant dense<4> : tensor<i64>
    %24 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %25 = stablehlo.add %arg1, %24 : tensor<3xi64>
    %26 = stablehlo.select %23, %25, %arg1 : tensor<3xi1>, tensor<3xi64>
    %27 = stablehlo.convert %26 : (tensor<3xi64>) -> tensor<3xi32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %29 = "stablehlo.scatter"(%arg0, %28, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<bf16>, %arg4: tensor<bf16>):
      %38 = stablehlo.maximum %arg3, %arg4 : tensor<bf16>
      stablehlo.return %38 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<3x1xi32>, tensor<3x6xbf16>) -> tensor<4x6xbf16>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %30 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %31 = stablehlo.compare LT, %arg1, %30, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
    %c_7 = stablehlo.constant dense<4> : tensor<i64>
    %32 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i64>) -> tensor<3xi64>
    %33 = stablehlo.add %arg1, %32 : tensor<3xi64>
    %34 = stablehlo.select %31, %33, %arg1 : tensor<3xi1>, tensor<3xi64>
    %35 = stablehlo.convert %34 : (tensor<3xi64>) -> tensor<3xi32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %37 = "stablehlo.scatter"(%arg0, %36, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<bf16>, %arg4: tensor<bf16>):
      %38 = stablehlo.multiply %arg3, %arg4 : tensor<bf16>
      stablehlo.return %38 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<3x1xi32>, tensor<3x6xbf16>) -> tensor<4x6xbf16>
    return %7, %21, %29, %37 : tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>
  }
  func.func public @main() {
    %a0, %a1, %a2 = call @inputs() : () -> (tensor<4x6xbf16>, tensor<3xi64>, tensor<3x6xbf16>)
    %e0, %e1, %e2, %e3 = call @expected() : () -> (tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>)
    %r0, %r1, %r2, %r3 = call @program(%a0, %a1, %a2) : (tensor<4x6xbf16>, tensor<3xi64>, tensor<3x6xbf16>) -> (tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<4x6xbf16>, tensor<4x6xbf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<4x6xbf16>, tensor<4x6xbf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<4x6xbf16>, tensor<4x6xbf16>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 2.000000e-02 : f64, atol = 1.000000e-02 : f64} : (tensor<4x6xbf16>, tensor<4x6xbf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xbf16>, tensor<3xi64>, tensor<3x6xbf16>) {
    %c0 = stablehlo.constant dense<"0x0D40DC3F573FC33E3040D53F2340AD3F26C0BEBD2BBE30C0ED3F22404E3F00402DBF0040253F2CC000405D3FEB3E4EBF"> : tensor<4x6xbf16>
    %c1 = stablehlo.constant dense<"0x030000000000000000000000000000000300000000000000"> : tensor<3xi64>
    %c2 = stablehlo.constant dense<"0x604080BF3C3F16C000C0C2BF484087BF5240DA3ED93EB4BFF0BE92BFF23F08BF69402EC0"> : tensor<3x6xbf16>
    return %c0, %c1, %c2 : tensor<4x6xbf16>, tensor<3xi64>, tensor<3x6xbf16>
  }
  func.func private @expected() -> (tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>) {
    %c0 = stablehlo.constant dense<"0xAA402A3F84404E3F4B40843E2340AD3F26C0BEBD2BBE30C0ED3F22404E3F00402DBF00406C409AC0944001C00640A1C0"> : tensor<4x6xbf16>
    %c1 = stablehlo.constant dense<"0x0D404840573FC33E3040D53F2340AD3F26C0BEBD2BBE30C0ED3F22404E3F00402DBF0040253FF0BE00405D3FEB3E4EBF"> : tensor<4x6xbf16>
    %c2 = stablehlo.constant dense<"0x4840DC3F5240DA3E3040D53F2340AD3F26C0BEBD2BBE30C0ED3F22404E3F00402DBF0040604080BF00405D3F69404EBF"> : tensor<4x6xbf16>
    %c3 = stablehlo.constant dense<"0xDC40E8BF3040263E953F16C02340AD3F26C0BEBD2BBE30C0ED3F22404E3F00402DBF004087BF44C03240893F56C054C0"> : tensor<4x6xbf16>
    return %c0, %c1, %c2, %c3 : tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>, tensor<4x6xbf16>
  }
}
