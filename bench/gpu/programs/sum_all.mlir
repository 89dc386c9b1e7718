// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py sum_all
module {
  func.func @sum_all(%arg0: tensor<?{n}xf32> {tf.name = "x"}) -> tensor<f32> {
    %0 = tensor.reduce add %arg0 dims = [0] : tensor<?{n}xf32> to tensor<f32>
    return %0 : tensor<f32>
  }
}
