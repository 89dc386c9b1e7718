// Made by examples/python/kernels.py: python examples/python/kernels.py scan
module {
  func.func @scan(%arg0: tensor<?{n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> attributes {tf.numerics = "standard"} {
    %0 = tensor.extent [(n + 1023) floordiv 1024] : index
    %c128 = arith.constant 128 : index
    %1 = kernel.launch @scan_kernel grid(%0) block(%c128) args(%arg0) : (tensor<?{n}xf32>) -> tensor<?{(n + 1023) floordiv 1024}xf32>
    %2 = tensor.scan add %1 dim = 0 : tensor<?{(n + 1023) floordiv 1024}xf32>
    %3 = arith.subf %2, %1 : tensor<?{(n + 1023) floordiv 1024}xf32>
    %4 = tensor.extent [(n + 1023) floordiv 1024] : index
    %c128_0 = arith.constant 128 : index
    %5 = kernel.launch @scan_kernel_1 grid(%4) block(%c128_0) args(%arg0, %3) : (tensor<?{n}xf32>, tensor<?{(n + 1023) floordiv 1024}xf32>) -> tensor<?{n}xf32>
    return %5 : tensor<?{n}xf32>
  }
  kernel.func @scan_kernel(%arg0: memref<?{n}xf32>, %arg1: memref<?{(n + 1023) floordiv 1024}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "standard"} {
    %0 = kernel.block_id x
    %1 = kernel.thread_id x
    %c128 = arith.constant 128 : index
    %2 = arith.muli %0, %c128 : index
    %3 = arith.addi %2, %1 : index
    %c8 = arith.constant 8 : index
    %4 = arith.muli %3, %c8 : index
    %c8_0 = arith.constant 8 : index
    %5 = arith.addi %4, %c8_0 : index
    %6 = mem.extent [n] : index
    %7 = arith.cmpi sle, %5, %6 : index
    %8:8 = loop.if %7 -> (f32, f32, f32, f32, f32, f32, f32, f32) {
      %c8_3 = arith.constant 8 : index
      %30 = arith.muli %3, %c8_3 : index
      %31 = vector.load %arg0[%30] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_4 = arith.constant 0 : index
      %32 = vector.extract %31[%c0_4] : vector<4xf32>
      %c1_5 = arith.constant 1 : index
      %33 = vector.extract %31[%c1_5] : vector<4xf32>
      %c2_6 = arith.constant 2 : index
      %34 = vector.extract %31[%c2_6] : vector<4xf32>
      %c3_7 = arith.constant 3 : index
      %35 = vector.extract %31[%c3_7] : vector<4xf32>
      %c8_8 = arith.constant 8 : index
      %36 = arith.muli %3, %c8_8 : index
      %c4 = arith.constant 4 : index
      %37 = arith.addi %36, %c4 : index
      %38 = vector.load %arg0[%37] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_9 = arith.constant 0 : index
      %39 = vector.extract %38[%c0_9] : vector<4xf32>
      %c1_10 = arith.constant 1 : index
      %40 = vector.extract %38[%c1_10] : vector<4xf32>
      %c2_11 = arith.constant 2 : index
      %41 = vector.extract %38[%c2_11] : vector<4xf32>
      %c3_12 = arith.constant 3 : index
      %42 = vector.extract %38[%c3_12] : vector<4xf32>
      loop.yield %32, %33, %34, %35, %39, %40, %41, %42 : f32, f32, f32, f32, f32, f32, f32, f32
    } else {
      %c8_3 = arith.constant 8 : index
      %30 = arith.muli %3, %c8_3 : index
      %31 = mem.extent [n] : index
      %32 = arith.cmpi slt, %30, %31 : index
      %33 = loop.if %32 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %70 = mem.load %arg0[%69] : memref<?{n}xf32>
        loop.yield %70 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      %c8_4 = arith.constant 8 : index
      %34 = arith.muli %3, %c8_4 : index
      %c1_5 = arith.constant 1 : index
      %35 = arith.addi %34, %c1_5 : index
      %36 = mem.extent [n] : index
      %37 = arith.cmpi slt, %35, %36 : index
      %38 = loop.if %37 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %c1_15 = arith.constant 1 : index
        %70 = arith.addi %69, %c1_15 : index
        %71 = mem.load %arg0[%70] : memref<?{n}xf32>
        loop.yield %71 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      %c8_6 = arith.constant 8 : index
      %39 = arith.muli %3, %c8_6 : index
      %c2_7 = arith.constant 2 : index
      %40 = arith.addi %39, %c2_7 : index
      %41 = mem.extent [n] : index
      %42 = arith.cmpi slt, %40, %41 : index
      %43 = loop.if %42 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %c2_15 = arith.constant 2 : index
        %70 = arith.addi %69, %c2_15 : index
        %71 = mem.load %arg0[%70] : memref<?{n}xf32>
        loop.yield %71 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      %c8_8 = arith.constant 8 : index
      %44 = arith.muli %3, %c8_8 : index
      %c3_9 = arith.constant 3 : index
      %45 = arith.addi %44, %c3_9 : index
      %46 = mem.extent [n] : index
      %47 = arith.cmpi slt, %45, %46 : index
      %48 = loop.if %47 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %c3_15 = arith.constant 3 : index
        %70 = arith.addi %69, %c3_15 : index
        %71 = mem.load %arg0[%70] : memref<?{n}xf32>
        loop.yield %71 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      %c8_10 = arith.constant 8 : index
      %49 = arith.muli %3, %c8_10 : index
      %c4 = arith.constant 4 : index
      %50 = arith.addi %49, %c4 : index
      %51 = mem.extent [n] : index
      %52 = arith.cmpi slt, %50, %51 : index
      %53 = loop.if %52 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %c4_15 = arith.constant 4 : index
        %70 = arith.addi %69, %c4_15 : index
        %71 = mem.load %arg0[%70] : memref<?{n}xf32>
        loop.yield %71 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      %c8_11 = arith.constant 8 : index
      %54 = arith.muli %3, %c8_11 : index
      %c5 = arith.constant 5 : index
      %55 = arith.addi %54, %c5 : index
      %56 = mem.extent [n] : index
      %57 = arith.cmpi slt, %55, %56 : index
      %58 = loop.if %57 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %c5_15 = arith.constant 5 : index
        %70 = arith.addi %69, %c5_15 : index
        %71 = mem.load %arg0[%70] : memref<?{n}xf32>
        loop.yield %71 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      %c8_12 = arith.constant 8 : index
      %59 = arith.muli %3, %c8_12 : index
      %c6 = arith.constant 6 : index
      %60 = arith.addi %59, %c6 : index
      %61 = mem.extent [n] : index
      %62 = arith.cmpi slt, %60, %61 : index
      %63 = loop.if %62 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %c6_15 = arith.constant 6 : index
        %70 = arith.addi %69, %c6_15 : index
        %71 = mem.load %arg0[%70] : memref<?{n}xf32>
        loop.yield %71 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      %c8_13 = arith.constant 8 : index
      %64 = arith.muli %3, %c8_13 : index
      %c7 = arith.constant 7 : index
      %65 = arith.addi %64, %c7 : index
      %66 = mem.extent [n] : index
      %67 = arith.cmpi slt, %65, %66 : index
      %68 = loop.if %67 -> (f32) {
        %c8_14 = arith.constant 8 : index
        %69 = arith.muli %3, %c8_14 : index
        %c7_15 = arith.constant 7 : index
        %70 = arith.addi %69, %c7_15 : index
        %71 = mem.load %arg0[%70] : memref<?{n}xf32>
        loop.yield %71 : f32
      } else {
        %cst_14 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_14 : f32
      }
      loop.yield %33, %38, %43, %48, %53, %58, %63, %68 : f32, f32, f32, f32, f32, f32, f32, f32
    }
    %cst = arith.constant 0.000000e+00 : f32
    %9 = arith.addf %cst, %8#0 : f32
    %10 = arith.addf %9, %8#1 : f32
    %11 = arith.addf %10, %8#2 : f32
    %12 = arith.addf %11, %8#3 : f32
    %13 = arith.addf %12, %8#4 : f32
    %14 = arith.addf %13, %8#5 : f32
    %15 = arith.addf %14, %8#6 : f32
    %16 = arith.addf %15, %8#7 : f32
    %17 = kernel.warp_reduce add %16 : f32
    %18 = kernel.shared : memref<4xf32>
    %19 = kernel.lane_id
    %c0 = arith.constant 0 : index
    %20 = arith.cmpi eq, %19, %c0 : index
    loop.if %20 {
      %30 = kernel.warp_id
      mem.store %17, %18[%30] : memref<4xf32>
      loop.yield
    }
    kernel.barrier
    %c0_1 = arith.constant 0 : index
    %21 = mem.load %18[%c0_1] : memref<4xf32>
    %c1 = arith.constant 1 : index
    %22 = mem.load %18[%c1] : memref<4xf32>
    %23 = arith.addf %21, %22 : f32
    %c2 = arith.constant 2 : index
    %24 = mem.load %18[%c2] : memref<4xf32>
    %25 = arith.addf %23, %24 : f32
    %c3 = arith.constant 3 : index
    %26 = mem.load %18[%c3] : memref<4xf32>
    %27 = arith.addf %25, %26 : f32
    %28 = kernel.thread_id x
    %c0_2 = arith.constant 0 : index
    %29 = arith.cmpi eq, %28, %c0_2 : index
    loop.if %29 {
      %30 = kernel.block_id x
      mem.store %27, %arg1[%30] : memref<?{(n + 1023) floordiv 1024}xf32>
      loop.yield
    }
    kernel.return
  }
  kernel.func @scan_kernel_1(%arg0: memref<?{n}xf32>, %arg1: memref<?{(n + 1023) floordiv 1024}xf32>, %arg2: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "standard"} {
    %0 = kernel.shared : memref<4xf32>
    %1 = kernel.block_id x
    %2 = kernel.thread_id x
    %c128 = arith.constant 128 : index
    %3 = arith.muli %1, %c128 : index
    %4 = arith.addi %3, %2 : index
    %5 = kernel.lane_id
    %6 = kernel.warp_id
    %c8 = arith.constant 8 : index
    %7 = arith.muli %4, %c8 : index
    %c8_0 = arith.constant 8 : index
    %8 = arith.addi %7, %c8_0 : index
    %9 = mem.extent [n] : index
    %10 = arith.cmpi sle, %8, %9 : index
    %11:8 = loop.if %10 -> (f32, f32, f32, f32, f32, f32, f32, f32) {
      %c8_12 = arith.constant 8 : index
      %61 = arith.muli %4, %c8_12 : index
      %62 = vector.load %arg0[%61] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_13 = arith.constant 0 : index
      %63 = vector.extract %62[%c0_13] : vector<4xf32>
      %c1_14 = arith.constant 1 : index
      %64 = vector.extract %62[%c1_14] : vector<4xf32>
      %c2_15 = arith.constant 2 : index
      %65 = vector.extract %62[%c2_15] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %66 = vector.extract %62[%c3] : vector<4xf32>
      %c8_16 = arith.constant 8 : index
      %67 = arith.muli %4, %c8_16 : index
      %c4_17 = arith.constant 4 : index
      %68 = arith.addi %67, %c4_17 : index
      %69 = vector.load %arg0[%68] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_18 = arith.constant 0 : index
      %70 = vector.extract %69[%c0_18] : vector<4xf32>
      %c1_19 = arith.constant 1 : index
      %71 = vector.extract %69[%c1_19] : vector<4xf32>
      %c2_20 = arith.constant 2 : index
      %72 = vector.extract %69[%c2_20] : vector<4xf32>
      %c3_21 = arith.constant 3 : index
      %73 = vector.extract %69[%c3_21] : vector<4xf32>
      loop.yield %63, %64, %65, %66, %70, %71, %72, %73 : f32, f32, f32, f32, f32, f32, f32, f32
    } else {
      %c8_12 = arith.constant 8 : index
      %61 = arith.muli %4, %c8_12 : index
      %62 = mem.extent [n] : index
      %63 = arith.cmpi slt, %61, %62 : index
      %64 = loop.if %63 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %101 = mem.load %arg0[%100] : memref<?{n}xf32>
        loop.yield %101 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      %c8_13 = arith.constant 8 : index
      %65 = arith.muli %4, %c8_13 : index
      %c1_14 = arith.constant 1 : index
      %66 = arith.addi %65, %c1_14 : index
      %67 = mem.extent [n] : index
      %68 = arith.cmpi slt, %66, %67 : index
      %69 = loop.if %68 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %c1_24 = arith.constant 1 : index
        %101 = arith.addi %100, %c1_24 : index
        %102 = mem.load %arg0[%101] : memref<?{n}xf32>
        loop.yield %102 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      %c8_15 = arith.constant 8 : index
      %70 = arith.muli %4, %c8_15 : index
      %c2_16 = arith.constant 2 : index
      %71 = arith.addi %70, %c2_16 : index
      %72 = mem.extent [n] : index
      %73 = arith.cmpi slt, %71, %72 : index
      %74 = loop.if %73 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %c2_24 = arith.constant 2 : index
        %101 = arith.addi %100, %c2_24 : index
        %102 = mem.load %arg0[%101] : memref<?{n}xf32>
        loop.yield %102 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      %c8_17 = arith.constant 8 : index
      %75 = arith.muli %4, %c8_17 : index
      %c3 = arith.constant 3 : index
      %76 = arith.addi %75, %c3 : index
      %77 = mem.extent [n] : index
      %78 = arith.cmpi slt, %76, %77 : index
      %79 = loop.if %78 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %c3_24 = arith.constant 3 : index
        %101 = arith.addi %100, %c3_24 : index
        %102 = mem.load %arg0[%101] : memref<?{n}xf32>
        loop.yield %102 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      %c8_18 = arith.constant 8 : index
      %80 = arith.muli %4, %c8_18 : index
      %c4_19 = arith.constant 4 : index
      %81 = arith.addi %80, %c4_19 : index
      %82 = mem.extent [n] : index
      %83 = arith.cmpi slt, %81, %82 : index
      %84 = loop.if %83 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %c4_24 = arith.constant 4 : index
        %101 = arith.addi %100, %c4_24 : index
        %102 = mem.load %arg0[%101] : memref<?{n}xf32>
        loop.yield %102 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      %c8_20 = arith.constant 8 : index
      %85 = arith.muli %4, %c8_20 : index
      %c5 = arith.constant 5 : index
      %86 = arith.addi %85, %c5 : index
      %87 = mem.extent [n] : index
      %88 = arith.cmpi slt, %86, %87 : index
      %89 = loop.if %88 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %c5_24 = arith.constant 5 : index
        %101 = arith.addi %100, %c5_24 : index
        %102 = mem.load %arg0[%101] : memref<?{n}xf32>
        loop.yield %102 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      %c8_21 = arith.constant 8 : index
      %90 = arith.muli %4, %c8_21 : index
      %c6 = arith.constant 6 : index
      %91 = arith.addi %90, %c6 : index
      %92 = mem.extent [n] : index
      %93 = arith.cmpi slt, %91, %92 : index
      %94 = loop.if %93 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %c6_24 = arith.constant 6 : index
        %101 = arith.addi %100, %c6_24 : index
        %102 = mem.load %arg0[%101] : memref<?{n}xf32>
        loop.yield %102 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      %c8_22 = arith.constant 8 : index
      %95 = arith.muli %4, %c8_22 : index
      %c7 = arith.constant 7 : index
      %96 = arith.addi %95, %c7 : index
      %97 = mem.extent [n] : index
      %98 = arith.cmpi slt, %96, %97 : index
      %99 = loop.if %98 -> (f32) {
        %c8_23 = arith.constant 8 : index
        %100 = arith.muli %4, %c8_23 : index
        %c7_24 = arith.constant 7 : index
        %101 = arith.addi %100, %c7_24 : index
        %102 = mem.load %arg0[%101] : memref<?{n}xf32>
        loop.yield %102 : f32
      } else {
        %cst = arith.constant 0.000000e+00 : f32
        loop.yield %cst : f32
      }
      loop.yield %64, %69, %74, %79, %84, %89, %94, %99 : f32, f32, f32, f32, f32, f32, f32, f32
    }
    %12 = arith.addf %11#0, %11#1 : f32
    %13 = arith.addf %12, %11#2 : f32
    %14 = arith.addf %13, %11#3 : f32
    %15 = arith.addf %14, %11#4 : f32
    %16 = arith.addf %15, %11#5 : f32
    %17 = arith.addf %16, %11#6 : f32
    %18 = arith.addf %17, %11#7 : f32
    %c1 = arith.constant 1 : index
    %19 = kernel.shuffle up %18, %c1 : f32
    %c1_1 = arith.constant 1 : index
    %20 = arith.cmpi sge, %5, %c1_1 : index
    %21 = arith.addf %19, %18 : f32
    %22 = arith.select %20, %21, %18 : f32
    %c2 = arith.constant 2 : index
    %23 = kernel.shuffle up %22, %c2 : f32
    %c2_2 = arith.constant 2 : index
    %24 = arith.cmpi sge, %5, %c2_2 : index
    %25 = arith.addf %23, %22 : f32
    %26 = arith.select %24, %25, %22 : f32
    %c4 = arith.constant 4 : index
    %27 = kernel.shuffle up %26, %c4 : f32
    %c4_3 = arith.constant 4 : index
    %28 = arith.cmpi sge, %5, %c4_3 : index
    %29 = arith.addf %27, %26 : f32
    %30 = arith.select %28, %29, %26 : f32
    %c8_4 = arith.constant 8 : index
    %31 = kernel.shuffle up %30, %c8_4 : f32
    %c8_5 = arith.constant 8 : index
    %32 = arith.cmpi sge, %5, %c8_5 : index
    %33 = arith.addf %31, %30 : f32
    %34 = arith.select %32, %33, %30 : f32
    %c16 = arith.constant 16 : index
    %35 = kernel.shuffle up %34, %c16 : f32
    %c16_6 = arith.constant 16 : index
    %36 = arith.cmpi sge, %5, %c16_6 : index
    %37 = arith.addf %35, %34 : f32
    %38 = arith.select %36, %37, %34 : f32
    %c31 = arith.constant 31 : index
    %39 = arith.cmpi eq, %5, %c31 : index
    loop.if %39 {
      mem.store %38, %0[%6] : memref<4xf32>
      loop.yield
    }
    kernel.barrier
    %40 = kernel.block_id x
    %41 = mem.load %arg1[%40] : memref<?{(n + 1023) floordiv 1024}xf32>
    %c0 = arith.constant 0 : index
    %c1_7 = arith.constant 1 : index
    %42 = loop.for %i = %c0 to %6 step %c1_7 iter_args(%arg3 = %41) -> (f32) {
      %61 = mem.load %0[%i] : memref<4xf32>
      %62 = arith.addf %arg3, %61 : f32
      loop.yield %62 : f32
    }
    %43 = arith.subf %38, %18 : f32
    %44 = arith.addf %42, %43 : f32
    %45 = arith.addf %44, %11#0 : f32
    %46 = arith.addf %44, %12 : f32
    %47 = arith.addf %44, %13 : f32
    %48 = arith.addf %44, %14 : f32
    %49 = arith.addf %44, %15 : f32
    %50 = arith.addf %44, %16 : f32
    %51 = arith.addf %44, %17 : f32
    %52 = arith.addf %44, %18 : f32
    %c8_8 = arith.constant 8 : index
    %53 = arith.muli %4, %c8_8 : index
    %c8_9 = arith.constant 8 : index
    %54 = arith.addi %53, %c8_9 : index
    %55 = mem.extent [n] : index
    %56 = arith.cmpi sle, %54, %55 : index
    loop.if %56 {
      %c8_12 = arith.constant 8 : index
      %61 = arith.muli %4, %c8_12 : index
      %62 = vector.broadcast %45 : vector<4xf32>
      %c1_13 = arith.constant 1 : index
      %63 = vector.insert %46, %62[%c1_13] : vector<4xf32>
      %c2_14 = arith.constant 2 : index
      %64 = vector.insert %47, %63[%c2_14] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %65 = vector.insert %48, %64[%c3] : vector<4xf32>
      vector.store %65, %arg2[%61] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c8_15 = arith.constant 8 : index
      %66 = arith.muli %4, %c8_15 : index
      %c4_16 = arith.constant 4 : index
      %67 = arith.addi %66, %c4_16 : index
      %68 = vector.broadcast %49 : vector<4xf32>
      %c1_17 = arith.constant 1 : index
      %69 = vector.insert %50, %68[%c1_17] : vector<4xf32>
      %c2_18 = arith.constant 2 : index
      %70 = vector.insert %51, %69[%c2_18] : vector<4xf32>
      %c3_19 = arith.constant 3 : index
      %71 = vector.insert %52, %70[%c3_19] : vector<4xf32>
      vector.store %71, %arg2[%67] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      loop.yield
    }
    %c8_10 = arith.constant 8 : index
    %57 = arith.muli %4, %c8_10 : index
    %c8_11 = arith.constant 8 : index
    %58 = arith.addi %57, %c8_11 : index
    %59 = mem.extent [n] : index
    %60 = arith.cmpi sgt, %58, %59 : index
    loop.if %60 {
      %c8_12 = arith.constant 8 : index
      %61 = arith.muli %4, %c8_12 : index
      %62 = mem.extent [n] : index
      %63 = arith.cmpi slt, %61, %62 : index
      loop.if %63 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        mem.store %45, %arg2[%92] : memref<?{n}xf32>
        loop.yield
      }
      %c8_13 = arith.constant 8 : index
      %64 = arith.muli %4, %c8_13 : index
      %c1_14 = arith.constant 1 : index
      %65 = arith.addi %64, %c1_14 : index
      %66 = mem.extent [n] : index
      %67 = arith.cmpi slt, %65, %66 : index
      loop.if %67 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        %c1_24 = arith.constant 1 : index
        %93 = arith.addi %92, %c1_24 : index
        mem.store %46, %arg2[%93] : memref<?{n}xf32>
        loop.yield
      }
      %c8_15 = arith.constant 8 : index
      %68 = arith.muli %4, %c8_15 : index
      %c2_16 = arith.constant 2 : index
      %69 = arith.addi %68, %c2_16 : index
      %70 = mem.extent [n] : index
      %71 = arith.cmpi slt, %69, %70 : index
      loop.if %71 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        %c2_24 = arith.constant 2 : index
        %93 = arith.addi %92, %c2_24 : index
        mem.store %47, %arg2[%93] : memref<?{n}xf32>
        loop.yield
      }
      %c8_17 = arith.constant 8 : index
      %72 = arith.muli %4, %c8_17 : index
      %c3 = arith.constant 3 : index
      %73 = arith.addi %72, %c3 : index
      %74 = mem.extent [n] : index
      %75 = arith.cmpi slt, %73, %74 : index
      loop.if %75 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        %c3_24 = arith.constant 3 : index
        %93 = arith.addi %92, %c3_24 : index
        mem.store %48, %arg2[%93] : memref<?{n}xf32>
        loop.yield
      }
      %c8_18 = arith.constant 8 : index
      %76 = arith.muli %4, %c8_18 : index
      %c4_19 = arith.constant 4 : index
      %77 = arith.addi %76, %c4_19 : index
      %78 = mem.extent [n] : index
      %79 = arith.cmpi slt, %77, %78 : index
      loop.if %79 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        %c4_24 = arith.constant 4 : index
        %93 = arith.addi %92, %c4_24 : index
        mem.store %49, %arg2[%93] : memref<?{n}xf32>
        loop.yield
      }
      %c8_20 = arith.constant 8 : index
      %80 = arith.muli %4, %c8_20 : index
      %c5 = arith.constant 5 : index
      %81 = arith.addi %80, %c5 : index
      %82 = mem.extent [n] : index
      %83 = arith.cmpi slt, %81, %82 : index
      loop.if %83 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        %c5_24 = arith.constant 5 : index
        %93 = arith.addi %92, %c5_24 : index
        mem.store %50, %arg2[%93] : memref<?{n}xf32>
        loop.yield
      }
      %c8_21 = arith.constant 8 : index
      %84 = arith.muli %4, %c8_21 : index
      %c6 = arith.constant 6 : index
      %85 = arith.addi %84, %c6 : index
      %86 = mem.extent [n] : index
      %87 = arith.cmpi slt, %85, %86 : index
      loop.if %87 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        %c6_24 = arith.constant 6 : index
        %93 = arith.addi %92, %c6_24 : index
        mem.store %51, %arg2[%93] : memref<?{n}xf32>
        loop.yield
      }
      %c8_22 = arith.constant 8 : index
      %88 = arith.muli %4, %c8_22 : index
      %c7 = arith.constant 7 : index
      %89 = arith.addi %88, %c7 : index
      %90 = mem.extent [n] : index
      %91 = arith.cmpi slt, %89, %90 : index
      loop.if %91 {
        %c8_23 = arith.constant 8 : index
        %92 = arith.muli %4, %c8_23 : index
        %c7_24 = arith.constant 7 : index
        %93 = arith.addi %92, %c7_24 : index
        mem.store %52, %arg2[%93] : memref<?{n}xf32>
        loop.yield
      }
      loop.yield
    }
    kernel.return
  }
}

