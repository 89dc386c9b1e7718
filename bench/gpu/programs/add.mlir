// A sum of vectors, one element for each thread.
kernel.func @add(%x: memref<?{n}xf32>, %y: memref<?{n}xf32>, %z: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 256>} {
  %thread = kernel.thread_id x
  %block = kernel.block_id x
  %c256 = arith.constant 256 : index
  %first = arith.muli %block, %c256 : index
  %i = arith.addi %first, %thread : index
  %n = mem.extent [n] : index
  %inside = arith.cmpi slt, %i, %n : index
  loop.if %inside {
    %a = mem.load %x[%i] : memref<?{n}xf32>
    %b = mem.load %y[%i] : memref<?{n}xf32>
    %sum = arith.addf %a, %b : f32
    mem.store %sum, %z[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}

func.func @main(%x: tensor<?{n}xf32> {tf.name = "x"}, %y: tensor<?{n}xf32> {tf.name = "y"}) -> tensor<?{n}xf32> {
  %n = tensor.extent [n] : index
  %c256 = arith.constant 256 : index
  %blocks = arith.ceildivui %n, %c256 : index
  %z = kernel.launch @add grid(%blocks) block(%c256) args(%x, %y) : (tensor<?{n}xf32>, tensor<?{n}xf32>) -> tensor<?{n}xf32>
  return %z : tensor<?{n}xf32>
}
