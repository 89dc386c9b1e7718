// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py sum_rows
module {
  func.func @sum_rows(%arg0: tensor<?{m}x?{n}xf32> {tf.name = "x"}) -> tensor<?{m}xf32> {
    %0 = tensor.reduce add %arg0 dims = [1] : tensor<?{m}x?{n}xf32> to tensor<?{m}xf32>
    return %0 : tensor<?{m}xf32>
  }
}
