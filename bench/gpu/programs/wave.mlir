// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py wave
module {
  func.func @wave(%arg0: tensor<?{h}x?{w}xf32> {tf.name = "u"}, %arg1: tensor<?{h}x?{w}xf32> {tf.name = "v"}) -> (tensor<?{h}x?{w}xf32>, tensor<?{h}x?{w}xf32>) {
    %c0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c1 = arith.constant 1 : index
    %0:2 = loop.for %i = %c0 to %c100 step %c1 iter_args(%arg2 = %arg0, %arg3 = %arg1) -> (tensor<?{h}x?{w}xf32>, tensor<?{h}x?{w}xf32>) {
      %1 = tensor.extent [h] : index
      %2 = arith.index_cast %1 : index to i64
      %3 = tensor.extent [w] : index
      %4 = arith.index_cast %3 : index to i64
      %5 = tensor.compute (%i_0, %j) in [h, w] {
        %9 = tensor.at %arg2[%i_0 - 1, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %10 = tensor.at %arg2[%i_0 + 1, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %11 = arith.addf %9, %10 : f32
        %12 = tensor.at %arg2[%i_0, %j - 1] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %13 = arith.addf %11, %12 : f32
        %14 = tensor.at %arg2[%i_0, %j + 1] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %15 = arith.addf %13, %14 : f32
        %16 = tensor.at %arg2[%i_0, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %cst_1 = arith.constant 4.000000e+00 : f32
        %17 = arith.mulf %cst_1, %16 : f32
        %18 = arith.subf %15, %17 : f32
        %c0_2 = arith.constant 0 : index
        %19 = arith.cmpi sgt, %i_0, %c0_2 : index
        %c0_3 = arith.constant 0 : index
        %20 = arith.cmpi sgt, %j, %c0_3 : index
        %21 = arith.andi %19, %20 : i1
        %c1_i64 = arith.constant 1 : i64
        %22 = arith.subi %2, %c1_i64 : i64
        %23 = arith.index_cast %22 : i64 to index
        %24 = arith.cmpi slt, %i_0, %23 : index
        %25 = arith.andi %21, %24 : i1
        %c1_i64_4 = arith.constant 1 : i64
        %26 = arith.subi %4, %c1_i64_4 : i64
        %27 = arith.index_cast %26 : i64 to index
        %28 = arith.cmpi slt, %j, %27 : index
        %29 = arith.andi %25, %28 : i1
        %30 = tensor.at %arg3[%i_0, %j] clamp {tf.implicit} : tensor<?{h}x?{w}xf32>
        %cst_5 = arith.constant 5.000000e-01 : f32
        %31 = arith.mulf %cst_5, %18 : f32
        %cst_6 = arith.constant 0.000000e+00 : f32
        %32 = arith.select %29, %31, %cst_6 : f32
        %33 = arith.addf %30, %32 : f32
        tensor.yield %33 : f32
      } : tensor<?{h}x?{w}xf32>
      %cst = arith.constant 5.000000e-01 : f32
      %6 = tensor.splat %cst : tensor<?{h}x?{w}xf32>
      %7 = arith.mulf %6, %5 : tensor<?{h}x?{w}xf32>
      %8 = arith.addf %arg2, %7 : tensor<?{h}x?{w}xf32>
      loop.yield %8, %5 : tensor<?{h}x?{w}xf32>, tensor<?{h}x?{w}xf32>
    }
    return %0#0, %0#1 : tensor<?{h}x?{w}xf32>, tensor<?{h}x?{w}xf32>
  }
}
