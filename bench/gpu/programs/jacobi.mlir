// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py jacobi
module {
  func.func @jacobi(%arg0: tensor<?{h}x?{w}xf32> {tf.name = "u"}, %arg1: tensor<?{h}x?{w}xf32> {tf.name = "f"}) -> tensor<?{h}x?{w}xf32> {
    %c0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c1 = arith.constant 1 : index
    %0 = loop.for %i = %c0 to %c100 step %c1 iter_args(%arg2 = %arg0) -> (tensor<?{h}x?{w}xf32>) {
      %1 = tensor.extent [h] : index
      %2 = arith.index_cast %1 : index to i64
      %3 = tensor.extent [w] : index
      %4 = arith.index_cast %3 : index to i64
      %5 = tensor.compute (%i_0, %j) in [h, w] {
        %6 = tensor.at %arg2[%i_0 - 1, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %7 = tensor.at %arg2[%i_0 + 1, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %8 = arith.addf %6, %7 : f32
        %9 = tensor.at %arg2[%i_0, %j - 1] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %10 = arith.addf %8, %9 : f32
        %11 = tensor.at %arg2[%i_0, %j + 1] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %12 = arith.addf %10, %11 : f32
        %13 = tensor.at %arg1[%i_0, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %14 = arith.subf %12, %13 : f32
        %c0_1 = arith.constant 0 : index
        %15 = arith.cmpi sgt, %i_0, %c0_1 : index
        %c0_2 = arith.constant 0 : index
        %16 = arith.cmpi sgt, %j, %c0_2 : index
        %17 = arith.andi %15, %16 : i1
        %c1_i64 = arith.constant 1 : i64
        %18 = arith.subi %2, %c1_i64 : i64
        %19 = arith.index_cast %18 : i64 to index
        %20 = arith.cmpi slt, %i_0, %19 : index
        %21 = arith.andi %17, %20 : i1
        %c1_i64_3 = arith.constant 1 : i64
        %22 = arith.subi %4, %c1_i64_3 : i64
        %23 = arith.index_cast %22 : i64 to index
        %24 = arith.cmpi slt, %j, %23 : index
        %25 = arith.andi %21, %24 : i1
        %cst = arith.constant 2.500000e-01 : f32
        %26 = arith.mulf %cst, %14 : f32
        %27 = tensor.at %arg2[%i_0, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %28 = arith.select %25, %26, %27 : f32
        tensor.yield %28 : f32
      } : tensor<?{h}x?{w}xf32>
      loop.yield %5 : tensor<?{h}x?{w}xf32>
    }
    return %0 : tensor<?{h}x?{w}xf32>
  }
}
