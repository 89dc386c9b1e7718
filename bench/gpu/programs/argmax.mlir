// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py argmax
module {
  func.func @argmax(%arg0: tensor<?{m}x?{n}xf32> {tf.name = "x"}) -> tensor<?{m}xi32> {
    %0 = tensor.reduce maximumf %arg0 dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
    %1 = tensor.broadcast %0 dims = [0] : tensor<?{m}xf32> to tensor<?{m}x1xf32>
    %2 = tensor.broadcast %1 dims = [0, 1] : tensor<?{m}x1xf32> to tensor<?{m}x?{n}xf32>
    %3 = arith.cmpf oeq, %arg0, %2 : tensor<?{m}x?{n}xf32>
    %4 = math.isnan %arg0 : tensor<?{m}x?{n}xf32>
    %5 = arith.ori %3, %4 : tensor<?{m}x?{n}xi1>
    %6 = tensor.iota dim = 1 : tensor<?{m}x?{n}xi64>
    %c9223372036854775807_i64 = arith.constant 9223372036854775807 : i64
    %7 = tensor.splat %c9223372036854775807_i64 : tensor<?{m}x?{n}xi64>
    %8 = arith.select %5, %6, %7 : tensor<?{m}x?{n}xi1>, tensor<?{m}x?{n}xi64>
    %9 = tensor.reduce minsi %8 dims = [1] : tensor<?{m}x?{n}xi64> to tensor<?{m}xi64>
    %c9223372036854775807_i64_0 = arith.constant 9223372036854775807 : i64
    %10 = tensor.splat %c9223372036854775807_i64_0 : tensor<?{m}xi64>
    %11 = arith.cmpi eq, %9, %10 : tensor<?{m}xi64>
    %c0_i64 = arith.constant 0 : i64
    %12 = tensor.splat %c0_i64 : tensor<?{m}xi64>
    %13 = arith.select %11, %12, %9 : tensor<?{m}xi1>, tensor<?{m}xi64>
    %14 = arith.trunci %13 : tensor<?{m}xi64> to tensor<?{m}xi32>
    return %14 : tensor<?{m}xi32>
  }
}
