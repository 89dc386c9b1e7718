// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py expsin
module {
  func.func @expsin(%arg0: tensor<?{n}xf32> {tf.name = "x"}, %arg1: tensor<?{n}xf32> {tf.name = "y"}) -> tensor<?{n}xf32> {
    %0 = math.tanh %arg1 : tensor<?{n}xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = tensor.splat %cst : tensor<?{n}xf32>
    %2 = arith.cmpf oge, %arg0, %1 : tensor<?{n}xf32>
    %3 = arith.negf %arg0 : tensor<?{n}xf32>
    %4 = arith.select %2, %3, %arg0 : tensor<?{n}xi1>, tensor<?{n}xf32>
    %5 = math.exp %4 : tensor<?{n}xf32>
    %cst_0 = arith.constant 1.000000e+00 : f32
    %6 = tensor.splat %cst_0 : tensor<?{n}xf32>
    %7 = arith.select %2, %6, %5 : tensor<?{n}xi1>, tensor<?{n}xf32>
    %cst_1 = arith.constant 1.000000e+00 : f32
    %8 = tensor.splat %cst_1 : tensor<?{n}xf32>
    %9 = arith.addf %8, %5 : tensor<?{n}xf32>
    %10 = arith.divf %7, %9 : tensor<?{n}xf32>
    %11 = arith.mulf %0, %10 : tensor<?{n}xf32>
    %12 = arith.negf %arg0 : tensor<?{n}xf32>
    %13 = arith.mulf %12, %arg0 : tensor<?{n}xf32>
    %14 = math.exp %13 : tensor<?{n}xf32>
    %15 = math.sin %arg1 : tensor<?{n}xf32>
    %16 = arith.mulf %14, %15 : tensor<?{n}xf32>
    %17 = arith.addf %11, %16 : tensor<?{n}xf32>
    return %17 : tensor<?{n}xf32>
  }
}
