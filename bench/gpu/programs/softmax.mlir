// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py softmax
module {
  func.func @softmax(%arg0: tensor<?{m}x?{n}xf32> {tf.name = "x"}) -> tensor<?{m}x?{n}xf32> {
    %0 = tensor.reduce maximumf %arg0 dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
    %1 = tensor.broadcast %0 dims = [0] : tensor<?{m}xf32> to tensor<?{m}x1xf32>
    %2 = tensor.broadcast %1 dims = [0, 1] : tensor<?{m}x1xf32> to tensor<?{m}x?{n}xf32>
    %3 = arith.subf %arg0, %2 : tensor<?{m}x?{n}xf32>
    %4 = math.exp %3 : tensor<?{m}x?{n}xf32>
    %5 = tensor.reduce add %4 dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
    %6 = tensor.broadcast %5 dims = [0] : tensor<?{m}xf32> to tensor<?{m}x1xf32>
    %7 = tensor.broadcast %6 dims = [0, 1] : tensor<?{m}x1xf32> to tensor<?{m}x?{n}xf32>
    %8 = arith.divf %4, %7 : tensor<?{m}x?{n}xf32>
    return %8 : tensor<?{m}x?{n}xf32>
  }
}
