// The sum of each 256 numbers: by shuffles in warps, then in shared memory.
kernel.func @sums(%x: memref<?{256*n}xf32>, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 256>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %s = kernel.shared : memref<8xf32>
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %first = arith.muli %b, %c256 : index
  %i = arith.addi %first, %t : index
  %v = mem.load %x[%i] : memref<?{256*n}xf32>
  %sum = kernel.warp_reduce add %v : f32
  %warp = kernel.warp_id
  %lane = kernel.lane_id
  %is_first = arith.cmpi eq, %lane, %c0 : index
  loop.if %is_first {
    mem.store %sum, %s[%warp] : memref<8xf32>
    loop.yield
  }
  kernel.barrier
  %is_thread = arith.cmpi eq, %t, %c0 : index
  loop.if %is_thread {
    %all = loop.for %w = %c0 to %c8 step %c1 iter_args(%a = %zero) -> (f32) {
      %one = mem.load %s[%w] : memref<8xf32>
      %next = arith.addf %a, %one : f32
      loop.yield %next : f32
    }
    mem.store %all, %y[%b] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}

func.func @main(%x: tensor<?{256*n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> {
  %n = tensor.extent [n] : index
  %c256 = arith.constant 256 : index
  %y = kernel.launch @sums grid(%n) block(%c256) args(%x) : (tensor<?{256*n}xf32>) -> tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
