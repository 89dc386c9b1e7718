// Made by examples/python/kernels.py: python examples/python/kernels.py copy
module {
  func.func @copy(%arg0: tensor<?{n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> {
    %0 = tensor.extent [(n + 2047) floordiv 2048] : index
    %c128 = arith.constant 128 : index
    %1 = kernel.launch @copy_kernel grid(%0) block(%c128) args(%arg0) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
    return %1 : tensor<?{n}xf32>
  }
  kernel.func @copy_kernel(%arg0: memref<?{n}xf32>, %arg1: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
    %0 = kernel.block_id x
    %1 = kernel.thread_id x
    %c128 = arith.constant 128 : index
    %2 = arith.muli %0, %c128 : index
    %3 = arith.addi %2, %1 : index
    %4 = kernel.grid_dim x
    %5 = mem.extent [n floordiv 4] : index
    %c128_0 = arith.constant 128 : index
    %6 = arith.muli %4, %c128_0 : index
    loop.for %i = %3 to %5 step %6 {
      %c4 = arith.constant 4 : index
      %15 = arith.muli %i, %c4 : index
      %16 = vector.load %arg0[%15] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0 = arith.constant 0 : index
      %17 = vector.extract %16[%c0] : vector<4xf32>
      %c1 = arith.constant 1 : index
      %18 = vector.extract %16[%c1] : vector<4xf32>
      %c2 = arith.constant 2 : index
      %19 = vector.extract %16[%c2] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %20 = vector.extract %16[%c3] : vector<4xf32>
      %c4_2 = arith.constant 4 : index
      %21 = arith.muli %i, %c4_2 : index
      %22 = vector.broadcast %17 : vector<4xf32>
      %c1_3 = arith.constant 1 : index
      %23 = vector.insert %18, %22[%c1_3] : vector<4xf32>
      %c2_4 = arith.constant 2 : index
      %24 = vector.insert %19, %23[%c2_4] : vector<4xf32>
      %c3_5 = arith.constant 3 : index
      %25 = vector.insert %20, %24[%c3_5] : vector<4xf32>
      vector.store %25, %arg1[%21] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      loop.yield
    }
    %7 = kernel.block_id x
    %8 = kernel.thread_id x
    %c128_1 = arith.constant 128 : index
    %9 = arith.muli %7, %c128_1 : index
    %10 = arith.addi %9, %8 : index
    %11 = mem.extent [4*(n floordiv 4)] : index
    %12 = arith.addi %10, %11 : index
    %13 = mem.extent [n] : index
    %14 = arith.cmpi slt, %12, %13 : index
    loop.if %14 {
      %15 = mem.extent [4*(n floordiv 4)] : index
      %16 = arith.addi %10, %15 : index
      %17 = mem.load %arg0[%16] : memref<?{n}xf32>
      %18 = mem.extent [4*(n floordiv 4)] : index
      %19 = arith.addi %10, %18 : index
      mem.store %17, %arg1[%19] : memref<?{n}xf32>
      loop.yield
    }
    kernel.return
  }
}
