// Made by examples/python/kernels.py: python examples/python/kernels.py mandelbrot
module {
  func.func @mandelbrot(%arg0: tensor<?{w}xf32> {tf.name = "xs"}, %arg1: tensor<?{h}xf32> {tf.name = "ys"}, %arg2: i32 {tf.name = "limit"}) -> tensor<?{h}x?{w}xi32> {
    %0 = tensor.extent [(w + 31) floordiv 32] : index
    %1 = tensor.extent [(h + 7) floordiv 8] : index
    %c32 = arith.constant 32 : index
    %c8 = arith.constant 8 : index
    %2 = kernel.launch @mandelbrot_kernel grid(%0, %1) block(%c32, %c8) args(%arg0, %arg1, %arg2) : (tensor<?{w}xf32>, tensor<?{h}xf32>, i32) -> tensor<?{h}x?{w}xi32>
    return %2 : tensor<?{h}x?{w}xi32>
  }
  kernel.func @mandelbrot_kernel(%arg0: memref<?{w}xf32>, %arg1: memref<?{h}xf32>, %arg2: i32, %arg3: memref<?{h}x?{w}xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 32, 8>, tf.numerics = "strict"} {
    %0 = kernel.block_id y
    %1 = kernel.thread_id y
    %c8 = arith.constant 8 : index
    %2 = arith.muli %0, %c8 : index
    %3 = arith.addi %2, %1 : index
    %4 = kernel.block_id x
    %5 = kernel.thread_id x
    %c32 = arith.constant 32 : index
    %6 = arith.muli %4, %c32 : index
    %7 = arith.addi %6, %5 : index
    %8 = mem.extent [h] : index
    %9 = arith.cmpi slt, %3, %8 : index
    %10 = mem.extent [w] : index
    %11 = arith.cmpi slt, %7, %10 : index
    %12 = arith.andi %9, %11 : i1
    loop.if %12 {
      %13 = mem.load %arg0[%7] : memref<?{w}xf32>
      %14 = mem.load %arg1[%3] : memref<?{h}xf32>
      %cst = arith.constant 0.000000e+00 : f32
      %c0_i32 = arith.constant 0 : i32
      %15:5 = loop.while (%arg4 = %cst, %arg5 = %cst, %arg6 = %cst, %arg7 = %cst, %arg8 = %c0_i32) : (f32, f32, f32, f32, i32) -> (f32, f32, f32, f32, i32) {
        %16 = arith.addf %arg6, %arg7 : f32
        %cst_0 = arith.constant 4.000000e+00 : f32
        %17 = arith.cmpf ole, %16, %cst_0 : f32
        %18 = arith.cmpi slt, %arg8, %arg2 : i32
        %19 = arith.andi %17, %18 : i1
        loop.condition %19, %arg4, %arg5, %arg6, %arg7, %arg8 : f32, f32, f32, f32, i32
      } do (%arg4: f32, %arg5: f32, %arg6: f32, %arg7: f32, %arg8: i32) {
        %16 = arith.subf %arg6, %arg7 : f32
        %17 = arith.addf %16, %13 : f32
        %cst_0 = arith.constant 2.000000e+00 : f32
        %18 = arith.mulf %cst_0, %arg4 : f32
        %19 = arith.mulf %18, %arg5 : f32
        %20 = arith.addf %19, %14 : f32
        %21 = arith.mulf %17, %17 : f32
        %22 = arith.mulf %20, %20 : f32
        %c1_i32 = arith.constant 1 : i32
        %23 = arith.addi %arg8, %c1_i32 : i32
        loop.yield %17, %20, %21, %22, %23 : f32, f32, f32, f32, i32
      }
      mem.store %15#4, %arg3[%3, %7] : memref<?{h}x?{w}xi32>
      loop.yield
    }
    kernel.return
  }
}
