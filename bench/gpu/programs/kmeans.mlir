// Made by examples/python/kernels.py: python examples/python/kernels.py kmeans
module {
  func.func @kmeans(%arg0: tensor<?{n}x3xf32> {tf.name = "points"}, %arg1: tensor<?{c}x3xf32> {tf.name = "centres"}) -> (tensor<32x3xf32>, tensor<32xi32>) attributes {tf.numerics = "standard"} {
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.sitofp %c0_i32 : i32 to f32
    %1 = tensor.splat %0 : tensor<32x3xf32>
    %c0_i32_0 = arith.constant 0 : i32
    %2 = tensor.splat %c0_i32_0 : tensor<32xi32>
    %c4 = arith.constant 4 : index
    %c128 = arith.constant 128 : index
    %3:2 = kernel.launch @kmeans_kernel grid(%c4) block(%c128) args(%arg0, %arg1, %1, %2) changes = [2, 3] : (tensor<?{n}x3xf32>, tensor<?{c}x3xf32>, tensor<32x3xf32>, tensor<32xi32>) -> (tensor<32x3xf32>, tensor<32xi32>)
    return %3#0, %3#1 : tensor<32x3xf32>, tensor<32xi32>
  }
  kernel.func @kmeans_kernel(%arg0: memref<?{n}x3xf32>, %arg1: memref<?{c}x3xf32>, %arg2: memref<32x3xf32> {kernel.access = "inout"}, %arg3: memref<32xi32> {kernel.access = "inout"}) attributes {block_size = array<i64: 128>, tf.numerics = "standard"} {
    %0 = kernel.shared : memref<32x3xf32>
    %1 = kernel.shared : memref<32xi32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = kernel.thread_id z
    %3 = kernel.thread_id y
    %4 = kernel.thread_id x
    %5 = arith.addi %2, %3 : index
    %c128 = arith.constant 128 : index
    %6 = arith.muli %5, %c128 : index
    %7 = arith.addi %6, %4 : index
    %c96 = arith.constant 96 : index
    %c128_0 = arith.constant 128 : index
    loop.for %i = %7 to %c96 step %c128_0 {
      %c3 = arith.constant 3 : index
      %24 = arith.floordivsi %i, %c3 : index
      %c3_7 = arith.constant 3 : index
      %25 = arith.floordivsi %i, %c3_7 : index
      %26 = arith.muli %25, %c3_7 : index
      %27 = arith.subi %i, %26 : index
      mem.store %cst, %0[%24, %27] : memref<32x3xf32>
      loop.yield
    }
    %c0_i32 = arith.constant 0 : i32
    %8 = kernel.thread_id z
    %9 = kernel.thread_id y
    %10 = kernel.thread_id x
    %11 = arith.addi %8, %9 : index
    %c128_1 = arith.constant 128 : index
    %12 = arith.muli %11, %c128_1 : index
    %13 = arith.addi %12, %10 : index
    %c32 = arith.constant 32 : index
    %c128_2 = arith.constant 128 : index
    loop.for %i_3 = %13 to %c32 step %c128_2 {
      mem.store %c0_i32, %1[%i_3] : memref<32xi32>
      loop.yield
    }
    kernel.barrier
    %14 = kernel.block_id x
    %15 = kernel.thread_id x
    %c128_4 = arith.constant 128 : index
    %16 = arith.muli %14, %c128_4 : index
    %17 = arith.addi %16, %15 : index
    %18 = kernel.grid_dim x
    %19 = mem.extent [n] : index
    %c128_5 = arith.constant 128 : index
    %20 = arith.muli %18, %c128_5 : index
    loop.for %i_6 = %17 to %19 step %20 {
      %cst_7 = arith.constant 0x7F800000 : f32
      %c0_i32_8 = arith.constant 0 : i32
      %c0 = arith.constant 0 : index
      %24 = mem.extent [c] : index
      %c1 = arith.constant 1 : index
      %25:2 = loop.for %i_9 = %c0 to %24 step %c1 iter_args(%arg4 = %cst_7, %arg5 = %c0_i32_8) -> (f32, i32) {
        %c0_15 = arith.constant 0 : index
        %38 = mem.load %arg0[%i_6, %c0_15] : memref<?{n}x3xf32>
        %c0_16 = arith.constant 0 : index
        %39 = mem.load %arg1[%i_9, %c0_16] : memref<?{c}x3xf32>
        %40 = arith.subf %38, %39 : f32
        %c1_17 = arith.constant 1 : index
        %41 = mem.load %arg0[%i_6, %c1_17] : memref<?{n}x3xf32>
        %c1_18 = arith.constant 1 : index
        %42 = mem.load %arg1[%i_9, %c1_18] : memref<?{c}x3xf32>
        %43 = arith.subf %41, %42 : f32
        %c2_19 = arith.constant 2 : index
        %44 = mem.load %arg0[%i_6, %c2_19] : memref<?{n}x3xf32>
        %c2_20 = arith.constant 2 : index
        %45 = mem.load %arg1[%i_9, %c2_20] : memref<?{c}x3xf32>
        %46 = arith.subf %44, %45 : f32
        %47 = arith.mulf %40, %40 : f32
        %48 = arith.mulf %43, %43 : f32
        %49 = arith.addf %47, %48 : f32
        %50 = arith.mulf %46, %46 : f32
        %51 = arith.addf %49, %50 : f32
        %52 = arith.cmpf olt, %51, %arg4 : f32
        %53 = arith.select %52, %51, %arg4 : f32
        %54 = arith.cmpf olt, %51, %arg4 : f32
        %55 = arith.index_cast %i_9 : index to i32
        %56 = arith.select %54, %55, %arg5 : i32
        loop.yield %53, %56 : f32, i32
      }
      %26 = arith.extsi %25#1 : i32 to i64
      %c0_10 = arith.constant 0 : index
      %27 = mem.load %arg0[%i_6, %c0_10] : memref<?{n}x3xf32>
      %28 = arith.index_cast %26 : i64 to index
      %c0_11 = arith.constant 0 : index
      %29 = kernel.atomic add %27, %0[%28, %c0_11] scope block : memref<32x3xf32>
      %c1_12 = arith.constant 1 : index
      %30 = mem.load %arg0[%i_6, %c1_12] : memref<?{n}x3xf32>
      %31 = arith.index_cast %26 : i64 to index
      %c1_13 = arith.constant 1 : index
      %32 = kernel.atomic add %30, %0[%31, %c1_13] scope block : memref<32x3xf32>
      %c2 = arith.constant 2 : index
      %33 = mem.load %arg0[%i_6, %c2] : memref<?{n}x3xf32>
      %34 = arith.index_cast %26 : i64 to index
      %c2_14 = arith.constant 2 : index
      %35 = kernel.atomic add %33, %0[%34, %c2_14] scope block : memref<32x3xf32>
      %36 = arith.index_cast %26 : i64 to index
      %c1_i32 = arith.constant 1 : i32
      %37 = kernel.atomic add %c1_i32, %1[%36] scope block : memref<32xi32>
      loop.yield
    }
    kernel.barrier
    %21 = kernel.thread_id x
    %22 = mem.extent [c] : index
    %23 = arith.cmpi slt, %21, %22 : index
    loop.if %23 {
      %c0 = arith.constant 0 : index
      %24 = mem.load %0[%21, %c0] : memref<32x3xf32>
      %c0_7 = arith.constant 0 : index
      %25 = kernel.atomic add %24, %arg2[%21, %c0_7] : memref<32x3xf32>
      %c1 = arith.constant 1 : index
      %26 = mem.load %0[%21, %c1] : memref<32x3xf32>
      %c1_8 = arith.constant 1 : index
      %27 = kernel.atomic add %26, %arg2[%21, %c1_8] : memref<32x3xf32>
      %c2 = arith.constant 2 : index
      %28 = mem.load %0[%21, %c2] : memref<32x3xf32>
      %c2_9 = arith.constant 2 : index
      %29 = kernel.atomic add %28, %arg2[%21, %c2_9] : memref<32x3xf32>
      %30 = mem.load %1[%21] : memref<32xi32>
      %31 = kernel.atomic add %30, %arg3[%21] : memref<32xi32>
      loop.yield
    }
    kernel.return
  }
}

