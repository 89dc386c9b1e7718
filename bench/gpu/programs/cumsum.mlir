// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py cumsum
module {
  func.func @cumsum(%arg0: tensor<?{m}x?{n}xf32> {tf.name = "x"}) -> tensor<?{m}x?{n}xf32> {
    %0 = tensor.scan add %arg0 dim = 1 : tensor<?{m}x?{n}xf32>
    return %0 : tensor<?{m}x?{n}xf32>
  }
}
