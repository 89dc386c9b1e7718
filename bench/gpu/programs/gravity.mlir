// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py gravity
module {
  func.func @gravity(%arg0: tensor<?{n}x4xf32> {tf.name = "x"}, %arg1: f32 {tf.name = "softening"}) -> tensor<?{n}x3xf32> {
    %0 = tensor.slice %arg0 [0:n, 0:3] : tensor<?{n}x4xf32> to tensor<?{n}x3xf32>
    %1 = tensor.slice %arg0 [0:n, 3:4] : tensor<?{n}x4xf32> to tensor<?{n}x1xf32>
    %2 = tensor.reshape %1 : tensor<?{n}x1xf32> to tensor<?{n}xf32>
    %3 = tensor.broadcast %0 dims = [1, 2] : tensor<?{n}x3xf32> to tensor<1x?{n}x3xf32>
    %4 = tensor.broadcast %0 dims = [0, 2] : tensor<?{n}x3xf32> to tensor<?{n}x1x3xf32>
    %5 = tensor.broadcast %3 dims = [0, 1, 2] : tensor<1x?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
    %6 = tensor.broadcast %4 dims = [0, 1, 2] : tensor<?{n}x1x3xf32> to tensor<?{n}x?{n}x3xf32>
    %7 = arith.subf %5, %6 : tensor<?{n}x?{n}x3xf32>
    %8 = arith.mulf %7, %7 : tensor<?{n}x?{n}x3xf32>
    %9 = tensor.reduce add %8 dims = [2] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x?{n}xf32>
    %10 = tensor.broadcast %9 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x1xf32>
    %11 = tensor.splat %arg1 : tensor<?{n}x?{n}x1xf32>
    %12 = arith.addf %10, %11 : tensor<?{n}x?{n}x1xf32>
    %13 = tensor.broadcast %2 dims = [1] : tensor<?{n}xf32> to tensor<1x?{n}xf32>
    %14 = tensor.broadcast %13 dims = [0, 1] : tensor<1x?{n}xf32> to tensor<1x?{n}x1xf32>
    %15 = math.sqrt %12 : tensor<?{n}x?{n}x1xf32>
    %16 = arith.mulf %12, %15 : tensor<?{n}x?{n}x1xf32>
    %17 = tensor.broadcast %14 dims = [0, 1, 2] : tensor<1x?{n}x1xf32> to tensor<?{n}x?{n}x1xf32>
    %18 = arith.divf %17, %16 : tensor<?{n}x?{n}x1xf32>
    %19 = tensor.broadcast %18 dims = [0, 1, 2] : tensor<?{n}x?{n}x1xf32> to tensor<?{n}x?{n}x3xf32>
    %20 = arith.mulf %7, %19 : tensor<?{n}x?{n}x3xf32>
    %21 = tensor.reduce add %20 dims = [1] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x3xf32>
    return %21 : tensor<?{n}x3xf32>
  }
}
