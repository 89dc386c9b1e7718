// Made by examples/python/kernels.py: python examples/python/kernels.py nbody
module {
  func.func @nbody(%arg0: tensor<?{n}x4xf32> {tf.name = "x"}, %arg1: f32 {tf.name = "softening"}) -> tensor<?{n}x3xf32> {
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.sitofp %c0_i32 : i32 to f32
    %1 = tensor.splat %0 : tensor<?{n}x3xf32>
    %2 = tensor.extent [(n + 511) floordiv 512] : index
    %c16 = arith.constant 16 : index
    %c128 = arith.constant 128 : index
    %3 = kernel.launch @nbody_kernel grid(%2, %c16) block(%c128) args(%arg0, %1, %arg1) changes = [1] : (tensor<?{n}x4xf32>, tensor<?{n}x3xf32>, f32) -> tensor<?{n}x3xf32>
    return %3 : tensor<?{n}x3xf32>
  }
  kernel.func @nbody_kernel(%arg0: memref<?{n}x4xf32>, %arg1: memref<?{n}x3xf32> {kernel.access = "inout"}, %arg2: f32) attributes {block_size = array<i64: 128>, tf.numerics = "fast"} {
    %0 = kernel.shared : memref<256x4xf32>
    %1 = kernel.thread_id x
    %2 = kernel.block_id y
    %3 = kernel.block_id x
    %4 = kernel.block_id x
    %5 = kernel.block_id x
    %6 = kernel.block_id x
    %c512 = arith.constant 512 : index
    %7 = arith.muli %3, %c512 : index
    %8 = arith.addi %7, %1 : index
    %9 = mem.extent [n] : index
    %10 = arith.cmpi slt, %8, %9 : index
    %11:3 = loop.if %10 -> (f32, f32, f32) {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %3, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c0 = arith.constant 0 : index
      %59 = vector.load %arg0[%58, %c0] axis = 1 : memref<?{n}x4xf32>, vector<4xf32>
      %c0_12 = arith.constant 0 : index
      %60 = vector.extract %59[%c0_12] : vector<4xf32>
      %c1_13 = arith.constant 1 : index
      %61 = vector.extract %59[%c1_13] : vector<4xf32>
      %c2 = arith.constant 2 : index
      %62 = vector.extract %59[%c2] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %63 = vector.extract %59[%c3] : vector<4xf32>
      loop.yield %60, %61, %62 : f32, f32, f32
    } else {
      %cst_11 = arith.constant 0.000000e+00 : f32
      %cst_12 = arith.constant 0.000000e+00 : f32
      %cst_13 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_11, %cst_12, %cst_13 : f32, f32, f32
    }
    %c512_0 = arith.constant 512 : index
    %12 = arith.muli %4, %c512_0 : index
    %13 = arith.addi %12, %1 : index
    %c128 = arith.constant 128 : index
    %14 = arith.addi %13, %c128 : index
    %15 = mem.extent [n] : index
    %16 = arith.cmpi slt, %14, %15 : index
    %17:3 = loop.if %16 -> (f32, f32, f32) {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %4, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c128_12 = arith.constant 128 : index
      %59 = arith.addi %58, %c128_12 : index
      %c0 = arith.constant 0 : index
      %60 = vector.load %arg0[%59, %c0] axis = 1 : memref<?{n}x4xf32>, vector<4xf32>
      %c0_13 = arith.constant 0 : index
      %61 = vector.extract %60[%c0_13] : vector<4xf32>
      %c1_14 = arith.constant 1 : index
      %62 = vector.extract %60[%c1_14] : vector<4xf32>
      %c2 = arith.constant 2 : index
      %63 = vector.extract %60[%c2] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %64 = vector.extract %60[%c3] : vector<4xf32>
      loop.yield %61, %62, %63 : f32, f32, f32
    } else {
      %cst_11 = arith.constant 0.000000e+00 : f32
      %cst_12 = arith.constant 0.000000e+00 : f32
      %cst_13 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_11, %cst_12, %cst_13 : f32, f32, f32
    }
    %c512_1 = arith.constant 512 : index
    %18 = arith.muli %5, %c512_1 : index
    %19 = arith.addi %18, %1 : index
    %c256 = arith.constant 256 : index
    %20 = arith.addi %19, %c256 : index
    %21 = mem.extent [n] : index
    %22 = arith.cmpi slt, %20, %21 : index
    %23:3 = loop.if %22 -> (f32, f32, f32) {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %5, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c256_12 = arith.constant 256 : index
      %59 = arith.addi %58, %c256_12 : index
      %c0 = arith.constant 0 : index
      %60 = vector.load %arg0[%59, %c0] axis = 1 : memref<?{n}x4xf32>, vector<4xf32>
      %c0_13 = arith.constant 0 : index
      %61 = vector.extract %60[%c0_13] : vector<4xf32>
      %c1_14 = arith.constant 1 : index
      %62 = vector.extract %60[%c1_14] : vector<4xf32>
      %c2 = arith.constant 2 : index
      %63 = vector.extract %60[%c2] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %64 = vector.extract %60[%c3] : vector<4xf32>
      loop.yield %61, %62, %63 : f32, f32, f32
    } else {
      %cst_11 = arith.constant 0.000000e+00 : f32
      %cst_12 = arith.constant 0.000000e+00 : f32
      %cst_13 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_11, %cst_12, %cst_13 : f32, f32, f32
    }
    %c512_2 = arith.constant 512 : index
    %24 = arith.muli %6, %c512_2 : index
    %25 = arith.addi %24, %1 : index
    %c384 = arith.constant 384 : index
    %26 = arith.addi %25, %c384 : index
    %27 = mem.extent [n] : index
    %28 = arith.cmpi slt, %26, %27 : index
    %29:3 = loop.if %28 -> (f32, f32, f32) {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %6, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c384_12 = arith.constant 384 : index
      %59 = arith.addi %58, %c384_12 : index
      %c0 = arith.constant 0 : index
      %60 = vector.load %arg0[%59, %c0] axis = 1 : memref<?{n}x4xf32>, vector<4xf32>
      %c0_13 = arith.constant 0 : index
      %61 = vector.extract %60[%c0_13] : vector<4xf32>
      %c1_14 = arith.constant 1 : index
      %62 = vector.extract %60[%c1_14] : vector<4xf32>
      %c2 = arith.constant 2 : index
      %63 = vector.extract %60[%c2] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %64 = vector.extract %60[%c3] : vector<4xf32>
      loop.yield %61, %62, %63 : f32, f32, f32
    } else {
      %cst_11 = arith.constant 0.000000e+00 : f32
      %cst_12 = arith.constant 0.000000e+00 : f32
      %cst_13 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_11, %cst_12, %cst_13 : f32, f32, f32
    }
    %cst = arith.constant 0.000000e+00 : f32
    %30 = mem.extent [256*((n + 4095) floordiv 4096)] : index
    %31 = arith.muli %2, %30 : index
    %c1 = arith.constant 1 : index
    %32 = arith.addi %2, %c1 : index
    %33 = mem.extent [256*((n + 4095) floordiv 4096)] : index
    %34 = arith.muli %32, %33 : index
    %35 = mem.extent [n] : index
    %36 = arith.minsi %34, %35 : index
    %c256_3 = arith.constant 256 : index
    %37:12 = loop.for %i = %31 to %36 step %c256_3 iter_args(%arg3 = %cst, %arg4 = %cst, %arg5 = %cst, %arg6 = %cst, %arg7 = %cst, %arg8 = %cst, %arg9 = %cst, %arg10 = %cst, %arg11 = %cst, %arg12 = %cst, %arg13 = %cst, %arg14 = %cst) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
      %57 = arith.addi %i, %1 : index
      %58 = mem.extent [n] : index
      %59 = arith.cmpi slt, %57, %58 : index
      %60:4 = loop.if %59 -> (f32, f32, f32, f32) {
        %76 = arith.addi %i, %1 : index
        %c0_22 = arith.constant 0 : index
        %77 = vector.load %arg0[%76, %c0_22] axis = 1 : memref<?{n}x4xf32>, vector<4xf32>
        %c0_23 = arith.constant 0 : index
        %78 = vector.extract %77[%c0_23] : vector<4xf32>
        %c1_24 = arith.constant 1 : index
        %79 = vector.extract %77[%c1_24] : vector<4xf32>
        %c2_25 = arith.constant 2 : index
        %80 = vector.extract %77[%c2_25] : vector<4xf32>
        %c3_26 = arith.constant 3 : index
        %81 = vector.extract %77[%c3_26] : vector<4xf32>
        loop.yield %78, %79, %80, %81 : f32, f32, f32, f32
      } else {
        %cst_22 = arith.constant 0.000000e+00 : f32
        %cst_23 = arith.constant 0.000000e+00 : f32
        %cst_24 = arith.constant 0.000000e+00 : f32
        %cst_25 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_22, %cst_23, %cst_24, %cst_25 : f32, f32, f32, f32
      }
      %c0 = arith.constant 0 : index
      %61 = vector.broadcast %60#0 : vector<4xf32>
      %c1_11 = arith.constant 1 : index
      %62 = vector.insert %60#1, %61[%c1_11] : vector<4xf32>
      %c2 = arith.constant 2 : index
      %63 = vector.insert %60#2, %62[%c2] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %64 = vector.insert %60#3, %63[%c3] : vector<4xf32>
      vector.store %64, %0[%1, %c0] axis = 1 : memref<256x4xf32>, vector<4xf32>
      %65 = arith.addi %i, %1 : index
      %c128_12 = arith.constant 128 : index
      %66 = arith.addi %65, %c128_12 : index
      %67 = mem.extent [n] : index
      %68 = arith.cmpi slt, %66, %67 : index
      %69:4 = loop.if %68 -> (f32, f32, f32, f32) {
        %76 = arith.addi %i, %1 : index
        %c128_22 = arith.constant 128 : index
        %77 = arith.addi %76, %c128_22 : index
        %c0_23 = arith.constant 0 : index
        %78 = vector.load %arg0[%77, %c0_23] axis = 1 : memref<?{n}x4xf32>, vector<4xf32>
        %c0_24 = arith.constant 0 : index
        %79 = vector.extract %78[%c0_24] : vector<4xf32>
        %c1_25 = arith.constant 1 : index
        %80 = vector.extract %78[%c1_25] : vector<4xf32>
        %c2_26 = arith.constant 2 : index
        %81 = vector.extract %78[%c2_26] : vector<4xf32>
        %c3_27 = arith.constant 3 : index
        %82 = vector.extract %78[%c3_27] : vector<4xf32>
        loop.yield %79, %80, %81, %82 : f32, f32, f32, f32
      } else {
        %cst_22 = arith.constant 0.000000e+00 : f32
        %cst_23 = arith.constant 0.000000e+00 : f32
        %cst_24 = arith.constant 0.000000e+00 : f32
        %cst_25 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_22, %cst_23, %cst_24, %cst_25 : f32, f32, f32, f32
      }
      %c128_13 = arith.constant 128 : index
      %70 = arith.addi %1, %c128_13 : index
      %c0_14 = arith.constant 0 : index
      %71 = vector.broadcast %69#0 : vector<4xf32>
      %c1_15 = arith.constant 1 : index
      %72 = vector.insert %69#1, %71[%c1_15] : vector<4xf32>
      %c2_16 = arith.constant 2 : index
      %73 = vector.insert %69#2, %72[%c2_16] : vector<4xf32>
      %c3_17 = arith.constant 3 : index
      %74 = vector.insert %69#3, %73[%c3_17] : vector<4xf32>
      vector.store %74, %0[%70, %c0_14] axis = 1 : memref<256x4xf32>, vector<4xf32>
      kernel.barrier
      %c0_18 = arith.constant 0 : index
      %c256_19 = arith.constant 256 : index
      %c1_20 = arith.constant 1 : index
      %75:12 = loop.for %i_21 = %c0_18 to %c256_19 step %c1_20 iter_args(%arg15 = %arg3, %arg16 = %arg4, %arg17 = %arg5, %arg18 = %arg6, %arg19 = %arg7, %arg20 = %arg8, %arg21 = %arg9, %arg22 = %arg10, %arg23 = %arg11, %arg24 = %arg12, %arg25 = %arg13, %arg26 = %arg14) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) attributes {unroll = 8 : i64} {
        %c0_22 = arith.constant 0 : index
        %76 = vector.load %0[%i_21, %c0_22] axis = 1 : memref<256x4xf32>, vector<4xf32>
        %c0_23 = arith.constant 0 : index
        %77 = vector.extract %76[%c0_23] : vector<4xf32>
        %c1_24 = arith.constant 1 : index
        %78 = vector.extract %76[%c1_24] : vector<4xf32>
        %c2_25 = arith.constant 2 : index
        %79 = vector.extract %76[%c2_25] : vector<4xf32>
        %c3_26 = arith.constant 3 : index
        %80 = vector.extract %76[%c3_26] : vector<4xf32>
        %81 = arith.subf %77, %11#0 : f32
        %82 = arith.subf %78, %11#1 : f32
        %83 = arith.subf %79, %11#2 : f32
        %84 = arith.mulf %81, %81 : f32
        %85 = arith.mulf %82, %82 : f32
        %86 = arith.addf %84, %85 : f32
        %87 = arith.mulf %83, %83 : f32
        %88 = arith.addf %86, %87 : f32
        %89 = arith.addf %88, %arg2 : f32
        %90 = math.sqrt %89 : f32
        %91 = arith.mulf %89, %90 : f32
        %92 = arith.divf %80, %91 : f32
        %93 = arith.mulf %81, %92 : f32
        %94 = arith.addf %arg15, %93 : f32
        %95 = arith.mulf %82, %92 : f32
        %96 = arith.addf %arg16, %95 : f32
        %97 = arith.mulf %83, %92 : f32
        %98 = arith.addf %arg17, %97 : f32
        %99 = arith.subf %77, %17#0 : f32
        %100 = arith.subf %78, %17#1 : f32
        %101 = arith.subf %79, %17#2 : f32
        %102 = arith.mulf %99, %99 : f32
        %103 = arith.mulf %100, %100 : f32
        %104 = arith.addf %102, %103 : f32
        %105 = arith.mulf %101, %101 : f32
        %106 = arith.addf %104, %105 : f32
        %107 = arith.addf %106, %arg2 : f32
        %108 = math.sqrt %107 : f32
        %109 = arith.mulf %107, %108 : f32
        %110 = arith.divf %80, %109 : f32
        %111 = arith.mulf %99, %110 : f32
        %112 = arith.addf %arg18, %111 : f32
        %113 = arith.mulf %100, %110 : f32
        %114 = arith.addf %arg19, %113 : f32
        %115 = arith.mulf %101, %110 : f32
        %116 = arith.addf %arg20, %115 : f32
        %117 = arith.subf %77, %23#0 : f32
        %118 = arith.subf %78, %23#1 : f32
        %119 = arith.subf %79, %23#2 : f32
        %120 = arith.mulf %117, %117 : f32
        %121 = arith.mulf %118, %118 : f32
        %122 = arith.addf %120, %121 : f32
        %123 = arith.mulf %119, %119 : f32
        %124 = arith.addf %122, %123 : f32
        %125 = arith.addf %124, %arg2 : f32
        %126 = math.sqrt %125 : f32
        %127 = arith.mulf %125, %126 : f32
        %128 = arith.divf %80, %127 : f32
        %129 = arith.mulf %117, %128 : f32
        %130 = arith.addf %arg21, %129 : f32
        %131 = arith.mulf %118, %128 : f32
        %132 = arith.addf %arg22, %131 : f32
        %133 = arith.mulf %119, %128 : f32
        %134 = arith.addf %arg23, %133 : f32
        %135 = arith.subf %77, %29#0 : f32
        %136 = arith.subf %78, %29#1 : f32
        %137 = arith.subf %79, %29#2 : f32
        %138 = arith.mulf %135, %135 : f32
        %139 = arith.mulf %136, %136 : f32
        %140 = arith.addf %138, %139 : f32
        %141 = arith.mulf %137, %137 : f32
        %142 = arith.addf %140, %141 : f32
        %143 = arith.addf %142, %arg2 : f32
        %144 = math.sqrt %143 : f32
        %145 = arith.mulf %143, %144 : f32
        %146 = arith.divf %80, %145 : f32
        %147 = arith.mulf %135, %146 : f32
        %148 = arith.addf %arg24, %147 : f32
        %149 = arith.mulf %136, %146 : f32
        %150 = arith.addf %arg25, %149 : f32
        %151 = arith.mulf %137, %146 : f32
        %152 = arith.addf %arg26, %151 : f32
        loop.yield %94, %96, %98, %112, %114, %116, %130, %132, %134, %148, %150, %152 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
      }
      kernel.barrier
      loop.yield %75#0, %75#1, %75#2, %75#3, %75#4, %75#5, %75#6, %75#7, %75#8, %75#9, %75#10, %75#11 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
    }
    %c512_4 = arith.constant 512 : index
    %38 = arith.muli %3, %c512_4 : index
    %39 = arith.addi %38, %1 : index
    %40 = mem.extent [n] : index
    %41 = arith.cmpi slt, %39, %40 : index
    loop.if %41 {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %3, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c0 = arith.constant 0 : index
      %59 = kernel.atomic add %37#0, %arg1[%58, %c0] : memref<?{n}x3xf32>
      %c512_12 = arith.constant 512 : index
      %60 = arith.muli %3, %c512_12 : index
      %61 = arith.addi %60, %1 : index
      %c1_13 = arith.constant 1 : index
      %62 = kernel.atomic add %37#1, %arg1[%61, %c1_13] : memref<?{n}x3xf32>
      %c512_14 = arith.constant 512 : index
      %63 = arith.muli %3, %c512_14 : index
      %64 = arith.addi %63, %1 : index
      %c2 = arith.constant 2 : index
      %65 = kernel.atomic add %37#2, %arg1[%64, %c2] : memref<?{n}x3xf32>
      loop.yield
    }
    %c512_5 = arith.constant 512 : index
    %42 = arith.muli %4, %c512_5 : index
    %43 = arith.addi %42, %1 : index
    %c128_6 = arith.constant 128 : index
    %44 = arith.addi %43, %c128_6 : index
    %45 = mem.extent [n] : index
    %46 = arith.cmpi slt, %44, %45 : index
    loop.if %46 {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %4, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c128_12 = arith.constant 128 : index
      %59 = arith.addi %58, %c128_12 : index
      %c0 = arith.constant 0 : index
      %60 = kernel.atomic add %37#3, %arg1[%59, %c0] : memref<?{n}x3xf32>
      %c512_13 = arith.constant 512 : index
      %61 = arith.muli %4, %c512_13 : index
      %62 = arith.addi %61, %1 : index
      %c128_14 = arith.constant 128 : index
      %63 = arith.addi %62, %c128_14 : index
      %c1_15 = arith.constant 1 : index
      %64 = kernel.atomic add %37#4, %arg1[%63, %c1_15] : memref<?{n}x3xf32>
      %c512_16 = arith.constant 512 : index
      %65 = arith.muli %4, %c512_16 : index
      %66 = arith.addi %65, %1 : index
      %c128_17 = arith.constant 128 : index
      %67 = arith.addi %66, %c128_17 : index
      %c2 = arith.constant 2 : index
      %68 = kernel.atomic add %37#5, %arg1[%67, %c2] : memref<?{n}x3xf32>
      loop.yield
    }
    %c512_7 = arith.constant 512 : index
    %47 = arith.muli %5, %c512_7 : index
    %48 = arith.addi %47, %1 : index
    %c256_8 = arith.constant 256 : index
    %49 = arith.addi %48, %c256_8 : index
    %50 = mem.extent [n] : index
    %51 = arith.cmpi slt, %49, %50 : index
    loop.if %51 {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %5, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c256_12 = arith.constant 256 : index
      %59 = arith.addi %58, %c256_12 : index
      %c0 = arith.constant 0 : index
      %60 = kernel.atomic add %37#6, %arg1[%59, %c0] : memref<?{n}x3xf32>
      %c512_13 = arith.constant 512 : index
      %61 = arith.muli %5, %c512_13 : index
      %62 = arith.addi %61, %1 : index
      %c256_14 = arith.constant 256 : index
      %63 = arith.addi %62, %c256_14 : index
      %c1_15 = arith.constant 1 : index
      %64 = kernel.atomic add %37#7, %arg1[%63, %c1_15] : memref<?{n}x3xf32>
      %c512_16 = arith.constant 512 : index
      %65 = arith.muli %5, %c512_16 : index
      %66 = arith.addi %65, %1 : index
      %c256_17 = arith.constant 256 : index
      %67 = arith.addi %66, %c256_17 : index
      %c2 = arith.constant 2 : index
      %68 = kernel.atomic add %37#8, %arg1[%67, %c2] : memref<?{n}x3xf32>
      loop.yield
    }
    %c512_9 = arith.constant 512 : index
    %52 = arith.muli %6, %c512_9 : index
    %53 = arith.addi %52, %1 : index
    %c384_10 = arith.constant 384 : index
    %54 = arith.addi %53, %c384_10 : index
    %55 = mem.extent [n] : index
    %56 = arith.cmpi slt, %54, %55 : index
    loop.if %56 {
      %c512_11 = arith.constant 512 : index
      %57 = arith.muli %6, %c512_11 : index
      %58 = arith.addi %57, %1 : index
      %c384_12 = arith.constant 384 : index
      %59 = arith.addi %58, %c384_12 : index
      %c0 = arith.constant 0 : index
      %60 = kernel.atomic add %37#9, %arg1[%59, %c0] : memref<?{n}x3xf32>
      %c512_13 = arith.constant 512 : index
      %61 = arith.muli %6, %c512_13 : index
      %62 = arith.addi %61, %1 : index
      %c384_14 = arith.constant 384 : index
      %63 = arith.addi %62, %c384_14 : index
      %c1_15 = arith.constant 1 : index
      %64 = kernel.atomic add %37#10, %arg1[%63, %c1_15] : memref<?{n}x3xf32>
      %c512_16 = arith.constant 512 : index
      %65 = arith.muli %6, %c512_16 : index
      %66 = arith.addi %65, %1 : index
      %c384_17 = arith.constant 384 : index
      %67 = arith.addi %66, %c384_17 : index
      %c2 = arith.constant 2 : index
      %68 = kernel.atomic add %37#11, %arg1[%67, %c2] : memref<?{n}x3xf32>
      loop.yield
    }
    kernel.return
  }
}
