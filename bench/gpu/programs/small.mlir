// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py small
module {
  func.func @small(%arg0: tensor<?{n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = tensor.splat %cst : tensor<?{n}xf32>
    %1 = arith.addf %arg0, %0 : tensor<?{n}xf32>
    return %1 : tensor<?{n}xf32>
  }
}
