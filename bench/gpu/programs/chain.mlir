// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py chain
module {
  func.func @chain(%arg0: tensor<?{n}xf32> {tf.name = "x"}, %arg1: tensor<?{n}xf32> {tf.name = "y"}) -> tensor<?{n}xf32> {
    %0 = arith.mulf %arg0, %arg1 : tensor<?{n}xf32>
    %1 = arith.addf %0, %arg0 : tensor<?{n}xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = tensor.splat %cst : tensor<?{n}xf32>
    %3 = arith.maximumf %1, %2 : tensor<?{n}xf32>
    %cst_0 = arith.constant 5.000000e-01 : f32
    %4 = tensor.splat %cst_0 : tensor<?{n}xf32>
    %5 = arith.mulf %3, %4 : tensor<?{n}xf32>
    %6 = arith.subf %5, %arg1 : tensor<?{n}xf32>
    %7 = math.absf %6 : tensor<?{n}xf32>
    %cst_1 = arith.constant 1.000000e+00 : f32
    %8 = tensor.splat %cst_1 : tensor<?{n}xf32>
    %9 = arith.addf %7, %8 : tensor<?{n}xf32>
    %10 = math.sqrt %9 : tensor<?{n}xf32>
    return %10 : tensor<?{n}xf32>
  }
}
