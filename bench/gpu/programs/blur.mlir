// Made by examples/python/kernels.py: python examples/python/kernels.py blur
module {
  func.func @blur(%arg0: tensor<?{h}x?{w}xf32> {tf.name = "x"}) -> tensor<?{h}x?{w}xf32> {
    %0 = tensor.extent [(w + 31) floordiv 32] : index
    %1 = tensor.extent [(h + 31) floordiv 32] : index
    %c32 = arith.constant 32 : index
    %c8 = arith.constant 8 : index
    %2 = kernel.launch @blur_kernel grid(%0, %1) block(%c32, %c8) args(%arg0) : (tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32>
    return %2 : tensor<?{h}x?{w}xf32>
  }
  kernel.func @blur_kernel(%arg0: memref<?{h}x?{w}xf32>, %arg1: memref<?{h}x?{w}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32, 8>} {
    %0 = kernel.shared : memref<34x34xf32>
    %1 = kernel.block_id y
    %2 = kernel.block_id x
    %3 = kernel.thread_id x
    %4 = kernel.thread_id y
    %5 = mem.extent [h] : index
    %6 = arith.index_cast %5 : index to i32
    %c1_i32 = arith.constant 1 : i32
    %7 = arith.subi %6, %c1_i32 : i32
    %8 = mem.extent [w] : index
    %9 = arith.index_cast %8 : index to i32
    %c1_i32_0 = arith.constant 1 : i32
    %10 = arith.subi %9, %c1_i32_0 : i32
    %11 = kernel.thread_id y
    %12 = kernel.thread_id y
    %13 = kernel.thread_id y
    %14 = kernel.thread_id y
    %15 = kernel.thread_id y
    %c34 = arith.constant 34 : index
    %16 = arith.cmpi slt, %11, %c34 : index
    %c8 = arith.constant 8 : index
    %17 = arith.addi %12, %c8 : index
    %c34_1 = arith.constant 34 : index
    %18 = arith.cmpi slt, %17, %c34_1 : index
    %c16 = arith.constant 16 : index
    %19 = arith.addi %13, %c16 : index
    %c34_2 = arith.constant 34 : index
    %20 = arith.cmpi slt, %19, %c34_2 : index
    %c24 = arith.constant 24 : index
    %21 = arith.addi %14, %c24 : index
    %c34_3 = arith.constant 34 : index
    %22 = arith.cmpi slt, %21, %c34_3 : index
    %c32 = arith.constant 32 : index
    %23 = arith.addi %15, %c32 : index
    %c34_4 = arith.constant 34 : index
    %24 = arith.cmpi slt, %23, %c34_4 : index
    %c34_5 = arith.constant 34 : index
    %25 = arith.cmpi slt, %11, %c34_5 : index
    %c2 = arith.constant 2 : index
    %26 = arith.cmpi slt, %3, %c2 : index
    %27 = arith.andi %25, %26 : i1
    %c8_6 = arith.constant 8 : index
    %28 = arith.addi %12, %c8_6 : index
    %c34_7 = arith.constant 34 : index
    %29 = arith.cmpi slt, %28, %c34_7 : index
    %c2_8 = arith.constant 2 : index
    %30 = arith.cmpi slt, %3, %c2_8 : index
    %31 = arith.andi %29, %30 : i1
    %c16_9 = arith.constant 16 : index
    %32 = arith.addi %13, %c16_9 : index
    %c34_10 = arith.constant 34 : index
    %33 = arith.cmpi slt, %32, %c34_10 : index
    %c2_11 = arith.constant 2 : index
    %34 = arith.cmpi slt, %3, %c2_11 : index
    %35 = arith.andi %33, %34 : i1
    %c24_12 = arith.constant 24 : index
    %36 = arith.addi %14, %c24_12 : index
    %c34_13 = arith.constant 34 : index
    %37 = arith.cmpi slt, %36, %c34_13 : index
    %c2_14 = arith.constant 2 : index
    %38 = arith.cmpi slt, %3, %c2_14 : index
    %39 = arith.andi %37, %38 : i1
    %c32_15 = arith.constant 32 : index
    %40 = arith.addi %15, %c32_15 : index
    %c34_16 = arith.constant 34 : index
    %41 = arith.cmpi slt, %40, %c34_16 : index
    %c2_17 = arith.constant 2 : index
    %42 = arith.cmpi slt, %3, %c2_17 : index
    %43 = arith.andi %41, %42 : i1
    %44 = loop.if %16 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %11 : index
      %182 = arith.index_cast %181 : index to i32
      %c1_i32_75 = arith.constant 1 : i32
      %183 = arith.subi %182, %c1_i32_75 : i32
      %c0_i32 = arith.constant 0 : i32
      %184 = arith.maxsi %183, %c0_i32 : i32
      %185 = arith.minsi %184, %7 : i32
      %c32_76 = arith.constant 32 : index
      %186 = arith.muli %2, %c32_76 : index
      %187 = arith.addi %186, %3 : index
      %188 = arith.index_cast %187 : index to i32
      %c1_i32_77 = arith.constant 1 : i32
      %189 = arith.subi %188, %c1_i32_77 : i32
      %c0_i32_78 = arith.constant 0 : i32
      %190 = arith.maxsi %189, %c0_i32_78 : i32
      %191 = arith.minsi %190, %10 : i32
      %192 = arith.extsi %185 : i32 to i64
      %193 = arith.extsi %191 : i32 to i64
      %194 = arith.index_cast %192 : i64 to index
      %195 = arith.index_cast %193 : i64 to index
      %196 = mem.load %arg0[%194, %195] : memref<?{h}x?{w}xf32>
      loop.yield %196 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %45 = loop.if %18 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %12 : index
      %c8_75 = arith.constant 8 : index
      %182 = arith.addi %181, %c8_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %189 = arith.index_cast %188 : index to i32
      %c1_i32_78 = arith.constant 1 : i32
      %190 = arith.subi %189, %c1_i32_78 : i32
      %c0_i32_79 = arith.constant 0 : i32
      %191 = arith.maxsi %190, %c0_i32_79 : i32
      %192 = arith.minsi %191, %10 : i32
      %193 = arith.extsi %186 : i32 to i64
      %194 = arith.extsi %192 : i32 to i64
      %195 = arith.index_cast %193 : i64 to index
      %196 = arith.index_cast %194 : i64 to index
      %197 = mem.load %arg0[%195, %196] : memref<?{h}x?{w}xf32>
      loop.yield %197 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %46 = loop.if %20 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %13 : index
      %c16_75 = arith.constant 16 : index
      %182 = arith.addi %181, %c16_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %189 = arith.index_cast %188 : index to i32
      %c1_i32_78 = arith.constant 1 : i32
      %190 = arith.subi %189, %c1_i32_78 : i32
      %c0_i32_79 = arith.constant 0 : i32
      %191 = arith.maxsi %190, %c0_i32_79 : i32
      %192 = arith.minsi %191, %10 : i32
      %193 = arith.extsi %186 : i32 to i64
      %194 = arith.extsi %192 : i32 to i64
      %195 = arith.index_cast %193 : i64 to index
      %196 = arith.index_cast %194 : i64 to index
      %197 = mem.load %arg0[%195, %196] : memref<?{h}x?{w}xf32>
      loop.yield %197 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %47 = loop.if %22 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %14 : index
      %c24_75 = arith.constant 24 : index
      %182 = arith.addi %181, %c24_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %189 = arith.index_cast %188 : index to i32
      %c1_i32_78 = arith.constant 1 : i32
      %190 = arith.subi %189, %c1_i32_78 : i32
      %c0_i32_79 = arith.constant 0 : i32
      %191 = arith.maxsi %190, %c0_i32_79 : i32
      %192 = arith.minsi %191, %10 : i32
      %193 = arith.extsi %186 : i32 to i64
      %194 = arith.extsi %192 : i32 to i64
      %195 = arith.index_cast %193 : i64 to index
      %196 = arith.index_cast %194 : i64 to index
      %197 = mem.load %arg0[%195, %196] : memref<?{h}x?{w}xf32>
      loop.yield %197 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %48 = loop.if %24 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %15 : index
      %c32_75 = arith.constant 32 : index
      %182 = arith.addi %181, %c32_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %189 = arith.index_cast %188 : index to i32
      %c1_i32_78 = arith.constant 1 : i32
      %190 = arith.subi %189, %c1_i32_78 : i32
      %c0_i32_79 = arith.constant 0 : i32
      %191 = arith.maxsi %190, %c0_i32_79 : i32
      %192 = arith.minsi %191, %10 : i32
      %193 = arith.extsi %186 : i32 to i64
      %194 = arith.extsi %192 : i32 to i64
      %195 = arith.index_cast %193 : i64 to index
      %196 = arith.index_cast %194 : i64 to index
      %197 = mem.load %arg0[%195, %196] : memref<?{h}x?{w}xf32>
      loop.yield %197 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %49 = loop.if %27 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %11 : index
      %182 = arith.index_cast %181 : index to i32
      %c1_i32_75 = arith.constant 1 : i32
      %183 = arith.subi %182, %c1_i32_75 : i32
      %c0_i32 = arith.constant 0 : i32
      %184 = arith.maxsi %183, %c0_i32 : i32
      %185 = arith.minsi %184, %7 : i32
      %c32_76 = arith.constant 32 : index
      %186 = arith.muli %2, %c32_76 : index
      %187 = arith.addi %186, %3 : index
      %c32_77 = arith.constant 32 : index
      %188 = arith.addi %187, %c32_77 : index
      %189 = arith.index_cast %188 : index to i32
      %c1_i32_78 = arith.constant 1 : i32
      %190 = arith.subi %189, %c1_i32_78 : i32
      %c0_i32_79 = arith.constant 0 : i32
      %191 = arith.maxsi %190, %c0_i32_79 : i32
      %192 = arith.minsi %191, %10 : i32
      %193 = arith.extsi %185 : i32 to i64
      %194 = arith.extsi %192 : i32 to i64
      %195 = arith.index_cast %193 : i64 to index
      %196 = arith.index_cast %194 : i64 to index
      %197 = mem.load %arg0[%195, %196] : memref<?{h}x?{w}xf32>
      loop.yield %197 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %50 = loop.if %31 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %12 : index
      %c8_75 = arith.constant 8 : index
      %182 = arith.addi %181, %c8_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %c32_78 = arith.constant 32 : index
      %189 = arith.addi %188, %c32_78 : index
      %190 = arith.index_cast %189 : index to i32
      %c1_i32_79 = arith.constant 1 : i32
      %191 = arith.subi %190, %c1_i32_79 : i32
      %c0_i32_80 = arith.constant 0 : i32
      %192 = arith.maxsi %191, %c0_i32_80 : i32
      %193 = arith.minsi %192, %10 : i32
      %194 = arith.extsi %186 : i32 to i64
      %195 = arith.extsi %193 : i32 to i64
      %196 = arith.index_cast %194 : i64 to index
      %197 = arith.index_cast %195 : i64 to index
      %198 = mem.load %arg0[%196, %197] : memref<?{h}x?{w}xf32>
      loop.yield %198 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %51 = loop.if %35 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %13 : index
      %c16_75 = arith.constant 16 : index
      %182 = arith.addi %181, %c16_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %c32_78 = arith.constant 32 : index
      %189 = arith.addi %188, %c32_78 : index
      %190 = arith.index_cast %189 : index to i32
      %c1_i32_79 = arith.constant 1 : i32
      %191 = arith.subi %190, %c1_i32_79 : i32
      %c0_i32_80 = arith.constant 0 : i32
      %192 = arith.maxsi %191, %c0_i32_80 : i32
      %193 = arith.minsi %192, %10 : i32
      %194 = arith.extsi %186 : i32 to i64
      %195 = arith.extsi %193 : i32 to i64
      %196 = arith.index_cast %194 : i64 to index
      %197 = arith.index_cast %195 : i64 to index
      %198 = mem.load %arg0[%196, %197] : memref<?{h}x?{w}xf32>
      loop.yield %198 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %52 = loop.if %39 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %14 : index
      %c24_75 = arith.constant 24 : index
      %182 = arith.addi %181, %c24_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %c32_78 = arith.constant 32 : index
      %189 = arith.addi %188, %c32_78 : index
      %190 = arith.index_cast %189 : index to i32
      %c1_i32_79 = arith.constant 1 : i32
      %191 = arith.subi %190, %c1_i32_79 : i32
      %c0_i32_80 = arith.constant 0 : i32
      %192 = arith.maxsi %191, %c0_i32_80 : i32
      %193 = arith.minsi %192, %10 : i32
      %194 = arith.extsi %186 : i32 to i64
      %195 = arith.extsi %193 : i32 to i64
      %196 = arith.index_cast %194 : i64 to index
      %197 = arith.index_cast %195 : i64 to index
      %198 = mem.load %arg0[%196, %197] : memref<?{h}x?{w}xf32>
      loop.yield %198 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %53 = loop.if %43 -> (f32) {
      %c32_74 = arith.constant 32 : index
      %180 = arith.muli %1, %c32_74 : index
      %181 = arith.addi %180, %15 : index
      %c32_75 = arith.constant 32 : index
      %182 = arith.addi %181, %c32_75 : index
      %183 = arith.index_cast %182 : index to i32
      %c1_i32_76 = arith.constant 1 : i32
      %184 = arith.subi %183, %c1_i32_76 : i32
      %c0_i32 = arith.constant 0 : i32
      %185 = arith.maxsi %184, %c0_i32 : i32
      %186 = arith.minsi %185, %7 : i32
      %c32_77 = arith.constant 32 : index
      %187 = arith.muli %2, %c32_77 : index
      %188 = arith.addi %187, %3 : index
      %c32_78 = arith.constant 32 : index
      %189 = arith.addi %188, %c32_78 : index
      %190 = arith.index_cast %189 : index to i32
      %c1_i32_79 = arith.constant 1 : i32
      %191 = arith.subi %190, %c1_i32_79 : i32
      %c0_i32_80 = arith.constant 0 : i32
      %192 = arith.maxsi %191, %c0_i32_80 : i32
      %193 = arith.minsi %192, %10 : i32
      %194 = arith.extsi %186 : i32 to i64
      %195 = arith.extsi %193 : i32 to i64
      %196 = arith.index_cast %194 : i64 to index
      %197 = arith.index_cast %195 : i64 to index
      %198 = mem.load %arg0[%196, %197] : memref<?{h}x?{w}xf32>
      loop.yield %198 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    loop.if %16 {
      mem.store %44, %0[%11, %3] : memref<34x34xf32>
      loop.yield
    }
    loop.if %18 {
      %c8_74 = arith.constant 8 : index
      %180 = arith.addi %12, %c8_74 : index
      mem.store %45, %0[%180, %3] : memref<34x34xf32>
      loop.yield
    }
    loop.if %20 {
      %c16_74 = arith.constant 16 : index
      %180 = arith.addi %13, %c16_74 : index
      mem.store %46, %0[%180, %3] : memref<34x34xf32>
      loop.yield
    }
    loop.if %22 {
      %c24_74 = arith.constant 24 : index
      %180 = arith.addi %14, %c24_74 : index
      mem.store %47, %0[%180, %3] : memref<34x34xf32>
      loop.yield
    }
    loop.if %24 {
      %c32_74 = arith.constant 32 : index
      %180 = arith.addi %15, %c32_74 : index
      mem.store %48, %0[%180, %3] : memref<34x34xf32>
      loop.yield
    }
    loop.if %27 {
      %c32_74 = arith.constant 32 : index
      %180 = arith.addi %3, %c32_74 : index
      mem.store %49, %0[%11, %180] : memref<34x34xf32>
      loop.yield
    }
    loop.if %31 {
      %c8_74 = arith.constant 8 : index
      %180 = arith.addi %12, %c8_74 : index
      %c32_75 = arith.constant 32 : index
      %181 = arith.addi %3, %c32_75 : index
      mem.store %50, %0[%180, %181] : memref<34x34xf32>
      loop.yield
    }
    loop.if %35 {
      %c16_74 = arith.constant 16 : index
      %180 = arith.addi %13, %c16_74 : index
      %c32_75 = arith.constant 32 : index
      %181 = arith.addi %3, %c32_75 : index
      mem.store %51, %0[%180, %181] : memref<34x34xf32>
      loop.yield
    }
    loop.if %39 {
      %c24_74 = arith.constant 24 : index
      %180 = arith.addi %14, %c24_74 : index
      %c32_75 = arith.constant 32 : index
      %181 = arith.addi %3, %c32_75 : index
      mem.store %52, %0[%180, %181] : memref<34x34xf32>
      loop.yield
    }
    loop.if %43 {
      %c32_74 = arith.constant 32 : index
      %180 = arith.addi %15, %c32_74 : index
      %c32_75 = arith.constant 32 : index
      %181 = arith.addi %3, %c32_75 : index
      mem.store %53, %0[%180, %181] : memref<34x34xf32>
      loop.yield
    }
    kernel.barrier
    %c4 = arith.constant 4 : index
    %54 = arith.muli %4, %c4 : index
    %55 = mem.load %0[%54, %3] : memref<34x34xf32>
    %c4_18 = arith.constant 4 : index
    %56 = arith.muli %4, %c4_18 : index
    %c1 = arith.constant 1 : index
    %57 = arith.addi %3, %c1 : index
    %58 = mem.load %0[%56, %57] : memref<34x34xf32>
    %59 = arith.addf %55, %58 : f32
    %c4_19 = arith.constant 4 : index
    %60 = arith.muli %4, %c4_19 : index
    %c2_20 = arith.constant 2 : index
    %61 = arith.addi %3, %c2_20 : index
    %62 = mem.load %0[%60, %61] : memref<34x34xf32>
    %63 = arith.addf %59, %62 : f32
    %c4_21 = arith.constant 4 : index
    %64 = arith.muli %4, %c4_21 : index
    %c1_22 = arith.constant 1 : index
    %65 = arith.addi %64, %c1_22 : index
    %66 = mem.load %0[%65, %3] : memref<34x34xf32>
    %c4_23 = arith.constant 4 : index
    %67 = arith.muli %4, %c4_23 : index
    %c1_24 = arith.constant 1 : index
    %68 = arith.addi %67, %c1_24 : index
    %c1_25 = arith.constant 1 : index
    %69 = arith.addi %3, %c1_25 : index
    %70 = mem.load %0[%68, %69] : memref<34x34xf32>
    %71 = arith.addf %66, %70 : f32
    %c4_26 = arith.constant 4 : index
    %72 = arith.muli %4, %c4_26 : index
    %c1_27 = arith.constant 1 : index
    %73 = arith.addi %72, %c1_27 : index
    %c2_28 = arith.constant 2 : index
    %74 = arith.addi %3, %c2_28 : index
    %75 = mem.load %0[%73, %74] : memref<34x34xf32>
    %76 = arith.addf %71, %75 : f32
    %c4_29 = arith.constant 4 : index
    %77 = arith.muli %4, %c4_29 : index
    %c2_30 = arith.constant 2 : index
    %78 = arith.addi %77, %c2_30 : index
    %79 = mem.load %0[%78, %3] : memref<34x34xf32>
    %c4_31 = arith.constant 4 : index
    %80 = arith.muli %4, %c4_31 : index
    %c2_32 = arith.constant 2 : index
    %81 = arith.addi %80, %c2_32 : index
    %c1_33 = arith.constant 1 : index
    %82 = arith.addi %3, %c1_33 : index
    %83 = mem.load %0[%81, %82] : memref<34x34xf32>
    %84 = arith.addf %79, %83 : f32
    %c4_34 = arith.constant 4 : index
    %85 = arith.muli %4, %c4_34 : index
    %c2_35 = arith.constant 2 : index
    %86 = arith.addi %85, %c2_35 : index
    %c2_36 = arith.constant 2 : index
    %87 = arith.addi %3, %c2_36 : index
    %88 = mem.load %0[%86, %87] : memref<34x34xf32>
    %89 = arith.addf %84, %88 : f32
    %c4_37 = arith.constant 4 : index
    %90 = arith.muli %4, %c4_37 : index
    %c3 = arith.constant 3 : index
    %91 = arith.addi %90, %c3 : index
    %92 = mem.load %0[%91, %3] : memref<34x34xf32>
    %c4_38 = arith.constant 4 : index
    %93 = arith.muli %4, %c4_38 : index
    %c3_39 = arith.constant 3 : index
    %94 = arith.addi %93, %c3_39 : index
    %c1_40 = arith.constant 1 : index
    %95 = arith.addi %3, %c1_40 : index
    %96 = mem.load %0[%94, %95] : memref<34x34xf32>
    %97 = arith.addf %92, %96 : f32
    %c4_41 = arith.constant 4 : index
    %98 = arith.muli %4, %c4_41 : index
    %c3_42 = arith.constant 3 : index
    %99 = arith.addi %98, %c3_42 : index
    %c2_43 = arith.constant 2 : index
    %100 = arith.addi %3, %c2_43 : index
    %101 = mem.load %0[%99, %100] : memref<34x34xf32>
    %102 = arith.addf %97, %101 : f32
    %c4_44 = arith.constant 4 : index
    %103 = arith.muli %4, %c4_44 : index
    %c4_45 = arith.constant 4 : index
    %104 = arith.addi %103, %c4_45 : index
    %105 = mem.load %0[%104, %3] : memref<34x34xf32>
    %c4_46 = arith.constant 4 : index
    %106 = arith.muli %4, %c4_46 : index
    %c4_47 = arith.constant 4 : index
    %107 = arith.addi %106, %c4_47 : index
    %c1_48 = arith.constant 1 : index
    %108 = arith.addi %3, %c1_48 : index
    %109 = mem.load %0[%107, %108] : memref<34x34xf32>
    %110 = arith.addf %105, %109 : f32
    %c4_49 = arith.constant 4 : index
    %111 = arith.muli %4, %c4_49 : index
    %c4_50 = arith.constant 4 : index
    %112 = arith.addi %111, %c4_50 : index
    %c2_51 = arith.constant 2 : index
    %113 = arith.addi %3, %c2_51 : index
    %114 = mem.load %0[%112, %113] : memref<34x34xf32>
    %115 = arith.addf %110, %114 : f32
    %c4_52 = arith.constant 4 : index
    %116 = arith.muli %4, %c4_52 : index
    %c5 = arith.constant 5 : index
    %117 = arith.addi %116, %c5 : index
    %118 = mem.load %0[%117, %3] : memref<34x34xf32>
    %c4_53 = arith.constant 4 : index
    %119 = arith.muli %4, %c4_53 : index
    %c5_54 = arith.constant 5 : index
    %120 = arith.addi %119, %c5_54 : index
    %c1_55 = arith.constant 1 : index
    %121 = arith.addi %3, %c1_55 : index
    %122 = mem.load %0[%120, %121] : memref<34x34xf32>
    %123 = arith.addf %118, %122 : f32
    %c4_56 = arith.constant 4 : index
    %124 = arith.muli %4, %c4_56 : index
    %c5_57 = arith.constant 5 : index
    %125 = arith.addi %124, %c5_57 : index
    %c2_58 = arith.constant 2 : index
    %126 = arith.addi %3, %c2_58 : index
    %127 = mem.load %0[%125, %126] : memref<34x34xf32>
    %128 = arith.addf %123, %127 : f32
    %129 = arith.addf %63, %76 : f32
    %130 = arith.addf %129, %89 : f32
    %c32_59 = arith.constant 32 : index
    %131 = arith.muli %1, %c32_59 : index
    %c4_60 = arith.constant 4 : index
    %132 = arith.muli %4, %c4_60 : index
    %133 = arith.addi %131, %132 : index
    %134 = mem.extent [h] : index
    %135 = arith.cmpi slt, %133, %134 : index
    %c32_61 = arith.constant 32 : index
    %136 = arith.muli %2, %c32_61 : index
    %137 = arith.addi %136, %3 : index
    %138 = mem.extent [w] : index
    %139 = arith.cmpi slt, %137, %138 : index
    %140 = arith.andi %135, %139 : i1
    loop.if %140 {
      %cst = arith.constant 0.111111112 : f32
      %180 = arith.mulf %130, %cst : f32
      %c32_74 = arith.constant 32 : index
      %181 = arith.muli %1, %c32_74 : index
      %c4_75 = arith.constant 4 : index
      %182 = arith.muli %4, %c4_75 : index
      %183 = arith.addi %181, %182 : index
      %c32_76 = arith.constant 32 : index
      %184 = arith.muli %2, %c32_76 : index
      %185 = arith.addi %184, %3 : index
      mem.store %180, %arg1[%183, %185] : memref<?{h}x?{w}xf32>
      loop.yield
    }
    %141 = arith.addf %76, %89 : f32
    %142 = arith.addf %141, %102 : f32
    %c32_62 = arith.constant 32 : index
    %143 = arith.muli %1, %c32_62 : index
    %c4_63 = arith.constant 4 : index
    %144 = arith.muli %4, %c4_63 : index
    %145 = arith.addi %143, %144 : index
    %c1_64 = arith.constant 1 : index
    %146 = arith.addi %145, %c1_64 : index
    %147 = mem.extent [h] : index
    %148 = arith.cmpi slt, %146, %147 : index
    %c32_65 = arith.constant 32 : index
    %149 = arith.muli %2, %c32_65 : index
    %150 = arith.addi %149, %3 : index
    %151 = mem.extent [w] : index
    %152 = arith.cmpi slt, %150, %151 : index
    %153 = arith.andi %148, %152 : i1
    loop.if %153 {
      %cst = arith.constant 0.111111112 : f32
      %180 = arith.mulf %142, %cst : f32
      %c32_74 = arith.constant 32 : index
      %181 = arith.muli %1, %c32_74 : index
      %c4_75 = arith.constant 4 : index
      %182 = arith.muli %4, %c4_75 : index
      %183 = arith.addi %181, %182 : index
      %c1_76 = arith.constant 1 : index
      %184 = arith.addi %183, %c1_76 : index
      %c32_77 = arith.constant 32 : index
      %185 = arith.muli %2, %c32_77 : index
      %186 = arith.addi %185, %3 : index
      mem.store %180, %arg1[%184, %186] : memref<?{h}x?{w}xf32>
      loop.yield
    }
    %154 = arith.addf %89, %102 : f32
    %155 = arith.addf %154, %115 : f32
    %c32_66 = arith.constant 32 : index
    %156 = arith.muli %1, %c32_66 : index
    %c4_67 = arith.constant 4 : index
    %157 = arith.muli %4, %c4_67 : index
    %158 = arith.addi %156, %157 : index
    %c2_68 = arith.constant 2 : index
    %159 = arith.addi %158, %c2_68 : index
    %160 = mem.extent [h] : index
    %161 = arith.cmpi slt, %159, %160 : index
    %c32_69 = arith.constant 32 : index
    %162 = arith.muli %2, %c32_69 : index
    %163 = arith.addi %162, %3 : index
    %164 = mem.extent [w] : index
    %165 = arith.cmpi slt, %163, %164 : index
    %166 = arith.andi %161, %165 : i1
    loop.if %166 {
      %cst = arith.constant 0.111111112 : f32
      %180 = arith.mulf %155, %cst : f32
      %c32_74 = arith.constant 32 : index
      %181 = arith.muli %1, %c32_74 : index
      %c4_75 = arith.constant 4 : index
      %182 = arith.muli %4, %c4_75 : index
      %183 = arith.addi %181, %182 : index
      %c2_76 = arith.constant 2 : index
      %184 = arith.addi %183, %c2_76 : index
      %c32_77 = arith.constant 32 : index
      %185 = arith.muli %2, %c32_77 : index
      %186 = arith.addi %185, %3 : index
      mem.store %180, %arg1[%184, %186] : memref<?{h}x?{w}xf32>
      loop.yield
    }
    %167 = arith.addf %102, %115 : f32
    %168 = arith.addf %167, %128 : f32
    %c32_70 = arith.constant 32 : index
    %169 = arith.muli %1, %c32_70 : index
    %c4_71 = arith.constant 4 : index
    %170 = arith.muli %4, %c4_71 : index
    %171 = arith.addi %169, %170 : index
    %c3_72 = arith.constant 3 : index
    %172 = arith.addi %171, %c3_72 : index
    %173 = mem.extent [h] : index
    %174 = arith.cmpi slt, %172, %173 : index
    %c32_73 = arith.constant 32 : index
    %175 = arith.muli %2, %c32_73 : index
    %176 = arith.addi %175, %3 : index
    %177 = mem.extent [w] : index
    %178 = arith.cmpi slt, %176, %177 : index
    %179 = arith.andi %174, %178 : i1
    loop.if %179 {
      %cst = arith.constant 0.111111112 : f32
      %180 = arith.mulf %168, %cst : f32
      %c32_74 = arith.constant 32 : index
      %181 = arith.muli %1, %c32_74 : index
      %c4_75 = arith.constant 4 : index
      %182 = arith.muli %4, %c4_75 : index
      %183 = arith.addi %181, %182 : index
      %c3_76 = arith.constant 3 : index
      %184 = arith.addi %183, %c3_76 : index
      %c32_77 = arith.constant 32 : index
      %185 = arith.muli %2, %c32_77 : index
      %186 = arith.addi %185, %3 : index
      mem.store %180, %arg1[%184, %186] : memref<?{h}x?{w}xf32>
      loop.yield
    }
    kernel.return
  }
}
