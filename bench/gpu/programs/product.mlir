// A product of matrices by tiles of 16 x 16 in shared memory.
kernel.func @tiled(%a: memref<?{m}x?{k}xf32>, %b: memref<?{k}x?{n}xf32>, %c: memref<?{m}x?{n}xf32> {kernel.access = "out"})
    attributes {block_size = array<i64: 16, 16>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %k = mem.extent [k] : index
  %ta = kernel.shared : memref<16x16xf32>
  %tb = kernel.shared : memref<16x16xf32>
  %tx = kernel.thread_id x
  %ty = kernel.thread_id y
  %bx = kernel.block_id x
  %by = kernel.block_id y
  %row0 = arith.muli %by, %c16 : index
  %col0 = arith.muli %bx, %c16 : index
  %row = arith.addi %row0, %ty : index
  %col = arith.addi %col0, %tx : index
  %has_row = arith.cmpi slt, %row, %m : index
  %has_col = arith.cmpi slt, %col, %n : index
  %sum = loop.for %at = %c0 to %k step %c16 iter_args(%acc = %zero) -> (f32) {
    %ka = arith.addi %at, %tx : index
    %has_ka = arith.cmpi slt, %ka, %k : index
    %in_a = arith.andi %has_row, %has_ka : i1
    %va = loop.if %in_a -> (f32) {
      %v = mem.load %a[%row, %ka] : memref<?{m}x?{k}xf32>
      loop.yield %v : f32
    } else {
      loop.yield %zero : f32
    }
    %kb = arith.addi %at, %ty : index
    %has_kb = arith.cmpi slt, %kb, %k : index
    %in_b = arith.andi %has_kb, %has_col : i1
    %vb = loop.if %in_b -> (f32) {
      %v = mem.load %b[%kb, %col] : memref<?{k}x?{n}xf32>
      loop.yield %v : f32
    } else {
      loop.yield %zero : f32
    }
    mem.store %va, %ta[%ty, %tx] : memref<16x16xf32>
    mem.store %vb, %tb[%ty, %tx] : memref<16x16xf32>
    kernel.barrier
    %next = loop.for %q = %c0 to %c16 step %c1 iter_args(%s = %acc) -> (f32) {
      %l = mem.load %ta[%ty, %q] : memref<16x16xf32>
      %r = mem.load %tb[%q, %tx] : memref<16x16xf32>
      %p = arith.mulf %l, %r : f32
      %t = arith.addf %s, %p : f32
      loop.yield %t : f32
    }
    kernel.barrier
    loop.yield %next : f32
  }
  %inside = arith.andi %has_row, %has_col : i1
  loop.if %inside {
    mem.store %sum, %c[%row, %col] : memref<?{m}x?{n}xf32>
    loop.yield
  }
  kernel.return
}

func.func @main(%a: tensor<?{m}x?{k}xf32> {tf.name = "a"}, %b: tensor<?{k}x?{n}xf32> {tf.name = "b"}) -> tensor<?{m}x?{n}xf32> {
  %m = tensor.extent [m] : index
  %n = tensor.extent [n] : index
  %c16 = arith.constant 16 : index
  %rows = arith.ceildivui %m, %c16 : index
  %columns = arith.ceildivui %n, %c16 : index
  %c = kernel.launch @tiled grid(%columns, %rows) block(%c16, %c16) args(%a, %b) : (tensor<?{m}x?{k}xf32>, tensor<?{k}x?{n}xf32>) -> tensor<?{m}x?{n}xf32>
  return %c : tensor<?{m}x?{n}xf32>
}
