// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py fractal
module {
  func.func @fractal(%arg0: tensor<?{w}xf32> {tf.name = "xs"}, %arg1: tensor<?{h}xf32> {tf.name = "ys"}, %arg2: i32 {tf.name = "limit"}) -> tensor<?{h}x?{w}xi32> attributes {tf.numerics = "strict"} {
    %0 = tensor.compute (%i, %j) in [h, w] {
      %1 = tensor.at %arg0[%j] clamp {tf.implicit} : tensor<?{w}xf32>
      %2 = tensor.at %arg1[%i] clamp {tf.implicit} : tensor<?{h}xf32>
      %cst = arith.constant 0.000000e+00 : f32
      %cst_0 = arith.constant 0.000000e+00 : f32
      %c0_i32 = arith.constant 0 : i32
      %3:3 = loop.while (%arg3 = %cst, %arg4 = %cst_0, %arg5 = %c0_i32) : (f32, f32, i32) -> (f32, f32, i32) {
        %4 = arith.mulf %arg3, %arg3 : f32
        %5 = arith.mulf %arg4, %arg4 : f32
        %6 = arith.addf %4, %5 : f32
        %cst_1 = arith.constant 4.000000e+00 : f32
        %7 = arith.cmpf ole, %6, %cst_1 : f32
        %8 = arith.cmpi slt, %arg5, %arg2 : i32
        %9 = arith.andi %7, %8 : i1
        loop.condition %9, %arg3, %arg4, %arg5 : f32, f32, i32
      } do (%arg3: f32, %arg4: f32, %arg5: i32) {
        %4 = arith.mulf %arg3, %arg3 : f32
        %5 = arith.mulf %arg4, %arg4 : f32
        %6 = arith.subf %4, %5 : f32
        %7 = arith.addf %6, %1 : f32
        %cst_1 = arith.constant 2.000000e+00 : f32
        %8 = arith.mulf %cst_1, %arg3 : f32
        %9 = arith.mulf %8, %arg4 : f32
        %10 = arith.addf %9, %2 : f32
        %c1_i32 = arith.constant 1 : i32
        %11 = arith.addi %arg5, %c1_i32 : i32
        loop.yield %7, %10, %11 : f32, f32, i32
      }
      tensor.yield %3#2 : i32
    } : tensor<?{h}x?{w}xi32>
    return %0 : tensor<?{h}x?{w}xi32>
  }
}
