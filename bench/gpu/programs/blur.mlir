// Made by examples/python/kernels.py: python examples/python/kernels.py blur
module {
  func.func @blur(%arg0: tensor<?{h}x?{w}xf32> {tf.name = "x"}) -> tensor<?{h}x?{w}xf32> attributes {tf.numerics = "standard"} {
    %0 = tensor.extent [(w + 15) floordiv 16] : index
    %1 = tensor.extent [(h + 15) floordiv 16] : index
    %c16 = arith.constant 16 : index
    %c16_0 = arith.constant 16 : index
    %2 = kernel.launch @blur_kernel grid(%0, %1) block(%c16, %c16_0) args(%arg0) : (tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32>
    return %2 : tensor<?{h}x?{w}xf32>
  }
  kernel.func @blur_kernel(%arg0: memref<?{h}x?{w}xf32>, %arg1: memref<?{h}x?{w}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 16, 16>, tf.numerics = "standard"} {
    %0 = kernel.shared : memref<18x48xf32>
    %1 = kernel.block_id y
    %2 = kernel.block_id x
    %3 = kernel.thread_id z
    %4 = kernel.thread_id y
    %5 = kernel.thread_id x
    %c16 = arith.constant 16 : index
    %6 = arith.muli %3, %c16 : index
    %7 = arith.addi %6, %4 : index
    %c16_0 = arith.constant 16 : index
    %8 = arith.muli %7, %c16_0 : index
    %9 = arith.addi %8, %5 : index
    %c324 = arith.constant 324 : index
    %c256 = arith.constant 256 : index
    loop.for %i = %9 to %c324 step %c256 {
      %c16_13 = arith.constant 16 : index
      %55 = arith.muli %1, %c16_13 : index
      %c18 = arith.constant 18 : index
      %56 = arith.floordivsi %i, %c18 : index
      %57 = arith.addi %55, %56 : index
      %58 = arith.index_cast %57 : index to i64
      %c1_i64 = arith.constant 1 : i64
      %59 = arith.subi %58, %c1_i64 : i64
      %c0_i64 = arith.constant 0 : i64
      %60 = arith.maxsi %59, %c0_i64 : i64
      %61 = mem.extent [h] : index
      %62 = arith.index_cast %61 : index to i64
      %c1_i64_14 = arith.constant 1 : i64
      %63 = arith.subi %62, %c1_i64_14 : i64
      %64 = arith.minsi %60, %63 : i64
      %c16_15 = arith.constant 16 : index
      %65 = arith.muli %2, %c16_15 : index
      %c18_16 = arith.constant 18 : index
      %66 = arith.floordivsi %i, %c18_16 : index
      %67 = arith.muli %66, %c18_16 : index
      %68 = arith.subi %i, %67 : index
      %69 = arith.addi %65, %68 : index
      %70 = arith.index_cast %69 : index to i64
      %c1_i64_17 = arith.constant 1 : i64
      %71 = arith.subi %70, %c1_i64_17 : i64
      %c0_i64_18 = arith.constant 0 : i64
      %72 = arith.maxsi %71, %c0_i64_18 : i64
      %73 = mem.extent [w] : index
      %74 = arith.index_cast %73 : index to i64
      %c1_i64_19 = arith.constant 1 : i64
      %75 = arith.subi %74, %c1_i64_19 : i64
      %76 = arith.minsi %72, %75 : i64
      %77 = arith.index_cast %64 : i64 to index
      %78 = arith.index_cast %76 : i64 to index
      %79 = mem.load %arg0[%77, %78] : memref<?{h}x?{w}xf32>
      %c18_20 = arith.constant 18 : index
      %80 = arith.floordivsi %i, %c18_20 : index
      %c18_21 = arith.constant 18 : index
      %81 = arith.floordivsi %i, %c18_21 : index
      %82 = arith.muli %81, %c18_21 : index
      %83 = arith.subi %i, %82 : index
      mem.store %79, %0[%80, %83] : memref<18x48xf32>
      loop.yield
    }
    kernel.barrier
    %10 = kernel.thread_id x
    %11 = kernel.thread_id y
    %12 = kernel.block_id y
    %13 = kernel.thread_id y
    %c16_1 = arith.constant 16 : index
    %14 = arith.muli %12, %c16_1 : index
    %15 = arith.addi %14, %13 : index
    %16 = kernel.block_id x
    %17 = kernel.thread_id x
    %c16_2 = arith.constant 16 : index
    %18 = arith.muli %16, %c16_2 : index
    %19 = arith.addi %18, %17 : index
    %20 = mem.load %0[%11, %10] : memref<18x48xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %21 = arith.addf %cst, %20 : f32
    %c1 = arith.constant 1 : index
    %22 = arith.addi %10, %c1 : index
    %23 = mem.load %0[%11, %22] : memref<18x48xf32>
    %24 = arith.addf %21, %23 : f32
    %c2 = arith.constant 2 : index
    %25 = arith.addi %10, %c2 : index
    %26 = mem.load %0[%11, %25] : memref<18x48xf32>
    %27 = arith.addf %24, %26 : f32
    %c1_3 = arith.constant 1 : index
    %28 = arith.addi %11, %c1_3 : index
    %29 = mem.load %0[%28, %10] : memref<18x48xf32>
    %30 = arith.addf %27, %29 : f32
    %c1_4 = arith.constant 1 : index
    %31 = arith.addi %11, %c1_4 : index
    %c1_5 = arith.constant 1 : index
    %32 = arith.addi %10, %c1_5 : index
    %33 = mem.load %0[%31, %32] : memref<18x48xf32>
    %34 = arith.addf %30, %33 : f32
    %c1_6 = arith.constant 1 : index
    %35 = arith.addi %11, %c1_6 : index
    %c2_7 = arith.constant 2 : index
    %36 = arith.addi %10, %c2_7 : index
    %37 = mem.load %0[%35, %36] : memref<18x48xf32>
    %38 = arith.addf %34, %37 : f32
    %c2_8 = arith.constant 2 : index
    %39 = arith.addi %11, %c2_8 : index
    %40 = mem.load %0[%39, %10] : memref<18x48xf32>
    %41 = arith.addf %38, %40 : f32
    %c2_9 = arith.constant 2 : index
    %42 = arith.addi %11, %c2_9 : index
    %c1_10 = arith.constant 1 : index
    %43 = arith.addi %10, %c1_10 : index
    %44 = mem.load %0[%42, %43] : memref<18x48xf32>
    %45 = arith.addf %41, %44 : f32
    %c2_11 = arith.constant 2 : index
    %46 = arith.addi %11, %c2_11 : index
    %c2_12 = arith.constant 2 : index
    %47 = arith.addi %10, %c2_12 : index
    %48 = mem.load %0[%46, %47] : memref<18x48xf32>
    %49 = arith.addf %45, %48 : f32
    %50 = mem.extent [h] : index
    %51 = arith.cmpi slt, %15, %50 : index
    %52 = mem.extent [w] : index
    %53 = arith.cmpi slt, %19, %52 : index
    %54 = arith.andi %51, %53 : i1
    loop.if %54 {
      %cst_13 = arith.constant 9.000000e+00 : f32
      %55 = arith.divf %49, %cst_13 : f32
      mem.store %55, %arg1[%15, %19] : memref<?{h}x?{w}xf32>
      loop.yield
    }
    kernel.return
  }
}

