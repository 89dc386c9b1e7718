// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py sum_columns
module {
  func.func @sum_columns(%arg0: tensor<?{m}x?{n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> {
    %0 = tensor.reduce add %arg0 dims = [0] : tensor<?{m}x?{n}xf32> to tensor<?{n}xf32>
    return %0 : tensor<?{n}xf32>
  }
}
