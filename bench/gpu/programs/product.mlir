// Made by examples/python/kernels.py: python examples/python/kernels.py product
module {
  func.func @product(%arg0: tensor<?{m}x?{q}xf32> {tf.name = "a"}, %arg1: tensor<?{q}x?{n}xf32> {tf.name = "b"}) -> tensor<?{m}x?{n}xf32> {
    %0 = tensor.extent [(n + 127) floordiv 128] : index
    %1 = tensor.extent [(m + 127) floordiv 128] : index
    %c256 = arith.constant 256 : index
    %2 = kernel.launch @product_kernel grid(%0, %1) block(%c256) args(%arg0, %arg1) : (tensor<?{m}x?{q}xf32>, tensor<?{q}x?{n}xf32>) -> tensor<?{m}x?{n}xf32>
    return %2 : tensor<?{m}x?{n}xf32>
  }
  kernel.func @product_kernel(%arg0: memref<?{m}x?{q}xf32>, %arg1: memref<?{q}x?{n}xf32>, %arg2: memref<?{m}x?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 256>} {
    %0 = kernel.shared : memref<2x8x132xf32>
    %1 = kernel.shared : memref<2x8x132xf32>
    %2 = kernel.thread_id x
    %3 = kernel.block_id y
    %4 = kernel.block_id x
    %c0_i32 = arith.constant 0 : i32
    %5 = arith.extsi %c0_i32 : i32 to i64
    %c0_i32_0 = arith.constant 0 : i32
    %6 = arith.extsi %c0_i32_0 : i32 to i64
    %c128 = arith.constant 128 : index
    %7 = arith.muli %3, %c128 : index
    %c8 = arith.constant 8 : index
    %8 = arith.floordivsi %2, %c8 : index
    %9 = arith.addi %7, %8 : index
    %10 = mem.extent [m] : index
    %11 = arith.cmpi slt, %9, %10 : index
    %12 = arith.index_cast %6 : i64 to index
    %c8_1 = arith.constant 8 : index
    %13 = arith.floordivsi %2, %c8_1 : index
    %14 = arith.muli %13, %c8_1 : index
    %15 = arith.subi %2, %14 : index
    %16 = arith.addi %12, %15 : index
    %17 = mem.extent [q] : index
    %18 = arith.cmpi slt, %16, %17 : index
    %19 = arith.andi %11, %18 : i1
    %20 = loop.if %19 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c8_103 = arith.constant 8 : index
      %396 = arith.floordivsi %2, %c8_103 : index
      %397 = arith.muli %396, %c8_103 : index
      %398 = arith.subi %2, %397 : index
      %399 = arith.addi %395, %398 : index
      %c128_104 = arith.constant 128 : index
      %400 = arith.muli %3, %c128_104 : index
      %c8_105 = arith.constant 8 : index
      %401 = arith.floordivsi %2, %c8_105 : index
      %402 = arith.addi %400, %401 : index
      %403 = mem.load %arg0[%402, %399] : memref<?{m}x?{q}xf32>
      loop.yield %403 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %c128_2 = arith.constant 128 : index
    %21 = arith.muli %3, %c128_2 : index
    %c8_3 = arith.constant 8 : index
    %22 = arith.floordivsi %2, %c8_3 : index
    %23 = arith.addi %21, %22 : index
    %c32 = arith.constant 32 : index
    %24 = arith.addi %23, %c32 : index
    %25 = mem.extent [m] : index
    %26 = arith.cmpi slt, %24, %25 : index
    %27 = arith.index_cast %6 : i64 to index
    %c8_4 = arith.constant 8 : index
    %28 = arith.floordivsi %2, %c8_4 : index
    %29 = arith.muli %28, %c8_4 : index
    %30 = arith.subi %2, %29 : index
    %31 = arith.addi %27, %30 : index
    %32 = mem.extent [q] : index
    %33 = arith.cmpi slt, %31, %32 : index
    %34 = arith.andi %26, %33 : i1
    %35 = loop.if %34 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c8_103 = arith.constant 8 : index
      %396 = arith.floordivsi %2, %c8_103 : index
      %397 = arith.muli %396, %c8_103 : index
      %398 = arith.subi %2, %397 : index
      %399 = arith.addi %395, %398 : index
      %c128_104 = arith.constant 128 : index
      %400 = arith.muli %3, %c128_104 : index
      %c8_105 = arith.constant 8 : index
      %401 = arith.floordivsi %2, %c8_105 : index
      %402 = arith.addi %400, %401 : index
      %c32_106 = arith.constant 32 : index
      %403 = arith.addi %402, %c32_106 : index
      %404 = mem.load %arg0[%403, %399] : memref<?{m}x?{q}xf32>
      loop.yield %404 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %c128_5 = arith.constant 128 : index
    %36 = arith.muli %3, %c128_5 : index
    %c8_6 = arith.constant 8 : index
    %37 = arith.floordivsi %2, %c8_6 : index
    %38 = arith.addi %36, %37 : index
    %c64 = arith.constant 64 : index
    %39 = arith.addi %38, %c64 : index
    %40 = mem.extent [m] : index
    %41 = arith.cmpi slt, %39, %40 : index
    %42 = arith.index_cast %6 : i64 to index
    %c8_7 = arith.constant 8 : index
    %43 = arith.floordivsi %2, %c8_7 : index
    %44 = arith.muli %43, %c8_7 : index
    %45 = arith.subi %2, %44 : index
    %46 = arith.addi %42, %45 : index
    %47 = mem.extent [q] : index
    %48 = arith.cmpi slt, %46, %47 : index
    %49 = arith.andi %41, %48 : i1
    %50 = loop.if %49 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c8_103 = arith.constant 8 : index
      %396 = arith.floordivsi %2, %c8_103 : index
      %397 = arith.muli %396, %c8_103 : index
      %398 = arith.subi %2, %397 : index
      %399 = arith.addi %395, %398 : index
      %c128_104 = arith.constant 128 : index
      %400 = arith.muli %3, %c128_104 : index
      %c8_105 = arith.constant 8 : index
      %401 = arith.floordivsi %2, %c8_105 : index
      %402 = arith.addi %400, %401 : index
      %c64_106 = arith.constant 64 : index
      %403 = arith.addi %402, %c64_106 : index
      %404 = mem.load %arg0[%403, %399] : memref<?{m}x?{q}xf32>
      loop.yield %404 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %c128_8 = arith.constant 128 : index
    %51 = arith.muli %3, %c128_8 : index
    %c8_9 = arith.constant 8 : index
    %52 = arith.floordivsi %2, %c8_9 : index
    %53 = arith.addi %51, %52 : index
    %c96 = arith.constant 96 : index
    %54 = arith.addi %53, %c96 : index
    %55 = mem.extent [m] : index
    %56 = arith.cmpi slt, %54, %55 : index
    %57 = arith.index_cast %6 : i64 to index
    %c8_10 = arith.constant 8 : index
    %58 = arith.floordivsi %2, %c8_10 : index
    %59 = arith.muli %58, %c8_10 : index
    %60 = arith.subi %2, %59 : index
    %61 = arith.addi %57, %60 : index
    %62 = mem.extent [q] : index
    %63 = arith.cmpi slt, %61, %62 : index
    %64 = arith.andi %56, %63 : i1
    %65 = loop.if %64 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c8_103 = arith.constant 8 : index
      %396 = arith.floordivsi %2, %c8_103 : index
      %397 = arith.muli %396, %c8_103 : index
      %398 = arith.subi %2, %397 : index
      %399 = arith.addi %395, %398 : index
      %c128_104 = arith.constant 128 : index
      %400 = arith.muli %3, %c128_104 : index
      %c8_105 = arith.constant 8 : index
      %401 = arith.floordivsi %2, %c8_105 : index
      %402 = arith.addi %400, %401 : index
      %c96_106 = arith.constant 96 : index
      %403 = arith.addi %402, %c96_106 : index
      %404 = mem.load %arg0[%403, %399] : memref<?{m}x?{q}xf32>
      loop.yield %404 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %66 = arith.index_cast %6 : i64 to index
    %c32_11 = arith.constant 32 : index
    %67 = arith.floordivsi %2, %c32_11 : index
    %68 = arith.addi %66, %67 : index
    %69 = mem.extent [q] : index
    %70 = arith.cmpi slt, %68, %69 : index
    %c128_12 = arith.constant 128 : index
    %71 = arith.muli %4, %c128_12 : index
    %c32_13 = arith.constant 32 : index
    %72 = arith.floordivsi %2, %c32_13 : index
    %73 = arith.muli %72, %c32_13 : index
    %74 = arith.subi %2, %73 : index
    %75 = arith.addi %71, %74 : index
    %76 = mem.extent [n] : index
    %77 = arith.cmpi slt, %75, %76 : index
    %78 = arith.andi %70, %77 : i1
    %79 = loop.if %78 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c32_103 = arith.constant 32 : index
      %396 = arith.floordivsi %2, %c32_103 : index
      %397 = arith.addi %395, %396 : index
      %c128_104 = arith.constant 128 : index
      %398 = arith.muli %4, %c128_104 : index
      %c32_105 = arith.constant 32 : index
      %399 = arith.floordivsi %2, %c32_105 : index
      %400 = arith.muli %399, %c32_105 : index
      %401 = arith.subi %2, %400 : index
      %402 = arith.addi %398, %401 : index
      %403 = mem.load %arg1[%397, %402] : memref<?{q}x?{n}xf32>
      loop.yield %403 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %80 = arith.index_cast %6 : i64 to index
    %c32_14 = arith.constant 32 : index
    %81 = arith.floordivsi %2, %c32_14 : index
    %82 = arith.addi %80, %81 : index
    %83 = mem.extent [q] : index
    %84 = arith.cmpi slt, %82, %83 : index
    %c128_15 = arith.constant 128 : index
    %85 = arith.muli %4, %c128_15 : index
    %c32_16 = arith.constant 32 : index
    %86 = arith.floordivsi %2, %c32_16 : index
    %87 = arith.muli %86, %c32_16 : index
    %88 = arith.subi %2, %87 : index
    %89 = arith.addi %85, %88 : index
    %c32_17 = arith.constant 32 : index
    %90 = arith.addi %89, %c32_17 : index
    %91 = mem.extent [n] : index
    %92 = arith.cmpi slt, %90, %91 : index
    %93 = arith.andi %84, %92 : i1
    %94 = loop.if %93 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c32_103 = arith.constant 32 : index
      %396 = arith.floordivsi %2, %c32_103 : index
      %397 = arith.addi %395, %396 : index
      %c128_104 = arith.constant 128 : index
      %398 = arith.muli %4, %c128_104 : index
      %c32_105 = arith.constant 32 : index
      %399 = arith.floordivsi %2, %c32_105 : index
      %400 = arith.muli %399, %c32_105 : index
      %401 = arith.subi %2, %400 : index
      %402 = arith.addi %398, %401 : index
      %c32_106 = arith.constant 32 : index
      %403 = arith.addi %402, %c32_106 : index
      %404 = mem.load %arg1[%397, %403] : memref<?{q}x?{n}xf32>
      loop.yield %404 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %95 = arith.index_cast %6 : i64 to index
    %c32_18 = arith.constant 32 : index
    %96 = arith.floordivsi %2, %c32_18 : index
    %97 = arith.addi %95, %96 : index
    %98 = mem.extent [q] : index
    %99 = arith.cmpi slt, %97, %98 : index
    %c128_19 = arith.constant 128 : index
    %100 = arith.muli %4, %c128_19 : index
    %c32_20 = arith.constant 32 : index
    %101 = arith.floordivsi %2, %c32_20 : index
    %102 = arith.muli %101, %c32_20 : index
    %103 = arith.subi %2, %102 : index
    %104 = arith.addi %100, %103 : index
    %c64_21 = arith.constant 64 : index
    %105 = arith.addi %104, %c64_21 : index
    %106 = mem.extent [n] : index
    %107 = arith.cmpi slt, %105, %106 : index
    %108 = arith.andi %99, %107 : i1
    %109 = loop.if %108 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c32_103 = arith.constant 32 : index
      %396 = arith.floordivsi %2, %c32_103 : index
      %397 = arith.addi %395, %396 : index
      %c128_104 = arith.constant 128 : index
      %398 = arith.muli %4, %c128_104 : index
      %c32_105 = arith.constant 32 : index
      %399 = arith.floordivsi %2, %c32_105 : index
      %400 = arith.muli %399, %c32_105 : index
      %401 = arith.subi %2, %400 : index
      %402 = arith.addi %398, %401 : index
      %c64_106 = arith.constant 64 : index
      %403 = arith.addi %402, %c64_106 : index
      %404 = mem.load %arg1[%397, %403] : memref<?{q}x?{n}xf32>
      loop.yield %404 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %110 = arith.index_cast %6 : i64 to index
    %c32_22 = arith.constant 32 : index
    %111 = arith.floordivsi %2, %c32_22 : index
    %112 = arith.addi %110, %111 : index
    %113 = mem.extent [q] : index
    %114 = arith.cmpi slt, %112, %113 : index
    %c128_23 = arith.constant 128 : index
    %115 = arith.muli %4, %c128_23 : index
    %c32_24 = arith.constant 32 : index
    %116 = arith.floordivsi %2, %c32_24 : index
    %117 = arith.muli %116, %c32_24 : index
    %118 = arith.subi %2, %117 : index
    %119 = arith.addi %115, %118 : index
    %c96_25 = arith.constant 96 : index
    %120 = arith.addi %119, %c96_25 : index
    %121 = mem.extent [n] : index
    %122 = arith.cmpi slt, %120, %121 : index
    %123 = arith.andi %114, %122 : i1
    %124 = loop.if %123 -> (f32) {
      %395 = arith.index_cast %6 : i64 to index
      %c32_103 = arith.constant 32 : index
      %396 = arith.floordivsi %2, %c32_103 : index
      %397 = arith.addi %395, %396 : index
      %c128_104 = arith.constant 128 : index
      %398 = arith.muli %4, %c128_104 : index
      %c32_105 = arith.constant 32 : index
      %399 = arith.floordivsi %2, %c32_105 : index
      %400 = arith.muli %399, %c32_105 : index
      %401 = arith.subi %2, %400 : index
      %402 = arith.addi %398, %401 : index
      %c96_106 = arith.constant 96 : index
      %403 = arith.addi %402, %c96_106 : index
      %404 = mem.load %arg1[%397, %403] : memref<?{q}x?{n}xf32>
      loop.yield %404 : f32
    } else {
      %cst_103 = arith.constant 0.000000e+00 : f32
      loop.yield %cst_103 : f32
    }
    %125 = arith.index_cast %5 : i64 to index
    %c8_26 = arith.constant 8 : index
    %126 = arith.floordivsi %2, %c8_26 : index
    %127 = arith.muli %126, %c8_26 : index
    %128 = arith.subi %2, %127 : index
    %c8_27 = arith.constant 8 : index
    %129 = arith.floordivsi %2, %c8_27 : index
    mem.store %20, %0[%125, %128, %129] : memref<2x8x132xf32>
    %130 = arith.index_cast %5 : i64 to index
    %c32_28 = arith.constant 32 : index
    %131 = arith.floordivsi %2, %c32_28 : index
    %c32_29 = arith.constant 32 : index
    %132 = arith.floordivsi %2, %c32_29 : index
    %133 = arith.muli %132, %c32_29 : index
    %134 = arith.subi %2, %133 : index
    mem.store %79, %1[%130, %131, %134] : memref<2x8x132xf32>
    %135 = arith.index_cast %5 : i64 to index
    %c8_30 = arith.constant 8 : index
    %136 = arith.floordivsi %2, %c8_30 : index
    %137 = arith.muli %136, %c8_30 : index
    %138 = arith.subi %2, %137 : index
    %c8_31 = arith.constant 8 : index
    %139 = arith.floordivsi %2, %c8_31 : index
    %c32_32 = arith.constant 32 : index
    %140 = arith.addi %139, %c32_32 : index
    mem.store %35, %0[%135, %138, %140] : memref<2x8x132xf32>
    %141 = arith.index_cast %5 : i64 to index
    %c32_33 = arith.constant 32 : index
    %142 = arith.floordivsi %2, %c32_33 : index
    %c32_34 = arith.constant 32 : index
    %143 = arith.floordivsi %2, %c32_34 : index
    %144 = arith.muli %143, %c32_34 : index
    %145 = arith.subi %2, %144 : index
    %c32_35 = arith.constant 32 : index
    %146 = arith.addi %145, %c32_35 : index
    mem.store %94, %1[%141, %142, %146] : memref<2x8x132xf32>
    %147 = arith.index_cast %5 : i64 to index
    %c8_36 = arith.constant 8 : index
    %148 = arith.floordivsi %2, %c8_36 : index
    %149 = arith.muli %148, %c8_36 : index
    %150 = arith.subi %2, %149 : index
    %c8_37 = arith.constant 8 : index
    %151 = arith.floordivsi %2, %c8_37 : index
    %c64_38 = arith.constant 64 : index
    %152 = arith.addi %151, %c64_38 : index
    mem.store %50, %0[%147, %150, %152] : memref<2x8x132xf32>
    %153 = arith.index_cast %5 : i64 to index
    %c32_39 = arith.constant 32 : index
    %154 = arith.floordivsi %2, %c32_39 : index
    %c32_40 = arith.constant 32 : index
    %155 = arith.floordivsi %2, %c32_40 : index
    %156 = arith.muli %155, %c32_40 : index
    %157 = arith.subi %2, %156 : index
    %c64_41 = arith.constant 64 : index
    %158 = arith.addi %157, %c64_41 : index
    mem.store %109, %1[%153, %154, %158] : memref<2x8x132xf32>
    %159 = arith.index_cast %5 : i64 to index
    %c8_42 = arith.constant 8 : index
    %160 = arith.floordivsi %2, %c8_42 : index
    %161 = arith.muli %160, %c8_42 : index
    %162 = arith.subi %2, %161 : index
    %c8_43 = arith.constant 8 : index
    %163 = arith.floordivsi %2, %c8_43 : index
    %c96_44 = arith.constant 96 : index
    %164 = arith.addi %163, %c96_44 : index
    mem.store %65, %0[%159, %162, %164] : memref<2x8x132xf32>
    %165 = arith.index_cast %5 : i64 to index
    %c32_45 = arith.constant 32 : index
    %166 = arith.floordivsi %2, %c32_45 : index
    %c32_46 = arith.constant 32 : index
    %167 = arith.floordivsi %2, %c32_46 : index
    %168 = arith.muli %167, %c32_46 : index
    %169 = arith.subi %2, %168 : index
    %c96_47 = arith.constant 96 : index
    %170 = arith.addi %169, %c96_47 : index
    mem.store %124, %1[%165, %166, %170] : memref<2x8x132xf32>
    kernel.barrier
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %171 = mem.extent [q] : index
    %c8_48 = arith.constant 8 : index
    %172:64 = loop.for %i = %c0 to %171 step %c8_48 iter_args(%arg3 = %cst, %arg4 = %cst, %arg5 = %cst, %arg6 = %cst, %arg7 = %cst, %arg8 = %cst, %arg9 = %cst, %arg10 = %cst, %arg11 = %cst, %arg12 = %cst, %arg13 = %cst, %arg14 = %cst, %arg15 = %cst, %arg16 = %cst, %arg17 = %cst, %arg18 = %cst, %arg19 = %cst, %arg20 = %cst, %arg21 = %cst, %arg22 = %cst, %arg23 = %cst, %arg24 = %cst, %arg25 = %cst, %arg26 = %cst, %arg27 = %cst, %arg28 = %cst, %arg29 = %cst, %arg30 = %cst, %arg31 = %cst, %arg32 = %cst, %arg33 = %cst, %arg34 = %cst, %arg35 = %cst, %arg36 = %cst, %arg37 = %cst, %arg38 = %cst, %arg39 = %cst, %arg40 = %cst, %arg41 = %cst, %arg42 = %cst, %arg43 = %cst, %arg44 = %cst, %arg45 = %cst, %arg46 = %cst, %arg47 = %cst, %arg48 = %cst, %arg49 = %cst, %arg50 = %cst, %arg51 = %cst, %arg52 = %cst, %arg53 = %cst, %arg54 = %cst, %arg55 = %cst, %arg56 = %cst, %arg57 = %cst, %arg58 = %cst, %arg59 = %cst, %arg60 = %cst, %arg61 = %cst, %arg62 = %cst, %arg63 = %cst, %arg64 = %cst, %arg65 = %cst, %arg66 = %cst) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
      %c128_103 = arith.constant 128 : index
      %395 = arith.muli %3, %c128_103 : index
      %c8_104 = arith.constant 8 : index
      %396 = arith.floordivsi %2, %c8_104 : index
      %397 = arith.addi %395, %396 : index
      %398 = mem.extent [m] : index
      %399 = arith.cmpi slt, %397, %398 : index
      %c8_105 = arith.constant 8 : index
      %400 = arith.floordivsi %2, %c8_105 : index
      %401 = arith.muli %400, %c8_105 : index
      %402 = arith.subi %2, %401 : index
      %403 = arith.addi %i, %402 : index
      %c8_106 = arith.constant 8 : index
      %404 = arith.addi %403, %c8_106 : index
      %405 = mem.extent [q] : index
      %406 = arith.cmpi slt, %404, %405 : index
      %407 = arith.andi %399, %406 : i1
      %408 = loop.if %407 -> (f32) {
        %c128_198 = arith.constant 128 : index
        %600 = arith.muli %3, %c128_198 : index
        %c8_199 = arith.constant 8 : index
        %601 = arith.floordivsi %2, %c8_199 : index
        %602 = arith.addi %600, %601 : index
        %c8_200 = arith.constant 8 : index
        %603 = arith.floordivsi %2, %c8_200 : index
        %604 = arith.muli %603, %c8_200 : index
        %605 = arith.subi %2, %604 : index
        %606 = arith.addi %i, %605 : index
        %c8_201 = arith.constant 8 : index
        %607 = arith.addi %606, %c8_201 : index
        %608 = mem.load %arg0[%602, %607] : memref<?{m}x?{q}xf32>
        loop.yield %608 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c128_107 = arith.constant 128 : index
      %409 = arith.muli %3, %c128_107 : index
      %c8_108 = arith.constant 8 : index
      %410 = arith.floordivsi %2, %c8_108 : index
      %411 = arith.addi %409, %410 : index
      %c32_109 = arith.constant 32 : index
      %412 = arith.addi %411, %c32_109 : index
      %413 = mem.extent [m] : index
      %414 = arith.cmpi slt, %412, %413 : index
      %c8_110 = arith.constant 8 : index
      %415 = arith.floordivsi %2, %c8_110 : index
      %416 = arith.muli %415, %c8_110 : index
      %417 = arith.subi %2, %416 : index
      %418 = arith.addi %i, %417 : index
      %c8_111 = arith.constant 8 : index
      %419 = arith.addi %418, %c8_111 : index
      %420 = mem.extent [q] : index
      %421 = arith.cmpi slt, %419, %420 : index
      %422 = arith.andi %414, %421 : i1
      %423 = loop.if %422 -> (f32) {
        %c128_198 = arith.constant 128 : index
        %600 = arith.muli %3, %c128_198 : index
        %c8_199 = arith.constant 8 : index
        %601 = arith.floordivsi %2, %c8_199 : index
        %602 = arith.addi %600, %601 : index
        %c32_200 = arith.constant 32 : index
        %603 = arith.addi %602, %c32_200 : index
        %c8_201 = arith.constant 8 : index
        %604 = arith.floordivsi %2, %c8_201 : index
        %605 = arith.muli %604, %c8_201 : index
        %606 = arith.subi %2, %605 : index
        %607 = arith.addi %i, %606 : index
        %c8_202 = arith.constant 8 : index
        %608 = arith.addi %607, %c8_202 : index
        %609 = mem.load %arg0[%603, %608] : memref<?{m}x?{q}xf32>
        loop.yield %609 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c128_112 = arith.constant 128 : index
      %424 = arith.muli %3, %c128_112 : index
      %c8_113 = arith.constant 8 : index
      %425 = arith.floordivsi %2, %c8_113 : index
      %426 = arith.addi %424, %425 : index
      %c64_114 = arith.constant 64 : index
      %427 = arith.addi %426, %c64_114 : index
      %428 = mem.extent [m] : index
      %429 = arith.cmpi slt, %427, %428 : index
      %c8_115 = arith.constant 8 : index
      %430 = arith.floordivsi %2, %c8_115 : index
      %431 = arith.muli %430, %c8_115 : index
      %432 = arith.subi %2, %431 : index
      %433 = arith.addi %i, %432 : index
      %c8_116 = arith.constant 8 : index
      %434 = arith.addi %433, %c8_116 : index
      %435 = mem.extent [q] : index
      %436 = arith.cmpi slt, %434, %435 : index
      %437 = arith.andi %429, %436 : i1
      %438 = loop.if %437 -> (f32) {
        %c128_198 = arith.constant 128 : index
        %600 = arith.muli %3, %c128_198 : index
        %c8_199 = arith.constant 8 : index
        %601 = arith.floordivsi %2, %c8_199 : index
        %602 = arith.addi %600, %601 : index
        %c64_200 = arith.constant 64 : index
        %603 = arith.addi %602, %c64_200 : index
        %c8_201 = arith.constant 8 : index
        %604 = arith.floordivsi %2, %c8_201 : index
        %605 = arith.muli %604, %c8_201 : index
        %606 = arith.subi %2, %605 : index
        %607 = arith.addi %i, %606 : index
        %c8_202 = arith.constant 8 : index
        %608 = arith.addi %607, %c8_202 : index
        %609 = mem.load %arg0[%603, %608] : memref<?{m}x?{q}xf32>
        loop.yield %609 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c128_117 = arith.constant 128 : index
      %439 = arith.muli %3, %c128_117 : index
      %c8_118 = arith.constant 8 : index
      %440 = arith.floordivsi %2, %c8_118 : index
      %441 = arith.addi %439, %440 : index
      %c96_119 = arith.constant 96 : index
      %442 = arith.addi %441, %c96_119 : index
      %443 = mem.extent [m] : index
      %444 = arith.cmpi slt, %442, %443 : index
      %c8_120 = arith.constant 8 : index
      %445 = arith.floordivsi %2, %c8_120 : index
      %446 = arith.muli %445, %c8_120 : index
      %447 = arith.subi %2, %446 : index
      %448 = arith.addi %i, %447 : index
      %c8_121 = arith.constant 8 : index
      %449 = arith.addi %448, %c8_121 : index
      %450 = mem.extent [q] : index
      %451 = arith.cmpi slt, %449, %450 : index
      %452 = arith.andi %444, %451 : i1
      %453 = loop.if %452 -> (f32) {
        %c128_198 = arith.constant 128 : index
        %600 = arith.muli %3, %c128_198 : index
        %c8_199 = arith.constant 8 : index
        %601 = arith.floordivsi %2, %c8_199 : index
        %602 = arith.addi %600, %601 : index
        %c96_200 = arith.constant 96 : index
        %603 = arith.addi %602, %c96_200 : index
        %c8_201 = arith.constant 8 : index
        %604 = arith.floordivsi %2, %c8_201 : index
        %605 = arith.muli %604, %c8_201 : index
        %606 = arith.subi %2, %605 : index
        %607 = arith.addi %i, %606 : index
        %c8_202 = arith.constant 8 : index
        %608 = arith.addi %607, %c8_202 : index
        %609 = mem.load %arg0[%603, %608] : memref<?{m}x?{q}xf32>
        loop.yield %609 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c32_122 = arith.constant 32 : index
      %454 = arith.floordivsi %2, %c32_122 : index
      %455 = arith.addi %i, %454 : index
      %c8_123 = arith.constant 8 : index
      %456 = arith.addi %455, %c8_123 : index
      %457 = mem.extent [q] : index
      %458 = arith.cmpi slt, %456, %457 : index
      %c128_124 = arith.constant 128 : index
      %459 = arith.muli %4, %c128_124 : index
      %c32_125 = arith.constant 32 : index
      %460 = arith.floordivsi %2, %c32_125 : index
      %461 = arith.muli %460, %c32_125 : index
      %462 = arith.subi %2, %461 : index
      %463 = arith.addi %459, %462 : index
      %464 = mem.extent [n] : index
      %465 = arith.cmpi slt, %463, %464 : index
      %466 = arith.andi %458, %465 : i1
      %467 = loop.if %466 -> (f32) {
        %c32_198 = arith.constant 32 : index
        %600 = arith.floordivsi %2, %c32_198 : index
        %601 = arith.addi %i, %600 : index
        %c8_199 = arith.constant 8 : index
        %602 = arith.addi %601, %c8_199 : index
        %c128_200 = arith.constant 128 : index
        %603 = arith.muli %4, %c128_200 : index
        %c32_201 = arith.constant 32 : index
        %604 = arith.floordivsi %2, %c32_201 : index
        %605 = arith.muli %604, %c32_201 : index
        %606 = arith.subi %2, %605 : index
        %607 = arith.addi %603, %606 : index
        %608 = mem.load %arg1[%602, %607] : memref<?{q}x?{n}xf32>
        loop.yield %608 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c32_126 = arith.constant 32 : index
      %468 = arith.floordivsi %2, %c32_126 : index
      %469 = arith.addi %i, %468 : index
      %c8_127 = arith.constant 8 : index
      %470 = arith.addi %469, %c8_127 : index
      %471 = mem.extent [q] : index
      %472 = arith.cmpi slt, %470, %471 : index
      %c128_128 = arith.constant 128 : index
      %473 = arith.muli %4, %c128_128 : index
      %c32_129 = arith.constant 32 : index
      %474 = arith.floordivsi %2, %c32_129 : index
      %475 = arith.muli %474, %c32_129 : index
      %476 = arith.subi %2, %475 : index
      %477 = arith.addi %473, %476 : index
      %c32_130 = arith.constant 32 : index
      %478 = arith.addi %477, %c32_130 : index
      %479 = mem.extent [n] : index
      %480 = arith.cmpi slt, %478, %479 : index
      %481 = arith.andi %472, %480 : i1
      %482 = loop.if %481 -> (f32) {
        %c32_198 = arith.constant 32 : index
        %600 = arith.floordivsi %2, %c32_198 : index
        %601 = arith.addi %i, %600 : index
        %c8_199 = arith.constant 8 : index
        %602 = arith.addi %601, %c8_199 : index
        %c128_200 = arith.constant 128 : index
        %603 = arith.muli %4, %c128_200 : index
        %c32_201 = arith.constant 32 : index
        %604 = arith.floordivsi %2, %c32_201 : index
        %605 = arith.muli %604, %c32_201 : index
        %606 = arith.subi %2, %605 : index
        %607 = arith.addi %603, %606 : index
        %c32_202 = arith.constant 32 : index
        %608 = arith.addi %607, %c32_202 : index
        %609 = mem.load %arg1[%602, %608] : memref<?{q}x?{n}xf32>
        loop.yield %609 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c32_131 = arith.constant 32 : index
      %483 = arith.floordivsi %2, %c32_131 : index
      %484 = arith.addi %i, %483 : index
      %c8_132 = arith.constant 8 : index
      %485 = arith.addi %484, %c8_132 : index
      %486 = mem.extent [q] : index
      %487 = arith.cmpi slt, %485, %486 : index
      %c128_133 = arith.constant 128 : index
      %488 = arith.muli %4, %c128_133 : index
      %c32_134 = arith.constant 32 : index
      %489 = arith.floordivsi %2, %c32_134 : index
      %490 = arith.muli %489, %c32_134 : index
      %491 = arith.subi %2, %490 : index
      %492 = arith.addi %488, %491 : index
      %c64_135 = arith.constant 64 : index
      %493 = arith.addi %492, %c64_135 : index
      %494 = mem.extent [n] : index
      %495 = arith.cmpi slt, %493, %494 : index
      %496 = arith.andi %487, %495 : i1
      %497 = loop.if %496 -> (f32) {
        %c32_198 = arith.constant 32 : index
        %600 = arith.floordivsi %2, %c32_198 : index
        %601 = arith.addi %i, %600 : index
        %c8_199 = arith.constant 8 : index
        %602 = arith.addi %601, %c8_199 : index
        %c128_200 = arith.constant 128 : index
        %603 = arith.muli %4, %c128_200 : index
        %c32_201 = arith.constant 32 : index
        %604 = arith.floordivsi %2, %c32_201 : index
        %605 = arith.muli %604, %c32_201 : index
        %606 = arith.subi %2, %605 : index
        %607 = arith.addi %603, %606 : index
        %c64_202 = arith.constant 64 : index
        %608 = arith.addi %607, %c64_202 : index
        %609 = mem.load %arg1[%602, %608] : memref<?{q}x?{n}xf32>
        loop.yield %609 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c32_136 = arith.constant 32 : index
      %498 = arith.floordivsi %2, %c32_136 : index
      %499 = arith.addi %i, %498 : index
      %c8_137 = arith.constant 8 : index
      %500 = arith.addi %499, %c8_137 : index
      %501 = mem.extent [q] : index
      %502 = arith.cmpi slt, %500, %501 : index
      %c128_138 = arith.constant 128 : index
      %503 = arith.muli %4, %c128_138 : index
      %c32_139 = arith.constant 32 : index
      %504 = arith.floordivsi %2, %c32_139 : index
      %505 = arith.muli %504, %c32_139 : index
      %506 = arith.subi %2, %505 : index
      %507 = arith.addi %503, %506 : index
      %c96_140 = arith.constant 96 : index
      %508 = arith.addi %507, %c96_140 : index
      %509 = mem.extent [n] : index
      %510 = arith.cmpi slt, %508, %509 : index
      %511 = arith.andi %502, %510 : i1
      %512 = loop.if %511 -> (f32) {
        %c32_198 = arith.constant 32 : index
        %600 = arith.floordivsi %2, %c32_198 : index
        %601 = arith.addi %i, %600 : index
        %c8_199 = arith.constant 8 : index
        %602 = arith.addi %601, %c8_199 : index
        %c128_200 = arith.constant 128 : index
        %603 = arith.muli %4, %c128_200 : index
        %c32_201 = arith.constant 32 : index
        %604 = arith.floordivsi %2, %c32_201 : index
        %605 = arith.muli %604, %c32_201 : index
        %606 = arith.subi %2, %605 : index
        %607 = arith.addi %603, %606 : index
        %c96_202 = arith.constant 96 : index
        %608 = arith.addi %607, %c96_202 : index
        %609 = mem.load %arg1[%602, %608] : memref<?{q}x?{n}xf32>
        loop.yield %609 : f32
      } else {
        %cst_198 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_198 : f32
      }
      %c0_141 = arith.constant 0 : index
      %c8_142 = arith.constant 8 : index
      %c1_143 = arith.constant 1 : index
      %513:64 = loop.for %i_144 = %c0_141 to %c8_142 step %c1_143 iter_args(%arg67 = %arg3, %arg68 = %arg4, %arg69 = %arg5, %arg70 = %arg6, %arg71 = %arg7, %arg72 = %arg8, %arg73 = %arg9, %arg74 = %arg10, %arg75 = %arg11, %arg76 = %arg12, %arg77 = %arg13, %arg78 = %arg14, %arg79 = %arg15, %arg80 = %arg16, %arg81 = %arg17, %arg82 = %arg18, %arg83 = %arg19, %arg84 = %arg20, %arg85 = %arg21, %arg86 = %arg22, %arg87 = %arg23, %arg88 = %arg24, %arg89 = %arg25, %arg90 = %arg26, %arg91 = %arg27, %arg92 = %arg28, %arg93 = %arg29, %arg94 = %arg30, %arg95 = %arg31, %arg96 = %arg32, %arg97 = %arg33, %arg98 = %arg34, %arg99 = %arg35, %arg100 = %arg36, %arg101 = %arg37, %arg102 = %arg38, %arg103 = %arg39, %arg104 = %arg40, %arg105 = %arg41, %arg106 = %arg42, %arg107 = %arg43, %arg108 = %arg44, %arg109 = %arg45, %arg110 = %arg46, %arg111 = %arg47, %arg112 = %arg48, %arg113 = %arg49, %arg114 = %arg50, %arg115 = %arg51, %arg116 = %arg52, %arg117 = %arg53, %arg118 = %arg54, %arg119 = %arg55, %arg120 = %arg56, %arg121 = %arg57, %arg122 = %arg58, %arg123 = %arg59, %arg124 = %arg60, %arg125 = %arg61, %arg126 = %arg62, %arg127 = %arg63, %arg128 = %arg64, %arg129 = %arg65, %arg130 = %arg66) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
        %c8_198 = arith.constant 8 : index
        %600 = arith.floordivsi %i, %c8_198 : index
        %c2_199 = arith.constant 2 : index
        %601 = arith.floordivsi %600, %c2_199 : index
        %602 = arith.muli %601, %c2_199 : index
        %603 = arith.subi %600, %602 : index
        %c16_200 = arith.constant 16 : index
        %604 = arith.floordivsi %2, %c16_200 : index
        %c4_201 = arith.constant 4 : index
        %605 = arith.muli %604, %c4_201 : index
        %606 = vector.load %0[%603, %i_144, %605] axis = 2 : memref<2x8x132xf32>, vector<4xf32>
        %c0_202 = arith.constant 0 : index
        %607 = vector.extract %606[%c0_202] : vector<4xf32>
        %c1_203 = arith.constant 1 : index
        %608 = vector.extract %606[%c1_203] : vector<4xf32>
        %c2_204 = arith.constant 2 : index
        %609 = vector.extract %606[%c2_204] : vector<4xf32>
        %c3_205 = arith.constant 3 : index
        %610 = vector.extract %606[%c3_205] : vector<4xf32>
        %c8_206 = arith.constant 8 : index
        %611 = arith.floordivsi %i, %c8_206 : index
        %c2_207 = arith.constant 2 : index
        %612 = arith.floordivsi %611, %c2_207 : index
        %613 = arith.muli %612, %c2_207 : index
        %614 = arith.subi %611, %613 : index
        %c16_208 = arith.constant 16 : index
        %615 = arith.floordivsi %2, %c16_208 : index
        %c4_209 = arith.constant 4 : index
        %616 = arith.muli %615, %c4_209 : index
        %c64_210 = arith.constant 64 : index
        %617 = arith.addi %616, %c64_210 : index
        %618 = vector.load %0[%614, %i_144, %617] axis = 2 : memref<2x8x132xf32>, vector<4xf32>
        %c0_211 = arith.constant 0 : index
        %619 = vector.extract %618[%c0_211] : vector<4xf32>
        %c1_212 = arith.constant 1 : index
        %620 = vector.extract %618[%c1_212] : vector<4xf32>
        %c2_213 = arith.constant 2 : index
        %621 = vector.extract %618[%c2_213] : vector<4xf32>
        %c3_214 = arith.constant 3 : index
        %622 = vector.extract %618[%c3_214] : vector<4xf32>
        %c8_215 = arith.constant 8 : index
        %623 = arith.floordivsi %i, %c8_215 : index
        %c2_216 = arith.constant 2 : index
        %624 = arith.floordivsi %623, %c2_216 : index
        %625 = arith.muli %624, %c2_216 : index
        %626 = arith.subi %623, %625 : index
        %c16_217 = arith.constant 16 : index
        %627 = arith.floordivsi %2, %c16_217 : index
        %628 = arith.muli %627, %c16_217 : index
        %629 = arith.subi %2, %628 : index
        %c4_218 = arith.constant 4 : index
        %630 = arith.muli %629, %c4_218 : index
        %631 = vector.load %1[%626, %i_144, %630] axis = 2 : memref<2x8x132xf32>, vector<4xf32>
        %c0_219 = arith.constant 0 : index
        %632 = vector.extract %631[%c0_219] : vector<4xf32>
        %c1_220 = arith.constant 1 : index
        %633 = vector.extract %631[%c1_220] : vector<4xf32>
        %c2_221 = arith.constant 2 : index
        %634 = vector.extract %631[%c2_221] : vector<4xf32>
        %c3_222 = arith.constant 3 : index
        %635 = vector.extract %631[%c3_222] : vector<4xf32>
        %c8_223 = arith.constant 8 : index
        %636 = arith.floordivsi %i, %c8_223 : index
        %c2_224 = arith.constant 2 : index
        %637 = arith.floordivsi %636, %c2_224 : index
        %638 = arith.muli %637, %c2_224 : index
        %639 = arith.subi %636, %638 : index
        %c16_225 = arith.constant 16 : index
        %640 = arith.floordivsi %2, %c16_225 : index
        %641 = arith.muli %640, %c16_225 : index
        %642 = arith.subi %2, %641 : index
        %c4_226 = arith.constant 4 : index
        %643 = arith.muli %642, %c4_226 : index
        %c64_227 = arith.constant 64 : index
        %644 = arith.addi %643, %c64_227 : index
        %645 = vector.load %1[%639, %i_144, %644] axis = 2 : memref<2x8x132xf32>, vector<4xf32>
        %c0_228 = arith.constant 0 : index
        %646 = vector.extract %645[%c0_228] : vector<4xf32>
        %c1_229 = arith.constant 1 : index
        %647 = vector.extract %645[%c1_229] : vector<4xf32>
        %c2_230 = arith.constant 2 : index
        %648 = vector.extract %645[%c2_230] : vector<4xf32>
        %c3_231 = arith.constant 3 : index
        %649 = vector.extract %645[%c3_231] : vector<4xf32>
        %650 = arith.mulf %607, %632 : f32
        %651 = arith.addf %arg67, %650 : f32
        %652 = arith.mulf %607, %633 : f32
        %653 = arith.addf %arg68, %652 : f32
        %654 = arith.mulf %607, %634 : f32
        %655 = arith.addf %arg69, %654 : f32
        %656 = arith.mulf %607, %635 : f32
        %657 = arith.addf %arg70, %656 : f32
        %658 = arith.mulf %607, %646 : f32
        %659 = arith.addf %arg71, %658 : f32
        %660 = arith.mulf %607, %647 : f32
        %661 = arith.addf %arg72, %660 : f32
        %662 = arith.mulf %607, %648 : f32
        %663 = arith.addf %arg73, %662 : f32
        %664 = arith.mulf %607, %649 : f32
        %665 = arith.addf %arg74, %664 : f32
        %666 = arith.mulf %608, %632 : f32
        %667 = arith.addf %arg75, %666 : f32
        %668 = arith.mulf %608, %633 : f32
        %669 = arith.addf %arg76, %668 : f32
        %670 = arith.mulf %608, %634 : f32
        %671 = arith.addf %arg77, %670 : f32
        %672 = arith.mulf %608, %635 : f32
        %673 = arith.addf %arg78, %672 : f32
        %674 = arith.mulf %608, %646 : f32
        %675 = arith.addf %arg79, %674 : f32
        %676 = arith.mulf %608, %647 : f32
        %677 = arith.addf %arg80, %676 : f32
        %678 = arith.mulf %608, %648 : f32
        %679 = arith.addf %arg81, %678 : f32
        %680 = arith.mulf %608, %649 : f32
        %681 = arith.addf %arg82, %680 : f32
        %682 = arith.mulf %609, %632 : f32
        %683 = arith.addf %arg83, %682 : f32
        %684 = arith.mulf %609, %633 : f32
        %685 = arith.addf %arg84, %684 : f32
        %686 = arith.mulf %609, %634 : f32
        %687 = arith.addf %arg85, %686 : f32
        %688 = arith.mulf %609, %635 : f32
        %689 = arith.addf %arg86, %688 : f32
        %690 = arith.mulf %609, %646 : f32
        %691 = arith.addf %arg87, %690 : f32
        %692 = arith.mulf %609, %647 : f32
        %693 = arith.addf %arg88, %692 : f32
        %694 = arith.mulf %609, %648 : f32
        %695 = arith.addf %arg89, %694 : f32
        %696 = arith.mulf %609, %649 : f32
        %697 = arith.addf %arg90, %696 : f32
        %698 = arith.mulf %610, %632 : f32
        %699 = arith.addf %arg91, %698 : f32
        %700 = arith.mulf %610, %633 : f32
        %701 = arith.addf %arg92, %700 : f32
        %702 = arith.mulf %610, %634 : f32
        %703 = arith.addf %arg93, %702 : f32
        %704 = arith.mulf %610, %635 : f32
        %705 = arith.addf %arg94, %704 : f32
        %706 = arith.mulf %610, %646 : f32
        %707 = arith.addf %arg95, %706 : f32
        %708 = arith.mulf %610, %647 : f32
        %709 = arith.addf %arg96, %708 : f32
        %710 = arith.mulf %610, %648 : f32
        %711 = arith.addf %arg97, %710 : f32
        %712 = arith.mulf %610, %649 : f32
        %713 = arith.addf %arg98, %712 : f32
        %714 = arith.mulf %619, %632 : f32
        %715 = arith.addf %arg99, %714 : f32
        %716 = arith.mulf %619, %633 : f32
        %717 = arith.addf %arg100, %716 : f32
        %718 = arith.mulf %619, %634 : f32
        %719 = arith.addf %arg101, %718 : f32
        %720 = arith.mulf %619, %635 : f32
        %721 = arith.addf %arg102, %720 : f32
        %722 = arith.mulf %619, %646 : f32
        %723 = arith.addf %arg103, %722 : f32
        %724 = arith.mulf %619, %647 : f32
        %725 = arith.addf %arg104, %724 : f32
        %726 = arith.mulf %619, %648 : f32
        %727 = arith.addf %arg105, %726 : f32
        %728 = arith.mulf %619, %649 : f32
        %729 = arith.addf %arg106, %728 : f32
        %730 = arith.mulf %620, %632 : f32
        %731 = arith.addf %arg107, %730 : f32
        %732 = arith.mulf %620, %633 : f32
        %733 = arith.addf %arg108, %732 : f32
        %734 = arith.mulf %620, %634 : f32
        %735 = arith.addf %arg109, %734 : f32
        %736 = arith.mulf %620, %635 : f32
        %737 = arith.addf %arg110, %736 : f32
        %738 = arith.mulf %620, %646 : f32
        %739 = arith.addf %arg111, %738 : f32
        %740 = arith.mulf %620, %647 : f32
        %741 = arith.addf %arg112, %740 : f32
        %742 = arith.mulf %620, %648 : f32
        %743 = arith.addf %arg113, %742 : f32
        %744 = arith.mulf %620, %649 : f32
        %745 = arith.addf %arg114, %744 : f32
        %746 = arith.mulf %621, %632 : f32
        %747 = arith.addf %arg115, %746 : f32
        %748 = arith.mulf %621, %633 : f32
        %749 = arith.addf %arg116, %748 : f32
        %750 = arith.mulf %621, %634 : f32
        %751 = arith.addf %arg117, %750 : f32
        %752 = arith.mulf %621, %635 : f32
        %753 = arith.addf %arg118, %752 : f32
        %754 = arith.mulf %621, %646 : f32
        %755 = arith.addf %arg119, %754 : f32
        %756 = arith.mulf %621, %647 : f32
        %757 = arith.addf %arg120, %756 : f32
        %758 = arith.mulf %621, %648 : f32
        %759 = arith.addf %arg121, %758 : f32
        %760 = arith.mulf %621, %649 : f32
        %761 = arith.addf %arg122, %760 : f32
        %762 = arith.mulf %622, %632 : f32
        %763 = arith.addf %arg123, %762 : f32
        %764 = arith.mulf %622, %633 : f32
        %765 = arith.addf %arg124, %764 : f32
        %766 = arith.mulf %622, %634 : f32
        %767 = arith.addf %arg125, %766 : f32
        %768 = arith.mulf %622, %635 : f32
        %769 = arith.addf %arg126, %768 : f32
        %770 = arith.mulf %622, %646 : f32
        %771 = arith.addf %arg127, %770 : f32
        %772 = arith.mulf %622, %647 : f32
        %773 = arith.addf %arg128, %772 : f32
        %774 = arith.mulf %622, %648 : f32
        %775 = arith.addf %arg129, %774 : f32
        %776 = arith.mulf %622, %649 : f32
        %777 = arith.addf %arg130, %776 : f32
        loop.yield %651, %653, %655, %657, %659, %661, %663, %665, %667, %669, %671, %673, %675, %677, %679, %681, %683, %685, %687, %689, %691, %693, %695, %697, %699, %701, %703, %705, %707, %709, %711, %713, %715, %717, %719, %721, %723, %725, %727, %729, %731, %733, %735, %737, %739, %741, %743, %745, %747, %749, %751, %753, %755, %757, %759, %761, %763, %765, %767, %769, %771, %773, %775, %777 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
      }
      %c8_145 = arith.constant 8 : index
      %514 = arith.floordivsi %i, %c8_145 : index
      %c2_146 = arith.constant 2 : index
      %515 = arith.floordivsi %514, %c2_146 : index
      %516 = arith.muli %515, %c2_146 : index
      %517 = arith.subi %514, %516 : index
      %c-1 = arith.constant -1 : index
      %518 = arith.muli %517, %c-1 : index
      %c1_147 = arith.constant 1 : index
      %519 = arith.addi %518, %c1_147 : index
      %c8_148 = arith.constant 8 : index
      %520 = arith.floordivsi %2, %c8_148 : index
      %521 = arith.muli %520, %c8_148 : index
      %522 = arith.subi %2, %521 : index
      %c8_149 = arith.constant 8 : index
      %523 = arith.floordivsi %2, %c8_149 : index
      mem.store %408, %0[%519, %522, %523] : memref<2x8x132xf32>
      %c8_150 = arith.constant 8 : index
      %524 = arith.floordivsi %i, %c8_150 : index
      %c2_151 = arith.constant 2 : index
      %525 = arith.floordivsi %524, %c2_151 : index
      %526 = arith.muli %525, %c2_151 : index
      %527 = arith.subi %524, %526 : index
      %c-1_152 = arith.constant -1 : index
      %528 = arith.muli %527, %c-1_152 : index
      %c1_153 = arith.constant 1 : index
      %529 = arith.addi %528, %c1_153 : index
      %c32_154 = arith.constant 32 : index
      %530 = arith.floordivsi %2, %c32_154 : index
      %c32_155 = arith.constant 32 : index
      %531 = arith.floordivsi %2, %c32_155 : index
      %532 = arith.muli %531, %c32_155 : index
      %533 = arith.subi %2, %532 : index
      mem.store %467, %1[%529, %530, %533] : memref<2x8x132xf32>
      %c8_156 = arith.constant 8 : index
      %534 = arith.floordivsi %i, %c8_156 : index
      %c2_157 = arith.constant 2 : index
      %535 = arith.floordivsi %534, %c2_157 : index
      %536 = arith.muli %535, %c2_157 : index
      %537 = arith.subi %534, %536 : index
      %c-1_158 = arith.constant -1 : index
      %538 = arith.muli %537, %c-1_158 : index
      %c1_159 = arith.constant 1 : index
      %539 = arith.addi %538, %c1_159 : index
      %c8_160 = arith.constant 8 : index
      %540 = arith.floordivsi %2, %c8_160 : index
      %541 = arith.muli %540, %c8_160 : index
      %542 = arith.subi %2, %541 : index
      %c8_161 = arith.constant 8 : index
      %543 = arith.floordivsi %2, %c8_161 : index
      %c32_162 = arith.constant 32 : index
      %544 = arith.addi %543, %c32_162 : index
      mem.store %423, %0[%539, %542, %544] : memref<2x8x132xf32>
      %c8_163 = arith.constant 8 : index
      %545 = arith.floordivsi %i, %c8_163 : index
      %c2_164 = arith.constant 2 : index
      %546 = arith.floordivsi %545, %c2_164 : index
      %547 = arith.muli %546, %c2_164 : index
      %548 = arith.subi %545, %547 : index
      %c-1_165 = arith.constant -1 : index
      %549 = arith.muli %548, %c-1_165 : index
      %c1_166 = arith.constant 1 : index
      %550 = arith.addi %549, %c1_166 : index
      %c32_167 = arith.constant 32 : index
      %551 = arith.floordivsi %2, %c32_167 : index
      %c32_168 = arith.constant 32 : index
      %552 = arith.floordivsi %2, %c32_168 : index
      %553 = arith.muli %552, %c32_168 : index
      %554 = arith.subi %2, %553 : index
      %c32_169 = arith.constant 32 : index
      %555 = arith.addi %554, %c32_169 : index
      mem.store %482, %1[%550, %551, %555] : memref<2x8x132xf32>
      %c8_170 = arith.constant 8 : index
      %556 = arith.floordivsi %i, %c8_170 : index
      %c2_171 = arith.constant 2 : index
      %557 = arith.floordivsi %556, %c2_171 : index
      %558 = arith.muli %557, %c2_171 : index
      %559 = arith.subi %556, %558 : index
      %c-1_172 = arith.constant -1 : index
      %560 = arith.muli %559, %c-1_172 : index
      %c1_173 = arith.constant 1 : index
      %561 = arith.addi %560, %c1_173 : index
      %c8_174 = arith.constant 8 : index
      %562 = arith.floordivsi %2, %c8_174 : index
      %563 = arith.muli %562, %c8_174 : index
      %564 = arith.subi %2, %563 : index
      %c8_175 = arith.constant 8 : index
      %565 = arith.floordivsi %2, %c8_175 : index
      %c64_176 = arith.constant 64 : index
      %566 = arith.addi %565, %c64_176 : index
      mem.store %438, %0[%561, %564, %566] : memref<2x8x132xf32>
      %c8_177 = arith.constant 8 : index
      %567 = arith.floordivsi %i, %c8_177 : index
      %c2_178 = arith.constant 2 : index
      %568 = arith.floordivsi %567, %c2_178 : index
      %569 = arith.muli %568, %c2_178 : index
      %570 = arith.subi %567, %569 : index
      %c-1_179 = arith.constant -1 : index
      %571 = arith.muli %570, %c-1_179 : index
      %c1_180 = arith.constant 1 : index
      %572 = arith.addi %571, %c1_180 : index
      %c32_181 = arith.constant 32 : index
      %573 = arith.floordivsi %2, %c32_181 : index
      %c32_182 = arith.constant 32 : index
      %574 = arith.floordivsi %2, %c32_182 : index
      %575 = arith.muli %574, %c32_182 : index
      %576 = arith.subi %2, %575 : index
      %c64_183 = arith.constant 64 : index
      %577 = arith.addi %576, %c64_183 : index
      mem.store %497, %1[%572, %573, %577] : memref<2x8x132xf32>
      %c8_184 = arith.constant 8 : index
      %578 = arith.floordivsi %i, %c8_184 : index
      %c2_185 = arith.constant 2 : index
      %579 = arith.floordivsi %578, %c2_185 : index
      %580 = arith.muli %579, %c2_185 : index
      %581 = arith.subi %578, %580 : index
      %c-1_186 = arith.constant -1 : index
      %582 = arith.muli %581, %c-1_186 : index
      %c1_187 = arith.constant 1 : index
      %583 = arith.addi %582, %c1_187 : index
      %c8_188 = arith.constant 8 : index
      %584 = arith.floordivsi %2, %c8_188 : index
      %585 = arith.muli %584, %c8_188 : index
      %586 = arith.subi %2, %585 : index
      %c8_189 = arith.constant 8 : index
      %587 = arith.floordivsi %2, %c8_189 : index
      %c96_190 = arith.constant 96 : index
      %588 = arith.addi %587, %c96_190 : index
      mem.store %453, %0[%583, %586, %588] : memref<2x8x132xf32>
      %c8_191 = arith.constant 8 : index
      %589 = arith.floordivsi %i, %c8_191 : index
      %c2_192 = arith.constant 2 : index
      %590 = arith.floordivsi %589, %c2_192 : index
      %591 = arith.muli %590, %c2_192 : index
      %592 = arith.subi %589, %591 : index
      %c-1_193 = arith.constant -1 : index
      %593 = arith.muli %592, %c-1_193 : index
      %c1_194 = arith.constant 1 : index
      %594 = arith.addi %593, %c1_194 : index
      %c32_195 = arith.constant 32 : index
      %595 = arith.floordivsi %2, %c32_195 : index
      %c32_196 = arith.constant 32 : index
      %596 = arith.floordivsi %2, %c32_196 : index
      %597 = arith.muli %596, %c32_196 : index
      %598 = arith.subi %2, %597 : index
      %c96_197 = arith.constant 96 : index
      %599 = arith.addi %598, %c96_197 : index
      mem.store %512, %1[%594, %595, %599] : memref<2x8x132xf32>
      kernel.barrier
      loop.yield %513#0, %513#1, %513#2, %513#3, %513#4, %513#5, %513#6, %513#7, %513#8, %513#9, %513#10, %513#11, %513#12, %513#13, %513#14, %513#15, %513#16, %513#17, %513#18, %513#19, %513#20, %513#21, %513#22, %513#23, %513#24, %513#25, %513#26, %513#27, %513#28, %513#29, %513#30, %513#31, %513#32, %513#33, %513#34, %513#35, %513#36, %513#37, %513#38, %513#39, %513#40, %513#41, %513#42, %513#43, %513#44, %513#45, %513#46, %513#47, %513#48, %513#49, %513#50, %513#51, %513#52, %513#53, %513#54, %513#55, %513#56, %513#57, %513#58, %513#59, %513#60, %513#61, %513#62, %513#63 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
    }
    %c128_49 = arith.constant 128 : index
    %173 = arith.muli %3, %c128_49 : index
    %c16 = arith.constant 16 : index
    %174 = arith.floordivsi %2, %c16 : index
    %c4 = arith.constant 4 : index
    %175 = arith.muli %174, %c4 : index
    %176 = arith.addi %173, %175 : index
    %177 = arith.index_cast %176 : index to i64
    %c128_50 = arith.constant 128 : index
    %178 = arith.muli %3, %c128_50 : index
    %c16_51 = arith.constant 16 : index
    %179 = arith.floordivsi %2, %c16_51 : index
    %c4_52 = arith.constant 4 : index
    %180 = arith.muli %179, %c4_52 : index
    %181 = arith.addi %178, %180 : index
    %c1 = arith.constant 1 : index
    %182 = arith.addi %181, %c1 : index
    %183 = arith.index_cast %182 : index to i64
    %c128_53 = arith.constant 128 : index
    %184 = arith.muli %3, %c128_53 : index
    %c16_54 = arith.constant 16 : index
    %185 = arith.floordivsi %2, %c16_54 : index
    %c4_55 = arith.constant 4 : index
    %186 = arith.muli %185, %c4_55 : index
    %187 = arith.addi %184, %186 : index
    %c2 = arith.constant 2 : index
    %188 = arith.addi %187, %c2 : index
    %189 = arith.index_cast %188 : index to i64
    %c128_56 = arith.constant 128 : index
    %190 = arith.muli %3, %c128_56 : index
    %c16_57 = arith.constant 16 : index
    %191 = arith.floordivsi %2, %c16_57 : index
    %c4_58 = arith.constant 4 : index
    %192 = arith.muli %191, %c4_58 : index
    %193 = arith.addi %190, %192 : index
    %c3 = arith.constant 3 : index
    %194 = arith.addi %193, %c3 : index
    %195 = arith.index_cast %194 : index to i64
    %c128_59 = arith.constant 128 : index
    %196 = arith.muli %3, %c128_59 : index
    %c16_60 = arith.constant 16 : index
    %197 = arith.floordivsi %2, %c16_60 : index
    %c4_61 = arith.constant 4 : index
    %198 = arith.muli %197, %c4_61 : index
    %199 = arith.addi %196, %198 : index
    %c64_62 = arith.constant 64 : index
    %200 = arith.addi %199, %c64_62 : index
    %201 = arith.index_cast %200 : index to i64
    %c128_63 = arith.constant 128 : index
    %202 = arith.muli %3, %c128_63 : index
    %c16_64 = arith.constant 16 : index
    %203 = arith.floordivsi %2, %c16_64 : index
    %c4_65 = arith.constant 4 : index
    %204 = arith.muli %203, %c4_65 : index
    %205 = arith.addi %202, %204 : index
    %c65 = arith.constant 65 : index
    %206 = arith.addi %205, %c65 : index
    %207 = arith.index_cast %206 : index to i64
    %c128_66 = arith.constant 128 : index
    %208 = arith.muli %3, %c128_66 : index
    %c16_67 = arith.constant 16 : index
    %209 = arith.floordivsi %2, %c16_67 : index
    %c4_68 = arith.constant 4 : index
    %210 = arith.muli %209, %c4_68 : index
    %211 = arith.addi %208, %210 : index
    %c66 = arith.constant 66 : index
    %212 = arith.addi %211, %c66 : index
    %213 = arith.index_cast %212 : index to i64
    %c128_69 = arith.constant 128 : index
    %214 = arith.muli %3, %c128_69 : index
    %c16_70 = arith.constant 16 : index
    %215 = arith.floordivsi %2, %c16_70 : index
    %c4_71 = arith.constant 4 : index
    %216 = arith.muli %215, %c4_71 : index
    %217 = arith.addi %214, %216 : index
    %c67 = arith.constant 67 : index
    %218 = arith.addi %217, %c67 : index
    %219 = arith.index_cast %218 : index to i64
    %c128_72 = arith.constant 128 : index
    %220 = arith.muli %4, %c128_72 : index
    %c16_73 = arith.constant 16 : index
    %221 = arith.floordivsi %2, %c16_73 : index
    %222 = arith.muli %221, %c16_73 : index
    %223 = arith.subi %2, %222 : index
    %c4_74 = arith.constant 4 : index
    %224 = arith.muli %223, %c4_74 : index
    %225 = arith.addi %220, %224 : index
    %226 = arith.index_cast %225 : index to i64
    %c128_75 = arith.constant 128 : index
    %227 = arith.muli %4, %c128_75 : index
    %c16_76 = arith.constant 16 : index
    %228 = arith.floordivsi %2, %c16_76 : index
    %229 = arith.muli %228, %c16_76 : index
    %230 = arith.subi %2, %229 : index
    %c4_77 = arith.constant 4 : index
    %231 = arith.muli %230, %c4_77 : index
    %232 = arith.addi %227, %231 : index
    %c1_78 = arith.constant 1 : index
    %233 = arith.addi %232, %c1_78 : index
    %234 = arith.index_cast %233 : index to i64
    %c128_79 = arith.constant 128 : index
    %235 = arith.muli %4, %c128_79 : index
    %c16_80 = arith.constant 16 : index
    %236 = arith.floordivsi %2, %c16_80 : index
    %237 = arith.muli %236, %c16_80 : index
    %238 = arith.subi %2, %237 : index
    %c4_81 = arith.constant 4 : index
    %239 = arith.muli %238, %c4_81 : index
    %240 = arith.addi %235, %239 : index
    %c2_82 = arith.constant 2 : index
    %241 = arith.addi %240, %c2_82 : index
    %242 = arith.index_cast %241 : index to i64
    %c128_83 = arith.constant 128 : index
    %243 = arith.muli %4, %c128_83 : index
    %c16_84 = arith.constant 16 : index
    %244 = arith.floordivsi %2, %c16_84 : index
    %245 = arith.muli %244, %c16_84 : index
    %246 = arith.subi %2, %245 : index
    %c4_85 = arith.constant 4 : index
    %247 = arith.muli %246, %c4_85 : index
    %248 = arith.addi %243, %247 : index
    %c3_86 = arith.constant 3 : index
    %249 = arith.addi %248, %c3_86 : index
    %250 = arith.index_cast %249 : index to i64
    %c128_87 = arith.constant 128 : index
    %251 = arith.muli %4, %c128_87 : index
    %c16_88 = arith.constant 16 : index
    %252 = arith.floordivsi %2, %c16_88 : index
    %253 = arith.muli %252, %c16_88 : index
    %254 = arith.subi %2, %253 : index
    %c4_89 = arith.constant 4 : index
    %255 = arith.muli %254, %c4_89 : index
    %256 = arith.addi %251, %255 : index
    %c64_90 = arith.constant 64 : index
    %257 = arith.addi %256, %c64_90 : index
    %258 = arith.index_cast %257 : index to i64
    %c128_91 = arith.constant 128 : index
    %259 = arith.muli %4, %c128_91 : index
    %c16_92 = arith.constant 16 : index
    %260 = arith.floordivsi %2, %c16_92 : index
    %261 = arith.muli %260, %c16_92 : index
    %262 = arith.subi %2, %261 : index
    %c4_93 = arith.constant 4 : index
    %263 = arith.muli %262, %c4_93 : index
    %264 = arith.addi %259, %263 : index
    %c65_94 = arith.constant 65 : index
    %265 = arith.addi %264, %c65_94 : index
    %266 = arith.index_cast %265 : index to i64
    %c128_95 = arith.constant 128 : index
    %267 = arith.muli %4, %c128_95 : index
    %c16_96 = arith.constant 16 : index
    %268 = arith.floordivsi %2, %c16_96 : index
    %269 = arith.muli %268, %c16_96 : index
    %270 = arith.subi %2, %269 : index
    %c4_97 = arith.constant 4 : index
    %271 = arith.muli %270, %c4_97 : index
    %272 = arith.addi %267, %271 : index
    %c66_98 = arith.constant 66 : index
    %273 = arith.addi %272, %c66_98 : index
    %274 = arith.index_cast %273 : index to i64
    %c128_99 = arith.constant 128 : index
    %275 = arith.muli %4, %c128_99 : index
    %c16_100 = arith.constant 16 : index
    %276 = arith.floordivsi %2, %c16_100 : index
    %277 = arith.muli %276, %c16_100 : index
    %278 = arith.subi %2, %277 : index
    %c4_101 = arith.constant 4 : index
    %279 = arith.muli %278, %c4_101 : index
    %280 = arith.addi %275, %279 : index
    %c67_102 = arith.constant 67 : index
    %281 = arith.addi %280, %c67_102 : index
    %282 = arith.index_cast %281 : index to i64
    %283 = arith.index_cast %177 : i64 to index
    %284 = mem.extent [m] : index
    %285 = arith.cmpi slt, %283, %284 : index
    %286 = arith.index_cast %183 : i64 to index
    %287 = mem.extent [m] : index
    %288 = arith.cmpi slt, %286, %287 : index
    %289 = arith.index_cast %189 : i64 to index
    %290 = mem.extent [m] : index
    %291 = arith.cmpi slt, %289, %290 : index
    %292 = arith.index_cast %195 : i64 to index
    %293 = mem.extent [m] : index
    %294 = arith.cmpi slt, %292, %293 : index
    %295 = arith.index_cast %201 : i64 to index
    %296 = mem.extent [m] : index
    %297 = arith.cmpi slt, %295, %296 : index
    %298 = arith.index_cast %207 : i64 to index
    %299 = mem.extent [m] : index
    %300 = arith.cmpi slt, %298, %299 : index
    %301 = arith.index_cast %213 : i64 to index
    %302 = mem.extent [m] : index
    %303 = arith.cmpi slt, %301, %302 : index
    %304 = arith.index_cast %219 : i64 to index
    %305 = mem.extent [m] : index
    %306 = arith.cmpi slt, %304, %305 : index
    %307 = arith.index_cast %226 : i64 to index
    %308 = mem.extent [n] : index
    %309 = arith.cmpi slt, %307, %308 : index
    %310 = arith.index_cast %234 : i64 to index
    %311 = mem.extent [n] : index
    %312 = arith.cmpi slt, %310, %311 : index
    %313 = arith.index_cast %242 : i64 to index
    %314 = mem.extent [n] : index
    %315 = arith.cmpi slt, %313, %314 : index
    %316 = arith.index_cast %250 : i64 to index
    %317 = mem.extent [n] : index
    %318 = arith.cmpi slt, %316, %317 : index
    %319 = arith.index_cast %258 : i64 to index
    %320 = mem.extent [n] : index
    %321 = arith.cmpi slt, %319, %320 : index
    %322 = arith.index_cast %266 : i64 to index
    %323 = mem.extent [n] : index
    %324 = arith.cmpi slt, %322, %323 : index
    %325 = arith.index_cast %274 : i64 to index
    %326 = mem.extent [n] : index
    %327 = arith.cmpi slt, %325, %326 : index
    %328 = arith.index_cast %282 : i64 to index
    %329 = mem.extent [n] : index
    %330 = arith.cmpi slt, %328, %329 : index
    %331 = arith.andi %285, %309 : i1
    loop.if %331 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#0, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %332 = arith.andi %285, %312 : i1
    loop.if %332 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#1, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %333 = arith.andi %285, %315 : i1
    loop.if %333 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#2, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %334 = arith.andi %285, %318 : i1
    loop.if %334 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#3, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %335 = arith.andi %285, %321 : i1
    loop.if %335 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#4, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %336 = arith.andi %285, %324 : i1
    loop.if %336 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#5, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %337 = arith.andi %285, %327 : i1
    loop.if %337 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#6, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %338 = arith.andi %285, %330 : i1
    loop.if %338 {
      %395 = arith.index_cast %177 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#7, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %339 = arith.andi %288, %309 : i1
    loop.if %339 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#8, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %340 = arith.andi %288, %312 : i1
    loop.if %340 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#9, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %341 = arith.andi %288, %315 : i1
    loop.if %341 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#10, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %342 = arith.andi %288, %318 : i1
    loop.if %342 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#11, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %343 = arith.andi %288, %321 : i1
    loop.if %343 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#12, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %344 = arith.andi %288, %324 : i1
    loop.if %344 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#13, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %345 = arith.andi %288, %327 : i1
    loop.if %345 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#14, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %346 = arith.andi %288, %330 : i1
    loop.if %346 {
      %395 = arith.index_cast %183 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#15, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %347 = arith.andi %291, %309 : i1
    loop.if %347 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#16, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %348 = arith.andi %291, %312 : i1
    loop.if %348 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#17, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %349 = arith.andi %291, %315 : i1
    loop.if %349 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#18, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %350 = arith.andi %291, %318 : i1
    loop.if %350 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#19, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %351 = arith.andi %291, %321 : i1
    loop.if %351 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#20, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %352 = arith.andi %291, %324 : i1
    loop.if %352 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#21, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %353 = arith.andi %291, %327 : i1
    loop.if %353 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#22, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %354 = arith.andi %291, %330 : i1
    loop.if %354 {
      %395 = arith.index_cast %189 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#23, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %355 = arith.andi %294, %309 : i1
    loop.if %355 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#24, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %356 = arith.andi %294, %312 : i1
    loop.if %356 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#25, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %357 = arith.andi %294, %315 : i1
    loop.if %357 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#26, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %358 = arith.andi %294, %318 : i1
    loop.if %358 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#27, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %359 = arith.andi %294, %321 : i1
    loop.if %359 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#28, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %360 = arith.andi %294, %324 : i1
    loop.if %360 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#29, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %361 = arith.andi %294, %327 : i1
    loop.if %361 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#30, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %362 = arith.andi %294, %330 : i1
    loop.if %362 {
      %395 = arith.index_cast %195 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#31, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %363 = arith.andi %297, %309 : i1
    loop.if %363 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#32, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %364 = arith.andi %297, %312 : i1
    loop.if %364 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#33, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %365 = arith.andi %297, %315 : i1
    loop.if %365 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#34, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %366 = arith.andi %297, %318 : i1
    loop.if %366 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#35, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %367 = arith.andi %297, %321 : i1
    loop.if %367 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#36, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %368 = arith.andi %297, %324 : i1
    loop.if %368 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#37, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %369 = arith.andi %297, %327 : i1
    loop.if %369 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#38, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %370 = arith.andi %297, %330 : i1
    loop.if %370 {
      %395 = arith.index_cast %201 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#39, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %371 = arith.andi %300, %309 : i1
    loop.if %371 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#40, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %372 = arith.andi %300, %312 : i1
    loop.if %372 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#41, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %373 = arith.andi %300, %315 : i1
    loop.if %373 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#42, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %374 = arith.andi %300, %318 : i1
    loop.if %374 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#43, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %375 = arith.andi %300, %321 : i1
    loop.if %375 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#44, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %376 = arith.andi %300, %324 : i1
    loop.if %376 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#45, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %377 = arith.andi %300, %327 : i1
    loop.if %377 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#46, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %378 = arith.andi %300, %330 : i1
    loop.if %378 {
      %395 = arith.index_cast %207 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#47, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %379 = arith.andi %303, %309 : i1
    loop.if %379 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#48, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %380 = arith.andi %303, %312 : i1
    loop.if %380 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#49, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %381 = arith.andi %303, %315 : i1
    loop.if %381 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#50, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %382 = arith.andi %303, %318 : i1
    loop.if %382 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#51, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %383 = arith.andi %303, %321 : i1
    loop.if %383 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#52, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %384 = arith.andi %303, %324 : i1
    loop.if %384 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#53, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %385 = arith.andi %303, %327 : i1
    loop.if %385 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#54, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %386 = arith.andi %303, %330 : i1
    loop.if %386 {
      %395 = arith.index_cast %213 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#55, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %387 = arith.andi %306, %309 : i1
    loop.if %387 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %226 : i64 to index
      mem.store %172#56, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %388 = arith.andi %306, %312 : i1
    loop.if %388 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %234 : i64 to index
      mem.store %172#57, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %389 = arith.andi %306, %315 : i1
    loop.if %389 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %242 : i64 to index
      mem.store %172#58, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %390 = arith.andi %306, %318 : i1
    loop.if %390 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %250 : i64 to index
      mem.store %172#59, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %391 = arith.andi %306, %321 : i1
    loop.if %391 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %258 : i64 to index
      mem.store %172#60, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %392 = arith.andi %306, %324 : i1
    loop.if %392 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %266 : i64 to index
      mem.store %172#61, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %393 = arith.andi %306, %327 : i1
    loop.if %393 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %274 : i64 to index
      mem.store %172#62, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %394 = arith.andi %306, %330 : i1
    loop.if %394 {
      %395 = arith.index_cast %219 : i64 to index
      %396 = arith.index_cast %282 : i64 to index
      mem.store %172#63, %arg2[%395, %396] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    kernel.return
  }
}
