// Launches that follow each other: those that can be one give what they give one by one, on every device.
// RUN: tfrun %s --random --seed=3 --dim n=301 --dim m=70 --device=interp --out %t.npz
// RUN: tfrun %s --random --seed=3 --dim n=301 --dim m=70 --device=simt --out %t.simt.npz && cmp %t.npz %t.simt.npz
// RUN: tfrun %s --random --seed=3 --dim n=301 --dim m=70 --device=simt-compiled --out %t.compiled.npz && cmp %t.npz %t.compiled.npz
// RUN: tfopt %s --simt | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx && FileCheck %s --check-prefix=PTX < %t.ptx

// CHECK: func.func @main
// CHECK: kernel.launch @t0_t1
// The neighbour's element is another thread's.
// CHECK: kernel.launch @t2
// CHECK: kernel.launch @w0_w1
// CHECK-NOT: kernel.launch
// PTX-LABEL: .entry w0_w1(
// PTX: bar.warp.sync
kernel.func @t0(%x: memref<?{n}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @t1(%x: memref<?{n}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @t2(%x: memref<?{n}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %j = arith.addi %i, %one : index
    %inside = arith.cmpi slt, %j, %n : index
    %k = arith.select %inside, %j, %i : index
    %v = mem.load %x[%k] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @w0(%x: memref<?{n}x?{m}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %w = kernel.warp_id
  %lane = kernel.lane_id
  %lead = arith.cmpi eq, %lane, %c0 : index
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %w : index
  %step = arith.muli %g, %c : index
  %m = mem.extent [m] : index
  loop.for %i = %first to %n step %step {
    %s = loop.for %j = %lane to %m step %c32 iter_args(%a = %zero) -> (f32) {
      %v = mem.load %x[%i, %j] : memref<?{n}x?{m}xf32>
      %next = arith.addf %a, %v : f32
      loop.yield %next : f32
    }
    %all = kernel.warp_reduce add %s : f32
    loop.if %lead {
      mem.store %all, %y[%i] : memref<?{n}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
kernel.func @w1(%x: memref<?{n}xf32>, %y: memref<?{n}x?{m}xf32>, %n: index, %z: memref<?{n}x?{m}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %w = kernel.warp_id
  %lane = kernel.lane_id
  %lead = arith.cmpi eq, %lane, %c0 : index
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %w : index
  %step = arith.muli %g, %c : index
  %m = mem.extent [m] : index
  loop.for %i = %first to %n step %step {
    loop.for %j = %lane to %m step %c32 {
      %s = mem.load %x[%i] : memref<?{n}xf32>
      %v = mem.load %y[%i, %j] : memref<?{n}x?{m}xf32>
      %w1 = arith.divf %v, %s : f32
      mem.store %w1, %z[%i, %j] : memref<?{n}x?{m}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
func.func @main(%x: tensor<?{n}xf32>, %y: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>) attributes {tf.numerics = "strict"} {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 2 : index
  %n = tensor.extent [n] : index
  %0 = kernel.launch @t0 grid(%blocks) block(%c128) args(%x, %n) : (tensor<?{n}xf32>, index) -> tensor<?{n}xf32>
  %1 = kernel.launch @t1 grid(%blocks) block(%c128) args(%0, %n) : (tensor<?{n}xf32>, index) -> tensor<?{n}xf32>
  %2 = kernel.launch @t2 grid(%blocks) block(%c128) args(%1, %n) : (tensor<?{n}xf32>, index) -> tensor<?{n}xf32>
  %3 = kernel.launch @w0 grid(%blocks) block(%c128) args(%y, %n) : (tensor<?{n}x?{m}xf32>, index) -> tensor<?{n}xf32>
  %4 = kernel.launch @w1 grid(%blocks) block(%c128) args(%3, %y, %n) : (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>, index) -> tensor<?{n}x?{m}xf32>
  return %2, %4 : tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>
}
