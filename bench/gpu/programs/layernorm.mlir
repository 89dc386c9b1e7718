// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py layernorm
module {
  func.func @layernorm(%arg0: tensor<?{m}x?{n}xf32> {tf.name = "x"}, %arg1: tensor<?{n}xf32> {tf.name = "scale"}, %arg2: tensor<?{n}xf32> {tf.name = "shift"}) -> tensor<?{m}x?{n}xf32> {
    %0 = tensor.reduce add %arg0 dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
    %1 = tensor.extent [n] : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.sitofp %2 : i64 to f32
    %4 = tensor.splat %3 : tensor<?{m}xf32>
    %5 = arith.divf %0, %4 : tensor<?{m}xf32>
    %6 = tensor.broadcast %5 dims = [0] : tensor<?{m}xf32> to tensor<?{m}x1xf32>
    %7 = tensor.broadcast %6 dims = [0, 1] : tensor<?{m}x1xf32> to tensor<?{m}x?{n}xf32>
    %8 = arith.subf %arg0, %7 : tensor<?{m}x?{n}xf32>
    %9 = arith.mulf %8, %8 : tensor<?{m}x?{n}xf32>
    %10 = tensor.reduce add %9 dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
    %11 = tensor.extent [n] : index
    %12 = arith.index_cast %11 : index to i64
    %13 = arith.sitofp %12 : i64 to f32
    %14 = tensor.splat %13 : tensor<?{m}xf32>
    %15 = arith.divf %10, %14 : tensor<?{m}xf32>
    %16 = tensor.broadcast %15 dims = [0] : tensor<?{m}xf32> to tensor<?{m}x1xf32>
    %cst = arith.constant 9.99999974E-6 : f32
    %17 = tensor.splat %cst : tensor<?{m}x1xf32>
    %18 = arith.addf %16, %17 : tensor<?{m}x1xf32>
    %19 = math.rsqrt %18 : tensor<?{m}x1xf32>
    %20 = tensor.broadcast %19 dims = [0, 1] : tensor<?{m}x1xf32> to tensor<?{m}x?{n}xf32>
    %21 = arith.mulf %8, %20 : tensor<?{m}x?{n}xf32>
    %22 = tensor.broadcast %arg1 dims = [1] : tensor<?{n}xf32> to tensor<?{m}x?{n}xf32>
    %23 = arith.mulf %21, %22 : tensor<?{m}x?{n}xf32>
    %24 = tensor.broadcast %arg2 dims = [1] : tensor<?{n}xf32> to tensor<?{m}x?{n}xf32>
    %25 = arith.addf %23, %24 : tensor<?{m}x?{n}xf32>
    return %25 : tensor<?{m}x?{n}xf32>
  }
}
