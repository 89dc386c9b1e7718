// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py gather
module {
  func.func @gather(%arg0: tensor<?{n}xf32> {tf.name = "table"}, %arg1: tensor<?{m}xi32> {tf.name = "places"}) -> tensor<?{m}xf32> {
    %0 = tensor.compute (%i) in [m] {
      %1 = tensor.at %arg1[%i] clamp : tensor<?{m}xi32>
      %2 = arith.index_cast %1 : i32 to index
      %3 = tensor.at %arg0[%2] clamp {tf.implicit} : tensor<?{n}xf32>
      tensor.yield %3 : f32
    } : tensor<?{m}xf32>
    return %0 : tensor<?{m}xf32>
  }
}
