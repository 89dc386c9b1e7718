// Made by examples/python/kernels.py: python examples/python/kernels.py copy
module {
  func.func @copy(%arg0: tensor<?{n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> attributes {tf.numerics = "standard"} {
    %0 = tensor.extent [(n + 511) floordiv 512] : index
    %c128 = arith.constant 128 : index
    %1 = kernel.launch @copy_kernel grid(%0) block(%c128) args(%arg0) : (tensor<?{n}xf32>) -> tensor<?{n}xf32>
    return %1 : tensor<?{n}xf32>
  }
  kernel.func @copy_kernel(%arg0: memref<?{n}xf32>, %arg1: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "standard"} {
    %0 = kernel.block_id x
    %1 = kernel.thread_id x
    %c128 = arith.constant 128 : index
    %2 = arith.muli %0, %c128 : index
    %3 = arith.addi %2, %1 : index
    %4 = kernel.grid_dim x
    %5 = mem.extent [n] : index
    %c128_0 = arith.constant 128 : index
    %6 = arith.muli %4, %c128_0 : index
    loop.for %i = %3 to %5 step %6 {
      %7 = mem.load %arg0[%i] : memref<?{n}xf32>
      mem.store %7, %arg1[%i] : memref<?{n}xf32>
      loop.yield
    }
    kernel.return
  }
}

