// Made by examples/python/kernels.py: python examples/python/kernels.py nbody
module {
  func.func @nbody(%arg0: tensor<?{n}x4xf32> {tf.name = "x"}, %arg1: f32 {tf.name = "softening"}) -> tensor<?{n}x3xf32> attributes {tf.numerics = "standard"} {
    %0 = tensor.extent [(n + 127) floordiv 128] : index
    %c128 = arith.constant 128 : index
    %1 = kernel.launch @nbody_kernel grid(%0) block(%c128) args(%arg0, %arg1) : (tensor<?{n}x4xf32>, f32) -> tensor<?{n}x3xf32>
    return %1 : tensor<?{n}x3xf32>
  }
  kernel.func @nbody_kernel(%arg0: memref<?{n}x4xf32>, %arg1: f32, %arg2: memref<?{n}x3xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "standard"} {
    %0 = kernel.shared : memref<128x4xf32>
    %1 = kernel.thread_id x
    %2 = kernel.block_id x
    %3 = kernel.thread_id x
    %c128 = arith.constant 128 : index
    %4 = arith.muli %2, %c128 : index
    %5 = arith.addi %4, %3 : index
    %6 = mem.extent [n] : index
    %7 = arith.cmpi slt, %5, %6 : index
    %8:3 = loop.if %7 -> (f32, f32, f32) {
      %c0_1 = arith.constant 0 : index
      %13 = mem.load %arg0[%5, %c0_1] : memref<?{n}x4xf32>
      %c1 = arith.constant 1 : index
      %14 = mem.load %arg0[%5, %c1] : memref<?{n}x4xf32>
      %c2 = arith.constant 2 : index
      %15 = mem.load %arg0[%5, %c2] : memref<?{n}x4xf32>
      loop.yield %13, %14, %15 : f32, f32, f32
    } else {
      %cst_1 = arith.constant 0.000000e+00 : f32
      %cst_2 = arith.constant 0.000000e+00 : f32
      %cst_3 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_1, %cst_2, %cst_3 : f32, f32, f32
    }
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %9 = mem.extent [n] : index
    %c128_0 = arith.constant 128 : index
    %10:3 = loop.for %i = %c0 to %9 step %c128_0 iter_args(%arg3 = %cst, %arg4 = %cst, %arg5 = %cst) -> (f32, f32, f32) {
      %c4 = arith.constant 4 : index
      %13 = arith.floordivsi %1, %c4 : index
      %14 = arith.addi %i, %13 : index
      %15 = mem.extent [n] : index
      %16 = arith.cmpi slt, %14, %15 : index
      %17 = loop.if %16 -> (f32) {
        %c4_18 = arith.constant 4 : index
        %56 = arith.floordivsi %1, %c4_18 : index
        %57 = arith.addi %i, %56 : index
        %c4_19 = arith.constant 4 : index
        %58 = arith.floordivsi %1, %c4_19 : index
        %59 = arith.muli %58, %c4_19 : index
        %60 = arith.subi %1, %59 : index
        %61 = mem.load %arg0[%57, %60] : memref<?{n}x4xf32>
        loop.yield %61 : f32
      } else {
        %cst_18 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_18 : f32
      }
      %c4_1 = arith.constant 4 : index
      %18 = arith.floordivsi %1, %c4_1 : index
      %c4_2 = arith.constant 4 : index
      %19 = arith.floordivsi %1, %c4_2 : index
      %20 = arith.muli %19, %c4_2 : index
      %21 = arith.subi %1, %20 : index
      mem.store %17, %0[%18, %21] : memref<128x4xf32>
      %c4_3 = arith.constant 4 : index
      %22 = arith.floordivsi %1, %c4_3 : index
      %23 = arith.addi %i, %22 : index
      %c32 = arith.constant 32 : index
      %24 = arith.addi %23, %c32 : index
      %25 = mem.extent [n] : index
      %26 = arith.cmpi slt, %24, %25 : index
      %27 = loop.if %26 -> (f32) {
        %c4_18 = arith.constant 4 : index
        %56 = arith.floordivsi %1, %c4_18 : index
        %57 = arith.addi %i, %56 : index
        %c32_19 = arith.constant 32 : index
        %58 = arith.addi %57, %c32_19 : index
        %c4_20 = arith.constant 4 : index
        %59 = arith.floordivsi %1, %c4_20 : index
        %60 = arith.muli %59, %c4_20 : index
        %61 = arith.subi %1, %60 : index
        %62 = mem.load %arg0[%58, %61] : memref<?{n}x4xf32>
        loop.yield %62 : f32
      } else {
        %cst_18 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_18 : f32
      }
      %c4_4 = arith.constant 4 : index
      %28 = arith.floordivsi %1, %c4_4 : index
      %c32_5 = arith.constant 32 : index
      %29 = arith.addi %28, %c32_5 : index
      %c4_6 = arith.constant 4 : index
      %30 = arith.floordivsi %1, %c4_6 : index
      %31 = arith.muli %30, %c4_6 : index
      %32 = arith.subi %1, %31 : index
      mem.store %27, %0[%29, %32] : memref<128x4xf32>
      %c4_7 = arith.constant 4 : index
      %33 = arith.floordivsi %1, %c4_7 : index
      %34 = arith.addi %i, %33 : index
      %c64 = arith.constant 64 : index
      %35 = arith.addi %34, %c64 : index
      %36 = mem.extent [n] : index
      %37 = arith.cmpi slt, %35, %36 : index
      %38 = loop.if %37 -> (f32) {
        %c4_18 = arith.constant 4 : index
        %56 = arith.floordivsi %1, %c4_18 : index
        %57 = arith.addi %i, %56 : index
        %c64_19 = arith.constant 64 : index
        %58 = arith.addi %57, %c64_19 : index
        %c4_20 = arith.constant 4 : index
        %59 = arith.floordivsi %1, %c4_20 : index
        %60 = arith.muli %59, %c4_20 : index
        %61 = arith.subi %1, %60 : index
        %62 = mem.load %arg0[%58, %61] : memref<?{n}x4xf32>
        loop.yield %62 : f32
      } else {
        %cst_18 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_18 : f32
      }
      %c4_8 = arith.constant 4 : index
      %39 = arith.floordivsi %1, %c4_8 : index
      %c64_9 = arith.constant 64 : index
      %40 = arith.addi %39, %c64_9 : index
      %c4_10 = arith.constant 4 : index
      %41 = arith.floordivsi %1, %c4_10 : index
      %42 = arith.muli %41, %c4_10 : index
      %43 = arith.subi %1, %42 : index
      mem.store %38, %0[%40, %43] : memref<128x4xf32>
      %c4_11 = arith.constant 4 : index
      %44 = arith.floordivsi %1, %c4_11 : index
      %45 = arith.addi %i, %44 : index
      %c96 = arith.constant 96 : index
      %46 = arith.addi %45, %c96 : index
      %47 = mem.extent [n] : index
      %48 = arith.cmpi slt, %46, %47 : index
      %49 = loop.if %48 -> (f32) {
        %c4_18 = arith.constant 4 : index
        %56 = arith.floordivsi %1, %c4_18 : index
        %57 = arith.addi %i, %56 : index
        %c96_19 = arith.constant 96 : index
        %58 = arith.addi %57, %c96_19 : index
        %c4_20 = arith.constant 4 : index
        %59 = arith.floordivsi %1, %c4_20 : index
        %60 = arith.muli %59, %c4_20 : index
        %61 = arith.subi %1, %60 : index
        %62 = mem.load %arg0[%58, %61] : memref<?{n}x4xf32>
        loop.yield %62 : f32
      } else {
        %cst_18 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_18 : f32
      }
      %c4_12 = arith.constant 4 : index
      %50 = arith.floordivsi %1, %c4_12 : index
      %c96_13 = arith.constant 96 : index
      %51 = arith.addi %50, %c96_13 : index
      %c4_14 = arith.constant 4 : index
      %52 = arith.floordivsi %1, %c4_14 : index
      %53 = arith.muli %52, %c4_14 : index
      %54 = arith.subi %1, %53 : index
      mem.store %49, %0[%51, %54] : memref<128x4xf32>
      kernel.barrier
      %c0_15 = arith.constant 0 : index
      %c128_16 = arith.constant 128 : index
      %c1 = arith.constant 1 : index
      %55:3 = loop.for %i_17 = %c0_15 to %c128_16 step %c1 iter_args(%arg6 = %arg3, %arg7 = %arg4, %arg8 = %arg5) -> (f32, f32, f32) {
        %c0_18 = arith.constant 0 : index
        %56 = mem.load %0[%i_17, %c0_18] : memref<128x4xf32>
        %57 = arith.subf %56, %8#0 : f32
        %c1_19 = arith.constant 1 : index
        %58 = mem.load %0[%i_17, %c1_19] : memref<128x4xf32>
        %59 = arith.subf %58, %8#1 : f32
        %c2 = arith.constant 2 : index
        %60 = mem.load %0[%i_17, %c2] : memref<128x4xf32>
        %61 = arith.subf %60, %8#2 : f32
        %62 = arith.mulf %57, %57 : f32
        %63 = arith.mulf %59, %59 : f32
        %64 = arith.addf %62, %63 : f32
        %65 = arith.mulf %61, %61 : f32
        %66 = arith.addf %64, %65 : f32
        %67 = arith.addf %66, %arg1 : f32
        %c3 = arith.constant 3 : index
        %68 = mem.load %0[%i_17, %c3] : memref<128x4xf32>
        %69 = math.sqrt %67 : f32
        %70 = arith.mulf %67, %69 : f32
        %71 = arith.divf %68, %70 : f32
        %72 = arith.mulf %57, %71 : f32
        %73 = arith.addf %arg6, %72 : f32
        %74 = arith.mulf %59, %71 : f32
        %75 = arith.addf %arg7, %74 : f32
        %76 = arith.mulf %61, %71 : f32
        %77 = arith.addf %arg8, %76 : f32
        loop.yield %73, %75, %77 : f32, f32, f32
      }
      kernel.barrier
      loop.yield %55#0, %55#1, %55#2 : f32, f32, f32
    }
    %11 = mem.extent [n] : index
    %12 = arith.cmpi slt, %5, %11 : index
    loop.if %12 {
      %c0_1 = arith.constant 0 : index
      mem.store %10#0, %arg2[%5, %c0_1] : memref<?{n}x3xf32>
      %c1 = arith.constant 1 : index
      mem.store %10#1, %arg2[%5, %c1] : memref<?{n}x3xf32>
      %c2 = arith.constant 2 : index
      mem.store %10#2, %arg2[%5, %c2] : memref<?{n}x3xf32>
      loop.yield
    }
    kernel.return
  }
}

