// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py matmul
module {
  func.func @matmul(%arg0: tensor<?{m}x?{q}xf32> {tf.name = "a"}, %arg1: tensor<?{q}x?{n}xf32> {tf.name = "b"}) -> tensor<?{m}x?{n}xf32> {
    %0 = tensor.contract "xz,zy->xy" %arg0, %arg1 : (tensor<?{m}x?{q}xf32>, tensor<?{q}x?{n}xf32>) -> tensor<?{m}x?{n}xf32>
    return %0 : tensor<?{m}x?{n}xf32>
  }
}
