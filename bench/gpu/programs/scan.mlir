// Made by examples/python/kernels.py: python examples/python/kernels.py scan
module {
  func.func @scan(%arg0: tensor<?{n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> attributes {tf.numerics = "standard"} {
    %0 = tensor.extent [(n + 127) floordiv 128] : index
    %c128 = arith.constant 128 : index
    %1:2 = kernel.launch @scan_kernel grid(%0) block(%c128) args(%arg0) : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{(n + 127) floordiv 128}xf32>)
    %2 = tensor.scan add %1#1 dim = 0 : tensor<?{(n + 127) floordiv 128}xf32>
    %3 = arith.subf %2, %1#1 : tensor<?{(n + 127) floordiv 128}xf32>
    %4 = tensor.extent [(n + 127) floordiv 128] : index
    %c128_0 = arith.constant 128 : index
    %5 = kernel.launch @scan_kernel_1 grid(%4) block(%c128_0) args(%1#0, %3) : (tensor<?{n}xf32>, tensor<?{(n + 127) floordiv 128}xf32>) -> tensor<?{n}xf32>
    return %5 : tensor<?{n}xf32>
  }
  kernel.func @scan_kernel(%arg0: memref<?{n}xf32>, %arg1: memref<?{n}xf32> {kernel.access = "out"}, %arg2: memref<?{(n + 127) floordiv 128}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "standard"} {
    %0 = kernel.shared : memref<4xf32>
    %1 = kernel.block_id x
    %2 = kernel.thread_id x
    %c128 = arith.constant 128 : index
    %3 = arith.muli %1, %c128 : index
    %4 = arith.addi %3, %2 : index
    %5 = kernel.lane_id
    %6 = kernel.warp_id
    %7 = mem.extent [n] : index
    %8 = arith.cmpi slt, %4, %7 : index
    %9 = loop.if %8 -> (f32) {
      %36 = mem.load %arg0[%4] : memref<?{n}xf32>
      loop.yield %36 : f32
    } else {
      %cst = arith.constant 0.000000e+00 : f32
      loop.yield %cst : f32
    }
    %c1 = arith.constant 1 : index
    %10 = kernel.shuffle up %9, %c1 : f32
    %c1_0 = arith.constant 1 : index
    %11 = arith.cmpi sge, %5, %c1_0 : index
    %12 = arith.addf %10, %9 : f32
    %13 = arith.select %11, %12, %9 : f32
    %c2 = arith.constant 2 : index
    %14 = kernel.shuffle up %13, %c2 : f32
    %c2_1 = arith.constant 2 : index
    %15 = arith.cmpi sge, %5, %c2_1 : index
    %16 = arith.addf %14, %13 : f32
    %17 = arith.select %15, %16, %13 : f32
    %c4 = arith.constant 4 : index
    %18 = kernel.shuffle up %17, %c4 : f32
    %c4_2 = arith.constant 4 : index
    %19 = arith.cmpi sge, %5, %c4_2 : index
    %20 = arith.addf %18, %17 : f32
    %21 = arith.select %19, %20, %17 : f32
    %c8 = arith.constant 8 : index
    %22 = kernel.shuffle up %21, %c8 : f32
    %c8_3 = arith.constant 8 : index
    %23 = arith.cmpi sge, %5, %c8_3 : index
    %24 = arith.addf %22, %21 : f32
    %25 = arith.select %23, %24, %21 : f32
    %c16 = arith.constant 16 : index
    %26 = kernel.shuffle up %25, %c16 : f32
    %c16_4 = arith.constant 16 : index
    %27 = arith.cmpi sge, %5, %c16_4 : index
    %28 = arith.addf %26, %25 : f32
    %29 = arith.select %27, %28, %25 : f32
    %c31 = arith.constant 31 : index
    %30 = arith.cmpi eq, %5, %c31 : index
    loop.if %30 {
      mem.store %29, %0[%6] : memref<4xf32>
      loop.yield
    }
    kernel.barrier
    %c0 = arith.constant 0 : index
    %c1_5 = arith.constant 1 : index
    %31 = loop.for %i = %c0 to %6 step %c1_5 iter_args(%arg3 = %29) -> (f32) {
      %36 = mem.load %0[%i] : memref<4xf32>
      %37 = arith.addf %arg3, %36 : f32
      loop.yield %37 : f32
    }
    %32 = mem.extent [n] : index
    %33 = arith.cmpi slt, %4, %32 : index
    loop.if %33 {
      mem.store %31, %arg1[%4] : memref<?{n}xf32>
      loop.yield
    }
    %34 = kernel.thread_id x
    %c127 = arith.constant 127 : index
    %35 = arith.cmpi eq, %34, %c127 : index
    loop.if %35 {
      %36 = kernel.block_id x
      mem.store %31, %arg2[%36] : memref<?{(n + 127) floordiv 128}xf32>
      loop.yield
    }
    kernel.return
  }
  kernel.func @scan_kernel_1(%arg0: memref<?{n}xf32>, %arg1: memref<?{(n + 127) floordiv 128}xf32>, %arg2: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "standard"} {
    %0 = kernel.block_id x
    %1 = kernel.thread_id x
    %c128 = arith.constant 128 : index
    %2 = arith.muli %0, %c128 : index
    %3 = arith.addi %2, %1 : index
    %4 = mem.extent [n] : index
    %5 = arith.cmpi slt, %3, %4 : index
    loop.if %5 {
      %6 = mem.load %arg0[%3] : memref<?{n}xf32>
      %7 = kernel.block_id x
      %8 = mem.load %arg1[%7] : memref<?{(n + 127) floordiv 128}xf32>
      %9 = arith.addf %6, %8 : f32
      mem.store %9, %arg2[%3] : memref<?{n}xf32>
      loop.yield
    }
    kernel.return
  }
}

