// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py sort
module {
  func.func @sort(%arg0: tensor<?{n}xi32> {tf.name = "x"}) -> tensor<?{n}xi32> {
    %0 = tensor.sort %arg0 dim = 0 {ordered} by (%arg1: i32, %arg2: i32) {
      %1 = arith.cmpi slt, %arg1, %arg2 : i32
      tensor.yield %1 : i1
    } : tensor<?{n}xi32>
    return %0 : tensor<?{n}xi32>
  }
}
