// Made by examples/python/kernels.py: python examples/python/kernels.py kmeans
module {
  func.func @kmeans(%arg0: tensor<?{n}x3xf32> {tf.name = "points"}, %arg1: tensor<?{c}x3xf32> {tf.name = "centres"}) -> (tensor<32x3xf32>, tensor<32xi32>) {
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.sitofp %c0_i32 : i32 to f32
    %1 = tensor.splat %0 : tensor<32x3xf32>
    %c0_i32_0 = arith.constant 0 : i32
    %2 = tensor.splat %c0_i32_0 : tensor<32xi32>
    %3 = tensor.extent [(n + 255) floordiv 256] : index
    %c1024 = arith.constant 1024 : index
    %4 = arith.minsi %3, %c1024 : index
    %c128 = arith.constant 128 : index
    %5:2 = kernel.launch @kmeans_kernel grid(%4) block(%c128) args(%arg0, %arg1, %1, %2) changes = [2, 3] : (tensor<?{n}x3xf32>, tensor<?{c}x3xf32>, tensor<32x3xf32>, tensor<32xi32>) -> (tensor<32x3xf32>, tensor<32xi32>)
    return %5#0, %5#1 : tensor<32x3xf32>, tensor<32xi32>
  }
  kernel.func @kmeans_kernel(%arg0: memref<?{n}x3xf32>, %arg1: memref<?{c}x3xf32>, %arg2: memref<32x3xf32> {kernel.access = "inout"}, %arg3: memref<32xi32> {kernel.access = "inout"}) attributes {block_size = array<i64: 128>} {
    %0 = kernel.shared : memref<4x32x3xf32>
    %1 = kernel.shared : memref<4x32xi32>
    %2 = kernel.shared : memref<32x4xf32>
    %3 = kernel.thread_id x
    %4 = kernel.warp_id
    %cst = arith.constant 0.000000e+00 : f32
    %5 = kernel.thread_id z
    %6 = kernel.thread_id y
    %7 = kernel.thread_id x
    %8 = arith.addi %5, %6 : index
    %c128 = arith.constant 128 : index
    %9 = arith.muli %8, %c128 : index
    %10 = arith.addi %9, %7 : index
    %c384 = arith.constant 384 : index
    %c128_0 = arith.constant 128 : index
    loop.for %i = %10 to %c384 step %c128_0 {
      %c3 = arith.constant 3 : index
      %26 = arith.floordivsi %i, %c3 : index
      %c32 = arith.constant 32 : index
      %27 = arith.floordivsi %26, %c32 : index
      %c3_7 = arith.constant 3 : index
      %28 = arith.floordivsi %i, %c3_7 : index
      %c32_8 = arith.constant 32 : index
      %29 = arith.floordivsi %28, %c32_8 : index
      %30 = arith.muli %29, %c32_8 : index
      %31 = arith.subi %28, %30 : index
      %c3_9 = arith.constant 3 : index
      %32 = arith.floordivsi %i, %c3_9 : index
      %33 = arith.muli %32, %c3_9 : index
      %34 = arith.subi %i, %33 : index
      mem.store %cst, %0[%27, %31, %34] : memref<4x32x3xf32>
      loop.yield
    }
    %c0_i32 = arith.constant 0 : i32
    %11 = kernel.thread_id z
    %12 = kernel.thread_id y
    %13 = kernel.thread_id x
    %14 = arith.addi %11, %12 : index
    %c128_1 = arith.constant 128 : index
    %15 = arith.muli %14, %c128_1 : index
    %16 = arith.addi %15, %13 : index
    %c128_2 = arith.constant 128 : index
    %c128_3 = arith.constant 128 : index
    loop.for %i_4 = %16 to %c128_2 step %c128_3 {
      %c32 = arith.constant 32 : index
      %26 = arith.floordivsi %i_4, %c32 : index
      %c32_7 = arith.constant 32 : index
      %27 = arith.floordivsi %i_4, %c32_7 : index
      %28 = arith.muli %27, %c32_7 : index
      %29 = arith.subi %i_4, %28 : index
      mem.store %c0_i32, %1[%26, %29] : memref<4x32xi32>
      loop.yield
    }
    %17 = mem.extent [c] : index
    %18 = arith.cmpi slt, %3, %17 : index
    loop.if %18 {
      %c0 = arith.constant 0 : index
      %26 = mem.load %arg1[%3, %c0] : memref<?{c}x3xf32>
      %c1 = arith.constant 1 : index
      %27 = mem.load %arg1[%3, %c1] : memref<?{c}x3xf32>
      %c2 = arith.constant 2 : index
      %28 = mem.load %arg1[%3, %c2] : memref<?{c}x3xf32>
      %c0_7 = arith.constant 0 : index
      %cst_8 = arith.constant 0.000000e+00 : f32
      %29 = vector.broadcast %26 : vector<4xf32>
      %c1_9 = arith.constant 1 : index
      %30 = vector.insert %27, %29[%c1_9] : vector<4xf32>
      %c2_10 = arith.constant 2 : index
      %31 = vector.insert %28, %30[%c2_10] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %32 = vector.insert %cst_8, %31[%c3] : vector<4xf32>
      vector.store %32, %2[%3, %c0_7] axis = 1 : memref<32x4xf32>, vector<4xf32>
      loop.yield
    }
    kernel.barrier
    %19 = kernel.block_id x
    %20 = kernel.grid_dim x
    %c256 = arith.constant 256 : index
    %21 = arith.muli %19, %c256 : index
    %22 = mem.extent [n] : index
    %c256_5 = arith.constant 256 : index
    %23 = arith.muli %20, %c256_5 : index
    loop.for %i_6 = %21 to %22 step %23 {
      %26 = arith.addi %i_6, %3 : index
      %27 = mem.extent [n] : index
      %28 = arith.cmpi slt, %26, %27 : index
      %29:3 = loop.if %28 -> (f32, f32, f32) {
        %44 = arith.addi %i_6, %3 : index
        %c0_12 = arith.constant 0 : index
        %45 = mem.load %arg0[%44, %c0_12] : memref<?{n}x3xf32>
        %46 = arith.addi %i_6, %3 : index
        %c1_13 = arith.constant 1 : index
        %47 = mem.load %arg0[%46, %c1_13] : memref<?{n}x3xf32>
        %48 = arith.addi %i_6, %3 : index
        %c2 = arith.constant 2 : index
        %49 = mem.load %arg0[%48, %c2] : memref<?{n}x3xf32>
        loop.yield %45, %47, %49 : f32, f32, f32
      } else {
        %cst_12 = arith.constant 0.000000e+00 : f32
        %cst_13 = arith.constant 0.000000e+00 : f32
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_12, %cst_13, %cst_14 : f32, f32, f32
      }
      %30 = arith.addi %i_6, %3 : index
      %c128_7 = arith.constant 128 : index
      %31 = arith.addi %30, %c128_7 : index
      %32 = mem.extent [n] : index
      %33 = arith.cmpi slt, %31, %32 : index
      %34:3 = loop.if %33 -> (f32, f32, f32) {
        %44 = arith.addi %i_6, %3 : index
        %c128_12 = arith.constant 128 : index
        %45 = arith.addi %44, %c128_12 : index
        %c0_13 = arith.constant 0 : index
        %46 = mem.load %arg0[%45, %c0_13] : memref<?{n}x3xf32>
        %47 = arith.addi %i_6, %3 : index
        %c128_14 = arith.constant 128 : index
        %48 = arith.addi %47, %c128_14 : index
        %c1_15 = arith.constant 1 : index
        %49 = mem.load %arg0[%48, %c1_15] : memref<?{n}x3xf32>
        %50 = arith.addi %i_6, %3 : index
        %c128_16 = arith.constant 128 : index
        %51 = arith.addi %50, %c128_16 : index
        %c2 = arith.constant 2 : index
        %52 = mem.load %arg0[%51, %c2] : memref<?{n}x3xf32>
        loop.yield %46, %49, %52 : f32, f32, f32
      } else {
        %cst_12 = arith.constant 0.000000e+00 : f32
        %cst_13 = arith.constant 0.000000e+00 : f32
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_12, %cst_13, %cst_14 : f32, f32, f32
      }
      %cst_8 = arith.constant 0x7F800000 : f32
      %c0_i32_9 = arith.constant 0 : i32
      %c0 = arith.constant 0 : index
      %35 = mem.extent [c] : index
      %c1 = arith.constant 1 : index
      %36:4 = loop.for %i_10 = %c0 to %35 step %c1 iter_args(%arg4 = %cst_8, %arg5 = %c0_i32_9, %arg6 = %cst_8, %arg7 = %c0_i32_9) -> (f32, i32, f32, i32) attributes {unroll = 4 : i64} {
        %c0_12 = arith.constant 0 : index
        %44 = vector.load %2[%i_10, %c0_12] axis = 1 : memref<32x4xf32>, vector<4xf32>
        %c0_13 = arith.constant 0 : index
        %45 = vector.extract %44[%c0_13] : vector<4xf32>
        %c1_14 = arith.constant 1 : index
        %46 = vector.extract %44[%c1_14] : vector<4xf32>
        %c2 = arith.constant 2 : index
        %47 = vector.extract %44[%c2] : vector<4xf32>
        %c3 = arith.constant 3 : index
        %48 = vector.extract %44[%c3] : vector<4xf32>
        %49 = arith.subf %29#0, %45 : f32
        %50 = arith.subf %29#1, %46 : f32
        %51 = arith.subf %29#2, %47 : f32
        %52 = arith.mulf %49, %49 : f32
        %53 = arith.mulf %50, %50 : f32
        %54 = arith.addf %52, %53 : f32
        %55 = arith.mulf %51, %51 : f32
        %56 = arith.addf %54, %55 : f32
        %57 = arith.cmpf olt, %56, %arg4 : f32
        %58 = arith.select %57, %56, %arg4 : f32
        %59 = arith.index_cast %i_10 : index to i32
        %60 = arith.select %57, %59, %arg5 : i32
        %61 = arith.subf %34#0, %45 : f32
        %62 = arith.subf %34#1, %46 : f32
        %63 = arith.subf %34#2, %47 : f32
        %64 = arith.mulf %61, %61 : f32
        %65 = arith.mulf %62, %62 : f32
        %66 = arith.addf %64, %65 : f32
        %67 = arith.mulf %63, %63 : f32
        %68 = arith.addf %66, %67 : f32
        %69 = arith.cmpf olt, %68, %arg6 : f32
        %70 = arith.select %69, %68, %arg6 : f32
        %71 = arith.index_cast %i_10 : index to i32
        %72 = arith.select %69, %71, %arg7 : i32
        loop.yield %58, %60, %70, %72 : f32, i32, f32, i32
      }
      %37 = arith.addi %i_6, %3 : index
      %38 = mem.extent [n] : index
      %39 = arith.cmpi slt, %37, %38 : index
      loop.if %39 {
        %44 = arith.extsi %36#1 : i32 to i64
        %45 = arith.index_cast %44 : i64 to index
        %c0_12 = arith.constant 0 : index
        %46 = kernel.atomic add %29#0, %0[%4, %45, %c0_12] scope block : memref<4x32x3xf32>
        %47 = arith.index_cast %44 : i64 to index
        %c1_13 = arith.constant 1 : index
        %48 = kernel.atomic add %29#1, %0[%4, %47, %c1_13] scope block : memref<4x32x3xf32>
        %49 = arith.index_cast %44 : i64 to index
        %c2 = arith.constant 2 : index
        %50 = kernel.atomic add %29#2, %0[%4, %49, %c2] scope block : memref<4x32x3xf32>
        %51 = arith.index_cast %44 : i64 to index
        %c1_i32 = arith.constant 1 : i32
        %52 = kernel.atomic add %c1_i32, %1[%4, %51] scope block : memref<4x32xi32>
        loop.yield
      }
      %40 = arith.addi %i_6, %3 : index
      %c128_11 = arith.constant 128 : index
      %41 = arith.addi %40, %c128_11 : index
      %42 = mem.extent [n] : index
      %43 = arith.cmpi slt, %41, %42 : index
      loop.if %43 {
        %44 = arith.extsi %36#3 : i32 to i64
        %45 = arith.index_cast %44 : i64 to index
        %c0_12 = arith.constant 0 : index
        %46 = kernel.atomic add %34#0, %0[%4, %45, %c0_12] scope block : memref<4x32x3xf32>
        %47 = arith.index_cast %44 : i64 to index
        %c1_13 = arith.constant 1 : index
        %48 = kernel.atomic add %34#1, %0[%4, %47, %c1_13] scope block : memref<4x32x3xf32>
        %49 = arith.index_cast %44 : i64 to index
        %c2 = arith.constant 2 : index
        %50 = kernel.atomic add %34#2, %0[%4, %49, %c2] scope block : memref<4x32x3xf32>
        %51 = arith.index_cast %44 : i64 to index
        %c1_i32 = arith.constant 1 : i32
        %52 = kernel.atomic add %c1_i32, %1[%4, %51] scope block : memref<4x32xi32>
        loop.yield
      }
      loop.yield
    }
    kernel.barrier
    %24 = mem.extent [c] : index
    %25 = arith.cmpi slt, %3, %24 : index
    loop.if %25 {
      %c0 = arith.constant 0 : index
      %c0_7 = arith.constant 0 : index
      %26 = mem.load %0[%c0, %3, %c0_7] : memref<4x32x3xf32>
      %cst_8 = arith.constant 0.000000e+00 : f32
      %27 = arith.addf %cst_8, %26 : f32
      %c1 = arith.constant 1 : index
      %c0_9 = arith.constant 0 : index
      %28 = mem.load %0[%c1, %3, %c0_9] : memref<4x32x3xf32>
      %29 = arith.addf %27, %28 : f32
      %c2 = arith.constant 2 : index
      %c0_10 = arith.constant 0 : index
      %30 = mem.load %0[%c2, %3, %c0_10] : memref<4x32x3xf32>
      %31 = arith.addf %29, %30 : f32
      %c3 = arith.constant 3 : index
      %c0_11 = arith.constant 0 : index
      %32 = mem.load %0[%c3, %3, %c0_11] : memref<4x32x3xf32>
      %33 = arith.addf %31, %32 : f32
      %c0_12 = arith.constant 0 : index
      %34 = kernel.atomic add %33, %arg2[%3, %c0_12] : memref<32x3xf32>
      %c0_13 = arith.constant 0 : index
      %c1_14 = arith.constant 1 : index
      %35 = mem.load %0[%c0_13, %3, %c1_14] : memref<4x32x3xf32>
      %cst_15 = arith.constant 0.000000e+00 : f32
      %36 = arith.addf %cst_15, %35 : f32
      %c1_16 = arith.constant 1 : index
      %c1_17 = arith.constant 1 : index
      %37 = mem.load %0[%c1_16, %3, %c1_17] : memref<4x32x3xf32>
      %38 = arith.addf %36, %37 : f32
      %c2_18 = arith.constant 2 : index
      %c1_19 = arith.constant 1 : index
      %39 = mem.load %0[%c2_18, %3, %c1_19] : memref<4x32x3xf32>
      %40 = arith.addf %38, %39 : f32
      %c3_20 = arith.constant 3 : index
      %c1_21 = arith.constant 1 : index
      %41 = mem.load %0[%c3_20, %3, %c1_21] : memref<4x32x3xf32>
      %42 = arith.addf %40, %41 : f32
      %c1_22 = arith.constant 1 : index
      %43 = kernel.atomic add %42, %arg2[%3, %c1_22] : memref<32x3xf32>
      %c0_23 = arith.constant 0 : index
      %c2_24 = arith.constant 2 : index
      %44 = mem.load %0[%c0_23, %3, %c2_24] : memref<4x32x3xf32>
      %cst_25 = arith.constant 0.000000e+00 : f32
      %45 = arith.addf %cst_25, %44 : f32
      %c1_26 = arith.constant 1 : index
      %c2_27 = arith.constant 2 : index
      %46 = mem.load %0[%c1_26, %3, %c2_27] : memref<4x32x3xf32>
      %47 = arith.addf %45, %46 : f32
      %c2_28 = arith.constant 2 : index
      %c2_29 = arith.constant 2 : index
      %48 = mem.load %0[%c2_28, %3, %c2_29] : memref<4x32x3xf32>
      %49 = arith.addf %47, %48 : f32
      %c3_30 = arith.constant 3 : index
      %c2_31 = arith.constant 2 : index
      %50 = mem.load %0[%c3_30, %3, %c2_31] : memref<4x32x3xf32>
      %51 = arith.addf %49, %50 : f32
      %c2_32 = arith.constant 2 : index
      %52 = kernel.atomic add %51, %arg2[%3, %c2_32] : memref<32x3xf32>
      %c0_33 = arith.constant 0 : index
      %53 = mem.load %1[%c0_33, %3] : memref<4x32xi32>
      %c0_i32_34 = arith.constant 0 : i32
      %54 = arith.addi %c0_i32_34, %53 : i32
      %c1_35 = arith.constant 1 : index
      %55 = mem.load %1[%c1_35, %3] : memref<4x32xi32>
      %56 = arith.addi %54, %55 : i32
      %c2_36 = arith.constant 2 : index
      %57 = mem.load %1[%c2_36, %3] : memref<4x32xi32>
      %58 = arith.addi %56, %57 : i32
      %c3_37 = arith.constant 3 : index
      %59 = mem.load %1[%c3_37, %3] : memref<4x32xi32>
      %60 = arith.addi %58, %59 : i32
      %61 = kernel.atomic add %60, %arg3[%3] : memref<32xi32>
      loop.yield
    }
    kernel.return
  }
}
